/**
 * Decides who may change a mailbox. Every caller who reaches it may set its first password. Only its account
 * may change its note and pause it, and not a holder of its password alone; a mailbox without an owner, such
 * as a visitor's, pauses itself. An admin, or the account that owns the domain, gives storage, end and the
 * right to send. Only an admin changes its owner and stops it.
 */
import type { MailboxStatus } from '@yanshu/contract'
import { isAccount } from '../../identity/access.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { mailboxWords } from '../words/words.ts'
import type { MailboxRow } from './repository.ts'

export type AccountChange = {
  quotaMb?: number | null | undefined
  expiresAt?: string | null | undefined
  status?: MailboxStatus | undefined
  maySend?: boolean | undefined
  ownerId?: string | null | undefined
  note?: string | undefined
  password?: string | undefined
}

const forbidden = (field: string, msg: string) => new AppError('forbidden', { fields: { [field]: msg } })

/** Whether the caller may pause a mailbox of this owner, and let it receive again. */
export const mayPause = (caller: LoggedIn, ownerId: string | null): boolean =>
  isAccount(caller) || ownerId === null

/** Throws unless one who came with the mailbox's own password may make this change to it. */
export function checkHolder(
  caller: LoggedIn,
  change: AccountChange,
  { owner_id: ownerId, password_hash }: Pick<MailboxRow, 'owner_id' | 'password_hash'>,
): void {
  if (isAccount(caller)) return
  // A session alone is not the one who knows the password.
  if (change.password !== undefined && password_hash !== null)
    throw forbidden('password', mailboxWords.passwordInSettings)
  if (change.note !== undefined) throw forbidden('note', mailboxWords.noteByOwner)
  if (change.status !== undefined && !mayPause(caller, ownerId))
    throw forbidden('status', mailboxWords.pauseByOwner)
}

/**
 * Throws unless the caller may delete these. Only its account deletes an account's mailbox. A stopped mailbox
 * stays, because it could otherwise be made anew.
 */
export function checkMayDelete(
  caller: LoggedIn,
  rows: readonly Pick<MailboxRow, 'owner_id' | 'status'>[],
): void {
  if (caller.role === 'admin') return
  if (!isAccount(caller) && rows.some(row => row.owner_id !== null))
    throw new AppError('forbidden', { msg: mailboxWords.deleteByOwner })
  if (rows.some(row => row.status === 'stopped'))
    throw new AppError('forbidden', { msg: mailboxWords.stoppedStays })
}

/** Throws unless the caller may make this change to mailboxes on domains of these owners. */
export function checkRights(
  caller: LoggedIn,
  change: AccountChange,
  domainOwners: Iterable<string | null>,
): void {
  if (caller.role === 'admin') return
  if (change.ownerId !== undefined) throw forbidden('ownerId', mailboxWords.ownerByAdmin)
  if (change.status === 'stopped') throw forbidden('status', mailboxWords.stopByAdmin)
  const given = (['quotaMb', 'expiresAt', 'maySend'] as const).find(name => change[name] !== undefined)
  if (given === undefined) return
  const own = isAccount(caller) ? caller.accountId : null
  for (const owner of domainOwners) {
    if (own === null || owner !== own) throw forbidden(given, mailboxWords.onOwnDomainsOnly)
  }
  if (change.maySend && isAccount(caller) && !caller.can.send)
    throw forbidden('maySend', mailboxWords.sendingNotYours)
}
