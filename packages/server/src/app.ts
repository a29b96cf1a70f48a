/**
 * The whole program, wired in one place. Tests start the same thing on another database and other ports.
 */
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { openBlobs } from './blobs/blob-store.ts'
import { type Clock, day, minute } from './clock.ts'
import { openCommerce } from './commerce/open-commerce.ts'
import { sellingSection } from './commerce/selling-section.ts'
import type { Config } from './config/settings-table.ts'
import { lockDataFolder, prepareDataFolder } from './data-folder.ts'
import { openDatabase } from './database/open.ts'
import type { Db } from './database/types.ts'
import { bindDomainPages } from './http/domain-pages.ts'
import { createHttpServer } from './http/server.ts'
import { apiKeyRoutes } from './identity/api-key/routes.ts'
import { createApiUsage, sweepUsage } from './identity/api-key/usage.ts'
import { programServers } from './identity/email-account/client-setting.ts'
import { manageRoutes } from './identity/email-account/manage-routes.ts'
import { emailAccountRoutes } from './identity/email-account/routes.ts'
import { callerIsValid } from './identity/session/authenticate.ts'
import { createPasswords, type HashCost } from './identity/session/password.ts'
import { createProofs } from './identity/session/proof.ts'
import { sweepSessions } from './identity/session/repository.ts'
import { sessionRoutes } from './identity/session/routes.ts'
import { sweep as sweepThrottles } from './identity/session/throttle.ts'
import { type FirstAdmin, makeFirstAdmin } from './identity/sys-account/first-admin.ts'
import { sysAccountRoutes } from './identity/sys-account/routes.ts'
import { openFetch } from './inbound/fetch/open-fetch.ts'
import { openInbound } from './inbound/open-inbound.ts'
import { checkTlsFiles } from './inbound/receive/certificate.ts'
import { bindIngest } from './inbound/receive/ingest-route.ts'
import { readLimits } from './inbound/receive/site-limits.ts'
import { createScheduler, type Job } from './jobs/scheduler.ts'
import type { Log } from './log.ts'
import { createMetrics } from './metrics.ts'
import { readNodeId } from './node-id.ts'
import { createBlockList } from './operate/abuse/block-list.ts'
import { abuseRoutes } from './operate/abuse/routes.ts'
import { removeLeftBackups } from './operate/backup/held-folder.ts'
import { refuseHalfRestored } from './operate/backup/restore-mark.ts'
import { openDashboard } from './operate/dashboard/open-dashboard.ts'
import { makeLocalDomain } from './operate/domain/local-domain.ts'
import { openDomains } from './operate/domain/open-domain.ts'
import { pictureRoutes } from './operate/picture/routes.ts'
import { settingRoutes } from './operate/setting/routes.ts'
import { createSiteSettings } from './operate/setting/site-settings.ts'
import { startRoutes } from './operate/setting/start-routes.ts'
import { transferRoutes } from './operate/transfer/routes.ts'
import type { ProgramFiles } from './operate/version/program-files.ts'
import { versionRoutes } from './operate/version/routes.ts'
import { createArriving } from './outbound/arriving-mail.ts'
import type { DelivererDeps } from './outbound/deliver/deliver.ts'
import { type Outbound, openOutbound, returnPathKey } from './outbound/open-outbound.ts'
import { queueChannel } from './outbound/queue/worker.ts'
import { sendingSection } from './outbound/sending-section.ts'
import { addressGuard, createGuardedFetch } from './outside/guarded-fetch.ts'
import { createHostResolver } from './outside/resolve-host.ts'
import { openSecrets } from './secrets.ts'

const httpGraceMs = 3000

export type AppDeps = {
  config: Config
  clock: Clock
  log: Log
  program: ProgramFiles
  /** For tests, whose push service and images are on this machine. */
  allowPrivate?: readonly string[]
  /** For tests, where people log in thousands of times. */
  hashCost?: HashCost
  /** For tests, whose mail servers are on this machine. */
  delivery?: Partial<DelivererDeps>
  /** Whether the SMTP port has a thread of its own, as it has when the program is run. */
  smtpThread?: boolean
}

export type App = {
  readonly db: Db
  readonly httpPort: number
  readonly smtpPort: number
  /** Resolves when every mail accepted so far is in its mailbox. */
  settled(): Promise<void>
  /** Tries all that is due in the queue and resolves when every attempt has ended; the program does so by itself. */
  deliverDue(): Promise<void>
  /** Set when this start made the first admin. */
  readonly firstAdmin: FirstAdmin | null
  /** Runs the periodic jobs that are due; the program does so by itself every second. */
  runJobs(): Promise<void>
  stop(): Promise<void>
}

/** Jobs of this version, with how often they run. */
function periodicJobs(db: Db, clock: Clock): Job[] {
  return [
    {
      name: 'sweep-sessions',
      everyMs: 10 * minute,
      waitsAfterLeap: true,
      run: () => db.transaction(tx => sweepSessions(tx, clock.now())),
    },
    {
      name: 'sweep-throttles',
      everyMs: 10 * minute,
      run: () => db.transaction(tx => sweepThrottles(tx, clock.now())),
    },
    {
      name: 'sweep-api-usage',
      everyMs: day,
      run: () => db.transaction(tx => sweepUsage(tx, clock.now())),
    },
  ]
}

/** IPv6 may be switched off altogether; then every IPv4 address is what is meant. */
async function usableHost(host: string): Promise<string> {
  if (host !== '::') return host
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve('0.0.0.0'))
    probe.listen(0, host, () => probe.close(() => resolve(host)))
  })
}

/** Requests under way are finished. A connection on which nothing was ever asked, as browsers open them, counts as busy. */
async function closeHttp(http: FastifyInstance): Promise<void> {
  const late = setTimeout(() => http.server.closeAllConnections(), httpGraceMs)
  await http.close()
  clearTimeout(late)
}

export async function startApp({
  config,
  clock,
  log,
  program,
  allowPrivate,
  hashCost,
  delivery = {},
  smtpThread = false,
}: AppDeps): Promise<App> {
  checkTlsFiles(config)
  prepareDataFolder(config.dataDir)
  const unlock = config.databaseUrl === '' ? lockDataFolder(config.dataDir) : () => undefined
  const db = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.databasePool,
    onError: cause => log.warn({ err: cause }, 'database connection lost'),
  })
  await refuseHalfRestored(db)
  if (db.kind === 'sqlite') {
    await removeLeftBackups(config.dataDir).catch((cause: unknown) =>
      log.warn({ err: cause }, 'what a backup left behind could not be removed'),
    )
  }
  const secrets = await openSecrets(config, db, clock.now())
  const passwords = createPasswords(hashCost)
  const proofs = createProofs(secrets)
  const site = createSiteSettings({ db, clock, secrets })
  const metrics = createMetrics()
  metrics.gauge('yanshu_resident_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  metrics.gauge(
    'yanshu_heap_bytes',
    'Memory of objects in use or not yet collected.',
    () => process.memoryUsage().heapUsed,
  )

  await makeLocalDomain(db, config.localDomain, clock.now())

  const blobs = openBlobs(db, config.dataDir)
  const resolver = createHostResolver(config.dnsServers)
  const nodeId = readNodeId(config.dataDir, clock.now())
  const arriving = createArriving({
    db,
    clock,
    blobs,
    site,
    key: returnPathKey(secrets),
    async queued(senderKeys) {
      for (const key of senderKeys) await outbound?.watch(key)
      await db.bus.publish(queueChannel, '')
    },
    settled: async ids => outbound?.settled(ids),
  })
  let outbound: Outbound | null = null
  const blocks = createBlockList({ db, clock })
  const inbound = await openInbound({
    config,
    db,
    clock,
    log,
    metrics,
    site,
    secrets,
    blobs,
    blocks,
    imageFetch: createGuardedFetch({ resolver, ...(allowPrivate && { allowPrivate }) }),
    hookFetch: createGuardedFetch({ resolver }),
    pushFetch: createGuardedFetch({ resolver, ...(allowPrivate && { allowPrivate }) }),
    pushAllows: addressGuard({ ...(allowPrivate && { allowPrivate }) }),
    nodeId,
    stillValid: caller => callerIsValid({ db, clock }, caller),
    arriving,
    usableHost,
    smtpThread,
  })
  const { pool, reading, hub, local, certificate, hostname } = inbound
  const programs = programServers(config, hostname())
  outbound = await openOutbound({
    ...{ config, db, clock, log, metrics, site, secrets, blobs, passwords, proofs, nodeId, usableHost },
    ...{ pool, reading, hub, local, certificate, hostname, delivery },
    fetch: createGuardedFetch({ resolver }),
    automaticChanged: () => arriving.automaticChanged(),
  })
  const { worker } = outbound
  const fetching = openFetch({
    ...{ config, db, clock, log, metrics, blobs, passwords, proofs, usableHost },
    ...{ hub, certificate, hostname },
  })

  const domains = openDomains({
    config,
    db,
    clock,
    log,
    secrets,
    site,
    blobs,
    resolver,
    fetch: createGuardedFetch({ resolver }),
    tell: change => inbound.hub.publish({ kind: 'domain', mailboxId: '', ...change }),
    smtpPort: inbound.smtpPort,
  })
  const dashboard = openDashboard({
    db,
    clock,
    log,
    nodeId,
    version: program.version,
    dataDir: config.dataDir,
    ...inbound.health,
    sections: [sendingSection(db), sellingSection(db)],
  })

  let httpPort = config.httpPort
  const commerce = openCommerce({
    db,
    clock,
    log,
    site,
    secrets,
    passwords,
    proofs,
    fetch: createGuardedFetch({ resolver, allowPrivate: config.privateGateways }),
    hub: inbound.hub,
    publicUrl: () => config.publicUrl || `http://localhost:${httpPort}`,
    queueOrderNews: inbound.queueOrderNews,
    tellHooks: inbound.tellHooks,
    postLetter: inbound.postLetter,
  })

  let ready = false
  const { promise: started, resolve: startFinished } = Promise.withResolvers<void>()
  const usage = createApiUsage({ db, clock })
  const http = await createHttpServer({
    usage,
    site,
    config,
    db,
    clock,
    log,
    metrics,
    program,
    ready: () => ready,
    started,
    bindMore(app) {
      bindIngest(app, {
        secret: config.ingestSecret,
        handler: inbound.handler,
        limits: () => readLimits(site),
      })
      bindDomainPages(app, { ...domains.served, programs })
      commerce.bindRoutes(app)
    },
    handlers: {
      ...startRoutes({ db, config, site, program, hasGoods: commerce.hasGoods }),
      ...sessionRoutes({ db, clock, proofs, passwords, secrets, site, blobs }),
      ...emailAccountRoutes({
        db,
        clock,
        proofs,
        passwords,
        site,
        blocks,
        specialNames: commerce.specialNames,
        openWithCard: commerce.openWithCard,
      }),
      ...manageRoutes({
        db,
        clock,
        passwords,
        site,
        blobs,
        specialNames: commerce.specialNames,
        publicUrl: config.publicUrl,
        secrets,
        programs,
      }),
      ...dashboard.handlers,
      ...apiKeyRoutes({ db, clock, usage }),
      ...commerce.handlers,
      ...sysAccountRoutes({ db, clock, passwords, blobs }),
      ...inbound.handlers,
      ...outbound.handlers,
      ...abuseRoutes({ db, clock, blocks, proofs, site }),
      ...domains.handlers,
      ...pictureRoutes({ db, clock, blobs }),
      ...settingRoutes({ db, clock, site, secrets, config }),
      ...versionRoutes({
        db,
        clock,
        program,
        dataDir: config.dataDir,
        backlog: () => inbound.processor.backlog(),
        smtpPort: () => inbound.smtpPort(),
      }),
      ...transferRoutes({ db, clock, blobs }),
    },
  })
  const scheduler = createScheduler({ db, clock, log }, [
    ...periodicJobs(db, clock),
    ...inbound.jobs,
    ...outbound.jobs,
    ...domains.jobs,
    ...dashboard.jobs,
    ...commerce.jobs,
  ])

  await inbound.start()
  await outbound.start()
  await fetching.start()
  await http.listen({ port: config.httpPort, host: await usableHost(config.httpHost) })
  // Only now: its password is told once, and a start that fails on a taken port tells nothing.
  const firstAdmin = await makeFirstAdmin({ db, passwords }, config, clock.now())
  await dashboard.heartbeat.start()
  scheduler.start()
  ready = true
  startFinished()
  const bound = http.server.address()
  if (typeof bound === 'object' && bound !== null) httpPort = bound.port

  return {
    db,
    httpPort,
    smtpPort: inbound.smtpPort(),
    settled: () => inbound.processor.idle(),
    deliverDue: () => worker.runDue(),
    firstAdmin,
    runJobs: () => scheduler.runDue(),
    async stop() {
      ready = false
      await fetching.stop()
      await outbound?.stop()
      await inbound.stop()
      await closeHttp(http)
      await scheduler.stop()
      await domains.stop()
      await dashboard.heartbeat.stop()
      await usage.stop()
      await blocks.close()
      site.close()
      arriving.close()
      await db.close()
      unlock()
    },
  }
}
