/**
 * Lets phones and mail programs read mail in its folders: IMAP on the configured ports. The same code as for the page,
 * POP3 and submission decides who may sign in. This file connects the protocol to the mailbox; neither knows the other.
 */
import type { Certificate } from '../../certificate/present/certificate.ts'
import { namesId } from '../../database/publish-ids.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import type { Log } from '../../kernel/log.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import { networksOf } from '../../kernel/networks.ts'
import { type ProxySettings, proxiesOf } from '../../kernel/proxied-ports.ts'
import { usableHost } from '../../kernel/usable-host.ts'
import { type SignInDeps, signInProgram } from '../../mailbox/login/sign-in-program.ts'
import { programsEndedChannel, stillLoggedIn } from '../../mailbox/program/program-log-in.ts'
import { type AccountWays, accountDeps } from '../imap/account-deps.ts'
import { openAccount } from '../imap/open-account.ts'
import type { ImapHandler } from '../imap/types.ts'
import { createImapServer } from './server.ts'
import { defaultImapLimits } from './session/limits.ts'

export type ImapDeps = SignInDeps &
  AccountWays & {
    config: Pick<Config, 'imapPort' | 'imapsPort' | 'smtpHost'> & ProxySettings
    log: Log
    metrics: Metrics
    certificate: Certificate
    hostname: () => string
  }

/** Programs open one for each folder that they watch, and people have several devices. */
const sessionsPerMailbox = 40

export function createImapHandler(deps: SignInDeps & AccountWays): ImapHandler {
  const ways = accountDeps(deps)
  const failed = (cause: unknown): void => deps.log.error({ err: cause }, 'reading mail failed')
  const open = new Map<string, number>()

  function leave(mailboxId: string): void {
    const left = (open.get(mailboxId) ?? 1) - 1
    if (left > 0) open.set(mailboxId, left)
    else open.delete(mailboxId)
  }

  return {
    failed,
    now: () => deps.clock.now(),
    async signIn(given) {
      const found = await signInProgram(deps, 'imap', given)
      if (found.kind !== 'mailbox') return found
      const { mailbox, logIn } = found
      const before = open.get(mailbox.id) ?? 0
      if (before >= sessionsPerMailbox) return { kind: 'inUse' }
      open.set(mailbox.id, before + 1)
      const isOpen = async () => (await stillLoggedIn(deps, logIn)) !== null
      const account = openAccount(ways, mailbox, isOpen)
      return {
        kind: 'open',
        account: {
          ...account,
          /** Also when the log-in may have ended: whoever waits for news looks then. */
          listen(changed) {
            const unlisten = account.listen(changed)
            const unsubscribe = deps.db.bus.subscribe(programsEndedChannel, message => {
              if (namesId(message, mailbox.id)) changed()
            })
            return () => {
              unlisten()
              unsubscribe()
            }
          },
          close: () => account.close().finally(() => leave(mailbox.id)),
        },
      }
    },
  }
}

export function openImap(deps: ImapDeps) {
  const { config, certificate, hostname } = deps
  const handler = createImapHandler(deps)
  const listener = (implicitTls: boolean) =>
    createImapServer({
      hostname,
      tls: certificate.current,
      implicitTls,
      limits: defaultImapLimits,
      handler,
      trustedProxies: networksOf(proxiesOf(config, implicitTls ? 'imaps' : 'imap')),
    })
  const imap = config.imapPort > 0 ? listener(false) : null
  const imaps = config.imapsPort > 0 ? listener(true) : null
  deps.metrics.gauge(
    'yanshu_imap_connections',
    'Open IMAP connections.',
    () => (imap?.connections() ?? 0) + (imaps?.connections() ?? 0),
  )
  return {
    async start() {
      const host = await usableHost(config.smtpHost)
      await imap?.listen(config.imapPort, host)
      await imaps?.listen(config.imapsPort, host)
    },
    async stop(graceMs: number) {
      await Promise.all([imap?.close(graceMs), imaps?.close(graceMs)])
    },
  }
}
