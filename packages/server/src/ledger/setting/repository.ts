import type { Selectable } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import type { SettingChangeTable } from './table.ts'

export type SettingChangeRow = Selectable<SettingChangeTable>

export async function readSettings(query: Query, scope: string): Promise<Map<string, unknown>> {
  const rows = await query
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('scope', '=', scope)
    .execute()
  return new Map(rows.map(row => [row.name, JSON.parse(row.value) as unknown]))
}

export async function writeSetting(
  tx: Tx,
  scope: string,
  name: string,
  value: unknown,
  now: number,
): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: now }
  await tx
    .insertInto('setting')
    .values({ scope, name, ...row })
    .onConflict(oc => oc.columns(['scope', 'name']).doUpdateSet(row))
    .execute()
}

/** Returns the stored text of a value; undefined when there is none. */
export async function findValue(query: Query, scope: string, name: string): Promise<string | undefined> {
  const row = await query
    .selectFrom('setting')
    .select('value')
    .where('scope', '=', scope)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

/** Stores a text unchanged and replaces the one before. */
export async function putValue(
  tx: Tx,
  scope: string,
  name: string,
  value: string,
  now: number,
): Promise<void> {
  await tx
    .insertInto('setting')
    .values({ scope, name, value, updated_at: now })
    .onConflict(oc => oc.columns(['scope', 'name']).doUpdateSet({ value }))
    .execute()
}

/** Stores a text unchanged unless there is one, and returns the stored one. */
export async function keepFirstValue(
  tx: Tx,
  scope: string,
  name: string,
  value: string,
  now: number,
): Promise<string> {
  await tx
    .insertInto('setting')
    .values({ scope, name, value, updated_at: now })
    .onConflict(oc => oc.columns(['scope', 'name']).doNothing())
    .execute()
  const row = await tx
    .selectFrom('setting')
    .select('value')
    .where('scope', '=', scope)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.value
}

export async function removeSetting(tx: Tx, scope: string, name: string): Promise<void> {
  await tx.deleteFrom('setting').where('scope', '=', scope).where('name', '=', name).execute()
}

/** Removes all settings of these scopes. */
export async function removeSettings(tx: Tx, scopes: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('setting')
    .where('scope', 'in', [...scopes])
    .execute()
}

/** Records a change of a setting. */
export async function noteChange(tx: Tx, row: SettingChangeRow): Promise<void> {
  await tx.insertInto('setting_change').values(row).execute()
}

export async function listChanges(
  query: Query,
  scope: string,
  filter: { name: string | undefined; page: number; pageSize: number },
) {
  let rows = query.selectFrom('setting_change').where('scope', '=', scope)
  if (filter.name !== undefined) rows = rows.where('name', '=', filter.name)
  const { total } = await rows.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const list = await rows
    .selectAll()
    .orderBy('id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)
    .execute()
  return { rows: list, total: Number(total) }
}
