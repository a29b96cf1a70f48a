/**
 * Connects the parts of sending: compose → queue → sign → deliver → settle → notify. Each part knows only the
 * dependencies that it gets here.
 */
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Db } from '../database/types.ts'
import { createKeyRing } from '../domain/dkim-key.ts'
import { findTakenNames } from '../domain/domains.ts'
import { createSigningKeys } from '../domain/signing-keys.ts'
import type { Job } from '../jobs/scheduler.ts'
import { type Clock, hour, minute } from '../kernel/clock.ts'
import type { Config } from '../kernel/config/settings-table.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics.ts'
import type { Secrets } from '../kernel/secrets.ts'
import type { SiteSettings } from '../ledger/setting/site-settings.ts'
import type { StorageWatch } from '../ledger/storage/storage-watch.ts'
import type { Reader } from '../mail/show/reader.ts'
import { makeReturnPath } from '../mail/verp.ts'
import type { Reading } from '../mailbox/mail/reading.ts'
import type { GuardedFetch } from '../outside/guarded-fetch.ts'
import { returnPathKey } from './arrival/open-arrival.ts'
import { reportDelays, reportFailure } from './bounce/report-to-sender.ts'
import { sweepSent } from './compose/change-sent.ts'
import { createDeliverer, type DelivererDeps } from './deliver/deliver.ts'
import { policiesIn, sweepPolicies } from './deliver/policy-repository.ts'
import type { Senders } from './open-senders.ts'
import type { LocalDelivery } from './queue/local-delivery.ts'
import { relayFor } from './queue/relay.ts'
import { createSignedMails } from './queue/signed-mails.ts'
import { createQueueWorker } from './queue/worker.ts'
import { sweepGiven } from './reply/queue-reply.ts'
import { outboundRoutes } from './routes.ts'
import { signMessage } from './sign/sign-message.ts'
import { sweepCounts } from './stop/repository.ts'
import { createComingFiles } from './upload/coming-files.ts'
import { clearSpool, sweepUploads } from './upload/upload-file.ts'

export type OutboundDeps = {
  config: Config
  db: Db
  clock: Clock
  log: Log
  metrics: Metrics
  site: SiteSettings
  storage: Pick<StorageWatch, 'hasRoom'>
  secrets: Secrets
  blobs: BlobStore
  pool: Reader
  reading: Reading
  senders: Senders
  local: LocalDelivery
  hostname: () => string
  nodeId: string
  fetch: GuardedFetch
  /** For tests, whose servers are on this machine. */
  delivery?: Partial<DelivererDeps>
}

export async function openOutbound(deps: OutboundDeps) {
  const { config, db, clock, log, site, secrets, blobs, pool } = deps
  const key = returnPathKey(secrets)
  let heloName = ''
  const readHelo = async (): Promise<void> => {
    heloName = (await site.read()).heloName
  }
  const deliverer = createDeliverer({
    clock,
    fetch: deps.fetch,
    hostname: () => heloName || deps.hostname(),
    dnsServers: config.dnsServers,
    policies: policiesIn(db),
    ...deps.delivery,
  })

  const keysFor = createSigningKeys({ db, secrets, clock }, createKeyRing(secrets))
  /**
   * Returns null when the domain is or was ours and cannot sign now, because receivers would take unsigned
   * mail for forged.
   */
  async function sign(message: Buffer, domain: string): Promise<Buffer | null> {
    try {
      const keys = await keysFor(domain)
      if (keys.length > 0) return await signMessage(message, domain, keys)
      return (await findTakenNames(db.query, [domain])).length > 0 ? null : message
    } catch (cause) {
      log.error({ err: cause, domain }, 'mail cannot be signed')
      return null
    }
  }

  const { watch, tell, tellNew } = deps.senders
  const reportDeps = { clock, blobs, local: deps.local, hostname: deps.hostname }
  const worker = createQueueWorker({
    db,
    clock,
    log,
    metrics: deps.metrics,
    site,
    blobs,
    local: deps.local,
    nodeId: deps.nodeId,
    hostname: deps.hostname,
    deliverer,
    sign: createSignedMails(sign, clock),
    relayFor: domain => relayFor({ db, clock, secrets }, domain),
    returnPath: (id, domain) => makeReturnPath(key, id, domain),
    report: (tx, outgoingId, failed) => reportFailure(reportDeps, tx, outgoingId, failed),
    watch,
    tell,
  })
  const kick = () => worker.kick()
  const handlers = outboundRoutes({
    tryRelay: deliverer.tryRelay,
    db,
    clock,
    blobs,
    site,
    secrets,
    pool,
    reading: deps.reading,
    dataDir: config.dataDir,
    coming: createComingFiles(),
    storage: deps.storage,
    kick,
    watch,
    tellNew,
    automaticChanged: () => deps.senders.automatic.changed(),
  })

  const jobs: Job[] = [
    {
      name: 'sweep-uploads',
      everyMs: hour,
      waitsAfterLeap: true,
      run: () => sweepUploads({ db, clock, blobs }),
    },
    {
      name: 'sweep-sent',
      everyMs: hour,
      waitsAfterLeap: true,
      run: () => sweepSent({ db, clock, blobs, site }),
    },
    {
      name: 'sweep-auto-replies',
      everyMs: hour,
      run: () => db.transaction(tx => sweepGiven(tx, clock.now())),
    },
    {
      name: 'sweep-send-counts',
      everyMs: hour,
      run: () => db.transaction(tx => sweepCounts(tx, clock.now())),
    },
    {
      name: 'report-delays',
      everyMs: minute,
      // In that hour the queue tries the waiting mail and learns its real age.
      waitsAfterLeap: true,
      run: () => reportDelays({ ...reportDeps, db, site }),
    },
    {
      name: 'sweep-policies',
      everyMs: hour,
      run: () => db.transaction(tx => sweepPolicies(tx, clock.now())),
    },
    { name: 'read-helo', everyMs: minute, run: readHelo },
  ]

  return {
    handlers,
    jobs,
    worker,
    kick,
    async start() {
      await clearSpool(config.dataDir)
      await readHelo()
      await worker.start()
    },
    async stop() {
      await worker.stop()
      await deliverer.close()
    },
  }
}
