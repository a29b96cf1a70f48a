/**
 * Forwards arriving mail because the mailbox or one of its filters says so. It leaves under the mailbox's own
 * return path, so that the sender's SPF holds and failures come back to the mailbox that forwards. It carries
 * a mark of the mailbox it passed, so that it never passes twice. Spam is never forwarded.
 */
import { flag } from '../../database/schema.ts'
import type { Db, Query, Tx } from '../../database/types.ts'
import { mailboxScope } from '../../identity/access.ts'
import { findAccount } from '../../identity/sys-account/accounts.ts'
import { readRights } from '../../identity/sys-account/sys-account.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { readEnvelopeAddress } from '../../mail/address/envelope-address.ts'
import { type Envelope, ownProtocol, traceHeaders } from '../../mail/envelope.ts'
import { isLooping } from '../../mail/received-loop.ts'
import { findScopedMailbox, type MailboxRow } from '../../mailbox/account/mailboxes.ts'
import { type DayLimit, enqueue, withinLimits } from '../queue/enqueue.ts'
import { findStop } from '../stop/repository.ts'
import { senderKey } from '../stop/sender-key.ts'
import { outboundWords } from '../words/words.ts'
import { findForwarding, putForwarding } from './repository.ts'

const maxTargets = 10
const headerBytes = 256 * 1024

export type Forwarding = { to: string[]; keep: boolean }

const nowhere: Forwarding = { to: [], keep: true }

export async function readForwarding(query: Query, mailboxId: string): Promise<Forwarding> {
  const row = await findForwarding(query, mailboxId)
  return row ? { to: JSON.parse(row.targets) as string[], keep: row.keep === 1 } : nowhere
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
    if (read === null || !read.domain.includes('.')) fields[`to.${index}`] = outboundWords.badAddress
    else if (read.address.toLowerCase() === mailbox.address) fields[`to.${index}`] = outboundWords.notToItself
    return read?.address ?? ''
  })
  if (Object.keys(fields).length > 0) throw new AppError('invalidInput', { fields })
  const targets = [...new Set(to)]
  const now = deps.clock.now()
  const row = {
    mailbox_id: mailbox.id,
    targets: JSON.stringify(targets),
    keep: flag(request.keep),
    updated_at: now,
  }
  await deps.db.transaction(tx => putForwarding(tx, row))
  await deps.automaticChanged()
  return readForwarding(deps.db.query, mailbox.id)
}

/** Returns the limits for a mailbox's automatic mail; null when it may not send automatically. */
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

/** True when the mail has been here before, or goes in circles elsewhere. */
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
  /** The key of large bytes, which are stored before the transaction. */
  blobKey: string | null
}

/**
 * Returns the forwarded message: trace fields in front and the rest unchanged, so that signatures still hold.
 */
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
  // A report about our own mail stays with its recipient.
  const isOwnReport = mail.envelope.protocol === ownProtocol && mail.envelope.from === ''
  if (isOwnReport || targets.length === 0 || passedAlready(mail.raw, mailbox.address)) return []
  const others = targets.filter(target => target.toLowerCase() !== mailbox.address)
  return [...new Set(others)].slice(0, maxTargets)
}

/**
 * Queues the forwarded mail in the transaction that stores the original. Over the day's limit it is not
 * forwarded.
 */
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
    // Mail with the null return path keeps it (RFC 5321 section 4.5.5).
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
