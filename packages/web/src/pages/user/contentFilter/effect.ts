/** Says in two or three words what a rule would do to a mail that it hits. */
import type { MailRow } from '@yanshu/contract'
import { type DraftAction, movesTo, type RuleDraft } from './draft.ts'

export type Effect = { text: string; already: boolean }

/** The gravest first: what is refused need not be starred. */
const order: readonly DraftAction['kind'][] = [
  ...(['refuse', 'discard', 'move', 'file', 'label', 'star', 'read', 'webhook', 'forward'] as const),
]

const alreadyIn = { archive: '已在归档', spam: '已在垃圾', trash: '已在回收站' } as const

function effectOf({ kind, value }: DraftAction, mail: MailRow): Effect {
  switch (kind) {
    case 'refuse':
      return { text: '会拒收', already: false }
    case 'discard':
      return { text: '会丢弃', already: false }
    case 'move': {
      const folder = movesTo(value)
      if (mail.folder !== folder) return { text: '会移走', already: false }
      return { text: alreadyIn[folder], already: true }
    }
    case 'file':
      return { text: '会归类', already: false }
    case 'label':
      return mail.labels.includes(value.trim())
        ? { text: '已有标签', already: true }
        : { text: '会加标签', already: false }
    case 'star':
      return mail.starred ? { text: '已加星', already: true } : { text: '会加星', already: false }
    case 'read':
      return mail.read ? { text: '已读过', already: true } : { text: '会标已读', already: false }
    case 'webhook':
      return { text: '会通知', already: false }
    case 'forward':
      return { text: '会转发', already: false }
  }
}

export function effectOn(draft: RuleDraft, mail: MailRow): Effect {
  const gravest = order.flatMap(kind => draft.actions.filter(action => action.kind === kind))[0]
  return gravest ? effectOf(gravest, mail) : { text: '会命中', already: false }
}

const hiding: ReadonlySet<DraftAction['kind']> = new Set(['refuse', 'discard', 'move', 'file'])

/** Whether a mail would be out of sight: then a code in it might be missed. */
export const hidesMail = (draft: RuleDraft): boolean => draft.actions.some(({ kind }) => hiding.has(kind))
