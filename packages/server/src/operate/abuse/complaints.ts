/**
 * Complaints from outside about a mailbox of ours. Anyone may complain, guarded like any creation by strangers; whether
 * the mailbox exists is not told. An admin settles each and may stop the mailbox in the same act.
 */
import {
  type Complaint,
  type ComplaintReason,
  type ComplaintState,
  complaintStateNames,
} from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import { type Clock, isoTime, isoTimeOrNull } from '../../clock.ts'
import type { Db, Tx } from '../../database/types.ts'
import type { AccountCaller } from '../../identity/access.ts'
import { normalAddress } from '../../identity/email-account/mailbox.ts'
import { findMailboxByAddress, updateMailbox } from '../../identity/email-account/repository.ts'
import { tellSessionsEnded } from '../../identity/session/end-session.ts'
import { checkCreation } from '../../identity/session/guard.ts'
import type { Proofs } from '../../identity/session/proof.ts'
import { deleteSessions } from '../../identity/session/repository.ts'
import { newId } from '../../ids.ts'
import { findReceivingDomain } from '../../inbound/receive/resolve-recipient.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { SiteSettings } from '../setting/site-settings.ts'
import { findComplaint, insertComplaint, type ShownComplaint, updateComplaint } from './repository.ts'

export type ComplaintDeps = { db: Db; clock: Clock; proofs: Proofs; site: SiteSettings }

/** An hour from one network; after that each costs a proof of work. */
export const freePerHour = 3

export async function takeComplaint(
  deps: ComplaintDeps,
  request: {
    address: string
    reason: ComplaintReason
    words: string
    contact: string
    proof: string | undefined
    client: string
  },
): Promise<string> {
  const { complaintForm } = await deps.site.read()
  if (!complaintForm) throw new AppError('notOffered', { msg: '本站没有开放在线举报' })
  const address = normalAddress(request.address)
  if (address === null) throw invalidField('address', '邮箱地址不对')
  if (!(await findReceivingDomain(deps.db, address.slice(address.lastIndexOf('@') + 1))))
    throw invalidField('address', '这个地址不在本站的域名上，请向它所在的邮箱服务举报')
  const { client, proof } = request
  await checkCreation(deps, 'complain', { client, proof, freePerHour })
  const now = deps.clock.now()
  const id = newId(now)
  await deps.db.transaction(async tx =>
    insertComplaint(tx, {
      id,
      at: now,
      address,
      about_id: (await findMailboxByAddress(tx, address))?.id ?? null,
      reason: request.reason,
      words: request.words,
      contact: request.contact,
      client,
      state: 'new',
      note: '',
      handled_by: '',
      handled_at: null,
    }),
  )
  return id
}

export const shownComplaint = (row: ShownComplaint): Complaint => ({
  id: row.id,
  at: isoTime(row.at),
  address: row.address,
  mailboxId: row.mailbox_id,
  mailboxStatus: row.mailbox_status,
  mailboxDeleted: row.mailbox_deleted_at !== null,
  reason: row.reason,
  words: row.words,
  contact: row.contact,
  client: row.client,
  state: row.state,
  note: row.note,
  handledBy: row.handled_by,
  handledAt: isoTimeOrNull(row.handled_at),
})

/** Whoever has the address now is not to suffer for who had it before. */
async function notToStop(tx: Tx, { address, about_id }: ShownComplaint): Promise<AppError> {
  const other = await findMailboxByAddress(tx, address)
  if (!other) return new AppError('notFound', { msg: '这个邮箱已经不在了' })
  const msg =
    about_id === null
      ? '收到举报时还没有这个邮箱，现在的是后来新建的，不能凭这条举报停用'
      : '被举报的邮箱已经删除，现在的是后来用同一地址新建的，不能凭这条举报停用'
  return new AppError('conflict', { msg, fields: { stopMailbox: msg } })
}

export async function settleComplaint(
  deps: Pick<ComplaintDeps, 'db' | 'clock'>,
  caller: AccountCaller,
  request: {
    id: string
    state: ComplaintState | undefined
    note: string | undefined
    stopMailbox: true | undefined
  },
): Promise<Complaint> {
  const now = deps.clock.now()
  const { after, ended } = await deps.db.transaction(async tx => {
    const before = await findComplaint(tx, request.id)
    if (!before) throw new AppError('notFound')
    const mailboxId = before.mailbox_id
    if (request.stopMailbox && mailboxId === null) throw await notToStop(tx, before)
    await updateComplaint(tx, before.id, {
      ...(request.state === undefined ? {} : { state: request.state }),
      ...(request.note === undefined ? {} : { note: request.note }),
      handled_by: caller.name,
      handled_at: now,
    })
    let sessions: string[] = []
    if (request.stopMailbox && mailboxId !== null) {
      await updateMailbox(tx, mailboxId, { status: 'stopped' })
      sessions = await deleteSessions(tx, { mailboxId })
    }
    const did = [
      request.state && complaintStateNames[request.state],
      request.stopMailbox && '停用邮箱',
      request.note && '写说明',
    ].filter(Boolean)
    await writeAudit(tx, caller, now, {
      action: 'editComplaint',
      target: before.address,
      detail: did.join('，'),
    })
    const row = await findComplaint(tx, before.id)
    if (!row) throw new AppError('notFound')
    return { after: row, ended: sessions }
  })
  await tellSessionsEnded(deps.db, ended)
  return shownComplaint(after)
}
