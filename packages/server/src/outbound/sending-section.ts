/** The dashboard's part about sending: counts of events, and the current queue. */
import type { Db } from '../database/types.ts'
import { isoTime } from '../kernel/clock.ts'
import { sumsBetween } from '../ledger/tally/read-tally.ts'
import type { Section } from '../ledger/tally/section.ts'
import { tallyScope } from '../ledger/tally/tally.ts'
import { countWaiting } from './queue/operate-repository.ts'

export const sendingSection =
  (db: Db): Section =>
  async (scope, window) => {
    const [sums, waiting] = await Promise.all([
      sumsBetween(db.query, tallyScope(scope), [window.from, window.to]),
      countWaiting(db.query, scope),
    ])
    const sum = (name: string): number => sums.get(name)?.[0] ?? 0
    const count = (state: string): number => waiting.find(row => row.state === state)?.count ?? 0
    const oldest = waiting.map(row => row.oldest).sort((a, b) => a - b)[0]
    return {
      sending: {
        sent: sum('sent'),
        delivered: sum('delivered'),
        deferred: count('deferred'),
        failed: sum('bounced'),
        queued: count('queued'),
        oldestQueuedAt: oldest === undefined ? null : isoTime(oldest),
      },
    }
  }
