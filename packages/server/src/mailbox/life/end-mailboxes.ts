/** Mailboxes end: nobody opens them and nothing comes in, but until they are removed they can be had back. */
import type { Tx } from '../../database/types.ts'
import type { Turns } from '../../ledger/life/life.ts'
import { markDeleted } from './repository.ts'

export async function endMailboxes(
  tx: Tx,
  turns: Turns,
  ending: { ids: readonly string[]; deletedAt: number; now: number },
): Promise<void> {
  if (ending.ids.length === 0) return
  await markDeleted(tx, ending.ids, ending.deletedAt)
  await turns.take({ thing: 'mailbox', turn: 'end', ids: ending.ids, to: null, now: ending.now })
}
