/**
 * Makes one attempt to deliver mail to one claimed recipient: it checks that the sender may still send,
 * whether the recipient is ours, and which way the mail goes. It returns a finding; `settle.ts` records it.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db, Tx } from '../../database/types.ts'
import { findReceivingDomain } from '../../domain/receiving-domain.ts'
import { findAccount } from '../../identity/sys-account/accounts.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { forwardedProtocol, ownProtocol } from '../../mail/envelope.ts'
import { findMailbox, type MailboxRow } from '../../mailbox/account/mailboxes.ts'
import type { Deliverer, DeliveryOutcome, Relay } from '../deliver/delivery.ts'
import { findStop } from '../stop/repository.ts'
import type { QueueReason } from '../words/facts.ts'
import type { LocalDelivery } from './local-delivery.ts'
import { isAfterGap, relayMark } from './queue.ts'
import { findOutgoing, type OutgoingRow, type RecipientRow } from './repository.ts'

export type AttemptFinding = {
  outcome: DeliveryOutcome | 'held' | 'cancelled' | 'unmade'
  reason: QueueReason
  answer: string
  host: string
  status: string | null
  /** What was to be delivered, as far as it is known. */
  mail?: { from: string; size: number }
  /** Runs in the transaction that records the finding; its result runs after the commit. */
  also?: (tx: Tx) => Promise<() => void>
  /** Undoes the preparation when the finding could not be recorded. */
  undo?: () => Promise<void>
}

export type AttemptDeps = {
  db: Db
  clock: Clock
  blobs: BlobStore
  log: Log
  local: LocalDelivery
  deliverer: Deliverer
  hostname: () => string
  /** Returns null when the domain is ours and its keys are unavailable; the mail does not leave unsigned. */
  sign(outgoingId: string, message: Buffer, domain: string): Promise<Buffer | null>
  relayFor(senderDomain: string): Promise<Relay | null>
  /** Returns the envelope's sender, which receives reports about this one recipient. */
  returnPath(recipientId: string, senderDomain: string): string
}

const finding = (
  outcome: AttemptFinding['outcome'],
  reason: QueueReason,
  answer = '',
  status: string | null = null,
): AttemptFinding => ({ outcome, reason, answer, host: '', status })

async function bytesOf(blobs: BlobStore, mail: OutgoingRow): Promise<Buffer | null> {
  if (mail.raw !== null) return Buffer.from(mail.raw.buffer, mail.raw.byteOffset, mail.raw.byteLength)
  return mail.blob_key === null ? null : blobs.get(mail.blob_key)
}

/**
 * Returns the sending mailbox, or the reason against it. An ended mailbox sends nothing any more. Mail queued
 * before a stop waits and is not lost. A mailbox that is only paused sends as usual. When the clock seems to
 * have leapt, an end is not believed at once, so that there is time to set the clock right.
 */
async function senderOf(
  { db, clock }: AttemptDeps,
  mail: OutgoingRow,
  recipient: RecipientRow,
): Promise<MailboxRow | AttemptFinding> {
  const mailbox = await findMailbox(db.query, mail.mailbox_id)
  if (!mailbox || mailbox.deleted_at !== null) return finding('cancelled', 'senderGone')
  const now = clock.now()
  if ((mailbox.expires_at ?? Infinity) <= now)
    return finding(isAfterGap(recipient.next_at, now) ? 'held' : 'cancelled', 'senderExpired')
  if (mailbox.status === 'stopped') return finding('held', 'senderStopped')
  if (await findStop(db.query, mail.sender_key)) return finding('held', 'sendingStopped')
  if (mailbox.owner_id === null) return mailbox
  const owner = await findAccount(db.query, mailbox.owner_id)
  return owner && owner.status !== 'active' ? finding('held', 'senderStopped') : mailbox
}

async function bringHome(
  deps: AttemptDeps,
  mail: OutgoingRow,
  recipient: RecipientRow,
  raw: Buffer,
): Promise<AttemptFinding> {
  const verdict = await deps.local.judge({
    from: mail.from_address,
    to: recipient.address,
    raw,
    protocol: mail.kind === 'forward' ? forwardedProtocol : ownProtocol,
  })
  const host = deps.hostname()
  if (!verdict.ok) {
    const outcome = verdict.code === 450 ? 'deferred' : 'failed'
    const answer = `${verdict.code} ${verdict.status} ${verdict.answer}`
    return { outcome, reason: 'localRefused', answer, host, status: verdict.status }
  }
  return {
    outcome: 'delivered',
    reason: 'accepted',
    answer: '250 2.0.0 OK',
    host,
    status: '2.0.0',
    also: tx => verdict.journal(tx),
    undo: verdict.undo,
  }
}

async function bringOut(
  deps: AttemptDeps,
  mail: OutgoingRow,
  sender: MailboxRow,
  recipient: RecipientRow,
  raw: Buffer,
  signal: AbortSignal,
): Promise<AttemptFinding> {
  const senderDomain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
  const message = await deps.sign(mail.id, raw, senderDomain)
  if (message === null) return finding('deferred', 'keyMissing', '', '4.7.5')
  const relay = await deps.relayFor(senderDomain)
  const [verdict] = await deps.deliverer.deliver({
    domain: recipient.domain,
    relay,
    envelope: {
      from: mail.from_address === '' ? '' : deps.returnPath(recipient.id, senderDomain),
      recipients: [recipient.address],
      smtpUtf8: mail.smtp_utf8 === 1,
    },
    message,
    signal,
  })
  if (!verdict) return finding('deferred', 'internal')
  // The program stops, and nothing could have arrived yet, so this was not an attempt.
  if (verdict.reason === 'aborted' && signal.aborted) return finding('unmade', 'aborted')
  const { outcome, reason, answer, status } = verdict
  const host = relay === null ? verdict.host : relayMark
  return { outcome, reason, answer: answer.slice(0, 1000), host, status }
}

export async function attempt(
  deps: AttemptDeps,
  recipient: RecipientRow,
  signal: AbortSignal,
): Promise<AttemptFinding> {
  try {
    const mail = await findOutgoing(deps.db.query, recipient.outgoing_id)
    if (!mail) return finding('cancelled', 'senderGone')
    const sender = await senderOf(deps, mail, recipient)
    if ('outcome' in sender) return sender
    const raw = await bytesOf(deps.blobs, mail)
    const facts = { from: mail.from_address, size: mail.size }
    if (raw === null) return finding('failed', 'contentGone', '', '5.3.0')
    const domain = await findReceivingDomain(deps.db, recipient.domain)
    // A name that somebody only claims is not ours yet.
    const found =
      domain && domain.verified_at !== null
        ? await bringHome(deps, mail, recipient, raw)
        : await bringOut(deps, mail, sender, recipient, raw, signal)
    return { ...found, mail: facts }
  } catch (cause) {
    deps.log.error({ err: cause, recipient: recipient.id }, 'an attempt to deliver failed')
    return finding('deferred', 'internal', '', '4.3.0')
  }
}
