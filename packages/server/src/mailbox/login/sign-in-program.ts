/**
 * Signs a mail program in, for fetching or sending mail, by the address of a mailbox and its password, or by an app
 * password of it. The guard of the log-in page counts its attempts too, so that there is one lock and not four. A program
 * cannot do a proof of work; when one is required, it must wait. An app password is beyond guessing, so it lets its
 * program in whatever strangers tried.
 */

import type { ProgramChannel } from '@yanshu/contract'
import type { Db } from '../../database/types.ts'
import { beginAttempt, normalSubject } from '../../identity/session/guard.ts'
import { noteFailedLogIn, noteLogIn } from '../../identity/session/note-log-in.ts'
import type { Passwords } from '../../identity/session/password.ts'
import type { Proofs } from '../../identity/session/proof.ts'
import { isKnownClient } from '../../identity/session/sessions.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { normalAddress } from '../../mail/address/mailbox-address.ts'
import { isUsable } from '../account/mailbox.ts'
import {
  findMailboxByAddress,
  type MailboxRow,
  markMailboxLogin,
  updateMailbox,
} from '../account/repository.ts'
import { appPasswordHash } from '../program/app-passwords.ts'
import { madeUnder, type ProgramLogIn } from '../program/program-log-in.ts'
import { findAppPasswordBySecret, isAppPasswordsOnly, markAppPasswordUse } from '../program/repository.ts'
import type { SignInTurns } from '../program/sign-in-turns.ts'

/** RFC 5321 section 4.5.3.1: what is longer is nobody's, and is counted by its beginning. */
const longestAddress = 320

export type SignInDeps = {
  db: Db
  clock: Clock
  log: Log
  proofs: Proofs
  passwords: Passwords
  signInTurns: SignInTurns
}

export type SignedIn =
  | { kind: 'mailbox'; mailbox: MailboxRow; logIn: ProgramLogIn }
  /** Wrong, unknown, stopped: from outside all the same. */
  | { kind: 'wrong' }
  /** Too many tries; even the right password is not looked at. */
  | { kind: 'later' }

const wrong: SignedIn = { kind: 'wrong' }

type Given = { username: string; password: string; client: string }

export async function signInProgram(
  deps: SignInDeps,
  channel: ProgramChannel,
  given: Given,
): Promise<SignedIn> {
  const address = normalAddress(given.username) ?? normalSubject(given.username).slice(0, longestAddress)
  // No address has it, and not every database can be asked for it.
  const isAddress = !address.includes('\0')
  const mailbox = isAddress ? await findMailboxByAddress(deps.db.query, address) : undefined
  const { client } = given
  const attempted = { channel, client, given: address, known: mailbox?.address ?? null }
  const found = isAddress ? await enterByEither(deps, channel, { ...given, address, mailbox }) : wrong
  if (found.kind === 'mailbox') noteLogIn(deps.log, attempted)
  else noteFailedLogIn(deps.log, attempted, found.kind === 'later' ? 'tooMany' : found.kind)
  return found
}

async function enterByEither(
  deps: SignInDeps,
  channel: ProgramChannel,
  { address, mailbox, ...given }: Given & { address: string; mailbox: MailboxRow | undefined },
): Promise<SignedIn> {
  const found = mailbox && (await enterWithAppPassword(deps, channel, given, mailbox))
  // Programs open several connections at once. One after the other none is counted as one try too many.
  return found ?? deps.signInTurns(`${address}|${given.client}`, () => enter(deps, given, address, mailbox))
}

/** Null when it is no app password of this mailbox. */
async function enterWithAppPassword(
  deps: SignInDeps,
  channel: ProgramChannel,
  given: Given,
  mailbox: MailboxRow,
): Promise<SignedIn | null> {
  const secretHash = appPasswordHash(given.password)
  if (secretHash === null) return null
  const found = await findAppPasswordBySecret(deps.db.query, mailbox.id, secretHash)
  const now = deps.clock.now()
  if (!found || found.made_under !== madeUnder(mailbox) || !isUsable(mailbox, now)) return null
  const use = { last_used_at: now, last_client: given.client, last_channel: channel }
  const isMarked = await deps.db.transaction(async tx => {
    if (!(await markAppPasswordUse(tx, found.id, use))) return false
    await updateMailbox(tx, mailbox.id, { last_login_at: now })
    return true
  })
  return isMarked ? signedIn(mailbox, found.id) : null
}

const signedIn = (mailbox: MailboxRow, appPasswordId: string | null): SignedIn => ({
  kind: 'mailbox',
  mailbox,
  logIn: { mailboxId: mailbox.id, passwordHash: mailbox.password_hash, appPasswordId },
})

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
  if (await isAppPasswordsOnly(deps.db.query, mailbox.id)) return wrong
  const isMarked = await deps.db.transaction(async tx => {
    if (!(await markMailboxLogin(tx, mailbox, now))) return false
    await attempt.succeeded(tx)
    return true
  })
  return isMarked ? signedIn(mailbox, null) : wrong
}
