/**
 * Mail comes in: receive → journal → read → filter → store → tell. This is where those parts are put together; each of
 * them knows only what it is handed here.
 */
import { join } from 'node:path'
import type { BlobStore } from '../blobs/blob-store.ts'
import { sweepLooseBlobs } from '../blobs/loose-blobs.ts'
import { type Clock, hour, minute } from '../clock.ts'
import { mailHostOf } from '../config/mail-host.ts'
import type { Config } from '../config/settings-table.ts'
import type { Db, Tx } from '../database/types.ts'
import type { LoggedIn } from '../identity/access.ts'
import type { Job } from '../jobs/scheduler.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { type BlockList, blocksChannel } from '../operate/abuse/block-list.ts'
import { type SiteSettings, settingsChannel } from '../operate/setting/site-settings.ts'
import type { Arriving, ArrivingMail } from '../outbound/arriving-mail.ts'
import type { GuardedFetch } from '../outside/guarded-fetch.ts'
import type { Secrets } from '../secrets.ts'
import { createRuleCache, type RuledMailbox } from './filter/load-rules.ts'
import { filterRoutes } from './filter/routes.ts'
import { createRecent } from './mailbox/figures.ts'
import { shownMail } from './mailbox/mail-row.ts'
import { filterFactsOf } from './mailbox/message-bytes.ts'
import { createReading } from './mailbox/reading.ts'
import { listedMails, listMailsByIds } from './mailbox/repository.ts'
import { mailboxRoutes } from './mailbox/routes.ts'
import { sweepMailboxes, sweepMails } from './mailbox/sweep.ts'
import { createEventHub, type MailEvent } from './notify/event-hub.ts'
import { createOpenStreams } from './notify/open-streams.ts'
import { createPusher } from './notify/push/push.ts'
import { pushRoutes } from './notify/push/routes.ts'
import { createVapid, readVapidKey } from './notify/push/vapid.ts'
import { createWebhookDeliverer } from './notify/webhook/deliver-webhooks.ts'
import { sweepDeliveries } from './notify/webhook/delivery-repository.ts'
import { createHookCache, type HooksToTell } from './notify/webhook/hook-cache.ts'
import { queueDeliveries, queueOrderNews } from './notify/webhook/queue-deliveries.ts'
import { webhookRoutes } from './notify/webhook/routes.ts'
import type { OrderNews } from './notify/webhook/webhook.ts'
import { newDnsHealth, watchDns } from './process/dns-health.ts'
import { createProcessor, maxReading } from './process/processor.ts'
import { countAside, noteMissing } from './process/set-aside.ts'
import { type Incoming, type StoreDeps, type StoredMail, storeMessages } from './process/store-messages.ts'
import { createStoreQueue } from './process/store-queue.ts'
import { createWorkerPool } from './process/worker-pool.ts'
import type { RecipientRules } from './process/worker-protocol.ts'
import { createLocalAcceptance } from './receive/accept-local.ts'
import { createAcceptHandler } from './receive/accept-mail.ts'
import { openCertificate } from './receive/certificate.ts'
import { createClientRate } from './receive/client-rate.ts'
import type { EnvelopeRecipient } from './receive/envelope.ts'
import { createJournal } from './receive/journal.ts'
import { createPostLetter } from './receive/post-letter.ts'
import { createQuota } from './receive/quota.ts'
import { createDirectory } from './receive/resolve-recipient.ts'
import { testMailRoutes } from './receive/send-test-mail.ts'
import { createSiteLimits } from './receive/site-limits.ts'
import type { Listener } from './receive/smtp/listener.ts'
import { createSmtpServer } from './receive/smtp/server.ts'
import { openSpool, spoolFolder } from './receive/spool/spool.ts'
import { createSmtpThread } from './receive/thread/smtp-thread.ts'
import { createTraceWriter } from './receive/trace.ts'
import { traceRoutes } from './receive/trace-routes.ts'

export type InboundDeps = {
  config: Config
  db: Db
  clock: Clock
  log: Log
  metrics: Metrics
  site: SiteSettings
  secrets: Secrets
  blobs: BlobStore
  blocks: Pick<BlockList, 'judge'>
  /** Ways out to other people's servers; one each, so that pictures cannot hold up notices. */
  imageFetch: GuardedFetch
  hookFetch: GuardedFetch
  pushFetch: GuardedFetch
  /** Which addresses `pushFetch` dials. */
  pushAllows: (address: string) => boolean
  nodeId: string
  stillValid: (caller: LoggedIn) => Promise<boolean>
  /** What arriving mail means for mail that leaves. */
  arriving: Arriving
  /** Whether clients are spoken with in a thread of their own. It costs memory and a moment at the start. */
  smtpThread: boolean
  /** The host to listen on, after what the machine can do. */
  usableHost: (host: string) => Promise<string>
}

const workerThreads = 2
/** The next messages are written while the last are flushed to disk; a server has several connections. */
const storedTogether = 48
const storesAtOnce = { sqlite: 2, postgres: 4 } as const
const closeGraceMs = 10_000
const everyone = { kind: 'all' } as const

/** Whom a push service can write to (RFC 8292 section 2.1). */
const contactOf = (config: Config): string =>
  config.publicUrl.startsWith('https:') ? config.publicUrl : `mailto:postmaster@${config.localDomain}`

/** A mailbox that is only made on arrival has no rules and no webhooks of its own yet, but those of its owner hold. */
const recipientMailbox = ({ mailboxId, ownerId, domainId }: EnvelopeRecipient): RuledMailbox => ({
  id: mailboxId ?? '',
  owner_id: ownerId,
  domain_id: domainId,
})

/** A mailbox given away since its mail was accepted is another's: the former owner's hooks hear nothing. */
const hookKey = (address: string, ownerId: string | null): string => `${address} ${ownerId ?? ''}`

export async function openInbound(deps: InboundDeps) {
  const { config, db, clock, log, metrics, site, blobs } = deps
  const host = mailHostOf(config)
  const hostname = () => host
  const dnsHealth = newDnsHealth()
  const dnsWatch = watchDns(config.dnsServers, dnsHealth)
  const pool = createWorkerPool({ dnsServers: config.dnsServers, dnsHealth, scanners: config }, workerThreads)
  const reading = createReading({ blobs, pool })
  const rules = createRuleCache({ db, clock })
  const trace = createTraceWriter({ db, clock, log })
  const hub = createEventHub({
    db,
    log,
    async loadMail(seq): Promise<MailEvent | null> {
      const row = await listedMails(db.query, everyone)
        .select('mail.owner_id')
        .where('mail.seq', '=', seq)
        .executeTakeFirst()
      return row
        ? { kind: 'mail', seq, mailboxId: row.mailbox_id, ownerId: row.owner_id, mail: shownMail(row) }
        : null
    },
    onListener: () => pool.warm(),
  })
  const seconds = metrics.histogram(
    'yanshu_mail_visible_seconds',
    'From the acceptance of a mail to its event.',
    [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  )
  const recent = createRecent()
  const hooks = createHookCache({ db, clock })
  const deliverer = createWebhookDeliverer({ db, clock, log, secrets: deps.secrets, fetch: deps.hookFetch })
  const vapid = createVapid(await readVapidKey(db, deps.secrets, clock.now()), contactOf(config))
  const pusher = createPusher({
    db,
    clock,
    log,
    metrics,
    secrets: deps.secrets,
    fetch: deps.pushFetch,
    vapid,
  })

  async function storeTogether(messages: readonly Incoming[]): Promise<(StoredMail[] | null)[]> {
    const { spamThreshold } = await site.read()
    // Read before the transaction: within it a second connection might have to be waited for.
    const hooksOf = new Map<string, HooksToTell>()
    for (const { journaled } of messages) {
      for (const recipient of journaled.envelope.recipients) {
        const key = hookKey(recipient.address, recipient.ownerId)
        if (!hooksOf.has(key)) hooksOf.set(key, await hooks.hooksFor(recipientMailbox(recipient)))
      }
    }
    const arriving = new Map<Incoming, ArrivingMail>()
    for (const message of messages) {
      const wanted = new Map(message.outcomes.map(({ address, outcome }) => [address, outcome.forwardTo]))
      arriving.set(message, await deps.arriving.prepare(message.journaled, wanted))
    }
    let queued = 0
    const queueNotices: StoreDeps['queueNotices'] = async (tx, to, mail, now, message) => {
      const { id, address, owner_id } = to
      const { folder } = mail.row
      const { messageId, dmarc } = message.mail
      const facts = { folder, subject: mail.row.subject, messageId, dmarc }
      await arriving.get(message)?.store(tx, to, facts, now)
      const told = hooksOf.get(hookKey(address, owner_id))
      if (!told) return
      const { row, webhookIds } = mail
      const { from, subject, preview, code, link } = row
      const event = { from, subject, preview, code, link, receivedAt: Date.parse(row.receivedAt) }
      const mailbox = { id, address, owner_id }
      const news = { ...event, mailId: row.id, mailbox, alsoWebhookIds: webhookIds }
      queued += await queueDeliveries(tx, told, news, now)
    }
    const keeps: StoreDeps['keeps'] = (message, address) => arriving.get(message)?.keeps(address) ?? true
    let stored: (StoredMail[] | null)[] = []
    try {
      stored = await storeMessages({ db, clock, blobs, spamThreshold, queueNotices, keeps }, messages)
    } finally {
      for (const [index, message] of messages.entries())
        await arriving.get(message)?.done((stored[index] ?? null) !== null)
    }
    if (queued > 0) deliverer.kick()
    return stored
  }

  const quota = createQuota({ db, clock })
  const spool =
    db.kind === 'sqlite'
      ? await openSpool({ folder: join(config.dataDir, spoolFolder), db, clock, log })
      : null
  const processor = createProcessor({
    db,
    clock,
    log,
    blobs,
    pool,
    nodeId: deps.nodeId,
    async rulesOf({ recipients }) {
      const list: RecipientRules[] = []
      for (const recipient of recipients) {
        const held = await rules.rulesFor(recipientMailbox(recipient))
        if (held.length > 0) list.push({ address: recipient.address, rules: held })
      }
      return list
    },
    store: createStoreQueue(storeTogether, {
      maxTogether: storedTogether,
      atOnce: storesAtOnce[db.kind],
      manyComing: () => processor.backlog() > 2 * maxReading,
      isPressed: () => processor.isPressed(),
    }),
    async tell(journaled, stored) {
      for (const { seq, ownerId, unread, row } of stored) {
        await hub.publish({ kind: 'mail', seq, mailboxId: row.mailboxId, ownerId, mail: row })
        await hub.publish({ kind: 'unread', mailboxId: row.mailboxId, ownerId, unread })
        pusher.tell({ id: row.mailboxId, ownerId }, row)
      }
      const took = (clock.now() - journaled.receivedAt) / 1000
      seconds.observe(took)
      recent.note(took)
    },
    settled(seq) {
      quota.arrived(seq)
      spool?.settled(seq)
    },
    spool,
    missing: seq => noteMissing({ db, clock, log }, seq),
  })
  metrics.gauge('yanshu_inbound_set_aside', 'Messages accepted whose content is missing on disk.', () =>
    countAside(db),
  )
  metrics.gauge('yanshu_inbound_backlog', 'Messages accepted and not yet in their mailboxes.', () =>
    processor.backlog(),
  )
  metrics.gauge('yanshu_event_listeners', 'Open event streams and waiting calls.', () => hub.listeners())

  const localDomain = config.localDomain.toLowerCase()
  const directory = createDirectory(db)
  const local = createLocalAcceptance({
    db,
    directory,
    clock,
    blobs,
    processor,
    rules,
    hostname,
    localDomain,
    nodeId: deps.nodeId,
    quota,
    trace,
  })
  const handler = createAcceptHandler({
    directory,
    clock,
    log,
    metrics,
    site,
    journal: createJournal({ db, clock, blobs, nodeId: deps.nodeId, spool }),
    processor,
    rules,
    rate: createClientRate(clock),
    blocks: deps.blocks,
    trace,
    hostname,
    localDomain,
    quota,
    bounceOwner: address => deps.arriving.bounceOwner(address),
  })
  const certificate = openCertificate(config, host, log)
  const { limits, following } = createSiteLimits(site)
  const common = { hostname, tls: () => certificate.current(), limits, handler: following(handler) }
  const unsubscribes: (() => void)[] = []
  const smtp = deps.smtpThread ? inThread() : createSmtpServer({ protocol: 'smtp', ...common })
  const lmtp = config.lmtpPort > 0 ? createSmtpServer({ protocol: 'lmtp', ...common }) : null
  function inThread(): Listener {
    const setup = { hostname: host, limits: { ...limits }, certificate: certificate.files }
    const thread = createSmtpThread({ setup, handler: common.handler, limits: () => limits, log })
    for (const channel of [settingsChannel, blocksChannel])
      unsubscribes.push(db.bus.subscribe(channel, thread.forget))
    return thread
  }

  metrics.gauge('yanshu_smtp_connections', 'Open SMTP connections.', () => smtp.connections())

  let smtpPort = config.smtpPort
  const jobs: Job[] = [
    {
      name: 'sweep-mailboxes',
      everyMs: minute,
      waitsAfterLeap: true,
      run: async () => void (await sweepMailboxes({ db, clock, blobs, site })),
    },
    {
      name: 'sweep-webhook-log',
      everyMs: hour,
      waitsAfterLeap: true,
      run: async () => void (await db.transaction(tx => sweepDeliveries(tx, clock.now()))),
    },
    {
      name: 'sweep-loose-blobs',
      everyMs: 10 * minute,
      waitsAfterLeap: true,
      run: async () => void (await sweepLooseBlobs({ db, clock, blobs })),
    },
    {
      name: 'sweep-mails',
      everyMs: 10 * minute,
      waitsAfterLeap: true,
      run: () => sweepMails({ db, clock, blobs, site }),
    },
  ]

  return {
    handler,
    hub,
    /** News of the store for webhooks, in the transaction in which it happened. */
    queueOrderNews: (tx: Tx, news: OrderNews, sellerId: string | null, now: number) =>
      queueOrderNews(tx, news, sellerId, db.kind === 'postgres', now),
    tellHooks: () => deliverer.kick(),
    postLetter: createPostLetter({ db, site, local }),
    processor,
    local,
    pool,
    reading,
    hostname,
    certificate,
    jobs,
    smtpPort: () => smtpPort,
    /** What a node tells of itself. */
    health: {
      recentTimes: () => recent.times(),
      backlog: () => processor.backlog(),
      smtpPort: () => smtpPort,
      certificateFile: () => certificate.file,
    },
    handlers: {
      ...mailboxRoutes({
        ...{ db, clock, blobs, reading, hub, recent },
        fetch: deps.imageFetch,
        streams: createOpenStreams(),
        waits: createOpenStreams(),
        stillValid: deps.stillValid,
      }),
      ...traceRoutes({ db }),
      ...webhookRoutes({
        db,
        clock,
        secrets: deps.secrets,
        hooks,
        fetch: deps.hookFetch,
        kick: deliverer.kick,
        maxHooks: async () => (await site.read()).webhookLimit,
      }),
      ...pushRoutes({ db, clock, secrets: deps.secrets, vapid, pusher, isAllowed: deps.pushAllows }),
      ...testMailRoutes({ db, clock, site, smtpPort: () => smtpPort, hostname }),
      ...filterRoutes({
        db,
        clock,
        factsOf: seqs => filterFactsOf({ db, blobs, pool }, seqs),
        judge: (rule, facts) => pool.run('judge', { rule, facts }),
        rowsOf: async ids => (await listMailsByIds(db.query, everyone, ids)).map(shownMail),
      }),
    },
    async start() {
      await dnsWatch.known
      await processor.start()
      deliverer.start()
      const listening = await smtp.listen(config.smtpPort, await deps.usableHost(config.smtpHost))
      smtpPort = listening.port
      await lmtp?.listen(config.lmtpPort, '127.0.0.1')
    },
    async stop() {
      await Promise.all([smtp.close(closeGraceMs), lmtp?.close(closeGraceMs)])
      for (const unsubscribe of unsubscribes) unsubscribe()
      await processor.stop()
      await spool?.close()
      await deliverer.stop()
      await pusher.stop()
      await trace.stop()
      await pool.stop()
      dnsWatch.stop()
      hub.close()
      rules.close()
      hooks.close()
    },
  }
}
