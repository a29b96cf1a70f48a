import { sql } from 'kysely'
import type { Tx } from '../../database/types.ts'

const portion = 500

function portionsOf<T>(values: readonly T[]): T[][] {
  const count = Math.ceil(values.length / portion)
  return Array.from({ length: count }, (_, at) => values.slice(at * portion, (at + 1) * portion))
}

export async function deleteRows(
  tx: Tx,
  table: string,
  column: string,
  values: readonly string[],
): Promise<void> {
  for (const some of portionsOf(values))
    await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} IN (${sql.join(some)})`.execute(tx)
}

export async function clearColumn(
  tx: Tx,
  table: string,
  column: string,
  values: readonly string[],
): Promise<void> {
  for (const some of portionsOf(values))
    await sql`
      UPDATE ${sql.table(table)} SET ${sql.ref(column)} = NULL WHERE ${sql.ref(column)} IN (${sql.join(some)})
    `.execute(tx)
}
