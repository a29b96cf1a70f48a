import type { Selectable } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import type { DomainTable } from './table.ts'

export type DomainRow = Selectable<DomainTable>

export const findDomain = (query: Query, id: string): Promise<DomainRow | undefined> =>
  query.selectFrom('domain').selectAll().where('id', '=', id).executeTakeFirst()

export const findDomainByName = (query: Query, name: string): Promise<DomainRow | undefined> =>
  query.selectFrom('domain').selectAll().where('name', '=', name).executeTakeFirst()

export const findDomainsByNames = (query: Query, names: readonly string[]): Promise<DomainRow[]> =>
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
    .orderBy('created_at')
    .orderBy('name')
    .execute()
  return rows.map(row => row.name)
}

export async function insertDomainUnlessThere(tx: Tx, row: DomainRow): Promise<void> {
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
