/**
 * The table of mailboxes at a hundred thousand rows: which ones are meant is decided over the mailbox table alone, by an
 * index wherever the kind is given; names of domains and owners are fetched for one page only.
 */
import { type ExpiryFilter, folders, type MailboxKind, type MailboxStatus } from '@yanshu/contract'
import { type RawBuilder, sql } from 'kysely'
import { flag } from '../../database/schema.ts'
import type { Query } from '../../database/types.ts'
import type { Scope } from '../../kernel/call/caller.ts'
import { day } from '../../kernel/clock.ts'
import { inScope, matchingText } from '../account/repository.ts'

export type AccountFilter = {
  q?: string | undefined
  kind?: MailboxKind | undefined
  status?: MailboxStatus | undefined
  domainId?: string | undefined
  /** Null for those that nobody owns. */
  ownerId?: string | null | undefined
  expires?: ExpiryFilter | undefined
  maySend?: boolean | undefined
  deleted?: boolean | undefined
  /** Limits deleted mailboxes to those that can still be brought back. */
  deletedAfter?: number | undefined
}

export const accountSorts = ['address', 'createdAt', 'expiresAt', 'usedBytes', 'lastLoginAt'] as const
export type AccountSort = (typeof accountSorts)[number]

/** Written exactly as in the indexes. Without an end is last, never logged in is earliest, in both databases. */
const sortColumns: Readonly<Record<AccountSort, RawBuilder<unknown>>> = {
  address: sql`mailbox.address`,
  createdAt: sql`mailbox.created_at`,
  expiresAt: sql`coalesce(mailbox.expires_at, 9007199254740991)`,
  usedBytes: sql`mailbox.used_bytes`,
  lastLoginAt: sql`coalesce(mailbox.last_login_at, 0)`,
}

const soonMs = 7 * day

/** The mailboxes that a filter means within a scope, as rows of the mailbox table. */
export function matchingAccounts(query: Query, scope: Scope, filter: AccountFilter, now: number) {
  const { q, kind, status, domainId, ownerId, expires, deletedAfter } = filter
  let rows = inScope(query.selectFrom('mailbox'), scope)
  if (filter.deleted) rows = rows.where('mailbox.deleted_at', '>', deletedAfter ?? 0)
  else rows = rows.where('mailbox.deleted_at', 'is', null)
  if (kind) rows = rows.where('mailbox.kind', '=', kind)
  if (status) rows = rows.where('mailbox.status', '=', status)
  if (domainId !== undefined) rows = rows.where('mailbox.domain_id', '=', domainId)
  if (ownerId === null) rows = rows.where('mailbox.owner_id', 'is', null)
  else if (ownerId !== undefined) rows = rows.where('mailbox.owner_id', '=', ownerId)
  if (filter.maySend !== undefined) rows = rows.where('mailbox.may_send', '=', flag(filter.maySend))
  const end = sortColumns.expiresAt
  if (expires === 'never') rows = rows.where('mailbox.expires_at', 'is', null)
  if (expires === 'past') rows = rows.where(sql<boolean>`${end} <= ${now}`)
  if (expires === 'soon') rows = rows.where(sql<boolean>`${end} > ${now} AND ${end} <= ${now + soonMs}`)
  if (q) rows = rows.where(eb => matchingText(eb, q, scope))
  return rows
}

export type AccountMatch = ReturnType<typeof matchingAccounts>

export const withIds = (match: AccountMatch, ids: readonly string[]): AccountMatch =>
  match.where('mailbox.id', 'in', [...ids])

/** Those that come after one of them, by id. */
export const afterId = (match: AccountMatch, id: string): AccountMatch => match.where('mailbox.id', '>', id)

export async function countMatching(match: AccountMatch): Promise<number> {
  const { total } = await match.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}

/** Whole rows with the names that belong to them, in the order of the ids. */
export async function accountsByIds(query: Query, ids: readonly string[]) {
  if (ids.length === 0) return []
  const place = new Map(ids.map((id, index) => [id, index]))
  const rows = await query
    .selectFrom('mailbox')
    .innerJoin('domain', 'domain.id', 'mailbox.domain_id')
    .leftJoin('sys_account', 'sys_account.id', 'mailbox.owner_id')
    .selectAll('mailbox')
    .select([
      'domain.name as domain',
      'domain.owner_id as domain_owner',
      'sys_account.username as owner_name',
    ])
    .where('mailbox.id', 'in', [...ids])
    .execute()
  return rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
}

export type AccountWithNames = Awaited<ReturnType<typeof accountsByIds>>[number]

export type AccountPage = { sort: AccountSort; order: 'asc' | 'desc'; page: number; pageSize: number }

export function sortedIds(match: AccountMatch, { sort, order }: Pick<AccountPage, 'sort' | 'order'>) {
  const sorted = match.select('mailbox.id').orderBy(sortColumns[sort], order)
  // No two have the same address; of everything else many may have the same. Those of one batch were made at one time,
  // and their ids rise in natural order.
  return sort === 'address' ? sorted : sorted.orderBy('mailbox.id', sort === 'createdAt' ? 'asc' : order)
}

export async function pageOfAccounts(
  query: Query,
  scope: Scope,
  filter: AccountFilter,
  page: AccountPage,
  now: number,
) {
  const match = matchingAccounts(query, scope, filter, now)
  const total = await countMatching(match)
  const offset = (page.page - 1) * page.pageSize
  if (offset >= total) return { rows: [], total }
  const found = await sortedIds(match, page).limit(page.pageSize).offset(offset).execute()
  const rows = await accountsByIds(
    query,
    found.map(row => row.id),
  )
  return { rows, total }
}

/** Returns when the newest mail came of those each mailbox still has: per folder the last entry of an index. */
export async function lastMailsOf(query: Query, ids: readonly string[]): Promise<Map<string, number>> {
  const newest = new Map<string, number>()
  if (ids.length === 0) return newest
  for (const folder of folders) {
    const rows = await query
      .selectFrom('mailbox')
      .select('mailbox.id')
      .select(eb =>
        eb
          .selectFrom('mail')
          .select('mail.received_at')
          .whereRef('mail.mailbox_id', '=', 'mailbox.id')
          .where('mail.folder', '=', folder)
          .orderBy('mail.seq', 'desc')
          .limit(1)
          .as('at'),
      )
      .where('mailbox.id', 'in', [...ids])
      .execute()
    for (const { id, at } of rows) if (at !== null) newest.set(id, Math.max(Number(at), newest.get(id) ?? 0))
  }
  const own = await query
    .selectFrom('mail_folder')
    .select('mail_folder.mailbox_id')
    .select(eb =>
      eb
        .selectFrom('mail')
        .select('mail.received_at')
        .whereRef('mail.mailbox_id', '=', 'mail_folder.mailbox_id')
        .whereRef('mail.folder', '=', 'mail_folder.id')
        .orderBy('mail.seq', 'desc')
        .limit(1)
        .as('at'),
    )
    .where('mail_folder.mailbox_id', 'in', [...ids])
    .where('mail_folder.role', 'is', null)
    .execute()
  for (const { mailbox_id: id, at } of own)
    if (at !== null) newest.set(id, Math.max(Number(at), newest.get(id) ?? 0))
  return newest
}

/** Returns the data that decides whether mailboxes may be deleted, or brought back. */
export const standingOf = (match: AccountMatch) =>
  match
    .select(['mailbox.id', 'mailbox.address', 'mailbox.kind', 'mailbox.owner_id', 'mailbox.deleted_at'])
    .select('mailbox.status')
    .execute()

/** How many there are of each kind, and how many could be brought back, whatever the filter. */
export async function countAccounts(query: Query, scope: Scope, now: number, deletedAfter: number) {
  const count = (filter: AccountFilter) => countMatching(matchingAccounts(query, scope, filter, now))
  return {
    account: await count({ kind: 'account' }),
    temporary: await count({ kind: 'temporary' }),
    deleted: await count({ deleted: true, deletedAfter }),
  }
}

/** The next ids that are meant, by id: whatever is changed about them meanwhile, none comes twice. */
export async function nextIds(match: AccountMatch, after: string, limit: number): Promise<string[]> {
  const rows = await afterId(match, after).select('mailbox.id').orderBy('mailbox.id').limit(limit).execute()
  return rows.map(row => row.id)
}
