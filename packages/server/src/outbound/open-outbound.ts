/**
 * Mail goes out: compose → queue → sign → deliver → settle → tell. This is where those parts are put together; each of
 * them knows only what it is handed here.
 */
import type { BlobStore } from '../blobs/blob-store.ts'
import { type Clock, hour, minute } from '../clock.ts'
import type { Config } from '../config/settings-table.ts'
import type { Db } from '../database/types.ts'
import type { Passwords } from '../identity/session/password.ts'
import type { Proofs } from '../identity/session/proof.ts'
import type { Reading } from '../inbound/mailbox/reading.ts'
import type { EventHub } from '../inbound/notify/event-hub.ts'
import type { WorkerPool } from '../inbound/process/worker-pool.ts'
import type { LocalAcceptance } from '../inbound/receive/accept-local.ts'
import type { Certificate } from '../inbound/receive/certificate.ts'
import { defaultSmtpLimits } from '../inbound/receive/smtp/limits.ts'
import { createSmtpServer } from '../inbound/receive/smtp/server.ts'
import type { Job } from '../jobs/scheduler.ts'
import type { Log } from '../log.ts'
import { makeReturnPath } from '../mail/verp.ts'
import type { Metrics } from '../metrics.ts'
import { createKeyRing } from '../operate/domain/dkim-key.ts'
import { findTakenNames } from '../operate/domain/repository.ts'
import { createSigningKeys } from '../operate/domain/signing-keys.ts'
import type { SiteSettings } from '../operate/setting/site-settings.ts'
import type { GuardedFetch } from '../outside/guarded-fetch.ts'
import type { Secrets } from '../secrets.ts'
import { reportDelays, reportFailure } from './bounce/report-to-sender.ts'
import { sweepSent } from './compose/change-sent.ts'
import { shownRecipient } from './compose/shown-sent.ts'
import { createDeliverer, type DelivererDeps } from './deliver/deliver.ts'
import { policiesIn, sweepPolicies } from './deliver/policy-repository.ts'
import { stateOf } from './queue/queue.ts'
import { relayFor } from './queue/relay.ts'
import { findRecipient, findSent, sendersOf, statesOf } from './queue/repository.ts'
import { createSignedMails } from './queue/signed-mails.ts'
import { createQueueWorker } from './queue/worker.ts'
import { sweepGiven } from './reply/queue-reply.ts'
import { outboundRoutes } from './routes.ts'
import { signMessage } from './sign/sign-message.ts'
import { sweepCounts } from './stop/repository.ts'
import { watchSender } from './stop/watch-senders.ts'
import { createSubmissionHandler } from './submission/submission-handler.ts'
import { createComingFiles } from './upload/coming-files.ts'
import { clearSpool, sweepUploads } from './upload/upload-file.ts'

export type OutboundDeps = {
  config: Config
  db: Db
  clock: Clock
  log: Log
  metrics: Metrics
  site: SiteSettings
  secrets: Secrets
  blobs: BlobStore
  passwords: Passwords
  proofs: Proofs
  pool: WorkerPool
  reading: Reading
  hub: EventHub
  local: LocalAcceptance
  certificate: Certificate
  hostname: () => string
  nodeId: string
  fetch: GuardedFetch
  usableHost: (host: string) => Promise<string>
  automaticChanged(): Promise<void>
  /** For tests, whose servers are on this machine. */
  delivery?: Partial<DelivererDeps>
}

const closeGraceMs = 5000

/** The key of return paths; see `createArriving`. */
export const returnPathKey = (secrets: Secrets): Buffer => secrets.derive('return-path')

export type Outbound = Awaited<ReturnType<typeof openOutbound>>

export async function openOutbound(deps: OutboundDeps) {
  const { config, db, clock, log, site, secrets, blobs, hub, pool } = deps
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
  /** Null when the domain is ours, or was, and cannot sign now: unsigned mail would be taken for forged. */
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

  async function publish(outgoingId: string, recipientId: string | null): Promise<void> {
    const mail = await findSent(db.query, outgoingId)
    if (mail?.kind !== 'mail') return
    const row = recipientId === null ? undefined : await findRecipient(db.query, recipientId)
    const recipient = row ? shownRecipient({ ...row, answer: row.answer.slice(0, 500) }) : null
    const state = stateOf(await statesOf(db.query, outgoingId))
    await hub.publish({
      kind: 'sent',
      mailboxId: mail.mailbox_id,
      ownerId: mail.owner_id,
      sent: { id: outgoingId, state, recipient },
    })
  }

  const tell = ({ id, outgoing_id }: { id: string; outgoing_id: string }): Promise<void> =>
    publish(outgoing_id, id)

  const watch = (senderKey: string): Promise<void> => watchSender({ db, clock, log, site }, senderKey)
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
  const tellNew = (outgoingId: string) => publish(outgoingId, null)
  const handlers = outboundRoutes({
    db,
    clock,
    blobs,
    site,
    secrets,
    pool,
    reading: deps.reading,
    dataDir: config.dataDir,
    coming: createComingFiles(),
    kick,
    watch,
    tellNew,
    automaticChanged: () => deps.automaticChanged(),
  })

  const { passwords, proofs, hostname } = deps
  const handler = createSubmissionHandler({
    ...{ db, clock, log, site, blobs, passwords, proofs, hostname, kick, watch, tellNew },
  })
  const listener = (implicitTls: boolean) =>
    createSmtpServer({
      protocol: 'smtp',
      hostname,
      tls: () => deps.certificate.current(),
      implicitTls,
      limits: defaultSmtpLimits,
      handler,
    })
  const submission = config.submissionPort > 0 ? listener(false) : null
  const submissions = config.submissionsPort > 0 ? listener(true) : null

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
      // Meanwhile the queue has tried what waits, and knows how old it really is.
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
    watch,
    /** Recipients whose state a report changed. */
    async settled(recipientIds: readonly string[]): Promise<void> {
      for (const id of recipientIds) {
        const recipient = await findRecipient(db.query, id)
        if (recipient) await tell(recipient)
      }
      for (const key of await sendersOf(db.query, recipientIds)) await watch(key)
    },
    async start() {
      await clearSpool(config.dataDir)
      await readHelo()
      const host = await deps.usableHost(config.smtpHost)
      await submission?.listen(config.submissionPort, host)
      await submissions?.listen(config.submissionsPort, host)
      await worker.start()
    },
    async stop() {
      await Promise.all([submission?.close(closeGraceMs), submissions?.close(closeGraceMs)])
      await worker.stop()
      await deliverer.close()
    },
  }
}
