/**
 * The format of a backup: a tar archive with rows in a form of its own, so that data from SQLite can go into
 * PostgreSQL and back. Every entry can be checked alone, and a damaged one spoils no other.
 *
 *     manifest.json               version, time, migrations, tables in the order in which they can be filled
 *     tables/<table>/<n>.jsonl.gz the columns, then one row a line; bytes as {"b":"<base64>"}
 *     blobs/<key>                 a large content; the key begins with its SHA-256
 *     secret.key                  only when asked for
 *     end.json                    SHA-256 of every part, the number of rows and contents; a backup without it is not whole
 */
import { gunzipSync, gzipSync } from 'node:zlib'

export type Value = string | number | null | Uint8Array

export type Manifest = {
  format: 'yanshu-backup'
  version: 1
  program: string
  madeAt: string
  database: 'sqlite' | 'postgres'
  migrations: string[]
  tables: string[]
  /** The last number given by tables that count up by themselves. */
  counters: Record<string, number>
  /** Something sealed with the key of the site, by which a restore sees whether it has the same. */
  keyCheck: string
}

export type End = {
  rows: Record<string, number>
  blobs: number
  parts: Record<string, string>
  /** Contents that were already damaged, or gone, when the backup was made. */
  damaged: string[]
}

export const names = {
  manifest: 'manifest.json',
  end: 'end.json',
  key: 'secret.key',
  part: (table: string, number: number): string =>
    `tables/${table}/${String(number).padStart(6, '0')}.jsonl.gz`,
  blob: (key: string): string => `blobs/${key}`,
}

export type EntryKind =
  | { kind: 'manifest' | 'end' | 'key' }
  | { kind: 'part'; table: string }
  | { kind: 'blob'; key: string }

/** Returns the meaning of a name; null for every name that is not exactly one of ours. */
export function kindOf(name: string): EntryKind | null {
  if (name === names.manifest) return { kind: 'manifest' }
  if (name === names.end) return { kind: 'end' }
  if (name === names.key) return { kind: 'key' }
  const part = /^tables\/([a-z][a-z0-9_]{0,62})\/\d{6}\.jsonl\.gz$/.exec(name)
  if (part?.[1] !== undefined) return { kind: 'part', table: part[1] }
  const blob = /^blobs\/([0-9a-f]{64}-[0-9a-f]{16})$/.exec(name)
  return blob?.[1] === undefined ? null : { kind: 'blob', key: blob[1] }
}

export const keyCheckPurpose = 'backup'
export const keyCheckText = 'yanshu'

const encoded = (value: Value): unknown =>
  value instanceof Uint8Array ? { b: Buffer.from(value).toString('base64') } : value

function decoded(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'object' && 'b' in value && typeof value.b === 'string')
    return Buffer.from(value.b, 'base64')
  throw new Error('a value is neither text, number nor bytes')
}

/** A part can unpack to no more than this: parts are cut far below it. */
const maxPartBytes = 512 * 1024 * 1024

export const packPart = (columns: readonly string[], rows: readonly string[]): Buffer =>
  gzipSync(`${JSON.stringify(columns)}\n${rows.join('\n')}\n`, { level: 3 })

export const rowText = (values: readonly Value[]): string => JSON.stringify(values.map(encoded))

export function unpackPart(bytes: Buffer): { columns: string[]; rows: Value[][] } {
  const lines = gunzipSync(bytes, { maxOutputLength: maxPartBytes }).toString('utf8').split('\n')
  const columns = JSON.parse(lines[0] ?? '') as string[]
  const rows = lines
    .slice(1)
    .filter(line => line !== '')
    .map(line => (JSON.parse(line) as unknown[]).map(decoded))
  for (const row of rows) if (row.length !== columns.length) throw new Error('a row does not fit its columns')
  return { columns, rows }
}
