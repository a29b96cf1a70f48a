/**
 * A moment of SQLite: a read transaction on a connection of its own, beside the running program. The files of large
 * contents are linked into a folder of ours, so that a mail that is deleted meanwhile still has its content in the backup.
 * So are those of the spool: what was accepted and is not in the database yet goes in as a message still to be processed.
 */
import { mkdir, opendir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fitsKey } from '../../blobs/blob-store.ts'
import { StartFault } from '../../data-folder.ts'
import { sqliteFile } from '../../database/open.ts'
import type { Value } from './archive.ts'
import { holdFolder } from './held-folder.ts'
import { linkFile } from './link-file.ts'
import { inOrder, isKept, type Snapshot } from './snapshot.ts'
import {
  dropRemoved,
  findSpooled,
  linkSpool,
  messageRow,
  rawRow,
  type SpooledMessage,
  spooledRows,
} from './spooled-messages.ts'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

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

function beginReading(database: DatabaseSync): void {
  database.exec('BEGIN')
  database.prepare('SELECT count(*) FROM sqlite_master').get()
}

/** Begins the moment, with all files that belong to it in the held folder. */
async function linkMoment(database: DatabaseSync, dataDir: string, held: string): Promise<void> {
  const blobs = join(dataDir, 'blobs')
  await linkAll(blobs, held)
  await linkSpool(dataDir, held)
  beginReading(database)
  // A file that is still there now has its tickets in this moment of the database.
  while (await dropRemoved(dataDir, held)) {
    database.exec('ROLLBACK')
    beginReading(database)
  }
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

  const names = (sql: string): string[] =>
    database
      .prepare(sql)
      .all()
      .map(row => String(row.name))

  const tableNames = () =>
    names(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).filter(isKept)

  const counters = (): Record<string, number> => {
    const rows = database.prepare('SELECT name, seq FROM sqlite_sequence').all()
    return Object.fromEntries(rows.map(row => [String(row.name), Number(row.seq)]))
  }

  const columns = (table: string): string[] => names(`PRAGMA table_info(${quoted(table)})`)

  /** A database from before there was a spool has no tickets, and nothing in the spool. */
  async function spooledIn(): Promise<SpooledMessage[]> {
    if (columns('spool_ticket').length === 0) return []
    const ticket = database.prepare('SELECT 1 FROM spool_ticket WHERE ticket = ?')
    return findSpooled(held, number => ticket.get(number) !== undefined, counters().message ?? 0)
  }
  const spooled = await spooledIn()

  return {
    kind: 'sqlite',
    migrations: async () => names('SELECT name FROM migration ORDER BY name'),
    async tables() {
      const all = tableNames()
      const refers = new Map(
        all.map(table => [
          table,
          new Set(
            database
              .prepare(`PRAGMA foreign_key_list(${quoted(table)})`)
              .all()
              .map(row => String(row.table)),
          ),
        ]),
      )
      return inOrder(all, refers)
    },
    async counters() {
      const last = spooled.at(-1)
      return { ...counters(), ...(last && { message: last.seq }) }
    },
    columns: async table => columns(table),
    async *rows(table) {
      const statement = database.prepare(`SELECT * FROM ${quoted(table)}`)
      statement.setReturnArrays(true)
      for (const row of statement.iterate()) yield row as unknown as Value[]
      if (table === 'message') yield* spooledRows(spooled, columns(table), messageRow)
      if (table === 'message_raw') yield* spooledRows(spooled, columns(table), rawRow)
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
