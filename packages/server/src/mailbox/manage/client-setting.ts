/** How one mailbox is opened: the link that leads to its log-in, and what a mail program needs to fetch and to send. */

import type { Db } from '../../database/types.ts'
import { findDomain } from '../../domain/domains.ts'
import { mailHostFor } from '../../domain/mail-hosts.ts'
import { managedScope } from '../../identity/access.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { SiteNames } from '../../ledger/setting/site-names.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { isUsable } from '../account/mailbox.ts'
import { findMailbox, findScopedMailbox, type MailboxRow } from '../account/repository.ts'
import { mailProfile, newTicket, readTicket } from './mail-profile.ts'
import type { ProgramServers, ServersAt } from './program-servers.ts'

export type ClientSettingDeps = {
  db: Db
  clock: Clock
  secrets: Secrets
  site: SiteSettings
  names: Pick<SiteNames, 'publicUrl' | 'mailHost'>
  programs: ServersAt
}

/**
 * Returns the servers that a program can use for this mailbox: none without a password, and sending only if
 * allowed.
 */
async function serversFor(deps: ClientSettingDeps, mailbox: MailboxRow): Promise<ProgramServers> {
  if (mailbox.password_hash === null) return { imap: null, pop3: null, outgoing: null }
  const domain = await findDomain(deps.db.query, mailbox.domain_id)
  const programs = deps.programs(mailHostFor(deps.names, domain ?? { mail_host: null }))
  return { ...programs, outgoing: mailbox.may_send === 1 ? programs.outgoing : null }
}

export async function clientSetting(deps: ClientSettingDeps, caller: LoggedIn, id: string) {
  const mailbox = await findScopedMailbox(deps.db.query, managedScope(caller), id)
  if (!mailbox) throw new AppError('notFound')
  const { address: username } = mailbox
  const site = deps.names.publicUrl()
  const { imap, pop3, outgoing } = await serversFor(deps, mailbox)
  const ticket = (imap ?? pop3) && outgoing && newTicket(deps.secrets, mailbox.id, deps.clock.now())
  return {
    address: username,
    loginUrl: `${site}/auth?${new URLSearchParams({ tab: 'email', address: username })}`,
    imap: imap && { ...imap, username },
    incoming: pop3 && { ...pop3, username },
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
  const { imap, pop3, outgoing } = await serversFor(deps, mailbox)
  const incoming = imap ?? pop3
  if (!incoming || !outgoing) throw new AppError('notFound')
  const { siteName } = await deps.site.read()
  const { address } = mailbox
  return {
    filename: `${address}.mobileconfig`,
    xml: mailProfile({ address, siteName, kind: imap ? 'IMAP' : 'POP', incoming, outgoing }),
  }
}
