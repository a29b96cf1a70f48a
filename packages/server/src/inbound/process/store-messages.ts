/**
 * Puts processed messages into their mailboxes, those that are ready at the same time in one transaction: the messages,
 * their mails, the search index, the counters, the trace and the notices. Of several who try, one succeeds; the others
 * find it done.
 */
import type { MailRow } from '@yanshu/contract'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Clock } from '../../clock.ts'
import { preparedRows } from '../../database/prepared.ts'
import { flag } from '../../database/schema.ts'
import type { Db, Tx } from '../../database/types.ts'
import type { MailboxRow } from '../../identity/email-account/repository.ts'
import { newId } from '../../ids.ts'
import { noteTally, senderDomain, type TallyEntry } from '../../operate/tally/tally.ts'
import { type FilterOutcome, nothingDecided } from '../filter/filter.ts'
import { countHits } from '../filter/repository.ts'
import { shownMail } from '../mailbox/mail-row.ts'
import { indexMails } from '../mailbox/search-index.ts'
import type { EnvelopeRecipient } from '../receive/envelope.ts'
import type { Journaled } from '../receive/journal.ts'
import { insertTrace, type TraceEntry, type TraceReason } from '../receive/trace.ts'
import type { ArrivedMail, MailboxOutcome } from './arrived-mail.ts'
import { finishMessage, insertSpooled, listedIn, stillOpen } from './message-rows.ts'
import { countIntoMailboxes, mailboxesFor } from './receiving-mailboxes.ts'

export type StoredMail = {
  seq: number
  ownerId: string | null
  /** Of the mailbox, after everything that was stored with it. */
  unread: number
  row: MailRow
  /** Webhooks that a filter asked for besides those that match by themselves. */
  webhookIds: string[]
}

/** A message that was read, with what the filters of each recipient decided. */
export type Incoming = {
  journaled: Journaled
  mail: ArrivedMail
  outcomes: readonly MailboxOutcome[]
}

export type StoreDeps = {
  db: Db
  clock: Clock
  blobs: BlobStore
  spamThreshold: number
  /** False when the mailbox sends this message on without keeping it: then it goes to the trash. */
  keeps(message: Incoming, address: string): boolean
  /** Queues the notices of one mail, and sends it on where it is to go, in the same transaction. */
  queueNotices(tx: Tx, mailbox: MailboxRow, mail: StoredMail, now: number, message: Incoming): Promise<void>
}

const rowsPerStatement = 200

/** One message for one recipient. */
type Delivery = {
  message: Incoming
  recipient: EnvelopeRecipient
  mailbox: MailboxRow | null
  outcome: FilterOutcome
}

type Placed = Delivery & { mailbox: MailboxRow; reason: TraceReason; row: ReturnType<typeof newMail> }

type NewMail = ReturnType<typeof newMail> & { message_seq: number }

/** Each mailbox once for a message, however often it was named. */
function distinct(recipients: readonly EnvelopeRecipient[]): EnvelopeRecipient[] {
  return [...new Map(recipients.map(recipient => [recipient.address, recipient])).values()]
}

function deliveriesOf(
  message: Incoming,
  mailboxes: ReadonlyMap<EnvelopeRecipient, MailboxRow | null>,
): Delivery[] {
  const decided = new Map(message.outcomes.map(item => [item.address, item.outcome]))
  return distinct(message.journaled.envelope.recipients).map(recipient => {
    const mailbox = mailboxes.get(recipient) ?? null
    // Rules of a former owner do not reach into a mailbox that was given away since.
    const ruled = mailbox?.owner_id === recipient.ownerId
    return {
      message,
      recipient,
      mailbox,
      outcome: (ruled ? decided.get(recipient.address) : undefined) ?? nothingDecided(),
    }
  })
}

function placeOf(mail: ArrivedMail, outcome: FilterOutcome, spamThreshold: number) {
  const isSpam = outcome.folder === null && mail.spamScore >= spamThreshold
  const folder = outcome.folder ?? (isSpam ? ('spam' as const) : ('inbox' as const))
  const reason: TraceReason = isSpam ? 'spam' : outcome.folder === null ? 'delivered' : 'filterMoved'
  return { folder, reason }
}

function newMail(
  { journaled, mail }: Incoming,
  mailbox: MailboxRow,
  outcome: FilterOutcome,
  folder: MailRow['folder'],
  now: number,
) {
  return {
    id: newId(journaled.receivedAt),
    mailbox_id: mailbox.id,
    owner_id: mailbox.owner_id,
    received_at: journaled.receivedAt,
    read: flag(outcome.read),
    starred: flag(outcome.starred),
    folder,
    trashed_at: folder === 'trash' ? now : null,
    labels: JSON.stringify(outcome.labels),
    has_code: flag(mail.code !== null),
    has_attachment: flag(mail.attachmentCount > 0),
  }
}

/** Where each delivery goes; those without a mailbox, and those that a rule throws away, go nowhere. */
function placed(deps: StoreDeps, deliveries: readonly Delivery[], now: number): Placed[] {
  return deliveries.flatMap(delivery => {
    const { message, mailbox, outcome } = delivery
    if (!mailbox || outcome.discard || outcome.refuse !== null) return []
    const { folder: chosen, reason } = placeOf(message.mail, outcome, deps.spamThreshold)
    const folder = chosen === 'inbox' && !deps.keeps(message, mailbox.address) ? 'trash' : chosen
    return [{ ...delivery, mailbox, reason, row: newMail(message, mailbox, outcome, folder, now) }]
  })
}

const insertMailRows = preparedRows((query, rows: NewMail[]) =>
  query.insertInto('mail').values(rows).returning(['id', 'seq']),
)

async function insertMails(tx: Tx, rows: readonly NewMail[]): Promise<Map<string, number>> {
  const seqs = new Map<string, number>()
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    const made = await insertMailRows(tx, rows.slice(at, at + rowsPerStatement))
    for (const { id, seq } of made) seqs.set(id, seq)
  }
  return seqs
}

function storedMail(
  { message, mailbox, outcome, row }: Placed,
  seq: number,
  counted: { unread: number; owner_id: string | null },
): StoredMail {
  const { mail, journaled } = message
  return {
    seq,
    ownerId: counted.owner_id,
    unread: counted.unread,
    webhookIds: outcome.webhookIds,
    row: shownMail({
      ...row,
      seq,
      address: mailbox.address,
      ...listedIn(mail),
      size: journaled.raw.length,
      to: mail.to,
    }),
  }
}

function traceOf(
  { message, recipient, mailbox, outcome }: Delivery,
  kept: { reason: TraceReason; mailId: string } | undefined,
): TraceEntry {
  const common = {
    client: message.journaled.envelope.client,
    sender: message.journaled.envelope.from,
    recipient: recipient.given,
    mailboxId: mailbox?.id ?? null,
    ownerId: mailbox?.owner_id ?? null,
    reply: '250 2.0.0',
    at: message.journaled.receivedAt,
  }
  if (kept) return { ...common, verdict: 'accepted', ...kept }
  if (mailbox && (outcome.discard || outcome.refuse !== null))
    return { ...common, verdict: 'discarded', reason: 'filterDiscarded' }
  return { ...common, mailboxId: null, ownerId: null, verdict: 'discarded', reason: 'ended' }
}

/** What a mail that was kept counts for. */
const tallyOf = ({ message, row, reason }: Placed): TallyEntry => ({
  what: reason === 'spam' ? 'spam' : 'received',
  mailboxId: row.mailbox_id,
  ownerId: row.owner_id,
  codes: row.has_code,
  bytes: message.journaled.raw.length,
  sender: senderDomain(message.mail.from.address),
})

function lossOf(delivery: Delivery): TallyEntry {
  const { mailboxId, ownerId, reason } = traceOf(delivery, undefined)
  return { what: 'discarded', mailboxId, ownerId, reason }
}

type Stored = {
  stored: ReadonlyMap<Incoming, StoredMail[]>
  /** Keys of blobs to be removed after the commit. */
  unwanted: string[]
}

async function storeOpen(
  deps: StoreDeps,
  tx: Tx,
  messages: readonly Incoming[],
  now: number,
): Promise<Stored> {
  const mailboxes = await mailboxesFor(
    tx,
    messages.flatMap(({ journaled }) => distinct(journaled.envelope.recipients)),
    now,
  )
  const deliveries = messages.flatMap(message => deliveriesOf(message, mailboxes))
  const wanted = placed(deps, deliveries, now)
  const counted = await countIntoMailboxes(
    tx,
    wanted.map(({ message, mailbox, row }) => ({
      mailbox,
      unread: row.folder === 'inbox' && row.read === 0,
      size: message.journaled.raw.length,
      hasCode: row.has_code === 1,
    })),
    now,
  )
  const held = wanted.flatMap(item => {
    const count = counted.get(item.mailbox.id)
    return count ? [{ ...item, count }] : []
  })
  const refs = new Map<Incoming, number>()
  for (const { message } of held) refs.set(message, (refs.get(message) ?? 0) + 1)
  const rowOf = await insertSpooled(tx, refs)
  // The owner as it is now that the mailbox is held.
  const kept = held.map(item => ({
    ...item,
    row: {
      ...item.row,
      owner_id: item.count.owner_id,
      message_seq: rowOf.get(item.message) ?? item.message.journaled.seq,
    },
  }))
  const seqs = await insertMails(
    tx,
    kept.map(item => item.row),
  )
  const stored = new Map<Incoming, StoredMail[]>(messages.map(message => [message, []]))
  const traced = new Map<EnvelopeRecipient, { reason: TraceReason; mailId: string }>()
  const indexed: { seq: number; mailboxId: string; tokens: string }[] = []
  for (const item of kept) {
    const seq = seqs.get(item.row.id)
    if (seq === undefined) throw new Error('a mail has no number')
    const mail = storedMail(item, seq, item.count)
    indexed.push({ seq, mailboxId: item.mailbox.id, tokens: item.message.mail.tokens })
    stored.get(item.message)?.push(mail)
    traced.set(item.recipient, { reason: item.reason, mailId: item.row.id })
    await deps.queueNotices(tx, item.mailbox, mail, now, item.message)
  }
  await indexMails(tx, deps.db.kind, indexed)
  await countHits(
    tx,
    deliveries.flatMap(delivery => delivery.outcome.hitIds),
    now,
  )
  const unwanted: string[] = []
  for (const message of messages) {
    const key = await finishMessage(tx, message, refs.get(message) ?? 0)
    if (key !== null) unwanted.push(key)
  }
  await insertTrace(
    tx,
    deliveries.map(delivery => traceOf(delivery, traced.get(delivery.recipient))),
    now,
  )
  await noteTally(
    tx,
    [...kept.map(tallyOf), ...deliveries.filter(({ recipient }) => !traced.has(recipient)).map(lossOf)],
    now,
  )
  return { stored, unwanted }
}

/** What was stored for each message, in their order; null for one that was already done by another. */
export async function storeMessages(
  deps: StoreDeps,
  messages: readonly Incoming[],
): Promise<(StoredMail[] | null)[]> {
  const now = deps.clock.now()
  const { stored, unwanted } = await deps.db.transaction<Stored>(async tx => {
    const open = await stillOpen(tx, deps.db.kind, messages)
    return open.length === 0 ? { stored: new Map(), unwanted: [] } : storeOpen(deps, tx, open, now)
  })
  for (const key of unwanted) await deps.blobs.remove(key)
  return messages.map(message => stored.get(message) ?? null)
}
