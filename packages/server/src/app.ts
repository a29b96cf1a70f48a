/**
 * The whole program, wired in one place. Tests start the same thing on another database and other ports.
 */
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { openBlobs } from './blobs/blob-store.ts'
import { type Clock, minute } from './clock.ts'
import { openCommerce } from './commerce/open-commerce.ts'
import type { Config } from './config/settings-table.ts'
import { openDatabase } from './database/open.ts'
import type { Db } from './database/types.ts'
import { createHttpServer } from './http/server.ts'
import { apiKeyRoutes } from './identity/api-key/routes.ts'
import { emailAccountRoutes } from './identity/email-account/routes.ts'
import { callerIsValid } from './identity/session/authenticate.ts'
import { createPasswords } from './identity/session/password.ts'
import { createProofs } from './identity/session/proof.ts'
import { sweepSessions } from './identity/session/repository.ts'
import { sessionRoutes } from './identity/session/routes.ts'
import { sweep as sweepThrottles } from './identity/session/throttle.ts'
import { type FirstAdmin, makeFirstAdmin } from './identity/sys-account/first-admin.ts'
import { sysAccountRoutes } from './identity/sys-account/routes.ts'
import { openInbound } from './inbound/open-inbound.ts'
import { bindIngest } from './inbound/receive/ingest-route.ts'
import { createScheduler, type Job } from './jobs/scheduler.ts'
import type { Log } from './log.ts'
import { createMetrics } from './metrics.ts'
import { readNodeId } from './node-id.ts'
import { makeLocalDomain } from './operate/domain/local-domain.ts'
import { domainRoutes } from './operate/domain/routes.ts'
import { settingRoutes } from './operate/setting/routes.ts'
import { createSiteSettings } from './operate/setting/site-settings.ts'
import { startRoutes } from './operate/setting/start-routes.ts'
import type { ProgramFiles } from './operate/version/program-files.ts'
import { versionRoutes } from './operate/version/routes.ts'
import { createGuardedFetch } from './outside/guarded-fetch.ts'
import { createHostResolver } from './outside/resolve-host.ts'
import { openSecrets } from './secrets.ts'

const httpGraceMs = 3000

export type AppDeps = { config: Config; clock: Clock; log: Log; program: ProgramFiles }

export type App = {
  readonly db: Db
  readonly httpPort: number
  readonly smtpPort: number
  /** Resolves when every mail accepted so far is in its mailbox. */
  settled(): Promise<void>
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
      run: () => db.transaction(tx => sweepSessions(tx, clock.now())),
    },
    {
      name: 'sweep-throttles',
      everyMs: 10 * minute,
      run: () => db.transaction(tx => sweepThrottles(tx, clock.now())),
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

export async function startApp({ config, clock, log, program }: AppDeps): Promise<App> {
  const db = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.databasePool,
    onError: cause => log.warn({ err: cause }, 'database connection lost'),
  })
  const secrets = await openSecrets(config, db, clock.now())
  const passwords = createPasswords()
  const proofs = createProofs(secrets)
  const site = createSiteSettings({ db, clock })
  const metrics = createMetrics()
  metrics.gauge('yanshu_resident_bytes', 'Resident memory.', () => process.memoryUsage.rss())

  await makeLocalDomain(db, config.localDomain, clock.now())

  const blobs = openBlobs(db, config.dataDir)
  const resolver = createHostResolver(config.dnsServers)
  const inbound = await openInbound({
    config,
    db,
    clock,
    log,
    metrics,
    site,
    secrets,
    blobs,
    imageFetch: createGuardedFetch({ resolver }),
    hookFetch: createGuardedFetch({ resolver }),
    nodeId: readNodeId(config.dataDir, clock.now()),
    stillValid: caller => callerIsValid({ db, clock }, caller),
    usableHost,
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
    postMail: inbound.postMail,
  })

  let ready = false
  const { promise: started, resolve: startFinished } = Promise.withResolvers<void>()
  const http = await createHttpServer({
    config,
    db,
    clock,
    log,
    metrics,
    program,
    ready: () => ready,
    started,
    bindMore(app) {
      bindIngest(app, { secret: config.ingestSecret, handler: inbound.handler })
      commerce.bindRoutes(app)
    },
    handlers: {
      ...startRoutes({ config, site, program, hasGoods: commerce.hasGoods }),
      ...sessionRoutes({ db, clock, proofs, passwords, secrets, site }),
      ...emailAccountRoutes({
        db,
        clock,
        proofs,
        passwords,
        site,
        blobs,
        isSpecialName: commerce.isSpecialName,
        openWithCard: commerce.openWithCard,
      }),
      ...apiKeyRoutes({ db, clock }),
      ...commerce.handlers,
      ...sysAccountRoutes({ db, clock, passwords, blobs }),
      ...inbound.handlers,
      ...domainRoutes({ db }),
      ...settingRoutes({ db, clock, site, secrets }),
      ...versionRoutes({ db, clock, program }),
    },
  })
  const scheduler = createScheduler({ db, clock, log }, [
    ...periodicJobs(db, clock),
    ...inbound.jobs,
    ...commerce.jobs,
  ])

  await inbound.start()
  await http.listen({ port: config.httpPort, host: await usableHost(config.httpHost) })
  // Only now: its password is told once, and a start that fails on a taken port tells nothing.
  const firstAdmin = await makeFirstAdmin({ db, passwords }, config, clock.now())
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
    firstAdmin,
    runJobs: () => scheduler.runDue(),
    async stop() {
      ready = false
      await inbound.stop()
      await closeHttp(http)
      await scheduler.stop()
      site.close()
      await db.close()
    },
  }
}
