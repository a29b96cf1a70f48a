/**
 * Forwarding: mail that comes in and goes on, because the mailbox or one of its filters says so. It leaves under the
 * mailbox's own return path (so that the sender's SPF is not broken and failures come back to the one who forwards),
 * marked with the mailbox it passed (so that it never passes twice), and never when it is spam.
 */
import { AppError } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import { flag } from '../../database/schema.ts'
import type { Db, Query, Tx } from '../../database/types.ts'
import { type LoggedIn, mailboxScope } from '../../identity/access.ts'
import { auditMailbox } from '../../identity/email-account/audit-mailbox.ts'
import { findScopedMailbox, type MailboxRow } from '../../identity/email-account/repository.ts'
import { findAccount } from '../../identity/sys-account/repository.ts'
import { readRights } from '../../identity/sys-account/sys-account.ts'
import { newId } from '../../ids.ts'
import { type Envelope, ownProtocol, traceHeaders } from '../../inbound/receive/envelope.ts'
import { isLooping } from '../../inbound/receive/received-loop.ts'
import { readEnvelopeAddress } from '../../mail/address/envelope-address.ts'
import { someNames } from '../../operate/audit/some-names.ts'
import { type DayLimit, enqueue, withinLimits } from '../queue/enqueue.ts'
import { senderKey } from '../queue/queue.ts'
import { findStop } from '../stop/repository.ts'

const maxTargets = 10
const headerBytes = 256 * 1024

export type Forwarding = { to: string[]; keep: boolean }

const nowhere: Forwarding = { to: [], keep: true }

export async function readForwarding(query: Query, mailboxId: string): Promise<Forwarding> {
  const row = await query
    .selectFrom('forwarding')
    .select(['targets', 'keep'])
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  return row ? { to: JSON.parse(row.targets) as string[], keep: row.keep === 1 } : nowhere
}

/** The addresses of all mailboxes that forward: far fewer than receive, so almost no mail has to ask. */
export async function forwardingAddresses(query: Query): Promise<Set<string>> {
  const rows = await query
    .selectFrom('forwarding')
    .innerJoin('mailbox', 'mailbox.id', 'forwarding.mailbox_id')
    .select('mailbox.address')
    .where('forwarding.targets', '!=', '[]')
    .execute()
  return new Set(rows.map(row => row.address))
}

export async function showForwarding(db: Db, caller: LoggedIn, mailboxId: string): Promise<Forwarding> {
  if (!(await findScopedMailbox(db.query, mailboxScope(caller), mailboxId))) throw new AppError('notFound')
  return readForwarding(db.query, mailboxId)
}

export async function setForwarding(
  deps: { db: Db; clock: Clock; automaticChanged(): Promise<void> },
  caller: LoggedIn,
  request: { mailbox: string; to: readonly string[]; keep: boolean },
): Promise<Forwarding> {
  const mailbox = await findScopedMailbox(deps.db.query, mailboxScope(caller), request.mailbox)
  if (!mailbox) throw new AppError('notFound')
  const fields: Record<string, string> = {}
  const to = request.to.map((text, index) => {
    const read = readEnvelopeAddress(text.trim())
    if (read === null || !read.domain.includes('.')) fields[`to.${index}`] = '地址格式不对'
    else if (read.address.toLowerCase() === mailbox.address) fields[`to.${index}`] = '不能转发给自己'
    return read?.address ?? ''
  })
  if (Object.keys(fields).length > 0) throw new AppError('invalidInput', { fields })
  const targets = [...new Set(to)]
  const now = deps.clock.now()
  const row = { targets: JSON.stringify(targets), keep: flag(request.keep), updated_at: now }
  await deps.db.transaction(async tx => {
    await tx
      .insertInto('forwarding')
      .values({ mailbox_id: mailbox.id, ...row })
      .onConflict(oc => oc.column('mailbox_id').doUpdateSet(row))
      .execute()
    const detail = targets.length === 0 ? '不再转发' : `转发到 ${someNames(targets)}`
    await auditMailbox(tx, caller, mailbox, now, { action: 'setForwarding', detail })
  })
  await deps.automaticChanged()
  return readForwarding(deps.db.query, mailbox.id)
}

/** What a mailbox sends by itself counts against; null when it may send nothing. */
export async function automaticLimits(
  query: Query,
  mailbox: Pick<MailboxRow, 'id' | 'owner_id' | 'may_send'>,
  perMailbox: number,
): Promise<DayLimit[] | null> {
  if (await findStop(query, senderKey(mailbox))) return null
  if (mailbox.owner_id === null)
    return mailbox.may_send === 1 ? [{ key: `mailbox:${mailbox.id}`, limit: perMailbox }] : null
  const owner = await findAccount(query, mailbox.owner_id)
  if (owner?.status !== 'active') return null
  const { can, limits } = readRights(owner)
  if (!can.send && mailbox.may_send !== 1) return null
  return [{ key: `account:${owner.id}`, limit: limits.sendsPerDay }]
}

/** Whether the mail has been here before, or goes in circles elsewhere. */
function passedAlready(raw: Buffer, address: string): boolean {
  if (isLooping(raw)) return true
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.toString('latin1', 0, Math.min(end < 0 ? raw.length : end, headerBytes)).toLowerCase()
  return `\r\n${head}\r\n`.includes(`\r\ndelivered-to: ${address.toLowerCase()}\r\n`)
}

export type ForwardedMail = {
  raw: Buffer
  envelope: Envelope
  receivedAt: number
  subject: string
  messageId: string
  /** Where the bytes are, when they are large: put there before the transaction. */
  blobKey: string | null
}

/** The message as it goes on: untouched after the marks of its way, so that signatures still hold. */
export const forwardedBytes = (
  mailbox: Pick<MailboxRow, 'address'>,
  mail: Omit<ForwardedMail, 'blobKey' | 'subject' | 'messageId'>,
): Buffer =>
  Buffer.concat([
    Buffer.from(
      `Delivered-To: ${mailbox.address}\r\n${traceHeaders(mail.envelope, mail.receivedAt).replace(/^Return-Path:[^\r]*\r\n/, '')}`,
      'latin1',
    ),
    mail.raw,
  ])

export function wantsForward(
  mailbox: Pick<MailboxRow, 'address'>,
  mail: Pick<ForwardedMail, 'raw' | 'envelope'>,
  targets: readonly string[],
): string[] {
  // A report about our own mail stays with the one it is for.
  const isOwnReport = mail.envelope.protocol === ownProtocol && mail.envelope.from === ''
  if (isOwnReport || targets.length === 0 || passedAlready(mail.raw, mailbox.address)) return []
  const others = targets.filter(target => target.toLowerCase() !== mailbox.address)
  return [...new Set(others)].slice(0, maxTargets)
}

/** Queues the mail to go on, in the transaction that stores it. Over the day's limit it stays where it is. */
export async function queueForward(
  tx: Tx,
  mailbox: Pick<MailboxRow, 'id' | 'owner_id' | 'address'>,
  mail: ForwardedMail,
  targets: readonly string[],
  limits: readonly DayLimit[],
  now: number,
): Promise<boolean> {
  if (!(await withinLimits(tx, limits, targets.length, now))) return false
  const recipients = targets.flatMap(target => {
    const read = readEnvelopeAddress(target)
    return read ? [{ kind: 'to' as const, address: read.address, domain: read.domain }] : []
  })
  await enqueue(tx, {
    id: newId(now),
    kind: 'forward',
    mailbox,
    // What nobody may be told about stays so (RFC 5321 section 4.5.5).
    fromAddress: mail.envelope.from === '' ? '' : mailbox.address,
    fromName: '',
    to: targets,
    cc: [],
    subject: mail.subject,
    preview: '',
    messageId: mail.messageId,
    attachmentCount: 0,
    smtpUtf8: false,
    raw: mail.raw,
    blobKey: mail.blobKey,
    recipients,
    sendAt: null,
    holdMs: 0,
    now,
  })
  return true
}
