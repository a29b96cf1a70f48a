/**
 * Puts a message into the queue: one row for the message, one for each recipient, in the caller's transaction together
 * with the day's count. Addresses that are known to be dead are not tried; they stand in the list with the reason.
 */
import { AppError } from '../../app-error.ts'
import { dropLoose, type LooseDeps, putLoose, useBlobs } from '../../blobs/loose-blobs.ts'
import { day } from '../../clock.ts'
import { flag } from '../../database/schema.ts'
import type { Tx } from '../../database/types.ts'
import { hit, unhit } from '../../identity/session/throttle.ts'
import { newId } from '../../ids.ts'
import { noteTally } from '../../operate/tally/tally.ts'
import { countSending } from '../stop/repository.ts'
import type { OutgoingKind } from '../table.ts'
import { senderKey } from './queue.ts'
import { type RecipientRow, suppressedAmong } from './repository.ts'

/** Larger messages go to the blob store. */
const inlineBytes = 256 * 1024
const rowsAtOnce = 100

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

/** Large messages are put where they belong before the transaction, so that it stays short. */
export const storeLarge = async (deps: LooseDeps, raw: Buffer): Promise<string | null> =>
  raw.length > inlineBytes ? putLoose(deps, raw) : null

/** After a transaction that came to nothing. */
export const dropLarge = async (deps: LooseDeps, blobKey: string | null): Promise<void> =>
  blobKey === null ? undefined : dropLoose(deps, blobKey)

export type DayLimit = { key: string; limit: number | null }

export const sendsKey = (key: string): string => `sends:${key}`

/** Counts, and returns the limit that this was too much for. */
async function exceeded(
  tx: Tx,
  limits: readonly DayLimit[],
  recipients: number,
  now: number,
): Promise<number | null> {
  // In one order everywhere, so that two who send never wait for each other crosswise.
  for (const { key, limit } of [...limits].sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const { count } = await hit(tx, sendsKey(key), day, now, recipients)
    if (limit !== null && count > limit) return limit
  }
  return null
}

/** Counts before anything is written; of any number at once only so many pass. Throws when it is too much. */
export async function countSends(
  tx: Tx,
  limits: readonly DayLimit[],
  recipients: number,
  now: number,
): Promise<void> {
  const limit = await exceeded(tx, limits, recipients, now)
  if (limit !== null)
    throw new AppError('limitReached', { msg: `今天的发信数到上限了，每天最多 ${limit} 个收件人` })
}

/** The same for what a mailbox sends by itself: over the limit it is left, and what it came with is kept. */
export const withinLimits = async (
  tx: Tx,
  limits: readonly DayLimit[],
  recipients: number,
  now: number,
): Promise<boolean> => (await exceeded(tx, limits, recipients, now)) === null

/** Takes back what a mail was counted for that never left, where the day it was counted in still runs. */
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

export async function enqueue(tx: Tx, mail: NewOutgoing): Promise<void> {
  const key = senderKey(mail.mailbox)
  const dead = await suppressedAmong(
    tx,
    key,
    mail.recipients.map(item => item.address),
  )
  const begin = mail.sendAt ?? mail.now + mail.holdMs
  if (mail.blobKey !== null) await useBlobs(tx, [mail.blobKey])
  await tx
    .insertInto('outgoing')
    .values({
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
    .execute()
  const { id: mailboxId, owner_id: ownerId } = mail.mailbox
  await noteTally(tx, [{ what: 'sent', mailboxId, ownerId, times: mail.recipients.length }], mail.now)
  const counts = { sent: mail.recipients.length, ended: dead.size, failed: dead.size }
  await countSending(tx, key, counts, mail.now)
  const rows = mail.recipients.map(({ kind, address, domain }) => {
    const answer = dead.get(address)
    return {
      id: newId(mail.now),
      outgoing_id: mail.id,
      kind,
      address,
      domain,
      sender_key: key,
      state: answer === undefined ? ('queued' as const) : ('bounced' as const),
      waiting: flag(answer === undefined),
      reason: answer === undefined ? ('none' as const) : ('suppressed' as const),
      answer: answer ?? '',
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
      reported: flag(answer !== undefined),
    }
  })
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await tx
      .insertInto('outgoing_recipient')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
  }
}
