/** Long work that somebody asked for, and what each portion of it made. */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  await sql`
    CREATE TABLE long_job (
      id text PRIMARY KEY,
      owner_key text NOT NULL,
      kind text NOT NULL,
      state text NOT NULL,
      request text NOT NULL,
      about text NOT NULL,
      asker text NOT NULL,
      place text NOT NULL,
      total bigint NOT NULL,
      done bigint NOT NULL,
      failed bigint NOT NULL,
      secrets bigint NOT NULL,
      bytes bigint NOT NULL,
      parts bigint NOT NULL,
      error text NOT NULL,
      cancel_asked integer NOT NULL,
      attempt bigint NOT NULL,
      tries integer NOT NULL,
      run_by text NOT NULL,
      due_at bigint NOT NULL,
      created_at bigint NOT NULL,
      started_at bigint,
      resumed_at bigint,
      ended_at bigint
    )`.execute(tx)
  await sql`CREATE INDEX long_job_owner ON long_job (owner_key, created_at)`.execute(tx)
  await sql`CREATE INDEX long_job_due ON long_job (due_at) WHERE ended_at IS NULL`.execute(tx)
  await sql`CREATE INDEX long_job_ended ON long_job (ended_at) WHERE ended_at IS NOT NULL`.execute(tx)
  await sql`
    CREATE TABLE long_job_part (
      job_id text NOT NULL REFERENCES long_job (id) ON DELETE CASCADE,
      number bigint NOT NULL,
      failures text NOT NULL,
      secrets text NOT NULL,
      file_key text,
      PRIMARY KEY (job_id, number)
    )`.execute(tx)
}
