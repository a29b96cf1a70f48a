/**
 * A lock on a folder that the operating system keeps, through a database file that holds nothing: it ends with the
 * process that holds it, however that ends.
 */
import { DatabaseSync } from 'node:sqlite'

const busy = 5

/** What lets go of it; null when somebody else holds it, alone or together with others. */
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

/** Waits for who holds it alone, and then holds it together with others who ask for the same. */
export function lockTogether(file: string, patienceMs: number): () => void {
  const lock = new DatabaseSync(file, { timeout: patienceMs })
  try {
    // The first read takes a lock that others may share.
    lock.exec('BEGIN')
    lock.prepare('SELECT count(*) FROM sqlite_master').get()
  } catch (cause) {
    lock.close()
    throw cause
  }
  return () => lock.close()
}
