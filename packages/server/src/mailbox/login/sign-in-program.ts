/**
 * Signs a mail program in, for fetching or sending mail, by the address and password of an e-mail account.
 * The guard of the log-in page counts its attempts too, so that there is one lock and not three. A program
 * cannot do a proof of work; when one is required, it must wait.
 */

import type { Db } from '../../database/types.ts'
import { beginAttempt, normalSubject } from '../../identity/session/guard.ts'
import { type LogInChannel, noteFailedLogIn, noteLogIn } from '../../identity/session/note-log-in.ts'
import type { Passwords } from '../../identity/session/password.ts'
import type { Proofs } from '../../identity/session/proof.ts'
import { isKnownClient } from '../../identity/session/sessions.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { normalAddress } from '../../mail/address/mailbox-address.ts'
import { isUsable } from '../account/mailbox.ts'
import { findMailboxByAddress, type MailboxRow, markMailboxLogin } from '../account/repository.ts'

/** RFC 5321 section 4.5.3.1: what is longer is nobody's, and is counted by its beginning. */
const longestAddress = 320

export type SignInDeps = { db: Db; clock: Clock; log: Log; proofs: Proofs; passwords: Passwords }

export type SignedIn =
  | { kind: 'mailbox'; mailbox: MailboxRow }
  /** Wrong, unknown, stopped: from outside all the same. */
  | { kind: 'wrong' }
  /** Too many tries; even the right password is not looked at. */
  | { kind: 'later' }

const wrong: SignedIn = { kind: 'wrong' }

type Given = { username: string; password: string; client: string }

export async function signInProgram(
  deps: SignInDeps,
  channel: LogInChannel,
  given: Given,
): Promise<SignedIn> {
  const address = normalAddress(given.username) ?? normalSubject(given.username).slice(0, longestAddress)
  // No address has it, and not every database can be asked for it.
  const mailbox = address.includes('\0') ? undefined : await findMailboxByAddress(deps.db.query, address)
  const found = address.includes('\0') ? wrong : await enter(deps, given, address, mailbox)
  const { client } = given
  const attempted = { channel, client, given: address, known: mailbox?.address ?? null }
  if (found.kind === 'mailbox') noteLogIn(deps.log, attempted)
  else noteFailedLogIn(deps.log, attempted, found.kind === 'later' ? 'tooMany' : found.kind)
  return found
}

async function enter(
  deps: SignInDeps,
  given: Given,
  address: string,
  mailbox: MailboxRow | undefined,
): Promise<SignedIn> {
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
  if (!mailbox || !right || mailbox.password_hash === null || !isUsable(mailbox, now)) return wrong
  const isMarked = await deps.db.transaction(async tx => {
    if (!(await markMailboxLogin(tx, mailbox, now))) return false
    await attempt.succeeded(tx)
    return true
  })
  return isMarked ? { kind: 'mailbox', mailbox } : wrong
}
