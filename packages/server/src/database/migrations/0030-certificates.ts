/** Stores certificates with their keys, our accounts with authorities, and the answers to an authority's questions. */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  await sql`
    CREATE TABLE certificate (
      name text PRIMARY KEY,
      domain_id text REFERENCES domain (id) ON DELETE CASCADE,
      chain text NOT NULL DEFAULT '',
      private_key text NOT NULL DEFAULT '',
      valid_from bigint,
      valid_until bigint,
      issuer text NOT NULL DEFAULT '',
      tried_at bigint,
      obtained_at bigint,
      failures integer NOT NULL DEFAULT 0,
      fault text NOT NULL DEFAULT '',
      next_at bigint NOT NULL,
      way text NOT NULL DEFAULT '',
      claim text NOT NULL DEFAULT '',
      claimed_until bigint NOT NULL DEFAULT 0,
      order_of text NOT NULL DEFAULT '',
      order_url text NOT NULL DEFAULT '',
      order_key text NOT NULL DEFAULT '',
      told_at bigint,
      created_at bigint NOT NULL
    )`.execute(tx)
  await sql`CREATE INDEX certificate_domain ON certificate (domain_id)`.execute(tx)
  await sql`
    CREATE TABLE acme_account (
      id text PRIMARY KEY,
      directory text NOT NULL,
      url text NOT NULL DEFAULT '',
      private_key text NOT NULL,
      fault text NOT NULL DEFAULT '',
      failures integer NOT NULL DEFAULT 0,
      next_at bigint NOT NULL DEFAULT 0,
      created_at bigint NOT NULL
    )`.execute(tx)
  await sql`
    CREATE TABLE acme_challenge (
      token text PRIMARY KEY,
      answer text NOT NULL,
      expires_at bigint NOT NULL
    )`.execute(tx)
}
