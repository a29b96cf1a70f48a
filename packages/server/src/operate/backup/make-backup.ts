/**
 * Makes a backup while the program runs: one moment of the database with all its large contents, in bounded
 * memory. Encrypted data stays encrypted; the key goes in only on request. The file appears under its name
 * only when it is whole and on disk.
 */
import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import type { Config } from '../../kernel/config/settings-table.ts'
import { StartFault } from '../../kernel/data-folder.ts'
import { createSecrets } from '../../kernel/secrets.ts'
import { instanceScope, masterKeyName } from '../../ledger/setting/open-secrets.ts'
import {
  type End,
  keyCheckPurpose,
  keyCheckText,
  type Manifest,
  names,
  packPart,
  rowText,
  type Value,
} from './archive.ts'
import { readMasterKey } from './master-key.ts'
import { openSnapshot } from './open-snapshot.ts'
import type { Snapshot } from './snapshot.ts'
import { tarEnd, tarEntry } from './tar.ts'

export type BackupOptions = {
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'secretKey'>
  file: string
  withKey: boolean
  program: string
  now: number
  /** Told after each table and now and then. */
  progress?(text: string): void
}

const partBytes = 4 * 1024 * 1024

type Writer = { add(name: string, bytes: Uint8Array): Promise<string> }

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const writerTo = (file: FileHandle, now: number): Writer => ({
  async add(name, bytes) {
    await file.writeFile(tarEntry(name, bytes, now))
    return digestOf(bytes)
  },
})

/** The key itself is a row with PostgreSQL; it never goes in among the others. */
const isKeyRow = (table: string, columns: readonly string[], row: readonly Value[]): boolean =>
  table === 'setting' &&
  row[columns.indexOf('scope')] === instanceScope &&
  row[columns.indexOf('name')] === masterKeyName

async function writeTable(writer: Writer, snapshot: Snapshot, table: string, end: End): Promise<void> {
  const columns = await snapshot.columns(table)
  let lines: string[] = []
  let bytes = 0
  let part = 0
  let count = 0
  const flush = async () => {
    const name = names.part(table, part++)
    end.parts[name] = await writer.add(name, packPart(columns, lines))
    lines = []
    bytes = 0
  }
  for await (const row of snapshot.rows(table)) {
    if (isKeyRow(table, columns, row)) continue
    const line = rowText(row)
    lines.push(line)
    bytes += line.length
    count++
    if (bytes >= partBytes) await flush()
  }
  if (lines.length > 0) await flush()
  end.rows[table] = count
}

async function writeAll(writer: Writer, snapshot: Snapshot, options: BackupOptions): Promise<End> {
  const { progress = () => undefined } = options
  const key = await readMasterKey(options.config)
  const tables = await snapshot.tables()
  const manifest: Manifest = {
    format: 'yanshu-backup',
    version: 1,
    program: options.program,
    madeAt: new Date(options.now).toISOString(),
    database: snapshot.kind,
    migrations: await snapshot.migrations(),
    tables,
    counters: await snapshot.counters(),
    keyCheck: createSecrets(key).seal(keyCheckPurpose, keyCheckText),
  }
  const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
  const end: End = { rows: {}, blobs: 0, parts: {}, damaged: [] }
  end.parts[names.manifest] = await writer.add(names.manifest, json(manifest))
  if (options.withKey) end.parts[names.key] = await writer.add(names.key, Buffer.from(key))
  for (const table of tables) {
    await writeTable(writer, snapshot, table, end)
    progress(`${table}: ${end.rows[table]} rows`)
  }
  for await (const blobKey of snapshot.blobKeys()) {
    const bytes = await snapshot.blob(blobKey)
    if (bytes === null) {
      end.damaged.push(blobKey)
      continue
    }
    await writer.add(names.blob(blobKey), bytes)
    if (++end.blobs % 1000 === 0) progress(`${end.blobs} large contents`)
  }
  await writer.add(names.end, json(end))
  return end
}

export async function makeBackup(options: BackupOptions): Promise<End> {
  if (await stat(options.file).catch(() => null)) throw new StartFault(`${options.file} is there already.`)
  const draft = `${options.file}.part`
  const file = await open(draft, 'w', 0o600).catch((cause: Error) => {
    throw new StartFault(`${options.file} cannot be written: ${cause.message}`)
  })
  try {
    const snapshot = await openSnapshot(options.config)
    let end: End
    try {
      end = await writeAll(writerTo(file, options.now), snapshot, options)
    } finally {
      await snapshot.close()
    }
    await file.writeFile(tarEnd)
    await file.sync()
    await rename(draft, options.file)
    return end
  } catch (cause) {
    await rm(draft, { force: true })
    throw cause
  } finally {
    await file.close()
  }
}
