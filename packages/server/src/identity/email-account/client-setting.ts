/** How one mailbox is opened: the link that leads to its log-in, and what a mail program needs to fetch and to send. */
import { AppError } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config/settings-table.ts'
import type { Db } from '../../database/types.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'
import type { Secrets } from '../../secrets.ts'
import { type LoggedIn, mailboxScope } from '../access.ts'
import { mailProfile, newTicket, readTicket } from './mail-profile.ts'
import { isUsable } from './mailbox.ts'
import { findMailbox, findScopedMailbox, type MailboxRow } from './repository.ts'

export type ProgramPort = { port: number; security: 'tls' | 'starttls' }
export type ProgramServer = { host: string; ports: [ProgramPort, ...ProgramPort[]] }

/** Where mail programs fetch mail and hand it in; null for what the site does not offer. */
export type ProgramServers = { incoming: ProgramServer | null; outgoing: ProgramServer | null }

/** Programs are told the ports that are open, the one with TLS from the beginning first (RFC 8314 section 3). */
function serverOn(host: string, tlsPort: number, startTlsPort: number): ProgramServer | null {
  const tls = tlsPort > 0 ? [{ port: tlsPort, security: 'tls' as const }] : []
  const startTls = startTlsPort > 0 ? [{ port: startTlsPort, security: 'starttls' as const }] : []
  const [first, ...more] = [...tls, ...startTls]
  return first ? { host, ports: [first, ...more] } : null
}

export const programServers = (
  config: Pick<Config, 'submissionPort' | 'submissionsPort' | 'pop3Port' | 'pop3sPort'>,
  host: string,
): ProgramServers => ({
  incoming: serverOn(host, config.pop3sPort, config.pop3Port),
  outgoing: serverOn(host, config.submissionsPort, config.submissionPort),
})

export type ClientSettingDeps = {
  db: Db
  clock: Clock
  secrets: Secrets
  site: SiteSettings
  publicUrl: string
  programs: ProgramServers
}

/** What a program can do with this mailbox: nothing without a password, and send only where it may. */
function serversFor({ programs }: Pick<ClientSettingDeps, 'programs'>, mailbox: MailboxRow): ProgramServers {
  if (mailbox.password_hash === null) return { incoming: null, outgoing: null }
  return { incoming: programs.incoming, outgoing: mailbox.may_send === 1 ? programs.outgoing : null }
}

export async function clientSetting(deps: ClientSettingDeps, caller: LoggedIn, id: string) {
  const mailbox = await findScopedMailbox(deps.db.query, mailboxScope(caller), id)
  if (!mailbox) throw new AppError('notFound')
  const { address: username } = mailbox
  const site = deps.publicUrl.replace(/\/+$/, '')
  const { incoming, outgoing } = serversFor(deps, mailbox)
  const ticket = incoming && outgoing && newTicket(deps.secrets, mailbox.id, deps.clock.now())
  return {
    address: username,
    loginUrl: `${site}/auth?${new URLSearchParams({ tab: 'email', address: username })}`,
    incoming: incoming && { ...incoming, username },
    outgoing: outgoing && { ...outgoing, username },
    profileUrl: ticket && `${site}/api/getMailProfile?${new URLSearchParams({ ticket })}`,
  }
}

/** The profile a ticket was given for, as long as it would still be given. */
export async function openProfile(
  deps: ClientSettingDeps,
  ticket: string,
): Promise<{ filename: string; xml: string }> {
  const now = deps.clock.now()
  const id = readTicket(deps.secrets, ticket, now)
  const mailbox = id === null ? undefined : await findMailbox(deps.db.query, id)
  if (!mailbox || !isUsable(mailbox, now)) throw new AppError('notFound')
  const { incoming, outgoing } = serversFor(deps, mailbox)
  if (!incoming || !outgoing) throw new AppError('notFound')
  const { siteName } = await deps.site.read()
  const { address } = mailbox
  return { filename: `${address}.mobileconfig`, xml: mailProfile({ address, siteName, incoming, outgoing }) }
}
