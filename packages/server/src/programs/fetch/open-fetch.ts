/**
 * Lets phones and mail programs fetch mail: POP3 on the configured ports, for e-mail accounts with a
 * password. The same code as for the page and for submission decides who may sign in; the mails shown are
 * those of the inbox. This file connects both to the protocol, which knows neither.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Certificate } from '../../certificate/present/certificate.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import type { Log } from '../../kernel/log.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import { networksOf } from '../../kernel/networks.ts'
import { type ProxySettings, proxiesOf } from '../../kernel/proxied-ports.ts'
import { usableHost } from '../../kernel/usable-host.ts'
import type { EventHub } from '../../ledger/event/event-hub.ts'
import { type SignInDeps, signInProgram } from '../../mailbox/login/sign-in-program.ts'
import { openMaildrop } from './open-maildrop.ts'
import { defaultPop3Limits } from './pop3/limits.ts'
import { createPop3Server } from './pop3/server.ts'
import type { Pop3Handler } from './pop3/types.ts'

export type FetchDeps = SignInDeps & {
  config: Pick<Config, 'pop3Port' | 'pop3sPort' | 'smtpHost'> & ProxySettings
  log: Log
  metrics: Metrics
  blobs: BlobStore
  hub: EventHub
  certificate: Certificate
  hostname: () => string
}

/** A phone, a tablet and some desktops, with the connections that were lost and are not yet given up. */
const sessionsPerMailbox = 10

export function createFetchHandler(deps: SignInDeps & Pick<FetchDeps, 'log' | 'blobs' | 'hub'>): Pop3Handler {
  const failed = (cause: unknown): void => deps.log.error({ err: cause }, 'fetching mail failed')
  const open = new Map<string, number>()

  function leave(mailboxId: string): void {
    const left = (open.get(mailboxId) ?? 1) - 1
    if (left > 0) open.set(mailboxId, left)
    else open.delete(mailboxId)
  }

  return {
    failed,
    async signIn(given) {
      const found = await signInProgram(deps, 'pop3', given)
      if (found.kind !== 'mailbox') return found
      const { id } = found.mailbox
      const before = open.get(id) ?? 0
      if (before >= sessionsPerMailbox) return { kind: 'inUse' }
      open.set(id, before + 1)
      try {
        const maildrop = await openMaildrop({ ...deps, failed }, found.mailbox, found.logIn)
        const close = () => maildrop.close().finally(() => leave(id))
        return { kind: 'open', maildrop: { ...maildrop, close } }
      } catch (cause) {
        leave(id)
        throw cause
      }
    },
  }
}

export function openFetch(deps: FetchDeps) {
  const { config, certificate, hostname } = deps
  const handler = createFetchHandler(deps)
  const listener = (implicitTls: boolean) =>
    createPop3Server({
      hostname,
      tls: certificate.current,
      implicitTls,
      limits: defaultPop3Limits,
      handler,
      trustedProxies: networksOf(proxiesOf(config, implicitTls ? 'pop3s' : 'pop3')),
    })
  const pop3 = config.pop3Port > 0 ? listener(false) : null
  const pop3s = config.pop3sPort > 0 ? listener(true) : null
  deps.metrics.gauge(
    'yanshu_pop3_connections',
    'Open POP3 connections.',
    () => (pop3?.connections() ?? 0) + (pop3s?.connections() ?? 0),
  )
  return {
    async start() {
      const host = await usableHost(config.smtpHost)
      await pop3?.listen(config.pop3Port, host)
      await pop3s?.listen(config.pop3sPort, host)
    },
    async stop(graceMs: number) {
      await Promise.all([pop3?.close(graceMs), pop3s?.close(graceMs)])
    },
  }
}
