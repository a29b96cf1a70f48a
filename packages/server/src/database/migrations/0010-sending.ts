/**
 * Adds automatic answers of mailboxes, reports about late mail, stopped senders, and MTA-STS policies of
 * other domains.
 */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

async function autoReplies(tx: Tx): Promise<void> {
  await sql`CREATE TABLE auto_reply (
    mailbox_id text PRIMARY KEY REFERENCES mailbox (id) ON DELETE CASCADE,
    enabled integer NOT NULL,
    starts_at bigint,
    ends_at bigint,
    subject text NOT NULL,
    words text NOT NULL,
    updated_at bigint NOT NULL
  )`.execute(tx)
  await sql`CREATE TABLE auto_reply_given (
    mailbox_id text NOT NULL REFERENCES mailbox (id) ON DELETE CASCADE,
    person text NOT NULL,
    given_at bigint NOT NULL,
    PRIMARY KEY (mailbox_id, person)
  )`.execute(tx)
  await sql`CREATE INDEX auto_reply_given_at ON auto_reply_given (given_at)`.execute(tx)
}

async function lateMail(tx: Tx): Promise<void> {
  await sql`ALTER TABLE outgoing_recipient ADD COLUMN delay_told integer NOT NULL DEFAULT 0`.execute(tx)
  await sql`CREATE INDEX outgoing_recipient_late ON outgoing_recipient (queued_at) WHERE waiting = 1 AND delay_told = 0`.execute(
    tx,
  )
}

async function stops(tx: Tx): Promise<void> {
  await sql`CREATE TABLE send_count (
    sender_key text NOT NULL,
    hour bigint NOT NULL,
    lane integer NOT NULL,
    sent integer NOT NULL,
    ended integer NOT NULL,
    failed integer NOT NULL,
    PRIMARY KEY (sender_key, hour, lane)
  )`.execute(tx)
  await sql`CREATE INDEX send_count_hour ON send_count (hour)`.execute(tx)
  await sql`CREATE TABLE send_stop (
    sender_key text PRIMARY KEY,
    reason text NOT NULL,
    detail text NOT NULL,
    stopped_at bigint NOT NULL
  )`.execute(tx)
}

async function policies(tx: Tx): Promise<void> {
  await sql`CREATE TABLE sts_policy (
    domain text PRIMARY KEY,
    policy_id text NOT NULL,
    policy text NOT NULL,
    until bigint NOT NULL
  )`.execute(tx)
  await sql`CREATE INDEX sts_policy_until ON sts_policy (until)`.execute(tx)
}

export async function up(tx: Tx): Promise<void> {
  await autoReplies(tx)
  await lateMail(tx)
  await stops(tx)
  await policies(tx)
}
