/**
 * Who may change what about a mailbox. Its note, whether it receives, its password: whoever reaches it. Room, end and
 * the right to send are given by whoever rules the domain: an admin, or the account that owns the domain. To whom it
 * belongs and whether it is stopped is an admin's to say.
 */
import type { MailboxStatus } from '@yanshu/contract'
import { AppError } from '../../app-error.ts'
import { isAccount, type LoggedIn } from '../access.ts'

export type AccountChange = {
  quotaMb?: number | null | undefined
  expiresAt?: string | null | undefined
  status?: MailboxStatus | undefined
  maySend?: boolean | undefined
  ownerId?: string | null | undefined
  note?: string | undefined
}

/** What an edit is called in the audit log. Pins and notes are nobody's business. */
export const auditWords = {
  quotaMb: '容量',
  expiresAt: '到期时间',
  status: '状态',
  maySend: '发信',
  ownerId: '归属',
  lifetime: '时长',
  password: '改密码',
  resetPassword: '重设密码',
  toAccount: '转为邮箱账号',
} as const

const forbidden = (field: string, msg: string) => new AppError('forbidden', { fields: { [field]: msg } })

/** Throws unless the caller may make this change to mailboxes on domains of these owners. */
export function checkRights(
  caller: LoggedIn,
  change: AccountChange,
  domainOwners: Iterable<string | null>,
): void {
  if (caller.role === 'admin') return
  if (change.ownerId !== undefined) throw forbidden('ownerId', '只有管理员能改归属')
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
