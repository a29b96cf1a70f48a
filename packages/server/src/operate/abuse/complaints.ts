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
import type { Db } from '../../database/types.ts'
import type { AccountCaller } from '../../identity/access.ts'
import { normalAddress } from '../../identity/email-account/mailbox.ts'
import { updateMailbox } from '../../identity/email-account/repository.ts'
import { tellSessionsEnded } from '../../identity/session/end-session.ts'
import { checkCreation } from '../../identity/session/guard.ts'
import type { Proofs } from '../../identity/session/proof.ts'
import { deleteSessions } from '../../identity/session/repository.ts'
import { newId } from '../../ids.ts'
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
  const { client, proof } = request
  await checkCreation(deps, 'complain', { client, proof, freePerHour })
  const now = deps.clock.now()
  const id = newId(now)
  await deps.db.transaction(tx =>
    insertComplaint(tx, {
      id,
      at: now,
      address,
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
  reason: row.reason,
  words: row.words,
  contact: row.contact,
  client: row.client,
  state: row.state,
  note: row.note,
  handledBy: row.handled_by,
  handledAt: isoTimeOrNull(row.handled_at),
})

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
    if (request.stopMailbox && mailboxId === null)
      throw new AppError('notFound', { msg: '这个邮箱已经不在了' })
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
