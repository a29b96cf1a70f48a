/** Drafts stand in the folder of mail programs too: which mail there is which version of which draft. */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  await sql`
    CREATE TABLE draft_mail (
      mail_seq bigint PRIMARY KEY,
      mailbox_id text NOT NULL REFERENCES mailbox (id) ON DELETE CASCADE,
      draft_id text NOT NULL UNIQUE,
      version integer NOT NULL
    )`.execute(tx)
  await sql`CREATE INDEX draft_mail_mailbox ON draft_mail (mailbox_id)`.execute(tx)
}
