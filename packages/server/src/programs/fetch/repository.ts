import type { Query } from '../../database/types.ts'

/** Returns the newest mails in the inbox of a mailbox, at most this many, oldest first. */
export async function inboxOf(query: Query, mailboxId: string, most: number) {
  const rows = await query
    .selectFrom('mail')
    .innerJoin('message', 'message.seq', 'mail.message_seq')
    .select(['mail.seq', 'mail.id', 'mail.received_at', 'message.size', 'message.envelope'])
    .where('mail.mailbox_id', '=', mailboxId)
    .where('mail.folder', '=', 'inbox')
    .orderBy('mail.seq', 'desc')
    .limit(most)
    .execute()
  return rows.reverse()
}
