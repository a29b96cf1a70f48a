/**
 * Puts processed messages into their mailboxes, those that are ready at the same time in one transaction: the messages,
 * their mails, the search index, the counters, the trace and the notices. When several try, one succeeds and the
 * others find it done.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db, Tx } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { noteTally, senderDomain, type TallyEntry } from '../../ledger/tally/tally.ts'
import type { EnvelopeRecipient } from '../../mail/envelope.ts'
import type { MailboxRow } from '../../mailbox/account/mailboxes.ts'
import { shownMail } from '../../mailbox/mail/mail-row.ts'
import { indexMails } from '../../mailbox/mail/search-index.ts'
import type { Rests } from '../../mailbox/rest/resting-names.ts'
import { countHits } from '../filter/repository.ts'
import { insertTrace } from '../trace/repository.ts'
import type { TraceEntry, TraceReason } from '../trace/trace.ts'
import { fileMails } from './file-mails.ts'
import type { Incoming, StoredMail } from './incoming.ts'
import { insertMails } from './mail-repository.ts'
import { finishMessage, insertSpooled, listedIn, stillOpen } from './message-repository.ts'
import {
  type Delivery,
  deliveriesOf,
  distinct,
  type PlaceDeps,
  type Placed,
  placeMails,
} from './place-mails.ts'
import { countIntoMailboxes, mailboxesFor } from './receiving-mailboxes.ts'

export type StoreDeps = PlaceDeps & {
  db: Db
  clock: Clock
  blobs: BlobStore
  resting: Rests
  /** Absent where mail is put in that does not arrive now. */
  log?: Log
  /** Does everything that follows from one mail in one mailbox, in the same transaction. */
  follow(tx: Tx, mailbox: MailboxRow, mail: StoredMail, now: number, message: Incoming): Promise<void>
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

/** The entry that counts a mail that was kept. */
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

/** One recipient of one message, and what became of it. */
type Fate = { message: Incoming; entry: TraceEntry }

type Stored = {
  fates: readonly Fate[]
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
    deps.resting,
    messages.flatMap(({ journaled }) => distinct(journaled.envelope.recipients)),
    now,
  )
  const deliveries = messages.flatMap(message => deliveriesOf(message, mailboxes))
  const wanted = placeMails(deps, deliveries, now)
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
  // From now on the mailbox is held, so this is the owner the mail belongs to.
  const filed = await fileMails(tx, held, now)
  const kept = held.map(item => ({
    ...item,
    row: {
      ...item.row,
      folder: filed.get(item.row.id) ?? item.row.folder,
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
    await deps.follow(tx, item.mailbox, mail, now, item.message)
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
  const fates = deliveries.map(delivery => ({
    message: delivery.message,
    entry: traceOf(delivery, traced.get(delivery.recipient)),
  }))
  await insertTrace(
    tx,
    fates.map(({ entry }) => entry),
    now,
  )
  await noteTally(
    tx,
    [...kept.map(tallyOf), ...deliveries.filter(({ recipient }) => !traced.has(recipient)).map(lossOf)],
    now,
  )
  return { stored, unwanted, fates }
}

function tellFate({ log, clock }: StoreDeps, { message: { journaled }, entry }: Fate): void {
  const { envelope, receivedAt, raw } = journaled
  log?.event('mail.received', {
    client: envelope.client,
    id: envelope.id,
    mail: entry.mailId ?? null,
    verdict: entry.verdict,
    reason: entry.reason,
    size: raw.length,
    delayMs: clock.now() - receivedAt,
    from: envelope.from,
    to: entry.recipient,
  })
}

/** Returns the mails stored for each message, in their order; null for a message that another has already stored. */
export async function storeMessages(
  deps: StoreDeps,
  messages: readonly Incoming[],
): Promise<(StoredMail[] | null)[]> {
  const now = deps.clock.now()
  const { stored, unwanted, fates } = await deps.db.transaction<Stored>(async tx => {
    const open = await stillOpen(tx, deps.db.kind, messages)
    return open.length === 0 ? { stored: new Map(), unwanted: [], fates: [] } : storeOpen(deps, tx, open, now)
  })
  for (const fate of fates) tellFate(deps, fate)
  for (const key of unwanted) await deps.blobs.remove(key)
  return messages.map(message => stored.get(message) ?? null)
}
