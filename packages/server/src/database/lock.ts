/** Locks on things that are no row: what is decided under one name is decided by one transaction at a time, on whatever node. */
import { sql } from 'kysely'
import type { Db, Tx } from './types.ts'

/** Held until the transaction ends. On SQLite writers are alone anyway. */
export async function lockName(tx: Tx, db: Pick<Db, 'kind'>, name: string): Promise<void> {
  if (db.kind !== 'postgres') return
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
