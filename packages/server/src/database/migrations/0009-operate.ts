/** Adds contents without a row, messages set aside, and browsers that receive push messages. */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  await sql`CREATE TABLE loose_blob (key text PRIMARY KEY, since bigint NOT NULL)`.execute(tx)
  await sql`CREATE INDEX loose_blob_since ON loose_blob (since)`.execute(tx)

  await sql`CREATE INDEX message_aside ON message (seq) WHERE state = 2`.execute(tx)

  await sql`CREATE TABLE push_subscription (
    id text PRIMARY KEY,
    session_id text NOT NULL UNIQUE REFERENCES session (id) ON DELETE CASCADE,
    sys_account_id text REFERENCES sys_account (id) ON DELETE CASCADE,
    mailbox_id text REFERENCES mailbox (id) ON DELETE CASCADE,
    endpoint text NOT NULL,
    public_key text NOT NULL,
    auth_secret text NOT NULL,
    only_code integer NOT NULL,
    created_at bigint NOT NULL
  )`.execute(tx)
  await sql`CREATE INDEX push_subscription_account ON push_subscription (sys_account_id)`.execute(tx)
  await sql`CREATE INDEX push_subscription_mailbox ON push_subscription (mailbox_id)`.execute(tx)
}
