/** Stores which mailbox a complaint was about when it came, because addresses change hands. */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  // This is not a reference: when the mailbox is gone, the complaint still shows that it was about another
  // one.
  await sql`ALTER TABLE complaint ADD COLUMN about_id text`.execute(tx)
  // For earlier complaints the mailbox is known if today's mailbox is older than the complaint.
  await sql`UPDATE complaint SET about_id = (SELECT mailbox.id FROM mailbox WHERE mailbox.address = complaint.address AND mailbox.created_at <= complaint.at)`.execute(
    tx,
  )
}
