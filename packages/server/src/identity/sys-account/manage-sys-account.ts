/**
 * What an admin does to system accounts. Every act is written to the audit log in the same transaction. The last admin
 * who can act can neither be removed nor demoted nor stopped, and nobody does any of these to themselves.
 */
import type { AbilitySet, LimitSet, Page, SysRole, SysStatus } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Clock } from '../../clock.ts'
import { giveCardsOf } from '../../commerce/card/repository.ts'
import type { Db, Tx } from '../../database/types.ts'
import { newId, newReadablePassword } from '../../ids.ts'
import { giveMailsOf } from '../../inbound/mailbox/repository.ts'
import { removeMailbox } from '../../inbound/mailbox/sweep.ts'
import { changedWords, type FieldWords } from '../../operate/audit/changed-words.ts'
import { writeAudit } from '../../operate/audit/write-audit.ts'
import { deleteDomainsOf, giveDomains } from '../../operate/domain/repository.ts'
import { removeSettings } from '../../operate/setting/repository.ts'
import { removeWritings } from '../../outbound/compose/draft-repository.ts'
import type { AccountCaller } from '../access.ts'
import { deleteApiKey } from '../api-key/repository.ts'
import { giveMailboxes, mailboxesOnDomainsOf, mailboxIdsOf } from '../email-account/repository.ts'
import { tellGoesOn } from '../goes-on.ts'
import { tellKeyEnded, tellSessionsEnded } from '../session/end-session.ts'
import type { Passwords } from '../session/password.ts'
import { deleteSessions } from '../session/repository.ts'
import {
  type AccountChange,
  type AccountRow,
  type AccountWithCounts,
  countActingAdmins,
  deleteAccount,
  findAccount,
  findAccountByName,
  findAccountWithCounts,
  insertAccount,
  setTotp,
  updateAccount,
} from './repository.ts'
import { defaultsFor, isActingAdmin } from './sys-account.ts'

export type ManageDeps = { db: Db; clock: Clock; passwords: Passwords; blobs: BlobStore }

export type Rights = {
  role?: SysRole | undefined
  status?: SysStatus | undefined
  note?: string | undefined
  pages?: readonly Page[] | undefined
  can?: AbilitySet | undefined
  limits?: LimitSet | undefined
}

export type EditRequest = Rights & {
  id: string
  username?: string | undefined
  resetPassword?: true | undefined
  resetTwoFactor?: true | undefined
  endSessions?: true | undefined
}

export function newAccountRow(account: {
  now: number
  username: string
  passwordHash: string
  rights: Rights & { role: SysRole }
}): AccountRow {
  const { now, rights } = account
  const defaults = defaultsFor(rights.role)
  return {
    id: newId(now),
    username: account.username,
    password_hash: account.passwordHash,
    role: rights.role,
    status: rights.status ?? 'active',
    note: rights.note ?? '',
    pages: JSON.stringify(rights.pages ?? defaults.pages),
    abilities: JSON.stringify(rights.can ?? defaults.can),
    limits: JSON.stringify(rights.limits ?? defaults.limits),
    totp_secret: null,
    totp_on: 0,
    totp_last_step: 0,
    recovery_codes: '[]',
    created_at: now,
    last_login_at: null,
  }
}

const usernameTaken = () => new AppError('usernameTaken', { fields: { username: '用户名已被使用' } })

export async function createSysAccount(
  deps: ManageDeps,
  caller: AccountCaller,
  request: Rights & { username: string; password?: string | undefined },
): Promise<{ account: AccountWithCounts; password: string }> {
  const password = request.password ?? newReadablePassword()
  const passwordHash = await deps.passwords.hash(password)
  const now = deps.clock.now()
  const row = newAccountRow({
    now,
    username: request.username,
    passwordHash,
    rights: { ...request, role: request.role ?? 'user' },
  })
  await deps.db.transaction(async tx => {
    if (!(await insertAccount(tx, row))) throw usernameTaken()
    await writeAudit(tx, caller, now, {
      action: 'createSysAccount',
      target: row.username,
      detail: `角色：${roleWords[row.role]}`,
    })
  })
  return { account: await findAccountWithCounts(deps.db.query, row.id, now), password }
}

function changeOf(request: EditRequest, passwordHash: string | null): AccountChange {
  const change: AccountChange = {}
  if (request.username !== undefined) change.username = request.username
  if (request.role !== undefined) change.role = request.role
  if (request.status !== undefined) change.status = request.status
  if (request.note !== undefined) change.note = request.note
  if (request.pages !== undefined) change.pages = JSON.stringify(request.pages)
  if (request.can !== undefined) change.abilities = JSON.stringify(request.can)
  if (request.limits !== undefined) change.limits = JSON.stringify(request.limits)
  if (passwordHash !== null) change.password_hash = passwordHash
  return change
}

const roleWords: Readonly<Record<SysRole, string>> = { admin: '管理员', user: '用户' }
const statusWords: Readonly<Record<SysStatus, string>> = { active: '正常', stopped: '停用' }

const fieldWords: FieldWords<EditRequest> = {
  username: name => `用户名：${name}`,
  role: role => `角色：${roleWords[role]}`,
  status: status => `状态：${statusWords[status]}`,
  note: '备注',
  pages: '页面',
  can: '能做的事',
  limits: '上限',
  resetPassword: '重置密码',
  resetTwoFactor: '关闭两步验证',
  endSessions: '结束全部登录',
}

/** What became of what the account had. */
function ownedWords(
  owned: 'refuse' | 'toMe' | 'delete',
  had: { mailboxes: number; domains: number },
): string {
  if (owned === 'refuse') return '名下没有东西'
  return `${owned === 'toMe' ? '转给自己' : '一并删除'}：${had.mailboxes} 个邮箱，${had.domains} 个域名`
}

async function keepAnAdmin(tx: Tx, deps: ManageDeps): Promise<void> {
  if ((await countActingAdmins(tx, deps.db.kind === 'postgres')) === 0) throw new AppError('lastAdmin')
}

/** Locks the acting admins before anything is changed, so that concurrent demotions queue up. */
const lockAdmins = (tx: Tx, deps: ManageDeps) => countActingAdmins(tx, deps.db.kind === 'postgres')

export async function editSysAccount(
  deps: ManageDeps,
  caller: AccountCaller,
  request: EditRequest,
): Promise<{ account: AccountWithCounts; password: string | null }> {
  const password = request.resetPassword ? newReadablePassword() : null
  const passwordHash = password === null ? null : await deps.passwords.hash(password)
  const now = deps.clock.now()
  const ended = await deps.db.transaction(async tx => {
    await lockAdmins(tx, deps)
    const before = await findAccount(tx, request.id)
    if (!before) throw new AppError('notFound')
    const after = { role: request.role ?? before.role, status: request.status ?? before.status }
    const demoted = isActingAdmin(before) && !isActingAdmin(after)
    if (demoted && before.id === caller.accountId) throw new AppError('notYourself')
    if (request.username !== undefined && request.username !== before.username) {
      if (await findAccountByName(tx, request.username)) throw usernameTaken()
    }
    await updateAccount(tx, before.id, changeOf(request, passwordHash))
    if (demoted) await keepAnAdmin(tx, deps)
    if (request.resetTwoFactor) await setTotp(tx, before.id, { secret: null, on: false, recoveryCodes: [] })
    await writeAudit(tx, caller, now, {
      action: 'editSysAccount',
      target: before.username,
      detail: changedWords(request, fieldWords),
    })
    const cutOff = password !== null || after.status === 'stopped' || after.role !== before.role
    if (cutOff) await deleteApiKey(tx, before.id)
    if (!cutOff && !request.endSessions) return []
    const mine = before.id === caller.accountId ? caller.sessionId : null
    return deleteSessions(tx, { sysAccountId: before.id }, mine === null ? {} : { except: mine })
  })
  await tellSessionsEnded(deps.db, ended)
  await tellKeyEnded(deps.db, request.id)
  if (request.status === 'active') await tellGoesOn(deps.db, { kind: 'account', ids: [request.id] })
  return { account: await findAccountWithCounts(deps.db.query, request.id, now), password }
}

/**
 * Mailboxes with all their mail go before the account does, one by one, since they may hold a great deal; an act that is
 * interrupted there is simply repeated.
 */
async function removeOwnedMailboxes(deps: ManageDeps, accountId: string): Promise<number> {
  if (!(await findAccount(deps.db.query, accountId))) throw new AppError('notFound')
  // Others may have mailboxes on these domains; their mail is not for this act to delete.
  const strangers = await mailboxesOnDomainsOf(deps.db.query, accountId)
  if (strangers > 0) throw invalidField('owned', `它的域名上还有别人的 ${strangers} 个邮箱，请改为转给自己`)
  const ids = await mailboxIdsOf(deps.db.query, accountId)
  for (const id of ids) await removeMailbox(deps, id)
  return ids.length
}

export async function deleteSysAccount(
  deps: ManageDeps,
  caller: AccountCaller,
  request: { id: string; owned: 'refuse' | 'toMe' | 'delete' },
): Promise<{ mailboxes: number; domains: number }> {
  if (request.id === caller.accountId) throw new AppError('notYourself')
  return removeAccount(deps, caller, request, 'delSysAccount')
}

/** An account deletes itself, with everything it owns. */
export function deleteAccountWithAll(
  deps: ManageDeps,
  caller: AccountCaller,
): Promise<{ mailboxes: number; domains: number }> {
  return removeAccount(deps, caller, { id: caller.accountId, owned: 'delete' }, 'deleteOwnAccount')
}

async function removeAccount(
  deps: ManageDeps,
  caller: AccountCaller,
  request: { id: string; owned: 'refuse' | 'toMe' | 'delete' },
  action: 'delSysAccount' | 'deleteOwnAccount',
): Promise<{ mailboxes: number; domains: number }> {
  const now = deps.clock.now()
  // Before anything is removed: the last admin keeps what it has.
  await deps.db.transaction(async tx => {
    const admins = await lockAdmins(tx, deps)
    const account = await findAccount(tx, request.id)
    if (account && isActingAdmin(account) && admins <= 1) throw new AppError('lastAdmin')
  })
  const removed = request.owned === 'delete' ? await removeOwnedMailboxes(deps, request.id) : 0
  const { ended, counts, blobs } = await deps.db.transaction(async tx => {
    await lockAdmins(tx, deps)
    if (!(await findAccount(tx, request.id))) throw new AppError('notFound')
    const account = await findAccountWithCounts(tx, request.id, now)
    const owned = { mailboxes: Number(account.mailboxes) + removed, domains: Number(account.domains) }
    if (request.owned === 'refuse' && owned.mailboxes + owned.domains > 0) {
      throw new AppError('ownsThings', {
        msg: `名下还有 ${owned.mailboxes} 个邮箱和 ${owned.domains} 个域名，请先选择如何处理`,
      })
    }
    if (request.owned === 'toMe') {
      await giveMailboxes(tx, account.id, caller.accountId)
      await giveMailsOf(tx, account.id, caller.accountId)
      await giveCardsOf(tx, account.id, caller.accountId)
      await giveDomains(tx, account.id, caller.accountId)
    }
    if (request.owned === 'delete') await deleteDomainsOf(tx, account.id)
    const sessions = await deleteSessions(tx, { sysAccountId: account.id })
    const files = await removeWritings(tx, [`account:${account.id}`])
    await removeSettings(tx, [account.id])
    await deleteAccount(tx, account.id)
    if (isActingAdmin(account)) await keepAnAdmin(tx, deps)
    await writeAudit(tx, caller, now, {
      action,
      target: account.username,
      detail: ownedWords(request.owned, owned),
    })
    return { ended: sessions, counts: owned, blobs: files }
  })
  for (const key of blobs) await deps.blobs.remove(key)
  await tellSessionsEnded(deps.db, ended)
  await tellKeyEnded(deps.db, request.id)
  return counts
}
