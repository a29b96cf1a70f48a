/**
 * Who may change what about a mailbox. Its first password: whoever reaches it. Its note, and whether it receives: the account
 * that it belongs to, not who has its password alone; one that belongs to nobody, as a visitor makes it, pauses itself.
 * Room, end and the right to send are given by whoever rules the domain: an admin, or the account that owns the domain. To whom it
 * belongs and whether it is stopped is an admin's to say.
 */
import type { MailboxStatus } from '@yanshu/contract'
import { AppError } from '../../app-error.ts'
import { isAccount, type LoggedIn } from '../access.ts'
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

export const ownerWord = '只有管理员能改归属'

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
    throw forbidden('password', '请在设置里用现在的密码修改')
  if (change.note !== undefined) throw forbidden('note', '备注由管理这个邮箱的账号来写')
  if (change.status !== undefined && !mayPause(caller, ownerId))
    throw forbidden('status', '暂停和恢复收信由管理这个邮箱的账号决定')
}

/**
 * Throws unless the caller may delete these. What belongs to an account is the account's to delete, and what an admin
 * stopped stays as it is: else it would be made anew.
 */
export function checkMayDelete(
  caller: LoggedIn,
  rows: readonly Pick<MailboxRow, 'owner_id' | 'status'>[],
): void {
  if (caller.role === 'admin') return
  if (!isAccount(caller) && rows.some(row => row.owner_id !== null))
    throw new AppError('forbidden', { msg: '这个邮箱由管理它的账号来删除' })
  if (rows.some(row => row.status === 'stopped'))
    throw new AppError('forbidden', { msg: '管理员停用的邮箱不能删除' })
}

/** Throws unless the caller may make this change to mailboxes on domains of these owners. */
export function checkRights(
  caller: LoggedIn,
  change: AccountChange,
  domainOwners: Iterable<string | null>,
): void {
  if (caller.role === 'admin') return
  if (change.ownerId !== undefined) throw forbidden('ownerId', ownerWord)
  if (change.status === 'stopped') throw forbidden('status', '只有管理员能停用')
  const given = (['quotaMb', 'expiresAt', 'maySend'] as const).find(name => change[name] !== undefined)
  if (given === undefined) return
  const own = isAccount(caller) ? caller.accountId : null
  for (const owner of domainOwners) {
    if (own === null || owner !== own) throw forbidden(given, '只能改自己域名上的')
  }
  if (change.maySend && isAccount(caller) && !caller.can.send)
    throw forbidden('maySend', '你的账号没有开通发信')
}
