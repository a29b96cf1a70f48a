/**
 * The port for mail to our own mailboxes, which never leaves the program. Judging and journaling are two
 * steps, so that the queue and the journal change in one transaction.
 */
import type { Tx } from '../../database/types.ts'

export type LocalDelivery = {
  judge(mail: { from: string; to: string; raw: Buffer; protocol: string }): Promise<
    /**
     * Accepted: journal it in the sender's transaction, call the result after the commit, and undo it when
     * the transaction fails.
     */
    | { ok: true; journal(tx: Tx): Promise<() => void>; undo(): Promise<void> }
    | { ok: false; code: 450 | 550; status: string; answer: string }
  >
  /** Journals a report to a sender, without any check of the recipient. */
  report(
    tx: Tx,
    raw: Buffer,
    to: { address: string; domainId: string; mailboxId: string; ownerId: string | null },
  ): Promise<() => void>
}
