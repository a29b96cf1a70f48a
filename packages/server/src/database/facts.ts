/** Reads facts about the database itself. */
import { sql } from 'kysely'
import { kyselyOf } from './kysely-of.ts'
import { readRows } from './read-rows.ts'
import type { Db, Query } from './types.ts'

/** Returns the version of the database program. */
export async function databaseVersion(db: Db): Promise<string> {
  const version = db.kind === 'sqlite' ? sql`sqlite_version()` : sql`current_setting('server_version')`
  const [row] = await readRows(db.query, sql<{ version: string }>`SELECT ${version} AS version`)
  return row?.version ?? ''
}

/** Returns the time of the database's clock; null for SQLite, which has no clock of its own. */
export async function databaseTime(db: Db): Promise<number | null> {
  if (db.kind === 'sqlite') return null
  const statement = sql<{ at: number }>`SELECT extract(epoch FROM clock_timestamp()) * 1000 AS at`
  const [row] = await readRows(db.query, statement)
  return row ? Number(row.at) : null
}

/** Returns the names of the applied migrations in order. */
export async function appliedMigrations(query: Query): Promise<string[]> {
  const rows = await query.selectFrom('migration').select('name').orderBy('name').execute()
  return rows.map(row => row.name)
}

/** Returns every table with its columns, without views. */
export async function tablesWithColumns(query: Query): Promise<Map<string, Set<string>>> {
  const tables = await kyselyOf(query).introspection.getTables()
  return new Map(
    tables
      .filter(({ isView }) => !isView)
      .map(({ name, columns }) => [name, new Set(columns.map(column => column.name))]),
  )
}
