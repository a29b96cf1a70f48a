/** One moment of the database, read from beginning to end while others go on writing. */
import type { Config } from '../../config/settings-table.ts'
import type { Value } from './archive.ts'
import { openPostgresSnapshot } from './postgres-snapshot.ts'
import { openSqliteSnapshot } from './sqlite-snapshot.ts'

export type Snapshot = {
  readonly kind: 'sqlite' | 'postgres'
  migrations(): Promise<string[]>
  /** Tables, those first that others refer to. */
  tables(): Promise<string[]>
  counters(): Promise<Record<string, number>>
  columns(table: string): Promise<string[]>
  rows(table: string): AsyncIterable<Value[]>
  /** Keys of large contents, and one of them; null where it is gone or damaged. */
  blobKeys(): AsyncIterable<string>
  blob(key: string): Promise<Buffer | null>
  close(): Promise<void>
}

/**
 * What is not worth keeping: counts of the last minutes, work that comes round again, the search index, which is made
 * anew from the mails, and contents, which are kept by themselves.
 */
const leftOut = new Set(['migration', 'job', 'throttle', 'spent_proof', 'loose_blob', 'spool_ticket', 'blob'])

export const isKept = (table: string): boolean => !leftOut.has(table) && !table.startsWith('mail_search')

/** Those first that others refer to. */
export function inOrder(
  tables: readonly string[],
  refers: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const done: string[] = []
  const visit = (table: string, above: readonly string[]) => {
    if (done.includes(table) || above.includes(table)) return
    for (const other of refers.get(table) ?? []) if (tables.includes(other)) visit(other, [...above, table])
    done.push(table)
  }
  for (const table of [...tables].sort()) visit(table, [])
  return done
}

export const openSnapshot = (config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Snapshot> =>
  config.databaseUrl === '' ? openSqliteSnapshot(config.dataDir) : openPostgresSnapshot(config.databaseUrl)
