import { preparedOne } from '../../database/prepared.ts'

/** How full a mailbox is. Every message to a mailbox with a limit asks for it. */
export const findFill = preparedOne((query, mailboxId: string) =>
  query
    .selectFrom('mailbox')
    .select(['quota_bytes', 'used_bytes', 'received', 'end_after_mails'])
    .where('id', '=', mailboxId),
)
