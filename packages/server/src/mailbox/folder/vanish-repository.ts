/** Remembers mails that programs knew in a folder and that leave it. Whoever calls this holds the mailbox. */
import type { Tx } from '../../database/types.ts'

/** The number that a program gave a mail, and where. */
export type Numbered = { mailbox_id: string; folder: string; uid: number | null }

const rowsAtOnce = 200

/** Those without a number are unknown to every program. */
export async function noteVanished(tx: Tx, mails: readonly Numbered[], now: number): Promise<void> {
  const rows = mails.flatMap(({ mailbox_id, folder, uid }) =>
    uid === null ? [] : [{ mailbox_id, folder, uid, modseq: 0, vanished_at: now }],
  )
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx
      .insertInto('mail_vanished')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute()
}

/** The mails among these that are elsewhere and that programs know. */
export const numberedElsewhere = (tx: Tx, seqs: readonly number[], folder: string): Promise<Numbered[]> =>
  tx
    .selectFrom('mail')
    .select(['mailbox_id', 'folder', 'uid'])
    .where('seq', 'in', [...seqs])
    .where('folder', '!=', folder)
    .where('uid', 'is not', null)
    .execute()

/** The mailboxes of some mails. */
export async function mailboxesOfMails(tx: Tx, seqs: readonly number[]): Promise<string[]> {
  if (seqs.length === 0) return []
  const rows = await tx
    .selectFrom('mail')
    .select('mailbox_id')
    .distinct()
    .where('seq', 'in', [...seqs])
    .execute()
  return rows.map(row => row.mailbox_id)
}
