/** Reads one moment of a SQLite file through a connection of its own: tables in general, and nothing of their meaning. */
import type { DatabaseSync } from 'node:sqlite'
import type { Value } from './archive.ts'
import { isKept } from './table-order.ts'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** From here on the connection sees the database as it is now. */
export function beginMoment(database: DatabaseSync): void {
  database.exec('BEGIN')
  database.prepare('SELECT count(*) FROM sqlite_master').get()
}

export function beginMomentAnew(database: DatabaseSync): void {
  database.exec('ROLLBACK')
  beginMoment(database)
}

const namesBy = (database: DatabaseSync, sql: string): string[] =>
  database
    .prepare(sql)
    .all()
    .map(row => String(row.name))

/** The tables that a backup keeps. */
export const keptTables = (database: DatabaseSync): string[] =>
  namesBy(
    database,
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  ).filter(isKept)

export const migrationNames = (database: DatabaseSync): string[] =>
  namesBy(database, 'SELECT name FROM migration ORDER BY name')

/** None for a table that is not there. */
export const columnsOf = (database: DatabaseSync, table: string): string[] =>
  namesBy(database, `PRAGMA table_info(${quoted(table)})`)

export const tablesReferredToBy = (database: DatabaseSync, table: string): Set<string> =>
  new Set(
    database
      .prepare(`PRAGMA foreign_key_list(${quoted(table)})`)
      .all()
      .map(row => String(row.table)),
  )

/** The last number given by each table that counts up by itself. */
export function lastNumbers(database: DatabaseSync): Record<string, number> {
  const rows = database.prepare('SELECT name, seq FROM sqlite_sequence').all()
  return Object.fromEntries(rows.map(row => [String(row.name), Number(row.seq)]))
}

/** Tells of a ticket whether its message is stored. */
export function ticketLookup(database: DatabaseSync): (ticket: number) => boolean {
  const statement = database.prepare('SELECT 1 FROM spool_ticket WHERE ticket = ?')
  return ticket => statement.get(ticket) !== undefined
}

export function* rowsOf(database: DatabaseSync, table: string): Generator<Value[]> {
  const statement = database.prepare(`SELECT * FROM ${quoted(table)}`)
  statement.setReturnArrays(true)
  for (const row of statement.iterate()) yield row as unknown as Value[]
}
