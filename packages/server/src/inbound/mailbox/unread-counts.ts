import type { Query } from '../../database/types.ts'
import type { Scope } from '../../identity/access.ts'
import { scopedMailboxes } from '../../identity/email-account/repository.ts'

const maxCounts = 1000

/** Unread mails in all that a scope reaches, and per mailbox where there are any. */
export async function unreadCounts(query: Query, scope: Scope) {
  const { total } = await scopedMailboxes(query, scope)
    .clearSelect()
    .select(eb => eb.fn.sum<number>('mailbox.unread').as('total'))
    .executeTakeFirstOrThrow()
  const rows = await scopedMailboxes(query, scope)
    .where('mailbox.unread', '>', 0)
    .orderBy('mailbox.unread', 'desc')
    .limit(maxCounts)
    .execute()
  return { total: Number(total ?? 0), counts: rows.map(row => ({ mailboxId: row.id, unread: row.unread })) }
}
