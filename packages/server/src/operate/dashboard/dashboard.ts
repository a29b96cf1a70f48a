/**
 * The dashboard of a mailbox, an account or the whole site. Everything is read from tallies and from rows that stand for
 * what they count; no mail is ever counted here. Features that add figures of their own hand in a section.
 */
import type { Dashboard } from '@yanshu/contract'
import type { Db } from '../../database/types.ts'
import { managedScope } from '../../identity/access.ts'
import { traceReasons } from '../../inbound/trace/trace.ts'
import type { LoggedIn, Scope } from '../../kernel/call/caller.ts'
import { type Clock, isoTime, second } from '../../kernel/clock.ts'
import { foldTally } from '../../ledger/tally/fold-tally.ts'
import { sumsBetween, topSenders } from '../../ledger/tally/read-tally.ts'
import type { Section } from '../../ledger/tally/section.ts'
import { slotMs, tallyScope } from '../../ledger/tally/tally.ts'
import { type Days, stepMinutes, type TimeWindow, timeWindow } from '../../ledger/tally/time-window.ts'
import { type Census, countMailboxes } from '../../mailbox/account/census.ts'
import { readNodes } from '../node/heartbeat.ts'

export type DashboardDeps = {
  db: Db
  clock: Clock
  /** How long the last mails of this node took, in seconds, shortest first. */
  recentTimes: () => number[]
  sections: readonly Section[]
}

const shownSenders = 8
const names = ['received', 'spam', 'codes', 'refused', 'deferred', 'discarded', 'bytes', 'created'] as const
const charted = ['received', 'spam', 'codes', 'refused', 'created'] as const
const speedBins = [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2, 5]
const megabyte = 1_048_576
/** A census of the whole site goes over all mailboxes; so often is enough. */
const censusMs = 20 * second

export function createDashboard(deps: DashboardDeps) {
  let census: { at: number; value: Promise<Census> } | null = null

  function censusOf(scope: Scope): Promise<Census> {
    if (scope.kind !== 'all') return countMailboxes(deps.db.query, scope)
    const now = deps.clock.now()
    if (census === null || Math.abs(now - census.at) > censusMs) {
      const value = countMailboxes(deps.db.query, scope)
      census = { at: now, value }
      value.catch(() => {
        census = null
      })
    }
    return census.value
  }

  return async (caller: LoggedIn, days: Days, zone: string): Promise<Dashboard> => {
    const scope = managedScope(caller)
    const now = deps.clock.now()
    const window = timeWindow(days, zone, now)
    await foldTally(deps.db)
    const [counted, senders, mailboxes, sections] = await Promise.all([
      readFigures(deps.db, tallyScope(scope), window),
      topSenders(deps.db.query, tallyScope(scope), window.from, window.to, shownSenders),
      censusOf(scope),
      Promise.all(deps.sections.map(section => section(scope, window))),
    ])
    const isAdmin = caller.role === 'admin'
    const limitMb = caller.role === 'mailbox' ? null : caller.limits.storageMb
    const answer: Dashboard = {
      scope: caller.role,
      from: isoTime(window.from),
      to: isoTime(window.to),
      stepMinutes: stepMinutes(days),
      ...counted,
      senders,
      storage: {
        usedBytes: mailboxes.usedBytes,
        limitBytes: limitMb === null ? mailboxes.quotaBytes : limitMb * megabyte,
      },
      mailboxes: caller.role === 'mailbox' ? null : mailboxes.kinds,
      speed: isAdmin ? speedOf(deps.recentTimes()) : null,
      ...(isAdmin && { nodes: await readNodes(deps.db.query, now) }),
    }
    for (const { figures, before, series, ...part } of sections) {
      Object.assign(answer, part)
      Object.assign(answer.figures, figures)
      Object.assign(answer.before, before)
      answer.series.push(...(series ?? []))
    }
    return answer
  }
}

async function readFigures(db: Db, scope: string, window: TimeWindow) {
  const [sums, earlier] = await Promise.all([
    sumsBetween(db.query, scope, window.edges),
    // Up to a whole slot, so that the quarter that is not over is compared with a whole one and not with nothing.
    sumsBetween(db.query, scope, [window.beforeFrom, window.beforeTo + slotMs]),
  ])
  const totals = new Map([...sums].map(([name, values]) => [name, values.reduce((a, b) => a + b, 0)]))
  const refusals = [...totals]
    .filter(([name]) => name.startsWith('why.'))
    .map(([name, value]) => {
      const reason = name.slice('why.'.length)
      const label = Object.hasOwn(traceReasons, reason)
        ? traceReasons[reason as keyof typeof traceReasons]
        : reason
      return { reason, label, value }
    })
    .sort((a, b) => b.value - a.value)
  return {
    figures: Object.fromEntries(names.map(name => [name, totals.get(name) ?? 0])),
    before: Object.fromEntries(names.map(name => [name, earlier.get(name)?.[0] ?? 0])),
    series: charted.map(name => ({
      name,
      points: window.edges
        .slice(0, -1)
        .map((at, index) => ({ at: isoTime(at), value: sums.get(name)?.[index] ?? 0 })),
    })),
    refusals,
  }
}

/** Null while nothing has come since the start. */
export function speedOf(times: readonly number[]): Dashboard['speed'] {
  if (times.length === 0) return null
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0
  const bins = [...speedBins, null].map((upTo, index) => {
    const above = index === 0 ? 0 : (speedBins[index - 1] ?? 0)
    const value = times.filter(time => time >= above && (upTo === null || time < upTo)).length
    return { upTo, value }
  })
  return { median: at(0.5), p95: at(0.95), bins }
}
