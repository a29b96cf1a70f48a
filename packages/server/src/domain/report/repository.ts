import { type Selectable, sql } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import type { DomainReportTable, DomainSourceTable } from './table.ts'

export type ReportRow = Selectable<DomainReportTable>
export type SourceRow = Selectable<DomainSourceTable>
type Kind = ReportRow['kind']

const insertedTogether = 100

/** Returns false when it is there already. */
export async function insertReport(tx: Tx, row: ReportRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('domain_report')
    .values(row)
    .onConflict(oc => oc.columns(['domain_id', 'kind', 'org', 'report_id']).doNothing())
    .returning('report_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function countReportsSince(tx: Tx, domainId: string, since: number): Promise<number> {
  const { count } = await tx
    .selectFrom('domain_report')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('domain_id', '=', domainId)
    .where('received_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countSourcesOn(tx: Tx, domainId: string, kind: Kind, day: number): Promise<number> {
  const { count } = await tx
    .selectFrom('domain_source')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('domain_id', '=', domainId)
    .where('kind', '=', kind)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Adds to the sums that are there. */
export async function addSources(tx: Tx, rows: readonly SourceRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += insertedTogether)
    await tx
      .insertInto('domain_source')
      .values(rows.slice(from, from + insertedTogether))
      .onConflict(oc =>
        oc.columns(['domain_id', 'kind', 'day', 'source', 'detail']).doUpdateSet({
          sessions: sql<number>`domain_source.sessions + excluded.sessions`,
        }),
      )
      .execute()
}

/** The largest first, so that a bound leaves out the least. */
export async function listSources(
  query: Query,
  domainId: string,
  since: number,
  limit: number,
): Promise<SourceRow[]> {
  const rows = await query
    .selectFrom('domain_source')
    .selectAll()
    .where('domain_id', '=', domainId)
    .where('day', '>=', since)
    .orderBy('sessions', 'desc')
    .orderBy('source')
    .limit(limit)
    .execute()
  return rows.map(row => ({ ...row, day: Number(row.day), sessions: Number(row.sessions) }))
}

/** The newest first. */
export const listReports = (query: Query, domainId: string, since: number, limit: number) =>
  query
    .selectFrom('domain_report')
    .select(['kind', 'org', 'policy', 'received_at'])
    .where('domain_id', '=', domainId)
    .where('received_at', '>=', since)
    .orderBy('received_at', 'desc')
    .orderBy('org')
    .limit(limit)
    .execute()

export async function deleteReportsBefore(tx: Tx, time: number): Promise<void> {
  await tx.deleteFrom('domain_report').where('received_at', '<', time).execute()
  await tx.deleteFrom('domain_source').where('day', '<', time).execute()
}
