/** A new password for oneself, account or mailbox: the old one is asked for, and all other log-ins end. */
import type { Db } from '../../database/types.ts'
import { tellKeyEnded } from '../../identity/api-key/api-key.ts'
import { deleteApiKey } from '../../identity/api-key/api-keys.ts'
import { endWhere, subjectIdOf, subjectOf } from '../../identity/session/end-session.ts'
import { beginOwnAttempt } from '../../identity/session/guard.ts'
import type { Passwords } from '../../identity/session/password.ts'
import { deleteSessions } from '../../identity/session/sessions.ts'
import { findAccount, setAccountPassword } from '../../identity/sys-account/accounts.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { findMailbox, setMailboxPassword } from '../account/repository.ts'
import { tellProgramsEnded } from '../program/program-log-in.ts'
import { mailboxWords } from '../words/words.ts'

type Deps = { db: Db; clock: Clock }

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
    if (!right) throw new AppError('wrongPassword', { fields: { oldPassword: mailboxWords.wrongPassword } })
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
  if (caller.role === 'mailbox') await tellProgramsEnded(deps.db, [caller.mailboxId])
  else await tellKeyEnded(deps.db, caller.accountId)
  return ended
}
