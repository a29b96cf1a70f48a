/**
 * Locks a name that is not a row, so that only one transaction at a time, on any node, decides under that
 * name.
 */
import { sql } from 'kysely'
import type { Db, Tx } from './types.ts'

/** The transaction holds the lock until it ends. SQLite has only one writer anyway. */
export async function lockName(tx: Tx, db: Pick<Db, 'kind'>, name: string): Promise<void> {
  if (db.kind !== 'postgres') return
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
