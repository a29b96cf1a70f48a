/**
 * Mailboxes change hands, by whatever way: an admin's edit, a batch, the removal of an account, a card code. The received
 * mail goes along; nothing else of the former holder works or shows.
 */
import type { Tx } from '../../database/types.ts'
import type { Turns } from '../../ledger/life/life.ts'
import { ofOtherOwners } from './repository.ts'

/** Gives the mailboxes that are not this owner's already to it, and returns their ids. They have no password then. */
export async function handOverMailboxes(
  tx: Tx,
  turns: Turns,
  handing: { ids: readonly string[]; to: string | null; now: number },
): Promise<string[]> {
  const { to, now } = handing
  const ids = await ofOtherOwners(tx, handing.ids, to)
  await turns.take({ thing: 'mailbox', turn: 'handOver', ids, to, now })
  return ids
}

/** Gives one mailbox to whoever comes with the proof, whosever it was: also from nobody to nobody. */
export const handOverToBearer = (turns: Turns, id: string, now: number): Promise<void> =>
  turns.take({ thing: 'mailbox', turn: 'handOver', ids: [id], to: null, now })
