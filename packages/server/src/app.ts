/** Wires the whole program in one place. Tests start the same program on another database and other ports. */

import { join } from 'node:path'
import { calls } from '@yanshu/contract'
import { allBelongings } from './all-belongings.ts'
import { anyFactsSaying, sayAnyFact } from './all-fact-words.ts'
import type { App, AppDeps } from './app-deps.ts'
import { giveUpBlobs } from './blobs/loose-blobs.ts'
import { openBlobs } from './blobs/open-blobs.ts'
import { openCertificates } from './certificate/open-certificates.ts'
import { checkTlsFiles } from './certificate/present/certificate.ts'
import { sellingSection } from './commerce/figures/selling-section.ts'
import { openCommerce } from './commerce/open-commerce.ts'
import { openDatabase } from './database/start/open.ts'
import { makeLocalDomain } from './domain/local-domain.ts'
import { openDomains } from './domain/open-domain.ts'
import { bindChallenges } from './http/challenge-route.ts'
import { closeHttp, countRequests } from './http/close-http.ts'
import { bindDomainPages } from './http/domain-pages.ts'
import { openHttps } from './http/open-https.ts'
import { createHttpServer } from './http/server.ts'
import { makeFirstAdmin } from './identity/manage/first-admin.ts'
import { callerAgain, callerNow } from './identity/session/authenticate.ts'
import { openIdentity } from './identity/start/open-identity.ts'
import { createHookWays } from './inbound/notify/webhook/hook-ways.ts'
import { openInbound } from './inbound/open-inbound.ts'
import { bindIngest } from './inbound/receive/ingest-route.ts'
import { readLimits } from './inbound/receive/site-limits.ts'
import { newMailRoom, openMailRoom, roomOfMachine } from './inbound/receive/smtp/mail-room.ts'
import { createLongJobs } from './jobs/long/long-jobs.ts'
import { createScheduler } from './jobs/scheduler.ts'
import { second } from './kernel/clock.ts'
import { lockDataFolder, prepareDataFolder } from './kernel/data-folder.ts'
import { createMetrics } from './kernel/metrics.ts'
import { readNodeId } from './kernel/node-id.ts'
import { usableHost } from './kernel/usable-host.ts'
import { createBlockList } from './ledger/block/block-list.ts'
import { createLife } from './ledger/life/life.ts'
import { openSecrets } from './ledger/setting/open-secrets.ts'
import { openSiteNames } from './ledger/setting/site-names.ts'
import { createSiteSettings } from './ledger/setting/site-settings.ts'
import { createStorageWatch } from './ledger/storage/storage-watch.ts'
import { findLogInMailbox } from './mailbox/account/mailbox-of-login.ts'
import { mailboxesOn } from './mailbox/life/mailboxes-on-domain.ts'
import { ownedMailboxes } from './mailbox/life/owned-mailboxes.ts'
import { loginRoutes } from './mailbox/login/routes.ts'
import { manageRoutes, manageWorks } from './mailbox/manage/manage-routes.ts'
import { programServers } from './mailbox/manage/program-servers.ts'
import { emailAccountRoutes } from './mailbox/manage/routes.ts'
import { openHub, openMailboxes } from './mailbox/open-mailbox.ts'
import { createRestingNames } from './mailbox/rest/resting-names.ts'
import { removeLeftBackups } from './operate/backup/held-folder.ts'
import { refuseHalfRestored } from './operate/backup/restore-mark.ts'
import { openOperate } from './operate/open-operate.ts'
import { openOutbound } from './outbound/open-outbound.ts'
import { openSenders } from './outbound/open-senders.ts'
import { sendingSection } from './outbound/sending-section.ts'
import { inWords, stoppedAccounts, stoppedMailboxes } from './outbound/stop/stopped-senders.ts'
import { addressGuard } from './outside/addresses.ts'
import { createGuardedFetch } from './outside/guarded-fetch.ts'
import { createHostResolver } from './outside/resolve-host.ts'
import { openPrograms } from './programs/open-programs.ts'

/** Kept of the time for stopping for what comes after the last client has left. */
const storeWithinMs = 5000

export async function startApp({
  config,
  clock,
  log,
  program,
  allowPrivate,
  hashCost,
  delivery = {},
  roots = [],
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
  const site = createSiteSettings({ db, clock, secrets })
  const names = await openSiteNames({ config, db, clock, log, site })
  const identity = openIdentity({ db, clock, log, site, secrets, hashCost })
  const { passwords, proofs, usage } = identity
  const metrics = createMetrics()
  metrics.gauge('yanshu_resident_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  metrics.gauge(
    'yanshu_heap_bytes',
    'Memory of objects in use or not yet collected.',
    () => process.memoryUsage().heapUsed,
  )

  await makeLocalDomain(db, config.localDomain, clock.now())

  const blobs = openBlobs(db, config.dataDir)
  const storage = createStorageWatch({ db, log, site, dataDir: config.dataDir })
  await storage.start()
  const room = newMailRoom(join(config.dataDir, 'coming'), config.mailMemoryMb || roomOfMachine())
  const life = createLife({ db, blobs, belongings: allBelongings })
  const resting = createRestingNames(secrets)
  const removing = { db, clock, blobs, life, site, resting }
  const owned = ownedMailboxes(removing)
  const resolver = createHostResolver(config.dnsServers)
  const nodeId = readNodeId(config.dataDir, clock.now())
  const blocks = createBlockList({ db, clock })
  const hub = openHub({ db, log })
  const senders = openSenders({ db, clock, log: log.part('outbound'), blobs, site, secrets, hub })
  const certificates = openCertificates({
    ...{ config, db, clock, site, names, secrets, resolver, nodeId, trusted: roots },
    log: log.part('certificate'),
    fetch: createGuardedFetch({ resolver, allowPrivate: config.privateAuthorities }),
    sayFact: sayAnyFact,
    zoneFor: name => domains.zoneFor(name),
    tellAdmins: (tx, news, now) => inbound.queueSiteNews(tx, news, now),
    queued: () => inbound.tellHooks(),
  })
  const { certificate } = certificates
  const inbound = await openInbound({
    ...{ config, db, clock, metrics, site, names, secrets, blobs, blocks, hub, nodeId, smtpThread },
    log: log.part('inbound'),
    ...{ resting, storage, room, certificate },
    hookWays: createHookWays(config, resolver),
    pushFetch: createGuardedFetch({ resolver, ...(allowPrivate && { allowPrivate }) }),
    pushAllows: addressGuard({ ...(allowPrivate && { allowPrivate }) }),
    callerNow: caller => callerNow({ db, clock, site, findLogInMailbox }, caller),
    steps: senders.steps,
    bounceOwner: senders.bounceOwner,
  })
  const { pool, local, hostname } = inbound
  const longJobs = createLongJobs({
    ...{ db, clock, secrets, nodeId },
    log: log.part('jobs'),
    callerOf: (owner, asker, call) =>
      callerAgain({ db, clock, site, findLogInMailbox }, owner, asker, calls[call]),
    giveUpFiles: giveUpBlobs,
  })
  const { begin } = longJobs
  const mailboxes = openMailboxes({
    ...{ ...removing, hub, log, reader: pool, recent: inbound.recent, begin },
    postLetter: inbound.postLetter,
    sayFact: sayAnyFact,
    imageFetch: createGuardedFetch({ resolver, ...(allowPrivate && { allowPrivate }) }),
  })
  const programs = programServers(config)
  const outbound = await openOutbound({
    ...{ config, db, clock, metrics, site, secrets, blobs, nodeId },
    ...{ senders, pool, local, hostname, delivery, storage },
    log: log.part('outbound'),
    reading: mailboxes.reading,
    fetch: createGuardedFetch({ resolver }),
  })
  const { worker, kick } = outbound
  const { watch, tellNew } = senders
  const doors = openPrograms({
    ...{ config, db, clock, metrics, site, blobs, passwords, proofs },
    log: log.part('programs'),
    ...{ hub, pool, storage, certificate, hostname, kick, watch, tellNew },
  })

  const domains = openDomains({
    config,
    db,
    clock,
    log: log.part('domain'),
    secrets,
    site,
    names,
    removal: { life, ...mailboxesOn(removing) },
    resolver,
    fetch: createGuardedFetch({ resolver }),
    tell: change => hub.publish({ kind: 'domain', mailboxId: '', ...change }),
    sayFact: sayAnyFact,
    smtpPort: inbound.smtpPort,
    nodeId,
    roots,
  })
  let httpPort = config.httpPort
  const commerce = openCommerce({
    db,
    life,
    clock,
    log: log.part('commerce'),
    site,
    secrets,
    passwords,
    proofs,
    fetch: createGuardedFetch({ resolver, allowPrivate: config.privateGateways }),
    hub,
    publicUrl: () => names.publicUrl() || `http://localhost:${httpPort}`,
    setUrl: names.publicUrl,
    resting,
    queueOrderNews: inbound.queueOrderNews,
    sayFact: sayAnyFact,
    tellHooks: inbound.tellHooks,
    postLetter: inbound.postLetter,
  })

  const operate = openOperate({
    gatewayHosts: { resolver, isAllowed: addressGuard({ allowPrivate: config.privateGateways }) },
    ...{ config, db, clock, log, program, site, names, secrets },
    ...{ blobs, blocks, proofs, nodeId, longJobs },
    ...inbound.health,
    storage,
    queueSiteNews: inbound.queueSiteNews,
    tellHooks: inbound.tellHooks,
    version: program.version,
    dataDir: config.dataDir,
    sections: [sendingSection(db), sellingSection(db)],
    offer: commerce.offer,
    recordsOf: domains.records,
  })

  const managing = { ...removing, passwords, specialNames: commerce.specialNames }
  longJobs.declare([...manageWorks(managing), ...mailboxes.works, ...operate.works])

  let ready = false
  const { promise: started, resolve: startFinished } = Promise.withResolvers<void>()
  const http = await createHttpServer({
    usage,
    site,
    names,
    config,
    db,
    clock,
    log: log.part('http'),
    metrics,
    program,
    ready: () => ready,
    canWrite: operate.canWrite,
    noteVisit: operate.noteVisit,
    started,
    isTrusted: config.httpsPort > 0 ? host => certificates.certificateFor(host).verdict === 'good' : null,
    bindMore(app) {
      bindIngest(app, {
        secret: config.ingestSecret,
        handler: inbound.handler,
        limits: () => readLimits(site),
        room: openMailRoom(room),
      })
      bindDomainPages(app, { ...domains.served, programs })
      bindChallenges(app, certificates.answerOf)
      commerce.bindRoutes(app)
    },
    handlers: {
      ...operate.handlers,
      ...identity.handlers({
        ...{ life, owned },
        sendingStops: async ids => inWords(await stoppedAccounts(db.query, ids)),
        sayFact: sayAnyFact,
        factsSaying: anyFactsSaying,
      }),
      ...loginRoutes({
        ...removing,
        log,
        proofs,
        passwords,
        owned,
        names,
      }),
      ...emailAccountRoutes({
        db,
        clock,
        proofs,
        passwords,
        site,
        blocks,
        resting,
        specialNames: commerce.specialNames,
        openWithCard: commerce.openWithCard,
      }),
      ...manageRoutes({
        ...managing,
        begin,
        names,
        secrets,
        programs,
        sendingStops: async rows => inWords(await stoppedMailboxes(db.query, rows)),
      }),
      ...commerce.handlers,
      ...mailboxes.handlers,
      ...inbound.handlers,
      ...outbound.handlers,
      ...domains.handlers,
      ...certificates.handlers,
    },
  })
  const scheduler = createScheduler({ db, clock, log: log.part('jobs') }, [
    ...identity.jobs,
    ...mailboxes.jobs,
    ...inbound.jobs,
    ...outbound.jobs,
    ...domains.jobs,
    ...certificates.jobs,
    ...operate.jobs,
    ...commerce.jobs,
  ])

  await certificates.start()
  await inbound.start()
  await outbound.start()
  await doors.start()
  await longJobs.start()
  const running = countRequests(http.server)
  const httpHost = await usableHost(config.httpHost)
  await http.listen({ port: config.httpPort, host: httpHost })
  const https = await openHttps(http.server, config, { certificate, names }, httpHost)
  // The first admin is made only now: its password is shown once, and a start that fails on a taken port
  // would lose it.
  const firstAdmin = await makeFirstAdmin({ db, passwords }, config, clock.now())
  await operate.heartbeat.start()
  scheduler.start()
  ready = true
  startFinished()
  const bound = http.server.address()
  if (typeof bound === 'object' && bound !== null) httpPort = bound.port

  return {
    db,
    httpPort,
    smtpPort: inbound.smtpPort(),
    publicUrl: names.publicUrl,
    settled: () => inbound.processor.idle(),
    deliverDue: () => worker.runDue(),
    firstAdmin,
    beat: () => operate.heartbeat.beat(),
    runJobs: () => scheduler.runDue(),
    runLongJobs: () => longJobs.runDue(),
    retire() {
      ready = false
    },
    async stop() {
      ready = false
      const graceMs = config.stopSeconds * second - storeWithinMs
      // Everywhere at the same time nobody is let in any more, and whoever is inside finishes.
      hub.close()
      https?.close()
      await Promise.all([
        doors.stop(graceMs),
        inbound.closePorts(graceMs),
        closeHttp(http, running, graceMs),
        longJobs.stop(),
        outbound.stop(),
      ])
      await inbound.stop()
      await scheduler.stop()
      await certificates.stop()
      await domains.stop()
      await operate.heartbeat.stop()
      await storage.stop()
      await usage.stop()
      await blocks.close()
      names.close()
      site.close()
      senders.close()
      await db.close()
      unlock()
    },
  }
}
