import type { Query } from '../../database/types.ts'
import type { LetterScope } from '../../kernel/call/caller.ts'
import { scopedMailboxes } from '../../mailbox/account/mailboxes.ts'
import { listedMails } from '../../mailbox/mail/mails.ts'

export const findScopedMailboxByAddress = (query: Query, scope: LetterScope, address: string) =>
  scopedMailboxes(query, scope).where('mailbox.address', '=', address).executeTakeFirst()

/** The number of the first mail that came in at this time or later and is not in the trash. */
export async function firstSince(query: Query, scope: LetterScope, since: number): Promise<number | null> {
  const row = await listedMails(query, scope)
    .clearSelect()
    .select('mail.seq')
    .where('mail.received_at', '>=', since)
    .where('mail.folder', '!=', 'trash')
    .orderBy('mail.seq')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? null
}

/** The newest mails, newest first; before one of them, if told so. */
export function newestOf(query: Query, scope: LetterScope, limit: number, before: number | null = null) {
  const rows = listedMails(query, scope).clearSelect().select(['mail.seq', 'mail.received_at'])
  return (before === null ? rows : rows.where('mail.seq', '<', before))
    .orderBy('mail.seq', 'desc')
    .limit(limit)
    .execute()
}

/** Numbers of mails after one of them, in order. */
export async function seqsAfter(
  query: Query,
  scope: LetterScope,
  seq: number,
  limit: number,
): Promise<number[]> {
  const rows = await listedMails(query, scope)
    .clearSelect()
    .select('mail.seq')
    .where('mail.seq', '>', seq)
    .orderBy('mail.seq')
    .limit(limit)
    .execute()
  return rows.map(row => row.seq)
}

/** Mails by their numbers, in order, without those in the trash. */
export const listBySeqs = (query: Query, scope: LetterScope, seqs: readonly number[]) =>
  listedMails(query, scope)
    .where('mail.seq', 'in', [...seqs])
    .where('mail.folder', '!=', 'trash')
    .orderBy('mail.seq')
    .execute()
