import { type Insertable, type Selectable, sql } from 'kysely'
import { containing } from '../database/like.ts'
import { lockName } from '../database/lock.ts'
import { preparedList } from '../database/prepared.ts'
import type { Flag } from '../database/schema.ts'
import type { Db, Query, Tx } from '../database/types.ts'
import type { DomainClaimTable, DomainTable } from './table.ts'

export type DomainRow = Selectable<DomainTable>
export type NewDomain = Insertable<DomainTable>
export type ClaimRow = Selectable<DomainClaimTable>

/** Like every look-up for use, this finds only domains in force. */
export const findDomain = (query: Query, id: string): Promise<DomainRow | undefined> =>
  query
    .selectFrom('domain')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()

export const findDomainByName = (query: Query, name: string): Promise<DomainRow | undefined> =>
  query
    .selectFrom('domain')
    .selectAll()
    .where('name', '=', name)
    .where('removed_at', 'is', null)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()

export const findDomainsByNames = preparedList((query, names: string[]) =>
  query
    .selectFrom('domain')
    .selectAll()
    .where('name', 'in', names)
    .where('removed_at', 'is', null)
    .where('verified_at', 'is not', null),
)

/** Includes domains that are being removed or are suspended, because their names are not free yet. */
export const findTakenNames = (query: Query, names: readonly string[]): Promise<DomainRow[]> =>
  query
    .selectFrom('domain')
    .selectAll()
    .where('name', 'in', [...names])
    .execute()

export async function listOpenDomains(query: Query): Promise<string[]> {
  const rows = await query
    .selectFrom('domain')
    .select('name')
    .where('open', '=', 1)
    .where('removed_at', 'is', null)
    .where('verified_at', 'is not', null)
    .orderBy('created_at')
    .orderBy('name')
    .execute()
  return rows.map(row => row.name)
}

/** Returns domains and claims in one list, as their owners see them. */
function heldDomains(query: Query) {
  const none = sql<Flag>`0`
  return query.selectFrom(eb =>
    eb
      .selectFrom('domain')
      .select(['id', 'name', 'owner_id', 'open', 'store', 'catch_all', 'subdomains', 'verified_at'])
      .select(['token', 'created_at', 'mail_host'])
      .where('removed_at', 'is', null)
      .unionAll(
        eb
          .selectFrom('domain_claim')
          .select(['id', 'name', 'owner_id'])
          .select([none.as('open'), none.as('store'), none.as('catch_all'), none.as('subdomains')])
          .select(sql<number | null>`null`.as('verified_at'))
          .select(['token', 'created_at'])
          .select(sql<string | null>`null`.as('mail_host')),
      )
      .as('held'),
  )
}

export type HeldDomain = Pick<
  DomainRow,
  | 'id'
  | 'name'
  | 'owner_id'
  | 'open'
  | 'store'
  | 'catch_all'
  | 'subdomains'
  | 'token'
  | 'created_at'
  | 'mail_host'
> & { verified_at: number | null }

export type ListedDomain = HeldDomain & { mailboxes: number; owner_name: string | null }

const withFigures = (query: Query) =>
  heldDomains(query)
    .leftJoin('sys_account', 'sys_account.id', 'held.owner_id')
    .selectAll('held')
    .select('sys_account.username as owner_name')
    .select(eb =>
      eb
        .selectFrom('mailbox')
        .select(count => count.fn.countAll<number>().as('n'))
        .whereRef('mailbox.domain_id', '=', 'held.id')
        .as('mailboxes'),
    )

const listed = <R extends { mailboxes: number | null }>(row: R): R & { mailboxes: number } => ({
  ...row,
  mailboxes: Number(row.mailboxes),
})

/** A null `ownerId` means everyone's. */
export type DomainFilter = { ownerId: string | null; q: string | undefined; page: number; pageSize: number }

export async function listDomains(
  query: Query,
  filter: DomainFilter,
): Promise<{ rows: ListedDomain[]; total: number }> {
  const { q, ownerId } = filter
  const rows = await withFigures(query)
    .$if(ownerId !== null, rows => rows.where('held.owner_id', '=', ownerId))
    .$if(q !== undefined && q !== '', rows => rows.where(eb => containing(eb.ref('held.name'), q ?? '')))
    .orderBy('held.created_at')
    .orderBy('held.id')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute()
  const { total } = await heldDomains(query)
    .$if(ownerId !== null, rows => rows.where('held.owner_id', '=', ownerId))
    .$if(q !== undefined && q !== '', rows => rows.where(eb => containing(eb.ref('held.name'), q ?? '')))
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map(listed), total: Number(total) }
}

export async function findHeldDomain(query: Query, id: string): Promise<ListedDomain | undefined> {
  const row = await withFigures(query).where('held.id', '=', id).executeTakeFirst()
  return row && listed(row)
}

const mostHosts = 50

/** The mail hosts that domains have of their own, the longest used first. */
export async function ownMailHosts(query: Query): Promise<string[]> {
  const rows = await query
    .selectFrom('domain')
    .select(eb => ['mail_host', eb.fn.min('created_at').as('since')])
    .where('mail_host', 'is not', null)
    .where('removed_at', 'is', null)
    .groupBy('mail_host')
    .orderBy('since')
    .limit(mostHosts)
    .execute()
  return rows.map(row => row.mail_host ?? '')
}

export async function countHeldBy(query: Query, ownerId: string): Promise<number> {
  const { total } = await heldDomains(query)
    .where('held.owner_id', '=', ownerId)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Locks a name with the names above and below it, so that one transaction at a time decides about them. */
export const lockNames = (tx: Tx, db: Pick<Db, 'kind'>, registrable: string): Promise<void> =>
  lockName(tx, db, `domain:${registrable}`)

/** Returns false when the name is taken. */
export async function insertDomain(tx: Tx, row: NewDomain): Promise<boolean> {
  const made = await tx
    .insertInto('domain')
    .values(row)
    .onConflict(oc => oc.column('name').doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

export async function updateDomain(tx: Tx, id: string, change: Partial<DomainRow>): Promise<boolean> {
  const changed = await tx
    .updateTable('domain')
    .set(change)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/**
 * From this moment the domain looks as if it did not exist; its contents are removed later. Returns false
 * when there is none.
 */
export async function beginRemoval(tx: Tx, id: string, now: number): Promise<boolean> {
  if (!(await updateDomain(tx, id, { removed_at: now, open: 0, store: 0 }))) return false
  // Keys are deleted at once, so that nothing can be signed for the domain any more.
  await tx.deleteFrom('dkim_key').where('domain_id', '=', id).execute()
  return true
}

export async function giveDomains(tx: Tx, ids: readonly string[], toId: string | null): Promise<void> {
  await tx
    .updateTable('domain')
    .set({ owner_id: toId })
    .where('id', 'in', [...ids])
    .execute()
}

/** Includes suspended domains. */
export async function domainNames(query: Query, ids: readonly string[]): Promise<string[]> {
  const rows = await query
    .selectFrom('domain')
    .select('name')
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(row => row.name)
}

export async function domainIdsOf(query: Query, accountIds: readonly string[]): Promise<string[]> {
  const rows = await query
    .selectFrom('domain')
    .select('id')
    .where('owner_id', 'in', [...accountIds])
    .execute()
  return rows.map(row => row.id)
}

/** Returns the domain that was removed first and is not gone yet. */
export async function oldestRemoval(query: Query): Promise<string | undefined> {
  const row = await query
    .selectFrom('domain')
    .select('id')
    .where('removed_at', 'is not', null)
    .orderBy('removed_at')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export async function hasDomains(query: Query): Promise<boolean> {
  const any = await query.selectFrom('domain').select('id').limit(1).executeTakeFirst()
  return any !== undefined
}

/** Returns the domains that anyone may use, oldest first. */
export const openDomainRows = (query: Query): Promise<DomainRow[]> =>
  query
    .selectFrom('domain')
    .selectAll()
    .where('open', '=', 1)
    .where('removed_at', 'is', null)
    .where('verified_at', 'is not', null)
    .orderBy('created_at')
    .orderBy('name')
    .execute()
