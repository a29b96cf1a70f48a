/** Logging in to one mailbox with its address and password. */
import { AppError } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import type { Db, Tx } from '../../database/types.ts'
import { isUsable, normalAddress } from '../email-account/mailbox.ts'
import { findMailboxByAddress, markMailboxLogin } from '../email-account/repository.ts'
import { beginAttempt, normalSubject } from './guard.ts'
import type { Passwords } from './password.ts'
import type { Proofs } from './proof.ts'
import { insertSession, isKnownClient } from './repository.ts'
import { rememberedSpanMs } from './session.ts'

export type MailboxLogInRequest = {
  address: string
  password: string
  proof: string | undefined
  client: string
  agent: string
}

/** Opens a session for a mailbox whose right to be opened is already established. */
export function openMailboxSession(
  tx: Tx,
  mailbox: { id: string; expires_at: number | null },
  from: { client: string; agent: string },
  now: number,
): Promise<string> {
  return insertSession(
    tx,
    { subject: { mailboxId: mailbox.id }, span: rememberedSpanMs, notAfter: mailbox.expires_at, ...from },
    now,
  )
}

export async function logInMailbox(
  deps: { db: Db; clock: Clock; proofs: Proofs; passwords: Passwords },
  request: MailboxLogInRequest,
): Promise<{ token: string; address: string }> {
  const address = normalAddress(request.address) ?? normalSubject(request.address)
  const mailbox = await findMailboxByAddress(deps.db.query, address)
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
  if (!isUsable(mailbox, now)) throw new AppError('accountStopped')
  const token = await deps.db.transaction(async tx => {
    // The password may have been changed, or the mailbox deleted, while it was being verified.
    if (!(await markMailboxLogin(tx, mailbox, now))) throw new AppError('wrongCredentials')
    await attempt.succeeded(tx)
    return openMailboxSession(tx, mailbox, { client: request.client, agent: request.agent }, now)
  })
  return { token, address: mailbox.address }
}
