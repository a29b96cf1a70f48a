/**
 * Mail comes in: receive → journal → read → filter → store → tell. This is where those parts are put together; each of
 * them knows only what it is handed here.
 */
import { sweepLooseBlobs } from '../blobs/loose-blobs.ts'
import type { Job } from '../jobs/scheduler.ts'
import { minute } from '../kernel/clock.ts'
import { ownHeader } from '../kernel/proxied-ports.ts'
import type { BlockList } from '../ledger/block/block-list.ts'
import type { StorageWatch } from '../ledger/storage/storage-watch.ts'
import { shownMail } from '../mailbox/mail/mail-row.ts'
import { listMailsByIds } from '../mailbox/mail/mails.ts'
import { type OutboundSteps, stepsOfArrival } from './arrival/arrival-steps.ts'
import { takeReports } from './arrival/take-reports.ts'
import { filterFactsOf } from './filter/filter-facts.ts'
import { createRuleCache } from './filter/load-rules.ts'
import { filterRoutes } from './filter/routes.ts'
import { type NotifyDeps, openNotify } from './open-notify.ts'
import { openPorts, type PortsDeps } from './open-ports.ts'
import { openReading } from './open-reading.ts'
import { openStoring, type StoringDeps } from './open-storing.ts'
import { createLocalAcceptance } from './receive/accept-local.ts'
import { createAcceptHandler } from './receive/accept-mail.ts'
import { createByteRate } from './receive/byte-rate.ts'
import { createClientRate } from './receive/client-rate.ts'
import { createPostLetter } from './receive/post-letter.ts'
import { createQuota } from './receive/quota.ts'
import { createDirectory } from './receive/resolve-recipient.ts'
import { testMailRoutes } from './receive/send-test-mail.ts'
import { traceRoutes } from './trace/routes.ts'
import { sweepTrace } from './trace/sweep-trace.ts'
import { createTraceWriter } from './trace/trace-writer.ts'

export type InboundDeps = NotifyDeps &
  Pick<StoringDeps, 'blobs' | 'nodeId' | 'resting'> &
  Pick<PortsDeps, 'smtpThread' | 'room' | 'certificate'> & {
    blocks: Pick<BlockList, 'judge'>
    storage: Pick<StorageWatch, 'hasRoom'>
    /** The steps by which arriving mail concerns mail that leaves. */
    steps: OutboundSteps
    /** Finds the mailbox whose mail a return path of ours is about. */
    bounceOwner(address: string): Promise<string | null>
  }

export async function openInbound(deps: InboundDeps) {
  const { config, db, clock, log, site, blobs, nodeId } = deps
  const hostname = () => deps.names.mailHost()
  const localDomain = config.localDomain.toLowerCase()
  const reading = openReading(deps)
  const { pool } = reading
  const rules = createRuleCache({ db, clock })
  const trace = createTraceWriter({ db, clock, log })
  const quota = createQuota({ db, clock })
  const directory = createDirectory({ db, clock, resting: deps.resting })
  const notify = await openNotify(deps)
  const storing = await openStoring({
    ...deps,
    ...{ pool, rules, news: notify.news },
    steps: stepsOfArrival(deps.steps, { ...notify, takeReports: takeReports({ db, log }) }),
    arrived: seq => quota.arrived(seq),
  })
  const { processor, journal, recent } = storing
  const { storage } = deps
  const accepting = { directory, clock, processor, rules, hostname, localDomain, quota, storage, trace }
  const local = createLocalAcceptance({ ...accepting, db, blobs, nodeId })
  const handler = createAcceptHandler({
    ...accepting,
    ...{ log: log.part('smtp'), metrics: deps.metrics, site, journal },
    rate: createClientRate(clock),
    bytes: createByteRate(clock),
    blocks: deps.blocks,
    bounceOwner: address => deps.bounceOwner(address),
  })
  const ports = openPorts({ ...deps, log: log.part('smtp'), hostname, handler })
  const { smtpPort } = ports
  const jobs: Job[] = [
    ...notify.jobs,
    {
      name: 'sweep-trace',
      everyMs: 10 * minute,
      waitsAfterLeap: true,
      run: () => sweepTrace({ db, clock, site: deps.site }),
    },
    {
      name: 'sweep-loose-blobs',
      everyMs: 10 * minute,
      waitsAfterLeap: true,
      run: async () => void (await sweepLooseBlobs({ db, clock, blobs })),
    },
  ]

  return {
    handler,
    recent,
    queueOrderNews: notify.queueOrderNews,
    queueSiteNews: notify.queueSiteNews,
    tellHooks: notify.tellHooks,
    postLetter: createPostLetter({ db, clock, site, local }),
    processor,
    local,
    pool,
    hostname,
    jobs,
    smtpPort,
    /** The figures that a node tells of itself. */
    health: {
      recentTimes: () => recent.times(),
      backlog: () => processor.backlog(),
      smtpPort,
      certificate: () => deps.certificate.presented(),
    },
    handlers: {
      ...notify.handlers,
      ...traceRoutes({ db, clock }),
      ...testMailRoutes({ db, clock, site, smtpPort, hostname, header: ownHeader(config, 'smtp') }),
      ...filterRoutes({
        db,
        clock,
        factsOf: seqs => filterFactsOf({ db, blobs, readFacts: raws => pool.run('facts', { raws }) }, seqs),
        judge: (rule, facts) => pool.run('judge', { rule, facts }),
        rowsOf: async (scope, ids) => (await listMailsByIds(db.query, scope, ids)).map(shownMail),
      }),
    },
    async start() {
      await reading.ready
      await processor.start()
      notify.start()
      await ports.listen()
    },
    /** Lets no mail in any more, and what is on its way within the grace. */
    closePorts: (graceMs: number) => ports.close(graceMs),
    /** Stores what was accepted; the ports are closed before. */
    async stop() {
      await storing.stop()
      await notify.stop()
      await trace.stop()
      await reading.stop()
      rules.close()
    },
  }
}
