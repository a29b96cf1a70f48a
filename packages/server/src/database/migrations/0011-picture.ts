/**
 * Adds the logo of the site, the pictures of people, and the number of hits of each entry in the block list.
 */
import { sql } from 'kysely'
import type { DatabaseKind, Tx } from '../types.ts'

export async function up(tx: Tx, kind: DatabaseKind): Promise<void> {
  await sql`CREATE TABLE picture (
    id text PRIMARY KEY,
    owner_key text NOT NULL UNIQUE,
    sys_account_id text REFERENCES sys_account (id) ON DELETE CASCADE,
    mailbox_id text REFERENCES mailbox (id) ON DELETE CASCADE,
    content_type text NOT NULL,
    bytes ${sql.raw(kind === 'sqlite' ? 'blob' : 'bytea')} NOT NULL,
    created_at bigint NOT NULL
  )`.execute(tx)
  await sql`CREATE INDEX picture_account ON picture (sys_account_id)`.execute(tx)
  await sql`CREATE INDEX picture_mailbox ON picture (mailbox_id)`.execute(tx)

  await sql`ALTER TABLE block ADD COLUMN hits bigint NOT NULL DEFAULT 0`.execute(tx)
  await sql`ALTER TABLE block ADD COLUMN last_hit_at bigint`.execute(tx)
}
