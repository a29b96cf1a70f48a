import type { Query, Tx } from '../../database/types.ts'

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

export async function removeSetting(tx: Tx, scope: string, name: string): Promise<void> {
  await tx.deleteFrom('setting').where('scope', '=', scope).where('name', '=', name).execute()
}
