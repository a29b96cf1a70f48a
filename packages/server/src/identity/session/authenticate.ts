/** From the bearer token of a request to the caller. Unknown, ended, stopped and expired all make a visitor. */

import type { Selectable } from 'kysely'
import type { Db, Query } from '../../database/types.ts'
import type { AccountCaller, Caller, LoggedIn, Visitor, WhyEnded } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { type CalledFor, checkCall } from '../access.ts'
import { apiKeyPrefix } from '../api-key/api-key.ts'
import { findApiKey, findKeyAccount } from '../api-key/repository.ts'
import { findAccount } from '../sys-account/repository.ts'
import { accountCaller, isActingAdmin } from '../sys-account/sys-account.ts'
import { whyGone } from './ended-login.ts'
import { findSession, findSessionById, touchSession } from './repository.ts'
import { isOver, touchEveryMs } from './session.ts'
import type { SessionTable } from './table.ts'

/** The mailbox behind a log-in: open, or why it is not; null when it is gone. The room of mailboxes knows. */
export type FindLogInMailbox = (
  query: Query,
  id: string,
  now: number,
) => Promise<{ state: 'open'; address: string; maySend: boolean } | { state: 'stopped' | 'expired' } | null>

type Deps = {
  db: Db
  clock: Clock
  site: Pick<SiteSettings, 'read'>
  findLogInMailbox: FindLogInMailbox
}
type Session = Selectable<SessionTable>

/** `notAfter`: the log-in cannot last longer, whatever its use. */
type Seen = { caller: LoggedIn; notAfter: number } | { why: WhyEnded | null }

/** No token of ours is longer; what is longer is not even hashed. */
const maxTokenLength = 100

async function seenAccount(
  { db }: Deps,
  session: Session,
  accountId: string,
  visitor: Visitor,
): Promise<Seen> {
  const account = await findAccount(db.query, accountId)
  if (account?.status === 'stopped') return { why: 'accountStopped' }
  if (!account) return { why: null }
  const cameWith = { sessionId: session.id }
  if (session.acted_by === null)
    return { caller: accountCaller(account, cameWith, visitor), notAfter: Number.POSITIVE_INFINITY }
  const actor = await findAccount(db.query, session.acted_by)
  if (!actor || !isActingAdmin(actor)) return { why: null }
  const actedBy = { id: actor.id, name: actor.username }
  return {
    caller: accountCaller(account, { ...cameWith, actedBy }, visitor),
    // Time in somebody's name is counted from its beginning, however busy it is.
    notAfter: session.created_at + session.span,
  }
}

async function seenMailbox(deps: Deps, session: Session, mailboxId: string, visitor: Visitor): Promise<Seen> {
  const mailbox = await deps.findLogInMailbox(deps.db.query, mailboxId, deps.clock.now())
  if (mailbox === null) return { why: null }
  if (mailbox.state !== 'open')
    return { why: mailbox.state === 'stopped' ? 'mailboxStopped' : 'mailboxExpired' }
  const { address, maySend } = mailbox
  return {
    caller: { ...visitor, role: 'mailbox', sessionId: session.id, mailboxId, address, maySend },
    notAfter: Number.POSITIVE_INFINITY,
  }
}

/**
 * An admin who looks at a mailbox: an admin's caller that reaches this one mailbox and nothing else. A site that
 * forbids looking ends those that are under way.
 */
async function seenLook(
  { db, site }: Deps,
  { id, acted_by, created_at, span }: Session,
  mailboxId: string,
  visitor: Visitor,
): Promise<Seen> {
  const admin = acted_by === null ? undefined : await findAccount(db.query, acted_by)
  if (!admin || !isActingAdmin(admin) || !(await site.read()).lookAllowed) return { why: null }
  const look = { id, mailboxId }
  return { caller: accountCaller(admin, { sessionId: id, look }, visitor), notAfter: created_at + span }
}

/** Whom a session stands for now. */
async function seenBy(deps: Deps, session: Session, visitor: Visitor): Promise<Seen> {
  const { sys_account_id: accountId, mailbox_id: mailboxId } = session
  const over = isOver(session, deps.clock.now())
  // A log-in to a mailbox ends at the latest with the mailbox, which then is the reason to tell.
  if (mailboxId !== null && session.acted_by === null) {
    const seen = await seenMailbox(deps, session, mailboxId, visitor)
    return over && 'caller' in seen ? { why: null } : seen
  }
  if (over) return { why: null }
  if (accountId !== null) return seenAccount(deps, session, accountId, visitor)
  return mailboxId === null ? { why: null } : seenLook(deps, session, mailboxId, visitor)
}

async function withReason({ site }: Deps, visitor: Visitor, why: WhyEnded | null): Promise<Visitor> {
  if (why === null) return visitor
  return { ...visitor, ended: { why, contact: (await site.read()).complaint } }
}

async function bySession(deps: Deps, token: string, visitor: Visitor): Promise<Caller> {
  const { db, clock } = deps
  const now = clock.now()
  const session = await findSession(db.query, token)
  if (!session) return withReason(deps, visitor, await whyGone(db.query, { token }, now))
  const seen = await seenBy(deps, session, visitor)
  if (!('caller' in seen)) return withReason(deps, visitor, seen.why)
  const { caller, notAfter } = seen
  if (Math.abs(now - session.last_seen_at) >= touchEveryMs) {
    await db.transaction(tx => touchSession(tx, session.id, now, Math.min(now + session.span, notAfter)))
  }
  return caller
}

async function byKey(deps: Deps, key: string, visitor: Visitor): Promise<Caller> {
  const found = await findKeyAccount(deps, key)
  return found ? accountCaller(found.account, { sessionId: null, keyHash: found.keyHash }, visitor) : visitor
}

export async function authenticate(
  deps: Deps,
  token: string | null,
  from: { client: string; agent: string },
): Promise<Caller> {
  const visitor: Visitor = { role: 'visitor', ...from }
  if (token === null || token.length > maxTokenLength) return visitor
  return token.startsWith(apiKeyPrefix) ? byKey(deps, token, visitor) : bySession(deps, token, visitor)
}

/**
 * Returns a caller that was let in earlier as it would be let in now, for connections that stay open. Whoever would not
 * be let in any more is a visitor.
 */
export async function callerNow(deps: Deps, caller: LoggedIn): Promise<Caller> {
  const visitor: Visitor = { role: 'visitor', client: caller.client, agent: caller.agent }
  if (caller.role === 'mailbox') return bySessionNow(deps, caller.sessionId, visitor)
  if (caller.sessionId !== null) return bySessionNow(deps, caller.sessionId, visitor)
  return byKeyNow(deps, caller, visitor)
}

async function bySessionNow(deps: Deps, sessionId: string, visitor: Visitor): Promise<Caller> {
  const { query } = deps.db
  const session = await findSessionById(query, sessionId)
  if (!session) return withReason(deps, visitor, await whyGone(query, { sessionId }, deps.clock.now()))
  const seen = await seenBy(deps, session, visitor)
  return 'caller' in seen ? seen.caller : withReason(deps, visitor, seen.why)
}

async function byKeyNow({ db }: Deps, caller: AccountCaller, visitor: Visitor): Promise<Caller> {
  const key = await findApiKey(db.query, caller.accountId)
  const account = await findAccount(db.query, caller.accountId)
  if (account?.status !== 'active' || caller.keyHash === undefined || key?.key_hash !== caller.keyHash)
    return visitor
  const now = accountCaller(account, { sessionId: null, keyHash: caller.keyHash }, visitor)
  return now.can.useApi ? now : visitor
}

type AskerOfWork = { client: string; agent: string; sessionId: string | null; actedBy: string | null }

/**
 * Returns the caller who asked for work in the background, with the current rights; null when that caller
 * would not be let in any more. Throws when the caller could not ask for it by that call now.
 */
export async function callerAgain(
  deps: Deps,
  owner: string,
  asker: AskerOfWork,
  call: CalledFor,
): Promise<LoggedIn | null> {
  const caller = await whoAsked(deps, owner, asker)
  if (caller) checkCall(caller, call)
  return caller
}

async function whoAsked(
  { db, clock, findLogInMailbox }: Deps,
  owner: string,
  asker: AskerOfWork,
): Promise<LoggedIn | null> {
  const { client, agent } = asker
  const sessionId = asker.sessionId ?? ''
  const visitor: Visitor = { role: 'visitor', client, agent }
  const [kind, id = ''] = owner.split(':')
  if (kind === 'mailbox') {
    const mailbox = await findLogInMailbox(db.query, id, clock.now())
    if (mailbox?.state !== 'open') return null
    const { address, maySend } = mailbox
    return { ...visitor, role: 'mailbox', sessionId, mailboxId: id, address, maySend }
  }
  const account = await findAccount(db.query, id)
  if (account?.status !== 'active') return null
  if (asker.actedBy === null) return accountCaller(account, { sessionId }, visitor)
  const actor = await findAccount(db.query, asker.actedBy)
  if (!actor || !isActingAdmin(actor)) return null
  return accountCaller(account, { sessionId, actedBy: { id: actor.id, name: actor.username } }, visitor)
}
