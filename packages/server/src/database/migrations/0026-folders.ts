/**
 * Folders of one's own, and the numbers by which mail programs know mails. A mail gets its numbers only when a
 * program looks into its folder, so that mail which arrives costs nothing more than before.
 */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

const ofMail = ['uid bigint', 'modseq bigint', 'saved_at bigint', 'flags text'] as const

export async function up(tx: Tx): Promise<void> {
  await sql`
    CREATE TABLE mail_folder (
      id text PRIMARY KEY,
      mailbox_id text NOT NULL REFERENCES mailbox (id) ON DELETE CASCADE,
      role text,
      parent_id text,
      name text NOT NULL,
      color text,
      is_subscribed integer NOT NULL,
      created_at bigint NOT NULL,
      uid_validity bigint NOT NULL,
      uid_next bigint NOT NULL,
      modseq bigint NOT NULL,
      numbered_to bigint NOT NULL,
      forgotten_to bigint NOT NULL
    )`.execute(tx)
  await sql`CREATE UNIQUE INDEX mail_folder_role ON mail_folder (mailbox_id, role) WHERE role IS NOT NULL`.execute(
    tx,
  )
  await sql`CREATE UNIQUE INDEX mail_folder_name ON mail_folder (mailbox_id, coalesce(parent_id, ''), name) WHERE role IS NULL`.execute(
    tx,
  )
  await sql`CREATE INDEX mail_folder_mailbox ON mail_folder (mailbox_id)`.execute(tx)
  await sql`
    CREATE TABLE mail_vanished (
      mailbox_id text NOT NULL REFERENCES mailbox (id) ON DELETE CASCADE,
      folder text NOT NULL,
      uid bigint NOT NULL,
      modseq bigint NOT NULL,
      vanished_at bigint NOT NULL,
      PRIMARY KEY (mailbox_id, folder, uid)
    )`.execute(tx)
  await sql`CREATE INDEX mail_vanished_since ON mail_vanished (mailbox_id, folder, modseq)`.execute(tx)
  await sql`CREATE INDEX mail_vanished_at ON mail_vanished (vanished_at)`.execute(tx)
  await sql`ALTER TABLE mailbox ADD COLUMN uid_validity bigint NOT NULL DEFAULT 0`.execute(tx)
  for (const column of ofMail) await sql`ALTER TABLE mail ADD COLUMN ${sql.raw(column)}`.execute(tx)
  // Mails without numbers are in none of these, so they cost an arriving mail nothing.
  await sql`CREATE UNIQUE INDEX mail_uid ON mail (mailbox_id, folder, uid) WHERE uid IS NOT NULL`.execute(tx)
  await sql`CREATE INDEX mail_modseq ON mail (mailbox_id, folder, modseq) WHERE modseq IS NOT NULL`.execute(
    tx,
  )
  await sql`CREATE INDEX mail_flagged ON mail (mailbox_id, folder) WHERE flags IS NOT NULL`.execute(tx)
  await sql`CREATE INDEX mail_unread_elsewhere ON mail (mailbox_id, folder) WHERE read = 0 AND folder <> 'inbox'`.execute(
    tx,
  )
}
