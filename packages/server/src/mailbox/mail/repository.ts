import { type Expression, sql } from 'kysely'
import { containingPlain } from '../../database/like.ts'
import type { Flag } from '../../database/schema.ts'
import type { Db, Query } from '../../database/types.ts'
import type { LetterScope } from '../../kernel/call/caller.ts'
import { leapMs } from '../../kernel/clock.ts'
import { searchTerms } from '../../mail/search/tokens.ts'
import type { ListedMail } from './mail-row.ts'
import { matchText } from './search-index.ts'
import { findMatches, findMatchesAmong } from './search-repository.ts'

export type MailFilter = {
  mailboxId: string | undefined
  /** As in mail.folder, or `starred`. */
  folder: string
  unread: boolean | undefined
  hasCode: boolean | undefined
  hasAttachment: boolean | undefined
  label: string | undefined
  q: string | undefined
  from: number | undefined
  to: number | undefined
  /** Only mails before this one. */
  before: number | null
  limit: number
}

/** Folders that only mail programs see as such: the page has sent mail and drafts in lists of their own. */
const isShown = sql<boolean>`mail.folder NOT IN ('sent', 'drafts')`

/** Mails of any mailbox with what lists show of them; a call never hands them to anybody as they are. */
const everyMail = (query: Query) =>
  query
    .selectFrom('mail')
    .innerJoin('message', 'message.seq', 'mail.message_seq')
    .innerJoin('mailbox', 'mailbox.id', 'mail.mailbox_id')
    .select([
      'mail.seq',
      'mail.id',
      'mail.mailbox_id',
      'mailbox.address',
      'mail.received_at',
      'mail.read',
      'mail.starred',
      'mail.folder',
      'mail.labels',
      'message.subject',
      'message.from_name',
      'message.from_address',
      'message.preview',
      'message.code',
      'message.link',
      'message.attachment_count',
      'message.size',
      'message.spam_score',
      'message.details',
    ])
    .where('mailbox.deleted_at', 'is', null)
    .where(isShown)

/** Mails with what lists show of them, cut down to what a scope reaches. */
export const listedMails = (query: Query, scope: LetterScope) =>
  scope.kind === 'owner'
    ? everyMail(query).where('mail.owner_id', '=', scope.accountId)
    : everyMail(query).where('mail.mailbox_id', '=', scope.mailboxId)

/** Labels are a list in JSON: a label stands there between its quotes, exactly as it is written. */
const having = (labels: Expression<unknown>, label: string) => containingPlain(labels, JSON.stringify(label))

function filtered(query: Query, scope: LetterScope, filter: MailFilter) {
  let rows = listedMails(query, scope)
  if (filter.mailboxId !== undefined) rows = rows.where('mail.mailbox_id', '=', filter.mailboxId)
  if (filter.folder === 'starred')
    rows = rows.where('mail.starred', '=', 1).where('mail.folder', '!=', 'trash')
  else rows = rows.where('mail.folder', '=', filter.folder)
  if (filter.unread !== undefined) rows = rows.where('mail.read', '=', filter.unread ? 0 : 1)
  if (filter.hasCode !== undefined) rows = rows.where('mail.has_code', '=', filter.hasCode ? 1 : 0)
  if (filter.hasAttachment !== undefined)
    rows = rows.where('mail.has_attachment', '=', filter.hasAttachment ? 1 : 0)
  if (filter.label !== undefined) rows = rows.where(eb => having(eb.ref('mail.labels'), filter.label ?? ''))
  if (filter.from !== undefined) rows = rows.where('mail.received_at', '>=', filter.from)
  if (filter.to !== undefined) rows = rows.where('mail.received_at', '<', filter.to)
  return rows.orderBy('mail.seq', 'desc')
}

export type MailPage = { rows: ListedMail[]; next: number | null }

/** Matches beyond the page that may be dropped by the other conditions before another look-up is made. */
const searchSlack = 4
const maxSearchRounds = 25

/** With more mailboxes than this an owner's search goes over the whole site and is sifted afterwards. */
const maxSearchedMailboxes = 200

async function searchedMailboxes(
  query: Query,
  scope: LetterScope,
  filter: MailFilter,
): Promise<string[] | null> {
  if (filter.mailboxId !== undefined) return [filter.mailboxId]
  if (scope.kind === 'mailbox') return [scope.mailboxId]
  const rows = await query
    .selectFrom('mailbox')
    .select('id')
    .where('owner_id', '=', scope.accountId)
    .limit(maxSearchedMailboxes + 1)
    .execute()
  return rows.length > maxSearchedMailboxes ? null : rows.map(row => row.id)
}

async function searchMails(
  { query, aside, kind }: Db,
  scope: LetterScope,
  filter: MailFilter,
  q: string,
): Promise<MailPage> {
  const terms = searchTerms(q)
  if (terms.length === 0) return { rows: [], next: null }
  const mailboxIds = await searchedMailboxes(query, scope, filter)
  if (mailboxIds?.length === 0) return { rows: [], next: null }
  const match = matchText(kind, mailboxIds, terms)
  const found: ListedMail[] = []
  let before = filter.before
  for (let round = 0; round < maxSearchRounds; round++) {
    const batch = (filter.limit + 1) * searchSlack
    const seqs = await findMatches(aside, kind, { match, before, limit: batch })
    if (seqs.length > 0) {
      const rows = await filtered(query, scope, filter).where('mail.seq', 'in', seqs).execute()
      found.push(...rows)
    }
    if (found.length > filter.limit || seqs.length < batch) break
    before = seqs.at(-1) ?? null
  }
  return pageOf(found, filter.limit)
}

/** Those among some mails in which a search would find these terms. */
export async function matchingAmong(
  { query, kind }: Pick<Db, 'query' | 'kind'>,
  mails: readonly Pick<ListedMail, 'seq' | 'mailbox_id'>[],
  terms: ReturnType<typeof searchTerms>,
): Promise<ReadonlySet<number>> {
  if (mails.length === 0 || terms.length === 0) return new Set()
  const mailboxIds = [...new Set(mails.map(mail => mail.mailbox_id))]
  const match = matchText(kind, mailboxIds, terms)
  const seqs = mails.map(mail => mail.seq)
  return new Set(await findMatchesAmong(query, kind, match, seqs))
}

/** The last processed comes first. One that claims to have come long after those that came later: the clock was set back. */
function byTime(rows: readonly ListedMail[]): ListedMail[] {
  let earliest = Number.POSITIVE_INFINITY
  const timed = rows.map(row => {
    const at = row.received_at > earliest + leapMs ? earliest : row.received_at
    earliest = Math.min(earliest, at)
    return { row, at }
  })
  return timed.sort((a, b) => b.at - a.at || b.row.seq - a.row.seq).map(({ row }) => row)
}

/**
 * Pages are cut by number, which counts in the order of processing; within a page the time of receipt decides, since
 * mails that came at the same moment may have been processed in another order.
 */
function pageOf(rows: ListedMail[], limit: number): MailPage {
  const page = rows.slice(0, limit)
  const next = rows.length > limit ? (page.at(-1)?.seq ?? null) : null
  return { rows: byTime(page), next }
}

export async function pageOfMails(db: Db, scope: LetterScope, filter: MailFilter): Promise<MailPage> {
  if (filter.q) return searchMails(db, scope, filter, filter.q)
  let rows = filtered(db.query, scope, filter)
  if (filter.before !== null) rows = rows.where('mail.seq', '<', filter.before)
  return pageOf(await rows.limit(filter.limit + 1).execute(), filter.limit)
}

/** Mails newer than one that a client has seen, oldest first. */
export async function mailsAfter(
  query: Query,
  scope: LetterScope,
  seq: number,
  limit: number,
): Promise<ListedMail[]> {
  return listedMails(query, scope).where('mail.seq', '>', seq).orderBy('mail.seq').limit(limit).execute()
}

export async function newestSeq(query: Query): Promise<number> {
  const row = await query
    .selectFrom('mail')
    .select(eb => eb.fn.max('seq').as('seq'))
    .executeTakeFirst()
  return Number(row?.seq ?? 0)
}

export const findListedMail = (
  query: Query,
  scope: LetterScope,
  id: string,
): Promise<ListedMail | undefined> => listedMails(query, scope).where('mail.id', '=', id).executeTakeFirst()

export const listMailsByIds = (
  query: Query,
  scope: LetterScope,
  ids: readonly string[],
): Promise<ListedMail[]> =>
  listedMails(query, scope)
    .where('mail.id', 'in', [...ids])
    .orderBy('mail.seq', 'desc')
    .execute()

/** A mail with where its bytes are. */
export function findStoredMail(query: Query, scope: LetterScope, id: string) {
  return listedMails(query, scope)
    .leftJoin('message_raw', 'message_raw.seq', 'message.seq')
    .select(['message_raw.raw', 'message.blob_key', 'message.envelope', 'mail.message_seq'])
    .where('mail.id', '=', id)
    .executeTakeFirst()
}

export function newestUnread(query: Query, scope: LetterScope, limit: number): Promise<ListedMail[]> {
  return listedMails(query, scope)
    .where('mail.folder', '=', 'inbox')
    .where('mail.read', '=', 0)
    .orderBy('mail.seq', 'desc')
    .limit(limit)
    .execute()
}

export type Touched = {
  seq: number
  id: string
  mailbox_id: string
  owner_id: string | null
  message_seq: number
  folder: string
}

/**
 * Selects the mails that a scope reaches, or those of one mailbox that the caller knows to exist. Nobody
 * reaches the mails of a deleted mailbox that may still come back: it comes back unchanged.
 */
export function mailsIn(query: Query, scope: LetterScope, mailboxId?: string) {
  const rows = query.selectFrom('mail')
  if (scope.kind === 'mailbox') {
    const own = rows.where('mailbox_id', '=', scope.mailboxId)
    return mailboxId === undefined ? own : own.where('mailbox_id', '=', mailboxId)
  }
  const owned = rows.where('owner_id', '=', scope.accountId)
  if (mailboxId !== undefined) return owned.where('mailbox_id', '=', mailboxId)
  return owned.where('mailbox_id', 'not in', eb =>
    eb.selectFrom('mailbox').select('mailbox.id').where('mailbox.deleted_at', 'is not', null),
  )
}

export type WalkedMail = { seq: number; received_at: number; read: Flag }

/** The next mails of a folder by their number, so many at most. */
export const nextMails = (
  query: Query,
  { scope, mailboxId, folder }: { scope: LetterScope; mailboxId: string | undefined; folder: string },
  after: number,
  limit: number,
): Promise<WalkedMail[]> =>
  mailsIn(query, scope, mailboxId)
    .select(['seq', 'received_at', 'read'])
    .where('folder', '=', folder)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()

/** The mails among these that a scope reaches. */
export function touchableMails(query: Query, scope: LetterScope, ids: readonly string[]): Promise<Touched[]> {
  return mailsIn(query, scope)
    .select(['seq', 'id', 'mailbox_id', 'owner_id', 'message_seq', 'folder'])
    .where('id', 'in', [...ids])
    .execute()
}

/**
 * Returns the mails of a mailbox without the trash, by page, newest first, for clients that use page numbers.
 */
export async function pageOfKept(query: Query, mailboxId: string, page: number, pageSize: number) {
  const rows = await listedMails(query, { kind: 'mailbox', mailboxId })
    .where('mail.folder', '!=', 'trash')
    .orderBy('mail.seq', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await query
    .selectFrom('mail')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('mailbox_id', '=', mailboxId)
    .where('folder', '!=', 'trash')
    .where(isShown)
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** Messages with their bytes, or where these are, and with what was found in them on arrival. */
export const messagesBySeq = (query: Query, seqs: readonly number[]) =>
  query
    .selectFrom('message')
    .leftJoin('message_raw', 'message_raw.seq', 'message.seq')
    .select(['message.seq', 'raw', 'blob_key', 'details', 'spam_score', 'from_name', 'from_address'])
    .where('message.seq', 'in', [...seqs])
    .execute()

export const mailWithOwner = (query: Query, seq: number) =>
  everyMail(query).select('mail.owner_id').where('mail.seq', '=', seq).executeTakeFirst()
