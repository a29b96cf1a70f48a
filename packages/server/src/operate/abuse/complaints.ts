/**
 * Complaints from outside about a mailbox of ours. Anyone may complain, guarded like any creation by strangers; whether
 * the mailbox exists is not told. An admin settles each and may stop the mailbox in the same act.
 */
import type { Complaint, ComplaintReason, ComplaintState } from '@yanshu/contract'
import type { Db, Tx } from '../../database/types.ts'
import { findReceivingDomain } from '../../domain/receiving-domain.ts'
import { tellSessionsEnded } from '../../identity/session/end-session.ts'
import { checkCreation, freeComplaintsPerHour } from '../../identity/session/guard.ts'
import type { Proofs } from '../../identity/session/proof.ts'
import { deleteSessions, keepStoppedMailboxes } from '../../identity/session/sessions.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { type Clock, isoTime, isoTimeOrNull } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { normalAddress } from '../../mail/address/mailbox-address.ts'
import { findMailboxByAddress, updateMailbox } from '../../mailbox/account/mailboxes.ts'
import { operateWords } from '../words/words.ts'
import { findComplaint, insertComplaint, type ShownComplaint, updateComplaint } from './repository.ts'

const says = operateWords.complaint

export type ComplaintDeps = { db: Db; clock: Clock; proofs: Proofs; site: SiteSettings }

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
  if (!complaintForm) throw new AppError('notOffered', { msg: says.notOffered })
  const address = normalAddress(request.address)
  if (address === null) throw invalidField('address', says.wrongAddress)
  if (!(await findReceivingDomain(deps.db, address.slice(address.lastIndexOf('@') + 1))))
    throw invalidField('address', says.notOurs)
  const { client, proof } = request
  await checkCreation(deps, 'complain', { client, proof, freePerHour: freeComplaintsPerHour })
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

/** The present holder of the address must not suffer for the former one. */
async function notToStop(tx: Tx, { address, about_id }: ShownComplaint): Promise<AppError> {
  const other = await findMailboxByAddress(tx, address)
  if (!other) return new AppError('notFound', { msg: says.mailboxGone })
  const msg = about_id === null ? says.mailboxCameLater : says.mailboxReplaced
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
      await keepStoppedMailboxes(tx, [mailboxId])
      sessions = await deleteSessions(tx, { mailboxId })
    }
    const { state, stopMailbox } = request
    await writeAudit(tx, caller, now, {
      action: 'editComplaint',
      target: before.address,
      detail: fact('complaintHandled', { state, stopMailbox, ...(request.note ? { note: true } : {}) }),
    })
    const row = await findComplaint(tx, before.id)
    if (!row) throw new AppError('notFound')
    return { after: row, ended: sessions }
  })
  await tellSessionsEnded(deps.db, ended)
  return shownComplaint(after)
}
