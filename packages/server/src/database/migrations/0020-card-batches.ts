/** Batches of card codes get a name, codes remember to whom they were sold, and the codes of a batch are counted. */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  await sql`ALTER TABLE card_batch ADD COLUMN note text NOT NULL DEFAULT ''`.execute(tx)
  await sql`ALTER TABLE card_batch ADD COLUMN for_order text NOT NULL DEFAULT ''`.execute(tx)
  await sql`ALTER TABLE card_batch ADD COLUMN kept integer NOT NULL DEFAULT 0`.execute(tx)
  await sql`ALTER TABLE card ADD COLUMN sold_at bigint`.execute(tx)
  await sql`ALTER TABLE card ADD COLUMN sold_to text NOT NULL DEFAULT ''`.execute(tx)
  // Somebody must have been given a code that was used. Money that became a code belongs to its payer.
  await sql`UPDATE card SET sold_at = coalesce(used_at, created_at) WHERE used_at IS NOT NULL OR for_order <> ''`.execute(
    tx,
  )
  // A note that all codes of a batch share is the name of the batch.
  await sql`
    UPDATE card_batch SET
      note = coalesce((SELECT max(note) FROM card WHERE batch_id = card_batch.id HAVING min(note) = max(note)), ''),
      for_order = coalesce((SELECT max(for_order) FROM card WHERE batch_id = card_batch.id), ''),
      kept = CASE WHEN EXISTS (SELECT 1 FROM card WHERE batch_id = card_batch.id AND code_sealed <> '') THEN 1 ELSE 0 END`.execute(
    tx,
  )
  await sql`
    CREATE TABLE card_count (
      batch_id text NOT NULL REFERENCES card_batch (id) ON DELETE CASCADE,
      step text NOT NULL,
      expires_at bigint NOT NULL,
      cards integer NOT NULL,
      last_used_at bigint,
      PRIMARY KEY (batch_id, step, expires_at)
    )`.execute(tx)
  await sql`
    INSERT INTO card_count (batch_id, step, expires_at, cards, last_used_at)
    SELECT
      batch_id,
      CASE
        WHEN used_at IS NOT NULL THEN 'used'
        WHEN standing = 'revoked' THEN 'revoked'
        WHEN sold_at IS NOT NULL THEN 'sold'
        WHEN standing = 'disabled' THEN 'paused'
        ELSE 'left'
      END,
      coalesce(expires_at, 0),
      count(*),
      max(used_at)
    FROM card
    GROUP BY 1, 2, 3`.execute(tx)
  await sql`CREATE INDEX card_batch_sold ON card (batch_id, sold_at)`.execute(tx)
}
