/**
 * Puts a backup into an empty place: checks all of it first, then fills the tables at the schema the backup was made with,
 * brings that up to date, and makes the search index anew. Only what the tables of this program have is taken over, as it
 * stands there. A restore that was killed says so, and the next one begins anew.
 */
import { open } from 'node:fs/promises'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { openBlobs } from '../../blobs/open-blobs.ts'
import { migrate } from '../../database/start/migrate.ts'
import { openUnmigrated } from '../../database/start/open.ts'
import type { Db } from '../../database/types.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import { lockDataFolder, prepareDataFolder, StartFault } from '../../kernel/data-folder.ts'
import { kindOf, unpackPart, type Value } from './archive.ts'
import { type Checked, checkBackup, isKeyOf } from './check-backup.ts'
import { emptyPlace, placeIsEmpty, tablesOf } from './empty-place.ts'
import { findMasterKey } from './master-key.ts'
import { placeKey } from './place-key.ts'
import { rebuildSearch } from './rebuild-search.ts'
import { clearMark, setMark } from './restore-mark.ts'
import { freeClaims, insertRows, setCounter } from './tables-repository.ts'
import { readTar } from './tar.ts'

export type RestoreOptions = {
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'secretKey' | 'databasePool'>
  file: string
  /** The key of the site, where it is not in the backup. */
  key: string | null
  /** Leave out large contents that are damaged in the backup, instead of refusing all of it. */
  skipDamaged: boolean
  now: number
  progress?(text: string): void
}

export type Restored = { rows: number; blobs: number; damaged: string[]; searched: number }

/** An account is what the backup says it is, and nothing that this program does not know. */
function checkRoles(table: string, columns: readonly string[], rows: readonly Value[][]): void {
  if (table !== 'sys_account') return
  const at = columns.indexOf('role')
  for (const row of rows)
    if (row[at] !== 'admin' && row[at] !== 'user')
      throw new StartFault('The backup has an account of an unknown role.')
}

type Target = { db: Db; blobs: BlobStore; known: ReadonlyMap<string, ReadonlySet<string>> }

async function restorePart({ db, known }: Target, table: string, bytes: Buffer): Promise<number> {
  const has = known.get(table)
  if (!has) throw new StartFault(`The backup has a table ${table}, which this program does not know.`)
  const { columns, rows } = unpackPart(bytes)
  const strange = columns.filter(column => !has.has(column))
  if (strange.length > 0)
    throw new StartFault(`The backup has ${table}.${strange[0]}, which this program does not know.`)
  checkRoles(table, columns, rows)
  await db.transaction(tx => insertRows(tx, table, columns, rows))
  return rows.length
}

async function setCounters(
  db: Db,
  counters: Readonly<Record<string, number>>,
  known: Target['known'],
): Promise<void> {
  await db.transaction(async tx => {
    for (const [table, last] of Object.entries(counters)) {
      if (!known.has(table) || last < 1) continue
      await setCounter(tx, db.kind, table, last)
    }
  })
}

/** The key comes with the backup, from a file, or is already where it belongs; and it must be the right one. */
async function keyFor(options: RestoreOptions, checked: Checked): Promise<string> {
  const key = options.key ?? checked.key ?? (await findMasterKey(options.config).catch(() => null))
  if (key === null || key === undefined)
    throw new StartFault(
      'The backup holds no key. Name it with --key-file, or set YANSHU_SECRET_KEY: without it no secret could be read.',
    )
  if (!isKeyOf(checked.manifest, key))
    throw new StartFault('The key is not the one this backup was made with.')
  if (options.config.secretKey !== '' && options.config.secretKey !== key)
    throw new StartFault('YANSHU_SECRET_KEY is not the key this backup was made with.')
  return key
}

async function fill(options: RestoreOptions, checked: Checked, db: Db): Promise<Restored> {
  const { progress = () => undefined } = options
  const blobs = openBlobs(db, options.config.dataDir)
  const target: Target = { db, blobs, known: await tablesOf(db) }
  let rows = 0
  let contents = 0
  const file = await open(options.file)
  try {
    for await (const entry of readTar(file)) {
      const kind = kindOf(entry.name)
      if (kind?.kind === 'part') {
        rows += await restorePart(target, kind.table, await entry.read())
        progress(`${kind.table}: ${rows} rows so far`)
      } else if (kind?.kind === 'blob' && !checked.damaged.has(kind.key)) {
        await blobs.put(await entry.read(), kind.key)
        contents++
      }
    }
  } finally {
    await file.close()
  }
  await setCounters(db, checked.manifest.counters, target.known)
  await db.transaction(freeClaims)
  await migrate(db)
  const searched = await rebuildSearch(db, blobs, progress)
  return { rows, blobs: contents, damaged: [...checked.end.damaged, ...checked.damaged], searched }
}

async function check(options: RestoreOptions): Promise<Checked> {
  const file = await open(options.file).catch((cause: Error) => {
    throw new StartFault(`${options.file} cannot be read: ${cause.message}`)
  })
  try {
    const checked = await checkBackup(file)
    if (checked.damaged.size > 0 && !options.skipDamaged) {
      throw new StartFault(
        `${checked.damaged.size} large contents in the backup are damaged. Nothing was restored; with --skip-damaged everything else is.`,
      )
    }
    return checked
  } finally {
    await file.close()
  }
}

export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { config } = options
  const checked = await check(options)
  prepareDataFolder(config.dataDir)
  const unlock = config.databaseUrl === '' ? lockDataFolder(config.dataDir) : () => undefined
  try {
    const db = await openUnmigrated({
      url: config.databaseUrl,
      dataDir: config.dataDir,
      poolSize: 2,
      onError: () => undefined,
    })
    try {
      if (!(await placeIsEmpty(db, config.dataDir)))
        throw new StartFault('This place is not empty. A backup is restored into an empty one only.')
      const key = await keyFor(options, checked)
      await emptyPlace(db, config.dataDir)
      await migrate(db, new Set(checked.manifest.migrations))
      await setMark(db, options.now)
      const restored = await fill(options, checked, db)
      await placeKey(db, config, key, options.now)
      await clearMark(db)
      return restored
    } finally {
      await db.close()
    }
  } finally {
    unlock()
  }
}
