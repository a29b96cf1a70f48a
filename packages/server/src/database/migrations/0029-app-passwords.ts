/** Passwords that a mailbox gives to its programs, one each, as digests; and mailboxes that let programs in with nothing else. */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  await sql`
    CREATE TABLE app_password (
      id text PRIMARY KEY,
      mailbox_id text NOT NULL REFERENCES mailbox (id) ON DELETE CASCADE,
      name text NOT NULL,
      secret_hash text NOT NULL UNIQUE,
      made_under text NOT NULL,
      created_at bigint NOT NULL,
      last_used_at bigint,
      last_client text NOT NULL,
      last_channel text NOT NULL
    )`.execute(tx)
  await sql`CREATE INDEX app_password_mailbox ON app_password (mailbox_id)`.execute(tx)
  await sql`
    CREATE TABLE app_passwords_only (
      mailbox_id text PRIMARY KEY REFERENCES mailbox (id) ON DELETE CASCADE,
      since bigint NOT NULL
    )`.execute(tx)
}
