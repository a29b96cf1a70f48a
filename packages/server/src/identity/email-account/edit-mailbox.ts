/** Changing one mailbox. What may be changed depends on whose it is and who asks: see account-rights.ts. */
import type { LifetimeChange } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import { flag } from '../../database/schema.ts'
import type { Db, Tx } from '../../database/types.ts'
import { giveMailsIn } from '../../inbound/mailbox/repository.ts'
import { changedWords } from '../../operate/audit/changed-words.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'
import { checkOwnHand, type LoggedIn, mailboxScope } from '../access.ts'
import { tellGoesOn } from '../goes-on.ts'
import { tellSessionsEnded } from '../session/end-session.ts'
import type { Passwords } from '../session/password.ts'
import { deleteSessions } from '../session/repository.ts'
import { findAccount } from '../sys-account/repository.ts'
import { type AccountChange, checkHolder, checkRights } from './account-rights.ts'
import { auditMailbox } from './audit-mailbox.ts'
import { auditWords } from './audit-words.ts'
import { changeColumns } from './change-columns.ts'
import { changedLifetime } from './mailbox.ts'
import { findScopedMailbox, type MailboxRow, unbindCodes, updateMailbox } from './repository.ts'

export type EditDeps = { db: Db; clock: Clock; site: SiteSettings; passwords: Passwords }

export type EditRequest = AccountChange & {
  id: string
  pinned?: boolean | undefined
  lifetime?: LifetimeChange | undefined
  password?: string | undefined
  toAccount?: true | undefined
}

function checkSense(mailbox: MailboxRow, request: EditRequest, caller: LoggedIn): void {
  if (mailbox.status === 'stopped' && caller.role !== 'admin')
    throw new AppError('forbidden', { msg: '这个邮箱已被停用' })
  if (request.lifetime !== undefined && mailbox.kind !== 'temporary')
    throw invalidField('lifetime', '邮箱账号没有时长')
  if (request.toAccount && mailbox.kind === 'account') throw invalidField('toAccount', '已经是邮箱账号')
  if (request.toAccount && mailbox.password_hash === null && request.password === undefined) {
    throw invalidField('password', '变成邮箱账号要先设密码')
  }
}

async function columnsOf(
  deps: EditDeps,
  mailbox: MailboxRow,
  request: EditRequest,
  now: number,
): Promise<Partial<MailboxRow>> {
  const site = await deps.site.read()
  return {
    ...changeColumns(request),
    ...(request.pinned === undefined ? {} : { pinned: flag(request.pinned) }),
    ...(request.lifetime === undefined ? {} : changedLifetime(request.lifetime, mailbox, site, now)),
    ...(request.toAccount
      ? { kind: 'account' as const, expires_at: null, end_after_mails: null, end_after_code: 0 as const }
      : {}),
    ...(request.password === undefined ? {} : { password_hash: await deps.passwords.hash(request.password) }),
  }
}

/** Sessions end with a new password, except the one that asked; all end with a stop. */
async function endSessions(tx: Tx, caller: LoggedIn, request: EditRequest): Promise<string[]> {
  if (request.password === undefined && request.status !== 'stopped') return []
  const own = caller.role === 'mailbox' ? caller.sessionId : null
  return deleteSessions(tx, { mailboxId: request.id }, own === null ? {} : { except: own })
}

/** Pins and notes are not written down. */
async function auditEdit(
  tx: Tx,
  caller: LoggedIn,
  mailbox: MailboxRow,
  request: EditRequest,
  newOwner: string | null,
  now: number,
): Promise<void> {
  const detail = changedWords(request, auditWords(newOwner))
  if (detail !== '') await auditMailbox(tx, caller, mailbox, now, { action: 'editEmailAccount', detail })
}

export async function editMailbox(deps: EditDeps, caller: LoggedIn, request: EditRequest) {
  const scope = mailboxScope(caller)
  const found = await findScopedMailbox(deps.db.query, scope, request.id)
  if (!found) throw new AppError('notFound')
  const { domain_owner } = found
  if (request.password !== undefined) checkOwnHand(caller, 'password')
  checkHolder(caller, request, found)
  checkRights(caller, request, [domain_owner])
  checkSense(found, request, caller)
  const columns = await columnsOf(deps, found, request, deps.clock.now())
  const ended = await deps.db.transaction(async tx => {
    const owner = request.ownerId == null ? null : await findAccount(tx, request.ownerId)
    if (owner === undefined) throw invalidField('ownerId', '没有这个账号')
    if (request.ownerId !== undefined) await unbindCodes(tx, [found.id], request.ownerId)
    await updateMailbox(tx, found.id, columns)
    await auditEdit(tx, caller, found, request, owner?.username ?? null, deps.clock.now())
    if (request.ownerId !== undefined) await giveMailsIn(tx, found.id, request.ownerId)
    return endSessions(tx, caller, request)
  })
  await tellSessionsEnded(deps.db, ended)
  if (columns.status !== undefined || columns.expires_at !== undefined)
    await tellGoesOn(deps.db, { kind: 'mailbox', ids: [found.id] })
  const changed = await findScopedMailbox(deps.db.query, scope, request.id)
  if (!changed) throw new AppError('notFound')
  return changed
}
