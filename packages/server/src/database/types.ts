/**
 * The two ways to reach the data. `Query` reads; `Tx` also writes, and everything done through one `Tx` happens
 * entirely or not at all. A function that must be atomic takes a `Tx`; it cannot be handed anything less.
 */
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

export type Query = Kysely<Schema>
export type Tx = Transaction<Schema>

export type DatabaseKind = 'sqlite' | 'postgres'

export type Db = {
  readonly kind: DatabaseKind
  /** For reading outside a transaction. On SQLite writing through it fails. */
  readonly query: Query
  /** For reading what may take long: on SQLite in a thread of its own, so that nothing else waits. */
  readonly aside: Query
  /** Runs the work atomically. When the promise resolves, what was written is on disk. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Messages between the nodes of one database; within one process on SQLite. */
  readonly bus: Bus
  ping(): Promise<void>
  close(): Promise<void>
}

export type Bus = {
  /** Whether others than this process may listen. */
  readonly goesOut: boolean
  publish(channel: string, message: string): Promise<void>
  subscribe(channel: string, listener: (message: string) => void): () => void
  /** Tells that messages may have been lost, once they arrive again. */
  onGap(listener: () => void): () => void
}
