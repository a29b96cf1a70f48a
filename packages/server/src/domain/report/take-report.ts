/** Enters a report that came to us: once, bounded, as sums by day and source. */
import type { Tx } from '../../database/types.ts'
import { day } from '../../kernel/clock.ts'
import type { DomainReport } from '../../mail/report/report.ts'
import { addSources, countReportsSince, countSourcesOn, insertReport, type SourceRow } from './repository.ts'
import { storedDmarc, storedTls } from './source-detail.ts'

const maxReportsADay = 500
/** A day has few honest sources; beyond these all are counted as one. */
const maxSources = 3000
export const reportsKeptMs = 180 * day

type Piece = { source: string; detail: string; sessions: number }

const piecesOf = (report: DomainReport): Piece[] =>
  report.kind === 'dmarc'
    ? report.rows.map(row => ({ source: row.source, detail: storedDmarc(row), sessions: row.count }))
    : report.rows.map(({ host, failure, count }) => ({
        source: host,
        detail: storedTls({ failure, org: report.org }),
        sessions: count,
      }))

function added(pieces: readonly Piece[], room: number): Piece[] {
  const sums = new Map<string, Piece>()
  for (const piece of pieces) {
    const source = sums.size < room ? piece.source : ''
    const key = `${source} ${piece.detail}`
    const known = sums.get(key)
    if (known) known.sessions += piece.sessions
    else sums.set(key, { ...piece, source })
  }
  // In one order, so that transactions that add to the same rows wait for each other and nothing worse.
  return [...sums.values()].sort((a, b) => (a.source + a.detail < b.source + b.detail ? -1 : 1))
}

/** Returns false for a report that is known, out of its time, or one too many. */
export async function takeReport(
  tx: Tx,
  domainId: string,
  report: DomainReport,
  now: number,
): Promise<boolean> {
  const { kind, org, reportId, policy, beginAt, endAt } = report
  if (endAt > now + 2 * day || endAt < now - reportsKeptMs) return false
  if ((await countReportsSince(tx, domainId, now - day)) >= maxReportsADay) return false
  const head = { domain_id: domainId, kind, org, report_id: reportId, policy }
  if (!(await insertReport(tx, { ...head, end_at: endAt, received_at: now }))) return false
  const at = Math.floor((beginAt + endAt) / 2 / day) * day
  const room = maxSources - (await countSourcesOn(tx, domainId, kind, at))
  const rows: SourceRow[] = added(piecesOf(report), room).map(piece => ({
    ...{ domain_id: domainId, kind, day: at },
    ...piece,
  }))
  await addSources(tx, rows)
  return true
}
