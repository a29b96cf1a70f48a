import { invalidField } from '../../app-error.ts'
import type { Handlers } from '../../http/handlers.ts'
import { asLoggedIn } from '../../identity/access.ts'
import { isZone } from '../../zone.ts'
import { createDashboard, type DashboardDeps } from './dashboard.ts'
import type { Days } from './time-window.ts'

export function dashboardRoutes(deps: DashboardDeps) {
  const dashboard = createDashboard(deps)
  return {
    getDashboard({ query, caller }) {
      const { days = '7', zone = 'UTC' } = query
      if (!isZone(zone)) throw invalidField('zone', '没有这个时区')
      return dashboard(asLoggedIn(caller), Number(days) as Days, zone)
    },
  } satisfies Partial<Handlers>
}
