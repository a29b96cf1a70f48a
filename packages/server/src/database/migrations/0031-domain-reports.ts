/** Keeps what other mail servers report about our domains: each report once, and sums by day and source. */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

export async function up(tx: Tx): Promise<void> {
  await sql`
    CREATE TABLE domain_report (
      domain_id text NOT NULL REFERENCES domain (id) ON DELETE CASCADE,
      kind text NOT NULL,
      org text NOT NULL,
      report_id text NOT NULL,
      policy text NOT NULL,
      end_at bigint NOT NULL,
      received_at bigint NOT NULL,
      PRIMARY KEY (domain_id, kind, org, report_id)
    )`.execute(tx)
  await sql`CREATE INDEX domain_report_received ON domain_report (received_at)`.execute(tx)
  await sql`
    CREATE TABLE domain_source (
      domain_id text NOT NULL REFERENCES domain (id) ON DELETE CASCADE,
      kind text NOT NULL,
      day bigint NOT NULL,
      source text NOT NULL,
      detail text NOT NULL,
      sessions bigint NOT NULL,
      PRIMARY KEY (domain_id, kind, day, source, detail)
    )`.execute(tx)
  await sql`CREATE INDEX domain_source_day ON domain_source (day)`.execute(tx)
}
