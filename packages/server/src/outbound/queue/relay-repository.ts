import type { Selectable } from 'kysely'
import { preparedList } from '../../database/prepared.ts'
import type { Query, Tx } from '../../database/types.ts'
import type { RelayTable } from './table.ts'

export type RelayRow = Selectable<RelayTable>

export const allRelays = (query: Query): Promise<RelayRow[]> =>
  query.selectFrom('relay').selectAll().orderBy('domain').execute()

export const relaysAmong = preparedList((query, domains: string[]) =>
  query.selectFrom('relay').selectAll().where('domain', 'in', domains),
)

/** Returns the sealed password; undefined when the domain has no relay. */
export async function findRelayPassword(query: Query, domain: string): Promise<string | undefined> {
  const row = await query
    .selectFrom('relay')
    .select('password')
    .where('domain', '=', domain)
    .executeTakeFirst()
  return row?.password
}

export async function putRelay(tx: Tx, { domain, ...row }: RelayRow): Promise<void> {
  await tx
    .insertInto('relay')
    .values({ domain, ...row })
    .onConflict(oc => oc.column('domain').doUpdateSet(row))
    .execute()
}

/** Returns how many it removed. */
export async function removeRelay(tx: Tx, domain: string): Promise<number> {
  const done = await tx.deleteFrom('relay').where('domain', '=', domain).executeTakeFirst()
  return Number(done.numDeletedRows)
}

export async function deleteRelaysOf(tx: Tx, domains: readonly string[]): Promise<void> {
  if (domains.length === 0) return
  await tx
    .deleteFrom('relay')
    .where('domain', 'in', [...domains])
    .execute()
}
