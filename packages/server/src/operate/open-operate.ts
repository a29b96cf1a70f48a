/** Running the site: settings, pictures, complaints, own data, version and the dashboard, put together. */
import type { DnsRecord } from '@yanshu/contract'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Proofs } from '../identity/session/proof.ts'
import type { LongJobs } from '../jobs/long/long-jobs.ts'
import { hour } from '../kernel/clock.ts'
import type { Config } from '../kernel/config/settings-table.ts'
import type { Secrets } from '../kernel/secrets.ts'
import type { BlockList } from '../ledger/block/block-list.ts'
import type { SiteNames } from '../ledger/setting/site-names.ts'
import type { SiteSettings } from '../ledger/setting/site-settings.ts'
import type { HostGuard } from '../outside/addresses.ts'
import { abuseRoutes } from './abuse/routes.ts'
import type { DashboardDeps } from './dashboard/dashboard.ts'
import { openDashboard } from './dashboard/open-dashboard.ts'
import { createGuide } from './guide/guide.ts'
import { guideRoutes } from './guide/routes.ts'
import { createVisits } from './guide/visits.ts'
import { jobRoutes } from './job/routes.ts'
import { limitRoutes } from './limits/routes.ts'
import type { NodeDeps } from './node/heartbeat.ts'
import { createWriteProbe } from './node/write-probe.ts'
import { pictureRoutes } from './picture/routes.ts'
import { settingRoutes } from './setting/routes.ts'
import { type Offer, startRoutes } from './setting/start-routes.ts'
import { exportWork } from './transfer/export-work.ts'
import { transferRoutes } from './transfer/routes.ts'
import type { ProgramFiles } from './version/program-files.ts'
import { versionRoutes } from './version/routes.ts'

type Deps = DashboardDeps &
  NodeDeps & {
    config: Config
    program: ProgramFiles
    site: SiteSettings
    names: SiteNames
    secrets: Secrets
    blobs: BlobStore
    blocks: BlockList
    proofs: Proofs
    longJobs: LongJobs
    backlog: () => number
    smtpPort: () => number
    /** Where payment gateways may be asked. */
    gatewayHosts: HostGuard
    offer(): Promise<Offer>
    /** The records of a domain as the last check found them; a fresh look where `again` is set. */
    recordsOf(domainId: string, again: boolean): Promise<DnsRecord[]>
  }

export function openOperate(deps: Deps) {
  const dashboard = openDashboard(deps)
  const guide = createGuide(deps)
  return {
    jobs: [
      ...dashboard.jobs,
      { name: 'look-at-guide', everyMs: hour, run: guide.lookSoon } as const,
      { name: 'sweep-long-jobs', everyMs: hour, waitsAfterLeap: true, run: deps.longJobs.sweep } as const,
    ],
    works: [exportWork(deps)],
    heartbeat: dashboard.heartbeat,
    canWrite: createWriteProbe(deps),
    noteVisit: createVisits(deps),
    handlers: {
      ...dashboard.handlers,
      ...guideRoutes(guide),
      ...startRoutes(deps),
      ...settingRoutes(deps),
      ...pictureRoutes(deps),
      ...abuseRoutes(deps),
      ...jobRoutes(deps),
      ...limitRoutes(deps),
      ...transferRoutes(deps),
      ...versionRoutes(deps),
    },
  }
}
