/**
 * Who a mail program is: the address and password of an e-mail account, counted by the same guard as logging in on the
 * page, so that there is one lock and not two. A program cannot do a proof of work; where one is asked for, it waits.
 */
import { AppError } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import { isUsable, normalAddress } from '../../identity/email-account/mailbox.ts'
import {
  findMailboxByAddress,
  type MailboxRow,
  markMailboxLogin,
} from '../../identity/email-account/repository.ts'
import { beginAttempt, normalSubject } from '../../identity/session/guard.ts'
import type { Passwords } from '../../identity/session/password.ts'
import type { Proofs } from '../../identity/session/proof.ts'
import { isKnownClient } from '../../identity/session/repository.ts'

export type AuthenticateDeps = { db: Db; clock: Clock; proofs: Proofs; passwords: Passwords }

export type Authenticated =
  | { kind: 'mailbox'; mailbox: MailboxRow }
  /** Wrong, unknown, stopped: from outside all the same. */
  | { kind: 'wrong' }
  /** Too many tries; even the right password is not looked at. */
  | { kind: 'later' }
  /** The right password of a mailbox that may not send. */
  | { kind: 'mayNotSend' }

export async function authenticateMailbox(
  deps: AuthenticateDeps,
  given: { username: string; password: string; client: string },
): Promise<Authenticated> {
  const address = normalAddress(given.username) ?? normalSubject(given.username)
  const mailbox = await findMailboxByAddress(deps.db.query, address)
  const attempt = await beginAttempt(deps, 'loginEmail', {
    subject: address,
    client: given.client,
    proof: undefined,
    knownClient: async () =>
      mailbox !== undefined && isKnownClient(deps.db.query, { mailboxId: mailbox.id }, given.client),
  }).catch((cause: unknown) => {
    if (cause instanceof AppError && (cause.code === 'proofNeeded' || cause.code === 'tooMany')) return null
    throw cause
  })
  if (attempt === null) return { kind: 'later' }
  const now = deps.clock.now()
  const right = await deps.passwords.verify(mailbox?.password_hash ?? null, given.password)
  if (!mailbox || !right || mailbox.password_hash === null || !isUsable(mailbox, now))
    return { kind: 'wrong' }
  const isMarked = await deps.db.transaction(async tx => {
    if (!(await markMailboxLogin(tx, mailbox, now))) return false
    await attempt.succeeded(tx)
    return true
  })
  if (!isMarked) return { kind: 'wrong' }
  return mailbox.may_send === 1 ? { kind: 'mailbox', mailbox } : { kind: 'mayNotSend' }
}
