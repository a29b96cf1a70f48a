import type { Query } from '../../database/types.ts'
import type { Scope } from '../../identity/access.ts'
import { inScope } from '../../identity/email-account/repository.ts'

const maxCounts = 1000

/** Unread mails in all that a scope reaches, and per mailbox where there are any. */
export async function unreadCounts(query: Query, scope: Scope) {
  const unread = inScope(
    query
      .selectFrom('mailbox')
      .select(['mailbox.id', 'mailbox.unread'])
      .where('mailbox.deleted_at', 'is', null)
      .where('mailbox.unread', '>', 0),
    scope,
  )
  const { total } = await unread
    .clearSelect()
    .select(eb => eb.fn.sum<number>('mailbox.unread').as('total'))
    .executeTakeFirstOrThrow()
  const rows = await unread.orderBy('mailbox.unread', 'desc').limit(maxCounts).execute()
  return { total: Number(total ?? 0), counts: rows.map(row => ({ mailboxId: row.id, unread: row.unread })) }
}
