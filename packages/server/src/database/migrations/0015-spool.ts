/** Records which messages of the spool are in their mailboxes; see inbound/journal/spool. */
import { sql } from 'kysely'
import type { DatabaseKind, Tx } from '../types.ts'

export async function up(tx: Tx, kind: DatabaseKind): Promise<void> {
  const number = kind === 'sqlite' ? sql`integer` : sql`bigint`
  await sql`CREATE TABLE spool_ticket (ticket ${number} NOT NULL PRIMARY KEY)`.execute(tx)
}
