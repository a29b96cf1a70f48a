/** Ending log-ins: one's own, one by one or all others; a changed password ends the others by itself. */
import { publishIds } from '../../database/publish-ids.ts'
import type { Db, Tx } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type AuditEntry, writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import { deleteSessions, listSessions } from './repository.ts'
import { type SessionSubject, sessionsEndedChannel } from './session.ts'

type Deps = { db: Db; clock: Clock }

export const subjectOf = (caller: LoggedIn): SessionSubject =>
  caller.role === 'mailbox' ? { mailboxId: caller.mailboxId } : { sysAccountId: caller.accountId }

export const subjectIdOf = (caller: LoggedIn): string =>
  caller.role === 'mailbox' ? caller.mailboxId : caller.accountId

export const tellSessionsEnded = (db: Db, ids: readonly string[]): Promise<void> =>
  publishIds(db.bus, sessionsEndedChannel, ids)

/** Ends the log-ins that a transaction deletes, and tells every node; how many they were. */
export async function endWhere(deps: Deps, end: (tx: Tx) => Promise<string[]>): Promise<number> {
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
      const entry: AuditEntry = { action: 'loginAsEnd', target: caller.name, detail: fact('actingEnded', {}) }
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
