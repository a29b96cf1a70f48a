/**
 * The table of mailboxes shows the newest first, and those of one moment in the order in which they were made.
 * The indexes have that order, so that a page far behind needs no sorting.
 */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  await sql`DROP INDEX mailbox_by_creation`.execute(tx)
  await sql`CREATE INDEX mailbox_by_creation ON mailbox (kind, created_at DESC, id, status, expires_at) WHERE deleted_at IS NULL`.execute(
    tx,
  )
  await sql`DROP INDEX mailbox_of_domain`.execute(tx)
  await sql`CREATE INDEX mailbox_of_domain ON mailbox (domain_id, kind, created_at DESC, id, status, expires_at) WHERE deleted_at IS NULL`.execute(
    tx,
  )
}
