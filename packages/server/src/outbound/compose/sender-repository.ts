import type { Query } from '../../database/types.ts'
import type { LetterScope } from '../../kernel/call/caller.ts'
import { type MailboxRow, scopedMailboxes } from '../../mailbox/account/mailboxes.ts'

export const findMailboxToSendFrom = (
  query: Query,
  scope: LetterScope,
  address: string,
): Promise<MailboxRow | undefined> =>
  scopedMailboxes(query, scope).where('mailbox.address', '=', address).executeTakeFirst()

/** Returns active mailboxes of a scope by a part of their address. */
export function listMailboxesToSendFrom(
  query: Query,
  scope: LetterScope,
  wanted: { q: string | undefined; now: number },
  limit: number,
): Promise<MailboxRow[]> {
  const { q, now } = wanted
  let rows = scopedMailboxes(query, scope)
    .where('mailbox.status', '!=', 'stopped')
    .where(eb => eb.or([eb('mailbox.expires_at', 'is', null), eb('mailbox.expires_at', '>', now)]))
  if (q) rows = rows.where('mailbox.address', 'like', `%${q.toLowerCase().replace(/[%_\\]/g, '')}%`)
  return rows
    .orderBy('mailbox.pinned', 'desc')
    .orderBy('mailbox.kind')
    .orderBy('mailbox.created_at', 'desc')
    .limit(limit)
    .execute()
}
