/**
 * Deleting oneself: a mailbox with its mail, or an account with its mailboxes, domains and card codes. The password and
 * the own name are asked for; the last admin stays.
 */

import { deleteAccountWithAll, type ManageDeps } from '../../identity/manage/manage-sys-account.ts'
import { beginOwnAttempt } from '../../identity/session/guard.ts'
import { findAccount } from '../../identity/sys-account/accounts.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { checkMayDelete } from '../account/account-rights.ts'
import { findMailbox } from '../account/repository.ts'
import { type RemoveMailboxesDeps, removeMailboxes } from '../life/remove-mailboxes.ts'
import { mailboxWords } from '../words/words.ts'

export type DeleteOwnDeps = ManageDeps & RemoveMailboxesDeps

async function hashAndName(deps: DeleteOwnDeps, caller: LoggedIn) {
  if (caller.role === 'mailbox') {
    const mailbox = await findMailbox(deps.db.query, caller.mailboxId)
    checkMayDelete(caller, mailbox ? [mailbox] : [])
    return { id: caller.mailboxId, hash: mailbox?.password_hash ?? null, name: caller.address }
  }
  const account = await findAccount(deps.db.query, caller.accountId)
  return { id: caller.accountId, hash: account?.password_hash ?? null, name: caller.name }
}

export async function deleteOwn(
  deps: DeleteOwnDeps,
  caller: LoggedIn,
  request: { password: string | undefined; name: string },
): Promise<{ mailboxes: number; domains: number }> {
  const { id, hash, name } = await hashAndName(deps, caller)
  if (request.name.toLowerCase() !== name.toLowerCase())
    throw invalidField('name', mailboxWords.typeName(name))
  const attempt = await beginOwnAttempt(deps, id)
  if (hash !== null && !(await deps.passwords.verify(hash, request.password ?? ''))) {
    throw new AppError('wrongPassword', { fields: { password: mailboxWords.wrongPassword } })
  }
  await deps.db.transaction(tx => attempt.succeeded(tx))
  if (caller.role === 'mailbox') {
    await removeMailboxes(deps, [caller.mailboxId])
    return { mailboxes: 1, domains: 0 }
  }
  return deleteAccountWithAll(deps, caller)
}
