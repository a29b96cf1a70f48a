/** Changing and deleting mailboxes. What may be changed depends on whose it is and who asks. */
import type { Lifetime, MailboxStatus } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Clock } from '../../clock.ts'
import { flag } from '../../database/schema.ts'
import type { Db, Tx } from '../../database/types.ts'
import { giveMailsIn } from '../../inbound/mailbox/repository.ts'
import { removeMailbox } from '../../inbound/mailbox/sweep.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'
import { type LoggedIn, mailboxScope } from '../access.ts'
import { tellSessionsEnded } from '../session/end-session.ts'
import type { Passwords } from '../session/password.ts'
import { deleteSessions } from '../session/repository.ts'
import { findAccount } from '../sys-account/repository.ts'
import { lifetimeColumns } from './mailbox.ts'
import { findScopedMailbox, type MailboxRow, updateMailbox } from './repository.ts'

export type EditDeps = { db: Db; clock: Clock; site: SiteSettings; passwords: Passwords; blobs: BlobStore }

export type EditRequest = {
  id: string
  quotaMb?: number | null | undefined
  expiresAt?: string | null | undefined
  status?: MailboxStatus | undefined
  maySend?: boolean | undefined
  ownerId?: string | null | undefined
  note?: string | undefined
  pinned?: boolean | undefined
  lifetime?: Lifetime | undefined
  password?: string | undefined
  toAccount?: true | undefined
}

const megabyte = 1_048_576

/** Room, end, owner and the right to send are the operator's to give. */
function checkRights(caller: LoggedIn, request: EditRequest): void {
  if (caller.role === 'admin') return
  const asked = [request.quotaMb, request.expiresAt, request.maySend, request.ownerId]
  if (asked.some(value => value !== undefined) || request.status === 'stopped')
    throw new AppError('forbidden')
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

async function columnsOf(deps: EditDeps, request: EditRequest, now: number): Promise<Partial<MailboxRow>> {
  const site = await deps.site.read()
  return {
    ...(request.note === undefined ? {} : { note: request.note }),
    ...(request.pinned === undefined ? {} : { pinned: flag(request.pinned) }),
    ...(request.status === undefined ? {} : { status: request.status }),
    ...(request.maySend === undefined ? {} : { may_send: flag(request.maySend) }),
    ...(request.ownerId === undefined ? {} : { owner_id: request.ownerId }),
    ...(request.quotaMb === undefined
      ? {}
      : { quota_bytes: request.quotaMb === null ? null : request.quotaMb * megabyte }),
    ...(request.expiresAt === undefined
      ? {}
      : { expires_at: request.expiresAt === null ? null : Date.parse(request.expiresAt) }),
    ...(request.lifetime === undefined ? {} : lifetimeColumns(request.lifetime, site, now)),
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

export async function editMailbox(deps: EditDeps, caller: LoggedIn, request: EditRequest) {
  checkRights(caller, request)
  const scope = mailboxScope(caller)
  const found = await findScopedMailbox(deps.db.query, scope, request.id)
  if (!found) throw new AppError('notFound')
  checkSense(found, request, caller)
  const columns = await columnsOf(deps, request, deps.clock.now())
  const ended = await deps.db.transaction(async tx => {
    if (request.ownerId != null && !(await findAccount(tx, request.ownerId)))
      throw invalidField('ownerId', '没有这个账号')
    await updateMailbox(tx, found.id, columns)
    if (request.ownerId !== undefined) await giveMailsIn(tx, found.id, request.ownerId)
    return endSessions(tx, caller, request)
  })
  await tellSessionsEnded(deps.db, ended)
  const changed = await findScopedMailbox(deps.db.query, scope, request.id)
  if (!changed) throw new AppError('notFound')
  return changed
}

/** All of them or none: one that is not the caller's stops the whole request before anything is deleted. */
export async function deleteMailboxes(
  deps: EditDeps,
  caller: LoggedIn,
  ids: readonly string[],
): Promise<number> {
  const scope = mailboxScope(caller)
  const wanted = [...new Set(ids)]
  for (const id of wanted) {
    if (!(await findScopedMailbox(deps.db.query, scope, id))) throw new AppError('notFound')
  }
  for (const id of wanted) {
    const ended = await deps.db.transaction(tx => deleteSessions(tx, { mailboxId: id }))
    await removeMailbox(deps, id)
    await tellSessionsEnded(deps.db, ended)
  }
  return wanted.length
}
