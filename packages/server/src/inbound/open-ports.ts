/** Opens the ports that take mail: SMTP, in a thread of its own or in this one, and LMTP where it is wanted. */
import type { Certificate } from '../certificate/present/certificate.ts'
import type { Db } from '../database/types.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config/settings-table.ts'
import type { Log } from '../kernel/log.ts'
import type { Metrics } from '../kernel/metrics.ts'
import { networksOf } from '../kernel/networks.ts'
import { proxiesOf } from '../kernel/proxied-ports.ts'
import { usableHost } from '../kernel/usable-host.ts'
import { blocksChannel } from '../ledger/block/block-list.ts'
import { type SiteSettings, settingsChannel } from '../ledger/setting/site-settings.ts'
import { createSiteLimits } from './receive/site-limits.ts'
import type { Listener } from './receive/smtp/listener.ts'
import { type MailRoomFacts, openMailRoom } from './receive/smtp/mail-room.ts'
import { createSmtpServer } from './receive/smtp/server.ts'
import type { SmtpHandler } from './receive/smtp/types.ts'
import { createSmtpThread } from './receive/thread/smtp-thread.ts'

export type PortsDeps = {
  config: Config
  db: Db
  clock: Clock
  log: Log
  metrics: Metrics
  site: SiteSettings
  /** The name by which this server greets. */
  hostname: () => string
  certificate: Certificate
  handler: SmtpHandler
  /** Whether a thread of its own speaks with clients. It costs memory and a moment at the start. */
  smtpThread: boolean
  /** For mail under way. */
  room: MailRoomFacts
  /** Gives the host to listen on, as far as the machine can. */
}

export function openPorts(deps: PortsDeps) {
  const { config, db, log, metrics, site, hostname, certificate } = deps
  const { limits, following } = createSiteLimits(site)
  const handler = following(deps.handler)
  const common = {
    hostname,
    tls: certificate.current,
    ...{ limits, handler, room: openMailRoom(deps.room) },
  }
  const proxies = proxiesOf(config, 'smtp')
  const unsubscribes: (() => void)[] = []

  function inThread(): Listener {
    const setup = {
      ...{ hostname: hostname(), limits: { ...limits }, certificate: certificate.setup, room: deps.room },
      proxies,
    }
    const thread = createSmtpThread({ setup, handler, limits: () => limits, hostname, log })
    for (const channel of [settingsChannel, blocksChannel])
      unsubscribes.push(db.bus.subscribe(channel, thread.forget))
    unsubscribes.push(certificate.follow(thread.hold))
    return thread
  }

  const smtp = deps.smtpThread
    ? inThread()
    : createSmtpServer({ protocol: 'smtp', ...common, trustedProxies: networksOf(proxies) })
  const lmtp = config.lmtpPort > 0 ? createSmtpServer({ protocol: 'lmtp', ...common }) : null
  metrics.gauge('yanshu_smtp_connections', 'Open SMTP connections.', () => smtp.connections())
  let smtpPort = config.smtpPort

  return {
    smtpPort: () => smtpPort,
    async listen() {
      const listening = await smtp.listen(config.smtpPort, await usableHost(config.smtpHost))
      smtpPort = listening.port
      await lmtp?.listen(config.lmtpPort, '127.0.0.1')
    },
    async close(graceMs: number) {
      await Promise.all([smtp.close(graceMs), lmtp?.close(graceMs)])
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}
