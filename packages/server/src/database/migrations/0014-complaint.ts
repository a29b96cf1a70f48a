/** Which mailbox a complaint was about when it came: addresses change hands. */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  // No reference: of a mailbox that is gone, the complaint still knows that it was another one.
  await sql`ALTER TABLE complaint ADD COLUMN about_id text`.execute(tx)
  // Of earlier ones it is known where the mailbox of today is older than the complaint.
  await sql`UPDATE complaint SET about_id = (SELECT mailbox.id FROM mailbox WHERE mailbox.address = complaint.address AND mailbox.created_at <= complaint.at)`.execute(
    tx,
  )
}
