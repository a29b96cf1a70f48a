/**
 * Stores the names of mailboxes that are gone, as keyed hashes: the end of each rest, and the former holder.
 */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  await sql`CREATE TABLE resting_name (name text PRIMARY KEY, holder text, until bigint NOT NULL)`.execute(tx)
  await sql`CREATE INDEX resting_name_until ON resting_name (until)`.execute(tx)
}
