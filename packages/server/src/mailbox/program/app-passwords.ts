/**
 * App passwords: one for each program of a mailbox, so that a lost phone costs one of them and no program knows the
 * password of the mailbox. They are made at random and stored as digests; a new password of the mailbox ends them.
 */

import type { Db } from '../../database/types.ts'
import { mailboxScope } from '../../identity/access.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { hashToken, newId, newReadablePassword } from '../../kernel/ids.ts'
import { lockMailbox } from '../account/mailboxes.ts'
import { findScopedMailbox, type MailboxRow } from '../account/repository.ts'
import { mailboxWords } from '../words/words.ts'
import { madeUnder, tellProgramsEnded } from './program-log-in.ts'
import {
  type AppPasswordRow,
  appPasswordsOf,
  deleteAppPassword,
  deleteAppPasswordsBut,
  findAppPassword,
  insertAppPassword,
  isAppPasswordsOnly,
  setAppPasswordsOnly,
} from './repository.ts'

type Deps = { db: Db; clock: Clock }

export const mostAppPasswords = 25

/** 79 bits: out of reach for guessing, also for whoever has the digests. */
const letters = 16
const group = 4

const newAppPassword = (): string =>
  newReadablePassword(letters).replace(new RegExp(`.{${group}}(?=.)`, 'g'), '$&-')

/** The digest of what was typed; null when it cannot be an app password. Phones add capitals and people spaces. */
export function appPasswordHash(typed: string): string | null {
  if (typed.length > 2 * letters) return null
  const plain = typed.toLowerCase().replace(/[\s-]/g, '')
  return /^[a-z0-9]+$/.test(plain) && plain.length === letters ? hashToken(plain) : null
}

async function ownMailbox(deps: Deps, caller: LoggedIn, id: string): Promise<MailboxRow> {
  const mailbox = await findScopedMailbox(deps.db.query, mailboxScope(caller), id)
  if (!mailbox) throw new AppError('notFound')
  return mailbox
}

export async function listAppPasswords(
  deps: Deps,
  caller: LoggedIn,
  id: string,
): Promise<{ list: AppPasswordRow[]; only: boolean }> {
  const mailbox = await ownMailbox(deps, caller, id)
  return {
    list: await appPasswordsOf(deps.db.query, mailbox.id, madeUnder(mailbox)),
    only: await isAppPasswordsOnly(deps.db.query, mailbox.id),
  }
}

export async function createAppPassword(
  deps: Deps,
  caller: LoggedIn,
  { id, name }: { id: string; name: string },
): Promise<{ id: string; password: string }> {
  await ownMailbox(deps, caller, id)
  const password = newAppPassword()
  const now = deps.clock.now()
  const row = {
    ...{ id: newId(now), mailbox_id: id, name, secret_hash: appPasswordHash(password) ?? '' },
    ...{ created_at: now, last_used_at: null, last_client: '', last_channel: '' as const },
  }
  await deps.db.transaction(async tx => {
    const mailbox = await lockMailbox(tx, deps.db.kind, id)
    if (!mailbox) throw new AppError('notFound')
    const under = madeUnder(mailbox)
    await deleteAppPasswordsBut(tx, id, under)
    const before = await appPasswordsOf(tx, id, under)
    if (before.length >= mostAppPasswords)
      throw new AppError('conflict', { msg: mailboxWords.tooManyAppPasswords(mostAppPasswords) })
    await insertAppPassword(tx, { ...row, made_under: under })
  })
  return { id: row.id, password }
}

export async function endAppPassword(deps: Deps, caller: LoggedIn, id: string): Promise<void> {
  const found = await findAppPassword(deps.db.query, id)
  if (!found) throw new AppError('notFound')
  await ownMailbox(deps, caller, found.mailbox_id)
  if (!(await deps.db.transaction(tx => deleteAppPassword(tx, id)))) throw new AppError('notFound')
  await tellProgramsEnded(deps.db, [found.mailbox_id])
}

/** Decides whether programs are let in with the mailbox's own password; those that came with it leave. */
export async function requireAppPasswords(
  deps: Deps,
  caller: LoggedIn,
  { id, only }: { id: string; only: boolean },
): Promise<void> {
  await ownMailbox(deps, caller, id)
  await deps.db.transaction(tx => setAppPasswordsOnly(tx, id, only, deps.clock.now()))
  if (only) await tellProgramsEnded(deps.db, [id])
}
