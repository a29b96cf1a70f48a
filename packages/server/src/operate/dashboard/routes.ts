import { asLoggedIn } from '../../identity/access.ts'
import { invalidField } from '../../kernel/app-error.ts'
import type { Handlers } from '../../kernel/call/handlers.ts'
import { isZone } from '../../kernel/zone.ts'
import type { Days } from '../../ledger/tally/time-window.ts'
import { operateWords } from '../words/words.ts'
import { createDashboard, type DashboardDeps } from './dashboard.ts'

export function dashboardRoutes(deps: DashboardDeps) {
  const dashboard = createDashboard(deps)
  return {
    getDashboard({ query, caller }) {
      const { days = '7', zone = 'UTC' } = query
      if (!isZone(zone)) throw invalidField('zone', operateWords.noSuchZone)
      return dashboard(asLoggedIn(caller), Number(days) as Days, zone)
    },
  } satisfies Partial<Handlers>
}
