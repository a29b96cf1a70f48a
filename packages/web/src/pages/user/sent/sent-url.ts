/** Reads the view of /user/sent from its URL. Invalid values are read as the default. */
import type { RecipientState } from '@yanshu/contract'
import { sentPath } from '../../../site/paths.ts'

export const sentPageFolders = ['sent', 'drafts', 'scheduled', 'queue', 'suppressions'] as const
export type SentPageFolder = (typeof sentPageFolders)[number]

/** The states one looks for. */
export const filterStates = ['delivered', 'deferred', 'bounced'] as const satisfies readonly RecipientState[]
export type FilterState = (typeof filterStates)[number]

export type SentView = {
  folder: SentPageFolder
  /** Only what was sent from this one. */
  mailbox: string | null
  state: FilterState | null
  q: string
  mail: string | null
}

const ID = /^[0-9A-Za-z_-]{1,64}$/

export function readSentUrl(params: URLSearchParams): SentView {
  const idOf = (name: string): string | null => {
    const id = params.get(name)
    return id !== null && ID.test(id) ? id : null
  }
  return {
    folder: sentPageFolders.find(folder => folder === params.get('folder')) ?? 'sent',
    mailbox: idOf('mailbox'),
    state: filterStates.find(state => state === params.get('state')) ?? null,
    q: (params.get('q') ?? '').trim().slice(0, 200),
    mail: idOf('mail'),
  }
}

/** The address of a view; defaults are left out. */
export function sentUrl(view: SentView): string {
  return sentPath({ ...view, folder: view.folder === 'sent' ? null : view.folder })
}

export type ChangeView = (what: Partial<SentView>, replace?: boolean) => void
