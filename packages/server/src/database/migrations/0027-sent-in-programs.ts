/**
 * Mail that was sent stands in the folder of mail programs too. It is not stored twice: its message there names the
 * outgoing one, which holds the bytes.
 */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  await sql`ALTER TABLE message ADD COLUMN outgoing_id text`.execute(tx)
  await sql`ALTER TABLE message ADD COLUMN outgoing_size integer`.execute(tx)
  await sql`CREATE UNIQUE INDEX message_outgoing ON message (outgoing_id) WHERE outgoing_id IS NOT NULL`.execute(
    tx,
  )
}
