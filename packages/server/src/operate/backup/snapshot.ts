/** One moment of the database, read from beginning to end while others go on writing. */
import type { Value } from './archive.ts'

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
