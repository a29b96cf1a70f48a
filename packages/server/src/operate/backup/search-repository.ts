import type { Query } from '../../database/types.ts'

/** Mails after one of them, with what their words are made from. */
export const mailsToIndex = (query: Query, after: number, limit: number) =>
  query
    .selectFrom('mail')
    .innerJoin('message', 'message.seq', 'mail.message_seq')
    .leftJoin('message_raw', 'message_raw.seq', 'mail.message_seq')
    .select(['mail.seq', 'mail.mailbox_id', 'message_raw.raw', 'message.blob_key'])
    .select(['message.from_name as name', 'message.from_address as address'])
    .where('mail.seq', '>', after)
    .orderBy('mail.seq')
    .limit(limit)
    .execute()
