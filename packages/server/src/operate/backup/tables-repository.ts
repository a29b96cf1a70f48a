/** Statements about tables in general, of whichever room: a restore fills and empties them all alike. */
import { sql } from 'kysely'
import { tablesWithColumns } from '../../database/facts.ts'
import { readRows } from '../../database/read-rows.ts'
import type { DatabaseKind, Db, Query, Tx } from '../../database/types.ts'
import { instanceScope } from '../../ledger/setting/open-secrets.ts'
import type { Value } from './archive.ts'
import { inOrder } from './table-order.ts'

const rowsPerStatement = 100

/** Whether a table holds anything. The key of a site that was never used may already be among the settings. */
export async function hasRows(query: Query, table: string): Promise<boolean> {
  const where = table === 'setting' ? sql`WHERE scope <> ${instanceScope}` : sql``
  const rows = await readRows(query, sql`SELECT 1 FROM ${sql.table(table)} ${where} LIMIT 1`)
  return rows.length > 0
}

export async function insertRows(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: readonly Value[][],
): Promise<void> {
  const named = sql.join(columns.map(name => sql.id(name)))
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    const values = rows.slice(at, at + rowsPerStatement).map(row => sql`(${sql.join(row)})`)
    await sql`INSERT INTO ${sql.table(table)} (${named}) VALUES ${sql.join(values)}`.execute(tx)
  }
}

/** The next row of the table gets the number after this one. */
export async function setCounter(tx: Tx, kind: DatabaseKind, table: string, last: number): Promise<void> {
  if (kind === 'postgres') {
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'seq'), ${last})`.execute(tx)
    return
  }
  await sql`DELETE FROM sqlite_sequence WHERE name = ${table}`.execute(tx)
  await sql`INSERT INTO sqlite_sequence (name, seq) VALUES (${table}, ${last})`.execute(tx)
}

async function tablesReferredToBy(tx: Tx, table: string): Promise<Set<string>> {
  const { rows } = await sql<{
    table: string
  }>`SELECT "table" FROM pragma_foreign_key_list(${table})`.execute(tx)
  return new Set(rows.map(row => row.table))
}

export async function dropAllTables(tx: Tx, db: Pick<Db, 'kind'>): Promise<void> {
  const all = [...(await tablesWithColumns(tx)).keys()]
  if (db.kind === 'postgres') {
    for (const table of all) await sql`DROP TABLE IF EXISTS ${sql.table(table)} CASCADE`.execute(tx)
    return
  }
  const own = all.filter(name => !name.startsWith('mail_search_'))
  const refers = new Map<string, Set<string>>()
  for (const table of own) refers.set(table, await tablesReferredToBy(tx, table))
  // Those that refer to others go first.
  for (const table of inOrder(own, refers).reverse())
    await sql`DROP TABLE IF EXISTS ${sql.table(table)}`.execute(tx)
}

/** Messages that were accepted and not yet processed are for whoever starts here first. */
export async function freeClaims(tx: Tx): Promise<void> {
  await tx.updateTable('message').set({ claimed_until: 0 }).where('state', '=', 0).execute()
}
