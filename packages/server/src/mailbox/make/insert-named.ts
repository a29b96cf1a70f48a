/** Makes a mailbox under its name or, without one, under the first free name that is suggested. */
import type { NameStyle } from '@yanshu/contract'
import type { Tx } from '../../database/types.ts'
import { newId } from '../../kernel/ids.ts'
import { suggestName } from '../account/names.ts'
import { insertMailbox, type MailboxRow, type NewMailbox, newMailboxRow } from '../account/repository.ts'
import type { Rests } from '../rest/resting-names.ts'

export const maxNameTries = 20

export type NamedPlan = Omit<NewMailbox, 'id' | 'localPart'> & {
  localPart: string | undefined
  style: NameStyle
  /** Suggestions that somebody has looked at; left out, any will do. */
  drawn?: readonly string[]
  /** Left out: no room of its own, and it may not send. */
  worth?: Pick<MailboxRow, 'may_send' | 'quota_bytes'>
  /** For whom the name is kept, if for anybody. */
  holder?: string | undefined
}

/** Null when the name is another's, or rests. */
export async function insertNamed(tx: Tx, resting: Rests, plan: NamedPlan): Promise<MailboxRow | null> {
  const suggested = (tries: number) => plan.drawn?.[tries] ?? suggestName(plan.style, tries)
  const most = plan.localPart === undefined ? (plan.drawn?.length ?? maxNameTries) : 1
  for (let tries = 0; tries < most; tries++) {
    const localPart = plan.localPart ?? suggested(tries)
    const row = { ...newMailboxRow({ ...plan, id: newId(plan.now), localPart }), ...plan.worth }
    if (await insertMailbox(tx, resting, row, plan.holder)) return row
  }
  return null
}
