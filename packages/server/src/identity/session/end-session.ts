/** Ending log-ins: one's own, one by one or all others; a changed password ends the others by itself. */
import { AppError } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import { publishIds } from '../../database/publish-ids.ts'
import type { Db, Tx } from '../../database/types.ts'
import { writeAudit } from '../../operate/audit/write-audit.ts'
import type { LoggedIn } from '../access.ts'
import { deleteApiKey } from '../api-key/repository.ts'
import { findMailbox, setMailboxPassword } from '../email-account/repository.ts'
import { findAccount, setAccountPassword } from '../sys-account/repository.ts'
import { beginOwnAttempt } from './guard.ts'
import type { Passwords } from './password.ts'
import { deleteSessions, listSessions } from './repository.ts'
import { keysEndedChannel, type SessionSubject, sessionsEndedChannel } from './session.ts'

type Deps = { db: Db; clock: Clock }

export const subjectOf = (caller: LoggedIn): SessionSubject =>
  caller.role === 'mailbox' ? { mailboxId: caller.mailboxId } : { sysAccountId: caller.accountId }

const subjectIdOf = (caller: LoggedIn): string =>
  caller.role === 'mailbox' ? caller.mailboxId : caller.accountId

export const tellSessionsEnded = (db: Db, ids: readonly string[]): Promise<void> =>
  publishIds(db.bus, sessionsEndedChannel, ids)

export async function tellKeyEnded(db: Db, accountId: string): Promise<void> {
  await db.bus.publish(keysEndedChannel, accountId)
}

async function endWhere(deps: Deps, end: (tx: Tx) => Promise<string[]>): Promise<number> {
  const ended = await deps.db.transaction(end)
  await tellSessionsEnded(deps.db, ended)
  return ended.length
}

export async function logOut(deps: Deps, caller: LoggedIn): Promise<void> {
  const { sessionId } = caller
  if (sessionId === null) throw new AppError('forbidden')
  await endWhere(deps, async tx => {
    if (caller.role !== 'mailbox' && caller.actedBy) {
      const actor = { ...caller, accountId: caller.actedBy.id, name: caller.actedBy.name }
      const entry = { action: 'loginAsEnd', target: caller.name, detail: '代为登录结束' }
      await writeAudit(tx, actor, deps.clock.now(), entry)
    }
    return deleteSessions(tx, subjectOf(caller), { only: sessionId })
  })
}

export function ownSessions(deps: Deps, caller: LoggedIn) {
  return listSessions(deps.db.query, subjectOf(caller), deps.clock.now())
}

export async function endOneSession(deps: Deps, caller: LoggedIn, id: string): Promise<number> {
  const ended = await endWhere(deps, tx => deleteSessions(tx, subjectOf(caller), { only: id }))
  if (ended === 0) throw new AppError('notFound')
  return ended
}

export function endOtherSessions(deps: Deps, caller: LoggedIn): Promise<number> {
  const except = caller.sessionId
  return endWhere(deps, tx => deleteSessions(tx, subjectOf(caller), except === null ? {} : { except }))
}

async function storedHash(deps: Deps, caller: LoggedIn): Promise<string | null> {
  if (caller.role === 'mailbox')
    return (await findMailbox(deps.db.query, caller.mailboxId))?.password_hash ?? null
  return (await findAccount(deps.db.query, caller.accountId))?.password_hash ?? null
}

export async function changePassword(
  deps: Deps & { passwords: Passwords },
  caller: LoggedIn,
  change: { oldPassword: string | undefined; newPassword: string },
): Promise<number> {
  const stored = await storedHash(deps, caller)
  const attempt = await beginOwnAttempt(deps, subjectIdOf(caller))
  // A temporary address may have none yet: then its token is proof enough.
  if (stored !== null) {
    const right = await deps.passwords.verify(stored, change.oldPassword ?? '')
    if (!right) throw new AppError('wrongPassword', { fields: { oldPassword: '当前密码不对' } })
  }
  const hash = await deps.passwords.hash(change.newPassword)
  const except = caller.sessionId
  const ended = await endWhere(deps, async tx => {
    await attempt.succeeded(tx)
    if (caller.role === 'mailbox') await setMailboxPassword(tx, caller.mailboxId, hash)
    else {
      await setAccountPassword(tx, caller.accountId, hash)
      await deleteApiKey(tx, caller.accountId)
    }
    return deleteSessions(tx, subjectOf(caller), except === null ? {} : { except })
  })
  if (caller.role !== 'mailbox') await tellKeyEnded(deps.db, caller.accountId)
  return ended
}
