/**
 * Queues a message: one row for the message and one for each recipient, in the caller's transaction together
 * with the day's count. Suppressed addresses are not tried; they are in the list with the reason.
 */
import { dropLoose, type LooseDeps, putLoose, useBlobs } from '../../blobs/loose-blobs.ts'
import { flag } from '../../database/schema.ts'
import type { Tx } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import { day } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { readFact } from '../../ledger/fact/fact.ts'
import { noteTally } from '../../ledger/tally/tally.ts'
import { hit, unhit } from '../../ledger/throttle/throttle.ts'
import { countSending } from '../stop/repository.ts'
import { senderKey } from '../stop/sender-key.ts'
import { outboundWords } from '../words/words.ts'
import { insertOutgoing, insertRecipients } from './enqueue-repository.ts'
import { type RecipientRow, suppressedAmong } from './repository.ts'
import type { OutgoingKind } from './table.ts'

/** Larger messages go to the blob store. */
const inlineBytes = 256 * 1024

export type NewRecipient = { kind: RecipientRow['kind']; address: string; domain: string }

export type NewOutgoing = {
  id: string
  kind: OutgoingKind
  mailbox: { id: string; owner_id: string | null }
  fromAddress: string
  fromName: string
  to: readonly string[]
  cc: readonly string[]
  subject: string
  preview: string
  messageId: string
  attachmentCount: number
  smtpUtf8: boolean
  raw: Buffer
  /** Set when the bytes are already in the blob store. */
  blobKey: string | null
  recipients: readonly NewRecipient[]
  sendAt: number | null
  holdMs: number
  now: number
}

/** Stores large messages before the transaction, so that the transaction stays short. */
export const storeLarge = async (deps: LooseDeps, raw: Buffer): Promise<string | null> =>
  raw.length > inlineBytes ? putLoose(deps, raw) : null

/** Removes the bytes after a failed transaction. */
export const dropLarge = async (deps: LooseDeps, blobKey: string | null): Promise<void> =>
  blobKey === null ? undefined : dropLoose(deps, blobKey)

export type DayLimit = { key: string; limit: number | null }

export const sendsKey = (key: string): string => `sends:${key}`

/** Counts the recipients, and returns the limit that they exceed. */
async function exceeded(
  tx: Tx,
  limits: readonly DayLimit[],
  recipients: number,
  now: number,
): Promise<number | null> {
  // The order is the same everywhere, so that two senders never deadlock.
  for (const { key, limit } of [...limits].sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const { count } = await hit(tx, sendsKey(key), day, now, recipients)
    if (limit !== null && count > limit) return limit
  }
  return null
}

/**
 * Counts before anything is written, so that many requests at once cannot exceed the limit. Throws when it is
 * exceeded.
 */
export async function countSends(
  tx: Tx,
  limits: readonly DayLimit[],
  recipients: number,
  now: number,
): Promise<void> {
  const limit = await exceeded(tx, limits, recipients, now)
  if (limit !== null) throw new AppError('limitReached', { msg: outboundWords.dayLimitReached(limit) })
}

/** Does the same for automatic mail: over the limit it is not sent, and the mail that caused it is kept. */
export const withinLimits = async (
  tx: Tx,
  limits: readonly DayLimit[],
  recipients: number,
  now: number,
): Promise<boolean> => (await exceeded(tx, limits, recipients, now)) === null

/** Takes back the count of a mail that never left, if the window of that count still runs. */
export async function giveBackSends(
  tx: Tx,
  keys: readonly string[],
  recipients: number,
  countedAt: number,
): Promise<void> {
  for (const key of [...keys].sort())
    await unhit(tx, sendsKey(key), { by: recipients, endsBy: countedAt + day })
}

const searchText = (mail: NewOutgoing): string =>
  [mail.subject, mail.fromAddress, ...mail.to, ...mail.cc, ...mail.recipients.map(item => item.address)]
    .join('\n')
    .toLowerCase()
    .slice(0, 20_000)

/** Returns the other side's words about an address; empty when the suppression has another cause. */
function serverSaid(known: string): string {
  const told = readFact(known)
  const isSaid = told?.key === 'addressDead' || told?.key === 'serverSaid' || told?.key === 'sentence'
  return isSaid ? told.values.text : ''
}

export async function enqueue(tx: Tx, mail: NewOutgoing): Promise<void> {
  const key = senderKey(mail.mailbox)
  const dead = await suppressedAmong(
    tx,
    key,
    mail.recipients.map(item => item.address),
  )
  const begin = mail.sendAt ?? mail.now + mail.holdMs
  if (mail.blobKey !== null) await useBlobs(tx, [mail.blobKey])
  await insertOutgoing(tx, {
    id: mail.id,
    kind: mail.kind,
    mailbox_id: mail.mailbox.id,
    sender_key: key,
    from_address: mail.fromAddress,
    from_name: mail.fromName,
    to_list: JSON.stringify(mail.to),
    cc_list: JSON.stringify(mail.cc),
    subject: mail.subject,
    preview: mail.preview,
    message_id: mail.messageId,
    search: searchText(mail),
    created_at: mail.now,
    send_at: mail.sendAt,
    hold_until: mail.sendAt === null && mail.holdMs > 0 ? mail.now + mail.holdMs : null,
    size: mail.raw.length,
    attachment_count: mail.attachmentCount,
    smtp_utf8: flag(mail.smtpUtf8),
    raw: mail.blobKey === null ? mail.raw : null,
    blob_key: mail.blobKey,
    pending: mail.recipients.filter(item => !dead.has(item.address)).length,
  })
  const { id: mailboxId, owner_id: ownerId } = mail.mailbox
  await noteTally(tx, [{ what: 'sent', mailboxId, ownerId, times: mail.recipients.length }], mail.now)
  const counts = { sent: mail.recipients.length, ended: dead.size, failed: dead.size }
  await countSending(tx, key, counts, mail.now)
  const rows = mail.recipients.map(({ kind, address, domain }) => {
    const known = dead.get(address)
    return {
      id: newId(mail.now),
      outgoing_id: mail.id,
      kind,
      address,
      domain,
      sender_key: key,
      state: known === undefined ? ('queued' as const) : ('bounced' as const),
      waiting: flag(known === undefined),
      reason: known === undefined ? ('none' as const) : ('suppressed' as const),
      answer: known === undefined ? '' : serverSaid(known),
      host: '',
      status: null,
      attempts: 0,
      queued_at: begin,
      send_at: mail.sendAt,
      next_at: begin,
      last_at: null,
      delivered_at: null,
      claim: null,
      claimed_by: null,
      claimed_until: null,
      reported: flag(known !== undefined),
    }
  })
  await insertRecipients(tx, rows)
}
