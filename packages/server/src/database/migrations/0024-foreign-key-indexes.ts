/** Indexes for foreign keys that had none: deleting a card or an account walked through all payments or sessions. */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  await sql`CREATE INDEX payment_card ON payment (card_id) WHERE card_id IS NOT NULL`.execute(tx)
  await sql`CREATE INDEX session_acted_by ON session (acted_by) WHERE acted_by IS NOT NULL`.execute(tx)
}
