/** Stores the tickets with which another device goes on with a mailbox, as digests, for some minutes each. */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  await sql`
    CREATE TABLE login_ticket (
      ticket_hash text PRIMARY KEY,
      mailbox_id text NOT NULL REFERENCES mailbox (id) ON DELETE CASCADE,
      session_id text NOT NULL REFERENCES session (id) ON DELETE CASCADE,
      expires_at bigint NOT NULL
    )`.execute(tx)
  await sql`CREATE INDEX login_ticket_mailbox ON login_ticket (mailbox_id)`.execute(tx)
  await sql`CREATE INDEX login_ticket_session ON login_ticket (session_id)`.execute(tx)
  await sql`CREATE INDEX login_ticket_expiry ON login_ticket (expires_at)`.execute(tx)
}
