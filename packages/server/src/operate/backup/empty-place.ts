/** Whether there is anything in a place, and making one empty again that holds the rest of a restore. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../database/types.ts'
import { spoolFolder } from '../../inbound/receive/spool/spool.ts'
import { isRestoring } from './restore-mark.ts'
import { inOrder, isKept } from './snapshot.ts'

/** Every table with its columns. */
export async function tablesOf(db: Db): Promise<Map<string, Set<string>>> {
  const tables = await db.query.introspection.getTables()
  return new Map(
    tables
      .filter(({ name }) => isKept(name))
      .map(({ name, columns }) => [name, new Set(columns.map(c => c.name))]),
  )
}

async function hasRows(db: Db, table: string): Promise<boolean> {
  // The key of a site that was never used may already be there.
  const where = table === 'setting' ? sql`WHERE scope <> 'instance'` : sql``
  const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} ${where} LIMIT 1`.execute(db.query)
  return rows.length > 0
}

const blobsIn = (dataDir: string): string => join(dataDir, 'blobs')

const hasFiles = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0

/** What a restore left half-done counts as nothing. */
export async function placeIsEmpty(db: Db, dataDir: string): Promise<boolean> {
  const tables = await tablesOf(db)
  if (tables.has('setting') && (await isRestoring(db))) return true
  for (const table of tables.keys()) if (await hasRows(db, table)) return false
  return db.kind === 'postgres' || !(hasFiles(blobsIn(dataDir)) || hasFiles(join(dataDir, spoolFolder)))
}

/** Called only after `placeIsEmpty`: what goes is at most the rest of a restore. */
export async function emptyPlace(db: Db, dataDir: string): Promise<void> {
  await db.transaction(async tx => {
    const all = (await tx.introspection.getTables()).filter(({ isView }) => !isView).map(({ name }) => name)
    if (db.kind === 'postgres') {
      for (const table of all) await sql`DROP TABLE IF EXISTS ${sql.table(table)} CASCADE`.execute(tx)
      return
    }
    const own = all.filter(name => !name.startsWith('mail_search_'))
    const refers = new Map<string, Set<string>>()
    for (const table of own) {
      const { rows } = await sql<{
        table: string
      }>`SELECT "table" FROM pragma_foreign_key_list(${table})`.execute(tx)
      refers.set(table, new Set(rows.map(row => row.table)))
    }
    // Those that refer to others go first.
    for (const table of inOrder(own, refers).reverse())
      await sql`DROP TABLE IF EXISTS ${sql.table(table)}`.execute(tx)
  })
  if (db.kind === 'sqlite') rmSync(blobsIn(dataDir), { recursive: true, force: true })
}
