/**
 * Puts a processed message into its mailboxes: one transaction for the message, its mails, the search index, the
 * counters, the trace and the notices. Of several who try, one succeeds; the others find it done.
 */
import type { MailRow } from '@yanshu/contract'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { type Clock, minute } from '../../clock.ts'
import { flag } from '../../database/schema.ts'
import type { Db, Tx } from '../../database/types.ts'
import { isUsable } from '../../identity/email-account/mailbox.ts'
import {
  findMailboxByAddress,
  insertMailbox,
  type MailboxRow,
  newMailboxRow,
} from '../../identity/email-account/repository.ts'
import { newId } from '../../ids.ts'
import { findDomain } from '../../operate/domain/repository.ts'
import type { FilterOutcome } from '../filter/filter.ts'
import { countHits } from '../filter/repository.ts'
import { countUp, siteScopeName } from '../mailbox/counters.ts'
import { shownMail } from '../mailbox/mail-row.ts'
import { indexMail } from '../mailbox/search-index.ts'
import type { EnvelopeRecipient } from '../receive/envelope.ts'
import type { Journaled } from '../receive/journal.ts'
import { insertTrace, type TraceEntry, type TraceReason } from '../receive/trace.ts'
import type { ArrivedMail, MailboxOutcome } from './arrived-mail.ts'

export type StoredMail = {
  seq: number
  ownerId: string | null
  unread: number
  row: MailRow
  /** Webhooks that a filter asked for besides those that match by themselves. */
  webhookIds: string[]
  /** Where a filter wants it forwarded to. */
  forwardTo: string[]
  messageId: string
}

export type StoreDeps = {
  db: Db
  clock: Clock
  blobs: BlobStore
  spamThreshold: number
  /** False when the mailbox forwards its mail without keeping it: then it goes to the trash. */
  keeps(address: string): boolean
  /** Queues the notices of one mail in the same transaction. */
  queueNotices(tx: Tx, mailbox: MailboxRow, mail: StoredMail, now: number): Promise<void>
}

/** A mailbox that ends by a rule can still be read for a while: its owner has not seen the last mail yet. */
const readableAfterEndMs = 10 * minute

/** What becomes of a mail that no rule speaks of. */
const untouched: FilterOutcome = {
  refuse: null,
  discard: false,
  folder: null,
  read: false,
  starred: false,
  labels: [],
  forwardTo: [],
  webhookIds: [],
  hitIds: [],
}

async function mailboxFor(tx: Tx, recipient: EnvelopeRecipient, now: number): Promise<MailboxRow | null> {
  const mailbox = await findMailboxByAddress(tx, recipient.address)
  if (mailbox) {
    // The address may have been given to somebody else since the mail was accepted; it is not theirs.
    const same = recipient.mailboxId === null || recipient.mailboxId === mailbox.id
    return same && isUsable(mailbox, now) ? mailbox : null
  }
  if (recipient.mailboxId !== null) return null
  const domain = await findDomain(tx, recipient.domainId)
  if (!domain) return null
  const localPart = recipient.address.slice(0, recipient.address.lastIndexOf('@'))
  const row = newMailboxRow({
    id: newId(now),
    localPart,
    domain,
    kind: 'temporary',
    ownerId: domain.owner_id,
    passwordHash: null,
    note: '',
    now,
    expires_at: null,
    end_after_mails: null,
    end_after_code: 0,
  })
  return (await insertMailbox(tx, row)) ? row : ((await findMailboxByAddress(tx, recipient.address)) ?? null)
}

async function finishMessage(tx: Tx, seq: number, mail: ArrivedMail): Promise<boolean> {
  const done = await tx
    .updateTable('message')
    .set({
      state: 1,
      subject: mail.subject,
      from_name: mail.from.name,
      from_address: mail.from.address,
      preview: mail.preview,
      code: mail.code,
      link: mail.link,
      attachment_count: mail.attachmentCount,
      spam_score: mail.spamScore,
      details: JSON.stringify(mail.details),
    })
    .where('seq', '=', seq)
    .where('state', '=', 0)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Comes first: from here on the mailbox is held, and nobody removes or gives it away under our hands. Null when it is gone. */
async function countIntoMailbox(
  tx: Tx,
  mailbox: MailboxRow,
  mail: { unread: boolean; size: number; hasCode: boolean },
  now: number,
): Promise<Pick<MailboxRow, 'unread' | 'owner_id'> | null> {
  const updated = await tx
    .updateTable('mailbox')
    .set(eb => ({
      received: eb('received', '+', 1),
      unread: eb('unread', '+', mail.unread ? 1 : 0),
      used_bytes: eb('used_bytes', '+', mail.size),
    }))
    .where('id', '=', mailbox.id)
    .returning(['received', 'unread', 'expires_at', 'owner_id'])
    .executeTakeFirst()
  if (!updated) return null
  const full = mailbox.end_after_mails !== null && updated.received >= mailbox.end_after_mails
  const end = now + readableAfterEndMs
  if ((full || (mailbox.end_after_code === 1 && mail.hasCode)) && (updated.expires_at ?? Infinity) > end) {
    await tx.updateTable('mailbox').set({ expires_at: end }).where('id', '=', mailbox.id).execute()
  }
  return updated
}

function placeOf(mail: ArrivedMail, outcome: FilterOutcome, spamThreshold: number) {
  const isSpam = outcome.folder === null && mail.spamScore >= spamThreshold
  const folder = outcome.folder ?? (isSpam ? ('spam' as const) : ('inbox' as const))
  const reason: TraceReason = isSpam ? 'spam' : outcome.folder === null ? 'delivered' : 'filterMoved'
  return { folder, reason }
}

async function storeOne(
  deps: StoreDeps,
  tx: Tx,
  journaled: Journaled,
  mail: ArrivedMail,
  mailbox: MailboxRow,
  outcome: FilterOutcome,
  now: number,
): Promise<{ stored: StoredMail; reason: TraceReason } | null> {
  const place = placeOf(mail, outcome, deps.spamThreshold)
  const { reason } = place
  const folder = place.folder === 'inbox' && !deps.keeps(mailbox.address) ? ('trash' as const) : place.folder
  const size = journaled.raw.length
  const counted = await countIntoMailbox(
    tx,
    mailbox,
    { unread: folder === 'inbox' && !outcome.read, size, hasCode: mail.code !== null },
    now,
  )
  if (!counted) return null
  const row = {
    id: newId(journaled.receivedAt),
    mailbox_id: mailbox.id,
    owner_id: counted.owner_id,
    message_seq: journaled.seq,
    received_at: journaled.receivedAt,
    read: flag(outcome.read),
    starred: flag(outcome.starred),
    folder,
    trashed_at: folder === 'trash' ? now : null,
    labels: JSON.stringify(outcome.labels),
    has_code: flag(mail.code !== null),
    has_attachment: flag(mail.attachmentCount > 0),
  }
  const { seq } = await tx.insertInto('mail').values(row).returning('seq').executeTakeFirstOrThrow()
  await indexMail(tx, deps.db.kind, { seq, mailboxId: mailbox.id, tokens: mail.tokens })
  const shown = shownMail({
    ...row,
    seq,
    address: mailbox.address,
    subject: mail.subject,
    from_name: mail.from.name,
    from_address: mail.from.address,
    preview: mail.preview,
    code: mail.code,
    link: mail.link,
    attachment_count: mail.attachmentCount,
    size,
    spam_score: mail.spamScore,
    details: JSON.stringify({ to: mail.details.to }),
  })
  const stored = {
    seq,
    ownerId: counted.owner_id,
    unread: counted.unread,
    row: shown,
    webhookIds: outcome.webhookIds,
    forwardTo: outcome.forwardTo,
    messageId: mail.details.messageId,
  }
  await deps.queueNotices(tx, mailbox, stored, now)
  return { stored, reason }
}

const byAddress = (a: EnvelopeRecipient, b: EnvelopeRecipient): number => (a.address < b.address ? -1 : 1)

/** Each mailbox once, in one order everywhere, so that two messages never wait for each other crosswise. */
function distinct(recipients: readonly EnvelopeRecipient[]): EnvelopeRecipient[] {
  return [...new Map(recipients.map(recipient => [recipient.address, recipient])).values()].sort(byAddress)
}

/** A message that no mailbox keeps goes at once; the key of its blob is returned, to be removed after the commit. */
async function setRefs(tx: Tx, seq: number, refs: number): Promise<string | null> {
  if (refs > 0) {
    await tx.updateTable('message').set({ refs }).where('seq', '=', seq).execute()
    return null
  }
  const gone = await tx.deleteFrom('message').where('seq', '=', seq).returning('blob_key').executeTakeFirst()
  return gone?.blob_key ?? null
}

/** Null when it was already done by another. */
export async function storeMessage(
  deps: StoreDeps,
  journaled: Journaled,
  mail: ArrivedMail,
  outcomes: readonly MailboxOutcome[],
): Promise<StoredMail[] | null> {
  const now = deps.clock.now()
  const decided = new Map(outcomes.map(item => [item.address, item.outcome]))
  const done = await deps.db.transaction(async tx => {
    if (!(await finishMessage(tx, journaled.seq, mail))) return null
    const stored: StoredMail[] = []
    const traces: TraceEntry[] = []
    for (const recipient of distinct(journaled.envelope.recipients)) {
      const outcome = decided.get(recipient.address) ?? untouched
      const mailbox = await mailboxFor(tx, recipient, now)
      const trace = {
        client: journaled.envelope.client,
        sender: journaled.envelope.from,
        recipient: recipient.given,
        mailboxId: mailbox?.id ?? null,
        ownerId: mailbox?.owner_id ?? null,
        reply: '250 2.0.0',
      }
      await countHits(tx, outcome.hitIds, now)
      if (!mailbox) traces.push({ ...trace, verdict: 'discarded', reason: 'ended' })
      else if (outcome.discard || outcome.refuse !== null) {
        traces.push({ ...trace, verdict: 'discarded', reason: 'filterDiscarded' })
      } else {
        const made = await storeOne(deps, tx, journaled, mail, mailbox, outcome, now)
        if (made) {
          stored.push(made.stored)
          traces.push({ ...trace, verdict: 'accepted', reason: made.reason, mailId: made.stored.row.id })
        } else
          traces.push({ ...trace, mailboxId: null, ownerId: null, verdict: 'discarded', reason: 'ended' })
      }
    }
    const unwanted = await setRefs(tx, journaled.seq, stored.length)
    await insertTrace(tx, traces, now)
    const found = mail.code === null ? 0 : stored.length
    await countUp(
      tx,
      [
        { scope: siteScopeName, name: 'received', by: stored.length },
        { scope: siteScopeName, name: 'codes', by: found },
        { scope: siteScopeName, name: 'bytes', by: stored.length * journaled.raw.length },
      ],
      now,
    )
    return { stored, unwanted }
  })
  if (done === null) return null
  if (done.unwanted !== null) await deps.blobs.remove(done.unwanted)
  return done.stored
}
