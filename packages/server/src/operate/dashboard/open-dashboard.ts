/** The tallies, the nodes and the dashboard that shows them, put together. */

import type { Db } from '../../database/types.ts'
import type { Job } from '../../jobs/scheduler.ts'
import { type Clock, hour, second } from '../../kernel/clock.ts'
import { foldTally, pruneTally } from '../../ledger/tally/fold-tally.ts'
import { createHeartbeat, type NodeDeps } from '../node/heartbeat.ts'
import type { DashboardDeps } from './dashboard.ts'
import { dashboardRoutes } from './routes.ts'

export function openDashboard(deps: DashboardDeps & NodeDeps) {
  return {
    handlers: dashboardRoutes(deps),
    heartbeat: createHeartbeat(deps),
    jobs: tallyJobs(deps.db, deps.clock),
  }
}

const tallyJobs = (db: Db, clock: Clock): Job[] => [
  { name: 'fold-tally', everyMs: 5 * second, run: () => foldTally(db) },
  { name: 'prune-tally', everyMs: hour, waitsAfterLeap: true, run: () => pruneTally(db, clock.now()) },
]
