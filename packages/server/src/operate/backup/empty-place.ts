/** Whether there is anything in a place, and making one empty again that holds the rest of a restore. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tablesWithColumns } from '../../database/facts.ts'
import type { Db } from '../../database/types.ts'
import { spoolFolder } from '../../inbound/journal/spool/spool.ts'
import { isRestoring } from './restore-mark.ts'
import { isKept } from './table-order.ts'
import { dropAllTables, hasRows } from './tables-repository.ts'

/** Every table that a backup keeps, with its columns. */
export async function tablesOf(db: Db): Promise<Map<string, Set<string>>> {
  const tables = await tablesWithColumns(db.query)
  return new Map([...tables].filter(([name]) => isKept(name)))
}

const blobsIn = (dataDir: string): string => join(dataDir, 'blobs')

const hasFiles = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0

/** The rest of a restore that was killed counts as nothing. */
export async function placeIsEmpty(db: Db, dataDir: string): Promise<boolean> {
  const tables = await tablesOf(db)
  if (tables.has('setting') && (await isRestoring(db))) return true
  for (const table of tables.keys()) if (await hasRows(db.query, table)) return false
  return db.kind === 'postgres' || !(hasFiles(blobsIn(dataDir)) || hasFiles(join(dataDir, spoolFolder)))
}

/** Called only after `placeIsEmpty`, so at most the rest of a restore goes. */
export async function emptyPlace(db: Db, dataDir: string): Promise<void> {
  await db.transaction(tx => dropAllTables(tx, db))
  if (db.kind === 'sqlite') rmSync(blobsIn(dataDir), { recursive: true, force: true })
}
