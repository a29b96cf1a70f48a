/**
 * A moment of SQLite: a read transaction on a connection of its own, beside the running program. The files of large
 * contents are linked into a folder of ours, so that a mail that is deleted meanwhile still has its content in the backup.
 * So are those of the spool: what was accepted and is not in the database yet goes in as a message still to be processed.
 */
import { mkdir, opendir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fitsKey } from '../../blobs/blob-key.ts'
import { sqliteFile } from '../../database/start/open.ts'
import { StartFault } from '../../kernel/data-folder.ts'
import { holdFolder } from './held-folder.ts'
import { linkFile } from './link-file.ts'
import type { Snapshot } from './snapshot.ts'
import {
  dropRemoved,
  findSpooled,
  linkSpool,
  messageRow,
  rawRow,
  type SpooledMessage,
  spooledRows,
} from './spooled-messages.ts'
import {
  beginMoment,
  beginMomentAnew,
  columnsOf,
  keptTables,
  lastNumbers,
  migrationNames,
  rowsOf,
  tablesReferredToBy,
  ticketLookup,
} from './sqlite-moment-repository.ts'
import { inOrder } from './table-order.ts'

async function* filesIn(folder: string): AsyncGenerator<{ folder: string; name: string }> {
  for (const prefix of (await readdir(folder).catch(() => [])).sort()) {
    if (!/^[0-9a-f]{2}$/.test(prefix)) continue
    for await (const { name } of await opendir(join(folder, prefix))) {
      if (/^[0-9a-f]{64}-[0-9a-f]{16}$/.test(name)) yield { folder: join(folder, prefix), name }
    }
  }
}

async function linkAll(from: string, to: string): Promise<void> {
  for await (const { folder, name } of filesIn(from)) {
    const target = join(to, name.slice(0, 2), name)
    await mkdir(join(to, name.slice(0, 2)), { recursive: true })
    await linkFile(join(folder, name), target)
  }
}

/** Begins the moment, with all files that belong to it in the held folder. */
async function linkMoment(database: DatabaseSync, dataDir: string, held: string): Promise<void> {
  const blobs = join(dataDir, 'blobs')
  await linkAll(blobs, held)
  await linkSpool(dataDir, held)
  beginMoment(database)
  // A file that is still there now has its tickets in this moment of the database.
  while (await dropRemoved(dataDir, held)) beginMomentAnew(database)
  await linkAll(blobs, held)
  await linkSpool(dataDir, held)
}

export async function openSqliteSnapshot(dataDir: string): Promise<Snapshot> {
  let database: DatabaseSync
  try {
    database = new DatabaseSync(sqliteFile(dataDir), { readOnly: true, timeout: 10_000 })
  } catch (cause) {
    throw new StartFault(`There is no database in ${dataDir}.`, { cause })
  }
  const folder = await holdFolder(dataDir)
  const held = folder.path
  const close = async () => {
    database.close()
    await folder.release()
  }
  try {
    await linkMoment(database, dataDir, held)
  } catch (cause) {
    await close()
    throw cause
  }

  /** A database from before there was a spool has no tickets, and nothing in the spool. */
  async function spooledIn(): Promise<SpooledMessage[]> {
    if (columnsOf(database, 'spool_ticket').length === 0) return []
    return findSpooled(held, ticketLookup(database), lastNumbers(database).message ?? 0)
  }
  const spooled = await spooledIn()

  return {
    kind: 'sqlite',
    migrations: async () => migrationNames(database),
    async tables() {
      const all = keptTables(database)
      return inOrder(all, new Map(all.map(table => [table, tablesReferredToBy(database, table)])))
    },
    async counters() {
      const last = spooled.at(-1)
      return { ...lastNumbers(database), ...(last && { message: last.seq }) }
    },
    columns: async table => columnsOf(database, table),
    async *rows(table) {
      yield* rowsOf(database, table)
      const columns = columnsOf(database, table)
      if (table === 'message') yield* spooledRows(spooled, columns, messageRow)
      if (table === 'message_raw') yield* spooledRows(spooled, columns, rawRow)
    },
    async *blobKeys() {
      for await (const { name } of filesIn(held)) yield name
    },
    async blob(key) {
      const bytes = await readFile(join(held, key.slice(0, 2), key)).catch(() => null)
      return bytes !== null && fitsKey(bytes, key) ? bytes : null
    },
    close,
  }
}
