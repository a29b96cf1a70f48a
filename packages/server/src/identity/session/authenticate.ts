/** From the bearer token of a request to the caller. Unknown, ended, stopped and expired all make a visitor. */
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { Caller, LoggedIn, Visitor } from '../access.ts'
import { findApiKey, findKeyAccount } from '../api-key/repository.ts'
import { isUsable } from '../email-account/mailbox.ts'
import { findMailbox } from '../email-account/repository.ts'
import { findAccount } from '../sys-account/repository.ts'
import { accountCaller, isActingAdmin, readRights } from '../sys-account/sys-account.ts'
import { findSession, findSessionById, touchSession } from './repository.ts'
import { apiKeyPrefix, isOver, touchEveryMs } from './session.ts'

type Deps = { db: Db; clock: Clock }

/** No token of ours is longer; what is longer is not even hashed. */
const maxTokenLength = 100

async function bySession(deps: Deps, token: string, visitor: Visitor): Promise<Caller> {
  const { db, clock } = deps
  const now = clock.now()
  const session = await findSession(db.query, token)
  if (!session || isOver(session, now)) return visitor
  let caller: Caller = visitor
  let notAfter = Number.POSITIVE_INFINITY
  if (session.sys_account_id !== null) {
    const account = await findAccount(db.query, session.sys_account_id)
    const actor = session.acted_by === null ? null : await findAccount(db.query, session.acted_by)
    const actorMay = session.acted_by === null || (actor && isActingAdmin(actor))
    if (account?.status === 'active' && actorMay) {
      const acted = actor ? { actedBy: { id: actor.id, name: actor.username } } : {}
      caller = accountCaller(account, { sessionId: session.id, ...acted }, visitor)
    }
    // Time in somebody's name is counted from its beginning, however busy it is.
    if (actor) notAfter = session.created_at + session.span
  } else if (session.mailbox_id !== null) {
    const mailbox = await findMailbox(db.query, session.mailbox_id)
    if (mailbox && isUsable(mailbox, now)) {
      notAfter = mailbox.expires_at ?? notAfter
      caller = {
        ...visitor,
        role: 'mailbox',
        sessionId: session.id,
        mailboxId: mailbox.id,
        address: mailbox.address,
        maySend: mailbox.may_send === 1,
      }
    }
  }
  if (caller.role !== 'visitor' && Math.abs(now - session.last_seen_at) >= touchEveryMs) {
    await db.transaction(tx => touchSession(tx, session.id, now, Math.min(now + session.span, notAfter)))
  }
  return caller
}

export async function authenticate(
  deps: Deps,
  token: string | null,
  from: { client: string; agent: string },
): Promise<Caller> {
  const visitor: Visitor = { role: 'visitor', ...from }
  if (token === null || token.length > maxTokenLength) return visitor
  if (!token.startsWith(apiKeyPrefix)) return bySession(deps, token, visitor)
  const found = await findKeyAccount(deps, token)
  if (!found) return visitor
  return accountCaller(found.account, { sessionId: null, keyHash: found.keyHash }, visitor)
}

/** Whether a caller that was let in earlier would still be: for connections that stay open. */
export async function callerIsValid(deps: Deps, caller: LoggedIn): Promise<boolean> {
  const { db, clock } = deps
  if (caller.sessionId !== null) {
    const session = await findSessionById(db.query, caller.sessionId)
    if (!session || isOver(session, clock.now())) return false
    const actor = session.acted_by === null ? null : await findAccount(db.query, session.acted_by)
    if (session.acted_by !== null && !(actor && isActingAdmin(actor))) return false
  }
  if (caller.role === 'mailbox') {
    const mailbox = await findMailbox(db.query, caller.mailboxId)
    return mailbox !== undefined && isUsable(mailbox, clock.now())
  }
  if (caller.keyHash !== undefined) {
    const key = await findApiKey(db.query, caller.accountId)
    if (key?.key_hash !== caller.keyHash) return false
  }
  const account = await findAccount(db.query, caller.accountId)
  if (account && caller.keyHash !== undefined && !readRights(account).can.useApi) return false
  return account?.status === 'active' && account.role === caller.role
}
