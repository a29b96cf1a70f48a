/**
 * Signs a mail program in, for fetching or sending mail, by the address and password of an e-mail account.
 * The guard of the log-in page counts its attempts too, so that there is one lock and not three. A program
 * cannot do a proof of work; when one is required, it must wait.
 */

import type { Db } from '../../database/types.ts'
import { beginAttempt, normalSubject } from '../../identity/session/guard.ts'
import type { Passwords } from '../../identity/session/password.ts'
import type { Proofs } from '../../identity/session/proof.ts'
import { isKnownClient } from '../../identity/session/sessions.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import { normalAddress } from '../../mail/address/mailbox-address.ts'
import { isUsable } from '../account/mailbox.ts'
import { findMailboxByAddress, type MailboxRow, markMailboxLogin } from '../account/repository.ts'

/** RFC 5321 section 4.5.3.1: what is longer is nobody's, and is counted by its beginning. */
const longestAddress = 320

export type SignInDeps = { db: Db; clock: Clock; proofs: Proofs; passwords: Passwords }

export type SignedIn =
  | { kind: 'mailbox'; mailbox: MailboxRow }
  /** Wrong, unknown, stopped: from outside all the same. */
  | { kind: 'wrong' }
  /** Too many tries; even the right password is not looked at. */
  | { kind: 'later' }

export async function signInProgram(
  deps: SignInDeps,
  given: { username: string; password: string; client: string },
): Promise<SignedIn> {
  // No address has it, and not every database can be asked for it.
  if (given.username.includes('\0')) return { kind: 'wrong' }
  const address = normalAddress(given.username) ?? normalSubject(given.username).slice(0, longestAddress)
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
  return isMarked ? { kind: 'mailbox', mailbox } : { kind: 'wrong' }
}
