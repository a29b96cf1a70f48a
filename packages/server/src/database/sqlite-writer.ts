/**
 * Implements group commit for SQLite. There is one write connection. Transactions run on it one after
 * another, each in a savepoint, and those that come while others run share one BEGIN and one COMMIT. The
 * commits are then flushed to disk (flusher.ts), many at a time. A transaction's promise resolves only after
 * the flush, so a resolved transaction is durable.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Flusher } from '../kernel/flusher.ts'
import type { Checkpointer } from './sqlite-checkpoint.ts'

/** Bounds the time that the first transaction of a group waits to become durable. */
const maxGroupSize = 256
const maxGroupAgeMs = 4

type Group = {
  startedAt: number
  size: number
  done: Promise<void>
  resolve(): void
  reject(cause: unknown): void
}

export type WriteTurn = {
  /** Keeps the work of this turn; resolves when it is durable. */
  commit(): Promise<void>
  rollback(): void
}

export type SqliteWriter = {
  begin(): Promise<WriteTurn>
  /** Ends a group in which no transaction runs any more; then the connection can be closed. */
  settle(): Promise<void>
}

function openGroup(): Group {
  let resolve: () => void = () => undefined
  let reject: (cause: unknown) => void = () => undefined
  const done = new Promise<void>((yes, no) => {
    resolve = yes
    reject = no
  })
  // If all members of a group rolled back, nobody listens to its failure.
  done.catch(() => undefined)
  return { startedAt: performance.now(), size: 0, done, resolve, reject }
}

export function createSqliteWriter(
  database: DatabaseSync,
  flusher: Flusher,
  checkpointer: Checkpointer,
): SqliteWriter {
  let group: Group | null = null
  /** After a failed flush it is unknown which part of the log is on disk. */
  let doubtful = false
  let busy = false
  const waiting: (() => void)[] = []

  function closeGroup(): void {
    const closing = group
    if (!closing) return
    group = null
    try {
      database.exec('COMMIT')
      if (doubtful) settleDoubt()
    } catch (cause) {
      if (database.isTransaction) database.exec('ROLLBACK')
      closing.reject(cause)
      return
    }
    checkpointer.noteCommit()
    flusher.flush().then(
      // A flush that failed before may concern these pages too, because the system forgets pages after an
      // error.
      () => (doubtful ? closing.reject(new Error('an earlier flush failed')) : closing.resolve()),
      cause => {
        doubtful = true
        closing.reject(cause)
      },
    )
  }

  /**
   * Moves everything from the log into the database file and flushes it, or throws. It does not wait for a
   * long-running reader, such as a backup, because everything else would wait too.
   */
  function settleDoubt(): void {
    const timeout = Number(database.prepare('PRAGMA busy_timeout').get()?.timeout ?? 0)
    database.exec('PRAGMA busy_timeout = 0')
    try {
      const result = database.prepare('PRAGMA wal_checkpoint(FULL)').get()
      if (result?.busy !== 0) throw new Error('the write-ahead log could not be settled')
      doubtful = false
    } finally {
      database.exec(`PRAGMA busy_timeout = ${timeout}`)
    }
  }

  /** Does the checkpoint thread's small rest between two groups when the log has grown large. */
  function finishCheckpoint(): void {
    if (!checkpointer.wantsRest()) return
    checkpointer.restDone()
    database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()
  }

  function groupIsFull(): boolean {
    return (
      group !== null && (group.size >= maxGroupSize || performance.now() - group.startedAt > maxGroupAgeMs)
    )
  }

  function passTurn(): void {
    const next = waiting.shift()
    if (next) {
      if (groupIsFull()) closeGroup()
      next()
      return
    }
    busy = false
    // A transaction that arrives in this tick of the event loop still joins the group.
    setImmediate(() => {
      if (!busy) closeGroup()
    })
  }

  /**
   * Some errors, such as a full disk, make SQLite roll back everything at once. Then the whole group has
   * failed.
   */
  function failGroupIfLost(cause: unknown): boolean {
    if (database.isTransaction) return false
    group?.reject(cause)
    group = null
    return true
  }

  async function begin(): Promise<WriteTurn> {
    if (busy) await new Promise<void>(resolve => waiting.push(resolve))
    busy = true
    try {
      if (!group) {
        finishCheckpoint()
        database.exec('BEGIN IMMEDIATE')
        group = openGroup()
      }
      database.exec('SAVEPOINT turn')
    } catch (cause) {
      failGroupIfLost(cause)
      passTurn()
      throw cause
    }
    const mine = group
    mine.size++

    return {
      commit() {
        try {
          database.exec('RELEASE turn')
        } catch (cause) {
          failGroupIfLost(cause)
          passTurn()
          return Promise.reject(cause)
        }
        passTurn()
        return mine.done
      },
      rollback() {
        const lost = new Error('the transaction was rolled back by the database')
        try {
          if (!failGroupIfLost(lost)) database.exec('ROLLBACK TO turn; RELEASE turn')
        } catch (cause) {
          // Work that cannot be rolled back alone must not be committed with the others.
          if (database.isTransaction) database.exec('ROLLBACK')
          failGroupIfLost(cause)
          throw cause
        } finally {
          passTurn()
        }
      },
    }
  }

  async function settle(): Promise<void> {
    const last = group?.done
    closeGroup()
    await last?.catch(() => undefined)
  }

  return { begin, settle }
}
