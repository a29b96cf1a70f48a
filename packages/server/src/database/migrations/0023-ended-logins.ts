/** Log-ins that an admin or time ended, for a while, so that whoever comes with one is told why. */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  await sql`
    CREATE TABLE ended_login (
      session_id text PRIMARY KEY,
      token_hash text NOT NULL UNIQUE,
      why text NOT NULL,
      sys_account_id text REFERENCES sys_account (id) ON DELETE CASCADE,
      mailbox_id text REFERENCES mailbox (id) ON DELETE CASCADE,
      until bigint NOT NULL
    )`.execute(tx)
  await sql`CREATE INDEX ended_login_account ON ended_login (sys_account_id)`.execute(tx)
  await sql`CREATE INDEX ended_login_mailbox ON ended_login (mailbox_id)`.execute(tx)
  await sql`CREATE INDEX ended_login_until ON ended_login (until)`.execute(tx)
}
