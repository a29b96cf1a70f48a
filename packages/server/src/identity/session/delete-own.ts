/**
 * Deleting oneself: a mailbox with its mail, or an account with its mailboxes, domains and card codes. The password and
 * the own name are asked for; the last admin stays.
 */
import { AppError, invalidField } from '../../app-error.ts'
import { removeMailbox } from '../../inbound/mailbox/sweep.ts'
import type { LoggedIn } from '../access.ts'
import { checkMayDelete } from '../email-account/account-rights.ts'
import { findMailbox } from '../email-account/repository.ts'
import { deleteAccountWithAll, type ManageDeps } from '../sys-account/manage-sys-account.ts'
import { findAccount } from '../sys-account/repository.ts'
import { subjectOf, tellSessionsEnded } from './end-session.ts'
import { beginOwnAttempt } from './guard.ts'
import { deleteSessions } from './repository.ts'

async function hashAndName(deps: ManageDeps, caller: LoggedIn) {
  if (caller.role === 'mailbox') {
    const mailbox = await findMailbox(deps.db.query, caller.mailboxId)
    checkMayDelete(caller, mailbox ? [mailbox] : [])
    return { id: caller.mailboxId, hash: mailbox?.password_hash ?? null, name: caller.address }
  }
  const account = await findAccount(deps.db.query, caller.accountId)
  return { id: caller.accountId, hash: account?.password_hash ?? null, name: caller.name }
}

export async function deleteOwn(
  deps: ManageDeps,
  caller: LoggedIn,
  request: { password: string | undefined; name: string },
): Promise<{ mailboxes: number; domains: number }> {
  const { id, hash, name } = await hashAndName(deps, caller)
  if (request.name.toLowerCase() !== name.toLowerCase()) throw invalidField('name', `请输入“${name}”`)
  const attempt = await beginOwnAttempt(deps, id)
  if (hash !== null && !(await deps.passwords.verify(hash, request.password ?? ''))) {
    throw new AppError('wrongPassword', { fields: { password: '当前密码不对' } })
  }
  await deps.db.transaction(tx => attempt.succeeded(tx))
  if (caller.role === 'mailbox') {
    const ended = await deps.db.transaction(tx => deleteSessions(tx, subjectOf(caller)))
    await removeMailbox(deps, caller.mailboxId)
    await tellSessionsEnded(deps.db, ended)
    return { mailboxes: 1, domains: 0 }
  }
  return deleteAccountWithAll(deps, caller)
}
