/** Drafts of the page beside the mails in the folder of drafts. */
import type { Query, Tx } from '../../database/types.ts'

export type DraftLink = { mail_seq: number; draft_id: string; version: number }

export const linksOf = (query: Query, mailboxId: string): Promise<DraftLink[]> =>
  query
    .selectFrom('draft_mail')
    .select(['mail_seq', 'draft_id', 'version'])
    .where('mailbox_id', '=', mailboxId)
    .execute()

/** Mails in the folder, with where their bytes are. */
export const mailsInDrafts = (query: Query, mailboxId: string) =>
  query
    .selectFrom('mail')
    .innerJoin('message', 'message.seq', 'mail.message_seq')
    .leftJoin('message_raw', 'message_raw.seq', 'message.seq')
    .select(['mail.seq', 'message.blob_key', 'message_raw.raw'])
    .where('mail.mailbox_id', '=', mailboxId)
    .where('mail.folder', '=', 'drafts')
    .orderBy('mail.seq')

/** The numbers alone. */
export async function seqsInDrafts(query: Query, mailboxId: string): Promise<number[]> {
  const rows = await query
    .selectFrom('mail')
    .select('seq')
    .where('mailbox_id', '=', mailboxId)
    .where('folder', '=', 'drafts')
    .execute()
  return rows.map(row => row.seq)
}

export const mailInDrafts = (query: Query, mailboxId: string, seq: number) =>
  mailsInDrafts(query, mailboxId).where('mail.seq', '=', seq).executeTakeFirst()

/** False when the draft or the mail has one already. */
export async function insertLink(tx: Tx, mailboxId: string, link: DraftLink): Promise<boolean> {
  const done = await tx
    .insertInto('draft_mail')
    .values({ ...link, mailbox_id: mailboxId })
    .onConflict(oc => oc.doNothing())
    .executeTakeFirst()
  return done.numInsertedOrUpdatedRows === 1n
}

/** False when another session has done it. */
export async function deleteLink(tx: Tx, { draft_id, mail_seq, version }: DraftLink): Promise<boolean> {
  const done = await tx
    .deleteFrom('draft_mail')
    .where('draft_id', '=', draft_id)
    .where('mail_seq', '=', mail_seq)
    .where('version', '=', version)
    .executeTakeFirst()
  return done.numDeletedRows === 1n
}
