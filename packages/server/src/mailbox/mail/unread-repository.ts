/** How many unread mails each mailbox has. The number stands on the mailbox. */
import { sql } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import type { LetterScope } from '../../kernel/call/caller.ts'
import { inScope } from '../account/repository.ts'

const maxCounts = 1000

/** Unread mails in all that a scope reaches, and per mailbox where there are any. */
export async function unreadCounts(query: Query, scope: LetterScope) {
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

/**
 * Counts unread mails of these mailboxes anew and returns the counts. The transaction has held them since before it
 * changed their mails: a mail that came in meanwhile is counted by one of the two.
 */
export async function refreshUnread(tx: Tx, mailboxIds: readonly string[]) {
  if (mailboxIds.length === 0) return []
  const ids = [...new Set(mailboxIds)].sort()
  return tx
    .updateTable('mailbox')
    .set({
      unread: sql<number>`(SELECT count(*) FROM mail WHERE mail.mailbox_id = mailbox.id AND mail.read = 0 AND mail.folder = 'inbox')`,
    })
    .where('id', 'in', ids)
    .returning(['id', 'owner_id', 'unread'])
    .execute()
}

/** Adds what is known to have changed; for many mails at a time, where counting all of them anew would take long. */
export async function addUnread(tx: Tx, changes: ReadonlyMap<string, number>) {
  const counts: { id: string; owner_id: string | null; unread: number }[] = []
  for (const [id, change] of [...changes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const rows = await tx
      .updateTable('mailbox')
      .set(eb => ({ unread: eb('unread', '+', change) }))
      .where('id', '=', id)
      .returning(['id', 'owner_id', 'unread'])
      .execute()
    counts.push(...rows)
  }
  return counts
}
