import type { Insertable, Selectable } from 'kysely'
import { containing } from '../../database/like.ts'
import type { Query, Tx } from '../../database/types.ts'
import type { DomainTable } from './table.ts'

export type DomainRow = Selectable<DomainTable>
export type NewDomain = Insertable<DomainTable>

export const findDomain = (query: Query, id: string): Promise<DomainRow | undefined> =>
  query
    .selectFrom('domain')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

export const findDomainByName = (query: Query, name: string): Promise<DomainRow | undefined> =>
  query
    .selectFrom('domain')
    .selectAll()
    .where('name', '=', name)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

export const findDomainsByNames = (query: Query, names: readonly string[]): Promise<DomainRow[]> =>
  query
    .selectFrom('domain')
    .selectAll()
    .where('name', 'in', [...names])
    .where('removed_at', 'is', null)
    .execute()

export async function listOpenDomains(query: Query): Promise<string[]> {
  const rows = await query
    .selectFrom('domain')
    .select('name')
    .where('open', '=', 1)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('name')
    .execute()
  return rows.map(row => row.name)
}

export type DomainFilter = {
  /** Null for everyone's. */
  ownerId: string | null
  q: string | undefined
  page: number
  pageSize: number
}

export async function listDomains(query: Query, filter: DomainFilter) {
  const filtered = () => {
    let rows = query.selectFrom('domain')
    const { q, ownerId } = filter
    if (ownerId !== null) rows = rows.where('owner_id', '=', ownerId)
    if (q) rows = rows.where(eb => containing(eb.ref('name'), q))
    return rows
  }
  const rows = await filtered()
    .selectAll('domain')
    .select(eb =>
      eb
        .selectFrom('mailbox')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('mailbox.domain_id', '=', 'domain.id')
        .as('mailboxes'),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute()
  const { total } = await filtered()
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

export async function insertDomainUnlessThere(tx: Tx, row: NewDomain): Promise<void> {
  await tx
    .insertInto('domain')
    .values(row)
    .onConflict(oc => oc.column('name').doNothing())
    .execute()
}

export async function giveDomains(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx.updateTable('domain').set({ owner_id: toId }).where('owner_id', '=', fromId).execute()
}

export async function deleteDomainsOf(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('domain').where('owner_id', '=', accountId).execute()
}
