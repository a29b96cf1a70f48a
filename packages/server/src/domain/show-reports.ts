/** Shows what other mail servers report about a domain. */
import type { Query } from '../database/types.ts'
import { type Clock, day, isoTime, isoTimeOrNull } from '../kernel/clock.ts'
import { listRecords } from './record-repository.ts'
import { drawHosts, drawSources } from './report/picture.ts'
import { listReports, listSources } from './report/repository.ts'

/** A quarter of a busy domain. */
const maxRows = 50_000
const maxReports = 20_000
const maxOrgs = 50

/** The addresses of our mail host, as the last check found them. */
async function ourAddresses(query: Query, domainId: string): Promise<Set<string>> {
  const hosts = (await listRecords(query, [domainId])).filter(({ kind }) => kind === 'host')
  return new Set(hosts.flatMap(({ found }) => JSON.parse(found) as string[]))
}

export async function showReports(deps: { query: Query; clock: Clock }, domainId: string, days: number) {
  const { query, clock } = deps
  const today = Math.floor(clock.now() / day) * day
  const span = { since: today - (days - 1) * day, days }
  const [ours, rows, reports] = await Promise.all([
    ourAddresses(query, domainId),
    listSources(query, domainId, span.since, maxRows),
    listReports(query, domainId, span.since, maxReports),
  ])
  const last = reports[0]
  return {
    since: isoTime(span.since),
    policy: reports.find(({ kind }) => kind === 'dmarc')?.policy ?? '',
    ...drawSources(
      rows.filter(({ kind }) => kind === 'dmarc'),
      ours,
      span,
    ),
    tls: drawHosts(
      rows.filter(({ kind }) => kind === 'tls'),
      span,
    ),
    reports: reports.length,
    orgs: [...new Set(reports.map(({ org }) => org))].slice(0, maxOrgs),
    lastAt: isoTimeOrNull(last?.received_at ?? null),
    lastOrg: last?.org ?? '',
  }
}
