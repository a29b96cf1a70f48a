/**
 * Defines the two ways to the data. `Query` can only select. `Tx` also writes, and everything done through
 * one `Tx` happens entirely or not at all. A function that must be atomic takes a `Tx` and accepts nothing
 * less. A function that reads takes a `Query`, and a `Tx` is one too.
 */
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

export type Query = Pick<Kysely<Schema>, 'selectFrom'>
export type Tx = Transaction<Schema>

export type DatabaseKind = 'sqlite' | 'postgres'

export type Db = {
  readonly kind: DatabaseKind
  /** For reads outside a transaction. */
  readonly query: Query
  /**
   * For reads that may take long: on SQLite they run in a thread of their own, so that nothing else waits.
   */
  readonly aside: Query
  /** Runs the work atomically. When the promise resolves, its writes are on disk. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Carries messages between the nodes of one database; on SQLite within one process. */
  readonly bus: Bus
  ping(): Promise<void>
  close(): Promise<void>
}

export type Bus = {
  /** True when other processes may listen. */
  readonly goesOut: boolean
  publish(channel: string, message: string): Promise<void>
  subscribe(channel: string, listener: (message: string) => void): () => void
  /** Calls the listener when messages may have been lost, as soon as they arrive again. */
  onGap(listener: () => void): () => void
}
