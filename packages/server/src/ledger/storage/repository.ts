import { sql } from 'kysely'
import { readRows } from '../../database/read-rows.ts'
import type { Query } from '../../database/types.ts'

/** How large a PostgreSQL database is on its own disk. */
export async function databaseBytes(query: Query): Promise<number> {
  const statement = sql<{ bytes: number }>`SELECT pg_database_size(current_database()) AS bytes`
  const [row] = await readRows(query, statement)
  return Number(row?.bytes ?? 0)
}
