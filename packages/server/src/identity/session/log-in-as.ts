/**
 * An admin logs in as a user, to see what that user sees. Only as a user, never as another admin, and only for an hour;
 * the audit log tells when it began and ended, and the user's own list of log-ins shows it.
 */

import type { Db } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import { findAccount } from '../sys-account/repository.ts'
import { landingPath } from '../sys-account/sys-account.ts'
import { identityWords } from '../words/words.ts'
import { insertSession } from './repository.ts'
import { actingSpanMs } from './session.ts'

export async function logInAs(
  deps: { db: Db; clock: Clock },
  caller: AccountCaller,
  id: string,
): Promise<{ token: string; url: string }> {
  if (id === caller.accountId) throw new AppError('notYourself')
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const account = await findAccount(tx, id)
    if (!account) throw new AppError('notFound')
    if (account.role !== 'user') throw new AppError('notYourself', { msg: identityWords.actsForUsersOnly })
    if (account.status !== 'active') throw new AppError('accountStopped', { msg: identityWords.userStopped })
    const detail = fact('actingBegan', {})
    await writeAudit(tx, caller, now, { action: 'loginAs', target: account.username, detail })
    const token = await insertSession(
      tx,
      {
        subject: { sysAccountId: account.id },
        span: actingSpanMs,
        notAfter: now + actingSpanMs,
        client: caller.client,
        agent: caller.agent,
        actedBy: caller.accountId,
        begunIn: caller.sessionId,
      },
      now,
    )
    return { token, url: landingPath(account, { acted: true }) }
  })
}
