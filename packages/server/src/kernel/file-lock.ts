/**
 * Locks a folder through an empty database file. The operating system keeps the lock, so it ends with the
 * process that holds it, however that process ends.
 */
import { DatabaseSync } from 'node:sqlite'

const busy = 5

/**
 * Returns the function that releases the lock; null when somebody else holds it, alone or together with
 * others.
 */
export function lockAlone(file: string): (() => void) | null {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    if ((cause as { errcode?: number }).errcode === busy) return null
    throw cause
  }
  return () => lock.close()
}

/** Waits for an exclusive holder, then shares the lock with others who ask for the same. */
export function lockTogether(file: string, patienceMs: number): () => void {
  const lock = new DatabaseSync(file, { timeout: patienceMs })
  try {
    // The first read takes a lock that others can share.
    lock.exec('BEGIN')
    lock.prepare('SELECT count(*) FROM sqlite_master').get()
  } catch (cause) {
    lock.close()
    throw cause
  }
  return () => lock.close()
}
