/** Logging in to one mailbox with its address and password. */

import type { Db, Tx } from '../../database/types.ts'
import { beginAttempt, normalSubject } from '../../identity/session/guard.ts'
import { noted } from '../../identity/session/note-log-in.ts'
import type { Passwords } from '../../identity/session/password.ts'
import type { Proofs } from '../../identity/session/proof.ts'
import { rememberedSpanMs } from '../../identity/session/session.ts'
import { endedWords, insertSession, isKnownClient } from '../../identity/session/sessions.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { normalAddress } from '../../mail/address/mailbox-address.ts'
import { isUsable } from '../account/mailbox.ts'
import { findMailboxByAddress, type MailboxRow, markMailboxLogin } from '../account/repository.ts'

export type MailboxLogInRequest = {
  address: string
  password: string
  proof: string | undefined
  client: string
  agent: string
}

/**
 * Opens a session for a mailbox whose right to be opened is already established. The session does not know the
 * end of the mailbox: each request asks for it, so that a mailbox with more time keeps its log-ins.
 */
export function openMailboxSession(
  tx: Tx,
  mailboxId: string,
  from: { client: string; agent: string },
  now: number,
): Promise<string> {
  return insertSession(tx, { subject: { mailboxId }, span: rememberedSpanMs, notAfter: null, ...from }, now)
}

type Deps = {
  db: Db
  clock: Clock
  log: Log
  site: Pick<SiteSettings, 'read'>
  proofs: Proofs
  passwords: Passwords
}

type LoggedInTo = { token: string; address: string }

export async function logInMailbox(deps: Deps, request: MailboxLogInRequest): Promise<LoggedInTo> {
  const address = normalAddress(request.address) ?? normalSubject(request.address)
  const mailbox = await findMailboxByAddress(deps.db.query, address)
  const { client } = request
  const attempted = { channel: 'http', client, given: address, known: mailbox?.address ?? null } as const
  return noted(deps.log, attempted, () => enter(deps, request, address, mailbox))
}

async function enter(
  deps: Deps,
  request: MailboxLogInRequest,
  address: string,
  mailbox: MailboxRow | undefined,
): Promise<LoggedInTo> {
  const attempt = await beginAttempt(deps, 'loginEmail', {
    subject: address,
    client: request.client,
    proof: request.proof,
    knownClient: async () =>
      mailbox !== undefined && isKnownClient(deps.db.query, { mailboxId: mailbox.id }, request.client),
  })
  const now = deps.clock.now()
  // A mailbox without a password can only be opened with the token it was made with.
  const right = await deps.passwords.verify(mailbox?.password_hash ?? null, request.password)
  if (!mailbox || mailbox.deleted_at !== null || !right || mailbox.password_hash === null)
    throw new AppError('wrongCredentials')
  if (!isUsable(mailbox, now)) {
    // The password was right: whoever knows it is told, and comes back no worse for having asked.
    await deps.db.transaction(attempt.uncount)
    const why = mailbox.status === 'stopped' ? 'mailboxStopped' : 'mailboxExpired'
    throw new AppError('accountStopped', { msg: await endedWords(deps.site, why) })
  }
  const token = await deps.db.transaction(async tx => {
    // The password may have been changed, or the mailbox deleted, while it was being verified.
    if (!(await markMailboxLogin(tx, mailbox, now))) throw new AppError('wrongCredentials')
    await attempt.succeeded(tx)
    return openMailboxSession(tx, mailbox.id, { client: request.client, agent: request.agent }, now)
  })
  return { token, address: mailbox.address }
}
