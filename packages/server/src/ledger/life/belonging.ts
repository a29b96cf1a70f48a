/**
 * Belongings: data that rooms keep for a mailbox, a system account or a domain. Each room declares beside its
 * tables what happens to every column that names one of them when the thing changes hands, ends or is
 * removed, and whether an export includes it. A test finds undeclared columns.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Schema } from '../../database/schema.ts'
import type { Db, Tx } from '../../database/types.ts'

export type Thing = 'mailbox' | 'account' | 'domain'

/**
 * `handOver`: another holder has it from now on, and nothing of the former holder works or is shown. `end`:
 * it can no longer be used, but may come back. `remove`: it is gone for good.
 */
export type Turn = 'handOver' | 'end' | 'remove'

/** One turn in the lives of some things of a kind. */
export type TurnOfLife = {
  readonly ids: readonly string[]
  /** The account that has the things, or their remains, from now on; null for nobody. */
  readonly to: string | null
  readonly now: number
  readonly db: Db
  readonly blobs: BlobStore
  /** Runs an action once the transaction is on disk. */
  after(act: () => Promise<void>): void
  /** Takes other things through a turn in the same transaction. */
  also(thing: Thing, turn: Turn, ids: readonly string[]): Promise<void>
}

/**
 * Rows stay as they are, are deleted, or forget the thing (the column becomes null); or the room acts itself.
 */
export type Fate = 'stays' | 'goes' | 'forgets' | ((tx: Tx, turn: TurnOfLife) => Promise<void>)

export type Belonging = {
  readonly table: keyof Schema
  readonly column: string
  readonly of: Thing
  /**
   * `key`: the id after its kind, as `mailbox:ID`. `name`: a domain by its name. `list`: one of several, in
   * JSON.
   */
  readonly spelled?: 'key' | 'name' | 'list'
  readonly handOver: Fate
  readonly end: Fate
  readonly remove: Fate
  /** The channel on which nodes with these rows in memory hear that they changed. */
  readonly tells?: string
  /** True when the person's own export includes it. */
  readonly exported: boolean
}

type Fates = Pick<Belonging, 'handOver' | 'end' | 'remove'>

/** Data that works and shows only for its holder. It waits while the thing has ended. */
export const holdersOwn: Fates = { handOver: 'goes', end: 'stays', remove: 'goes' }

/** Data that is part of the thing and passes to the next holder with it. */
export const partOfIt: Fates = { handOver: 'stays', end: 'stays', remove: 'goes' }

/** A fact about the past, or about somebody else, which outlives the thing. */
export const outlivesIt: Fates = { handOver: 'stays', end: 'stays', remove: 'stays' }
