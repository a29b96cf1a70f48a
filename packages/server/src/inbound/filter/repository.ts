import type { Insertable, Selectable } from 'kysely'
import type { Db, Query, Tx } from '../../database/types.ts'
import type { LetterScope, Scope } from '../../kernel/call/caller.ts'
import { folderKeys } from '../../mailbox/folder/folders.ts'
import type { RuleOwner, RuleScope } from './filter.ts'
import type { FilterTable } from './table.ts'

export type FilterRecord = Selectable<FilterTable>

const ownerColumn = (owner: RuleOwner) => (owner.kind === 'account' ? 'account_id' : 'mailbox_id')

export const listFilters = (query: Query, owner: RuleOwner): Promise<FilterRecord[]> =>
  query
    .selectFrom('filter')
    .selectAll()
    .where(ownerColumn(owner), '=', owner.id)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** So that changes to one owner's rules come one after another; on SQLite writers are alone anyway. */
export async function lockOwner(tx: Tx, db: Db, owner: RuleOwner): Promise<void> {
  if (db.kind !== 'postgres') return
  const table = owner.kind === 'account' ? 'sys_account' : 'mailbox'
  await tx.selectFrom(table).select('id').where('id', '=', owner.id).forUpdate().execute()
}

export async function insertFilter(tx: Tx, row: Insertable<FilterTable>): Promise<void> {
  await tx.insertInto('filter').values(row).execute()
}

export type FilterChange = Partial<
  Pick<
    FilterRecord,
    | 'name'
    | 'enabled'
    | 'match'
    | 'conditions'
    | 'actions'
    | 'scope_kind'
    | 'scope_id'
    | 'scope_everyone'
    | 'refuses'
  >
>

export async function updateFilter(tx: Tx, id: string, change: FilterChange): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx.updateTable('filter').set(change).where('id', '=', id).execute()
}

/** How many of them were the owner's and are gone now. */
export async function deleteFilters(tx: Tx, owner: RuleOwner, ids: readonly string[]): Promise<number> {
  const gone = await tx
    .deleteFrom('filter')
    .where(ownerColumn(owner), '=', owner.id)
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** Numbers the rules from 0 in the given order. */
export async function numberFilters(tx: Tx, rows: readonly FilterRecord[]): Promise<void> {
  for (const [position, row] of rows.entries()) {
    if (row.position === position) continue
    await tx.updateTable('filter').set({ position }).where('id', '=', row.id).execute()
  }
}

/** Counts that rules matched; an id that is given twice counts twice. Sorted, so that nodes lock in one order. */
export async function countHits(tx: Tx, hitIds: readonly string[], now: number): Promise<void> {
  const counts = new Map<string, number>()
  for (const id of hitIds) counts.set(id, (counts.get(id) ?? 0) + 1)
  for (const [id, hits] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await tx
      .updateTable('filter')
      .set(eb => ({ hits: eb('hits', '+', hits), last_hit_at: now }))
      .where('id', '=', id)
      .execute()
  }
}

/** Those of the webhooks that are the owner's. */
export async function ownWebhooks(
  query: Query,
  owner: RuleOwner,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await query
    .selectFrom('webhook')
    .select('id')
    .where(ownerColumn(owner), '=', owner.id)
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map(row => row.id))
}

/** A domain is in an account's reach when it is its own or one of its mailboxes stands on it. */
export async function reachesDomain(query: Query, scope: Scope, id: string): Promise<boolean> {
  if (scope.kind === 'mailbox') return false
  let domains = query.selectFrom('domain').select('domain.id').where('domain.id', '=', id)
  if (scope.kind === 'owner') {
    const { accountId } = scope
    domains = domains.where(eb =>
      eb.or([
        eb('domain.owner_id', '=', accountId),
        eb.exists(
          eb
            .selectFrom('mailbox')
            .select('mailbox.id')
            .whereRef('mailbox.domain_id', '=', 'domain.id')
            .where('mailbox.owner_id', '=', accountId),
        ),
      ]),
    )
  }
  return (await domains.executeTakeFirst()) !== undefined
}

export async function anyFilterEnabled(query: Query): Promise<boolean> {
  const row = await query
    .selectFrom('filter')
    .select('id')
    .where('enabled', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const enabled = (query: Query) =>
  query.selectFrom('filter').selectAll('filter').where('filter.enabled', '=', 1)

const enabledOfAccounts = (query: Query) =>
  enabled(query)
    .innerJoin('sys_account', 'sys_account.id', 'filter.account_id')
    .where('sys_account.status', '=', 'active')
    .orderBy('filter.account_id')
    .orderBy('filter.position')

/** Those that admins made for all mailboxes. An account that is no admin any more has no say in them. */
export const enabledForEveryone = (query: Query): Promise<FilterRecord[]> =>
  enabledOfAccounts(query)
    .where('filter.scope_everyone', '=', 1)
    .where('sys_account.role', '=', 'admin')
    .execute()

export const enabledOfAccount = (query: Query, accountId: string): Promise<FilterRecord[]> =>
  enabledOfAccounts(query)
    .where('filter.scope_everyone', '=', 0)
    .where('filter.account_id', '=', accountId)
    .execute()

export const enabledOfMailbox = (query: Query, mailboxId: string): Promise<FilterRecord[]> =>
  enabled(query).where('filter.mailbox_id', '=', mailboxId).orderBy('filter.position').execute()

export type RecentMail = { id: string; seq: number; messageSeq: number; address: string }

/** The mails of one domain are looked for among this many. */
const lookBack = 20_000
/** Of an account with many mailboxes, each with folders of its own, the first so many are looked into. */
const maxFoldersAsked = 200

type Range = { column: 'owner_id' | 'mailbox_id'; id: string }

function rangeOf(scope: LetterScope, rule: RuleScope): Range {
  if (rule.kind === 'mailbox' && rule.id !== undefined) return { column: 'mailbox_id', id: rule.id }
  return scope.kind === 'owner'
    ? { column: 'owner_id', id: scope.accountId }
    : { column: 'mailbox_id', id: scope.mailboxId }
}

/**
 * The newest mails that a rule of this scope could have seen. The indexes go by folder, so each folder is asked for its
 * newest and the answers are merged: the cost does not grow with the number of mails.
 */
export async function recentMails(
  query: Query,
  scope: LetterScope,
  rule: RuleScope,
  limit: number,
): Promise<RecentMail[]> {
  const domainId = rule.kind === 'domain' ? rule.id : undefined
  const range = rangeOf(scope, rule)
  const newest = query
    .selectFrom('mail')
    .select(['mail.seq', 'mail.id', 'mail.mailbox_id', 'mail.message_seq'])
    .orderBy('mail.seq', 'desc')
    .limit(domainId === undefined ? limit : lookBack)
  const mailboxId = range.column === 'mailbox_id' ? range.id : undefined
  const keys = (await folderKeys(query, scope, mailboxId)).slice(0, maxFoldersAsked)
  const parts = keys.map(folder => newest.where(range.column, '=', range.id).where('folder', '=', folder))
  const found = await Promise.all(
    parts.map(part => {
      let rows = query
        .selectFrom(part.as('recent'))
        .innerJoin('mailbox', 'mailbox.id', 'recent.mailbox_id')
        .select(['recent.id', 'recent.seq', 'recent.message_seq as messageSeq', 'mailbox.address'])
      if (domainId !== undefined) rows = rows.where('mailbox.domain_id', '=', domainId)
      return rows.orderBy('recent.seq', 'desc').limit(limit).execute()
    }),
  )
  return found
    .flat()
    .sort((a, b) => b.seq - a.seq)
    .slice(0, limit)
}
