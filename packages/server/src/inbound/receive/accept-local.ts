/**
 * Mail from one of our mailboxes to another never leaves the house: it is judged like mail by SMTP and handed to the
 * journal. Judging and journaling are two steps, so that the sender's queue and the journal change in one transaction.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import { dropLoose, putLoose, useBlobs } from '../../blobs/loose-blobs.ts'
import type { Db, Tx } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { StorageWatch } from '../../ledger/storage/storage-watch.ts'
import { type Envelope, ownProtocol } from '../../mail/envelope.ts'
import { isLooping } from '../../mail/received-loop.ts'
import { type RuleCache, recipientMailbox } from '../filter/load-rules.ts'
import { inlineBytes, journalIn } from '../journal/journal.ts'
import type { Journaled } from '../journal/journaled.ts'
import type { Processor, Read } from '../process/processor.ts'
import type { TraceReason } from '../trace/trace.ts'
import type { TraceWriter } from '../trace/trace-writer.ts'
import type { Quota } from './quota.ts'
import { type Directory, resolveRecipient } from './resolve-recipient.ts'
import { parsePath } from './smtp/path.ts'

export type LocalMail = { from: string; to: string; raw: Buffer; protocol: string }

export type LocalVerdict =
  /** Fit: journal it in the sender's transaction, and call the result after the commit; undo it when that fails. */
  | { ok: true; journal(tx: Tx): Promise<() => void>; undo(): Promise<void> }
  | { ok: false; code: 450 | 550; status: string; answer: string }

/** Mail that never left the house came from here. */
const ownClient = '127.0.0.1'

export type LocalDeps = {
  db: Db
  directory: Directory
  clock: Clock
  blobs: BlobStore
  processor: Pick<Processor, 'read' | 'submit'>
  rules: RuleCache
  hostname: () => string
  localDomain: string
  nodeId: string
  quota: Pick<Quota, 'overQuota'>
  storage: Pick<StorageWatch, 'hasRoom'>
  trace: Pick<TraceWriter, 'note'>
}

export type LocalAcceptance = {
  judge(mail: LocalMail): Promise<LocalVerdict>
  /** A report about a mail, for the one who sent it; nobody is asked. */
  report(
    tx: Tx,
    raw: Buffer,
    to: { address: string; domainId: string; mailboxId: string; ownerId: string | null },
  ): Promise<() => void>
}

type Refused = Extract<LocalVerdict, { ok: false }>

const refused = (status: string, answer: string): Refused => ({ ok: false, code: 550, status, answer })
const later = (status: string, answer: string): Refused => ({ ok: false, code: 450, status, answer })

function refusalFor(reason: TraceReason): Refused {
  if (reason === 'paused') return later('4.2.1', 'Mailbox is paused')
  if (reason === 'overQuota') return later('4.2.2', 'Mailbox is full')
  return refused(reason === 'ended' ? '5.2.1' : '5.1.1', 'No such mailbox here')
}

export function createLocalAcceptance(deps: LocalDeps): LocalAcceptance {
  const envelopeOf = (from: string, protocol: string, recipients: Envelope['recipients']): Envelope => ({
    id: newId(deps.clock.now()),
    from,
    client: ownClient,
    helo: deps.hostname(),
    protocol,
    host: deps.hostname(),
    recipients,
  })

  /** The one whose mailbox it is sees why the mail did not come, as with mail from elsewhere. */
  function noted(
    { from, to }: Pick<LocalMail, 'from' | 'to'>,
    why: {
      reason: TraceReason
      mailboxId: string | null
      ownerId: string | null
      hitIds?: readonly string[]
    },
    verdict: Refused,
  ): Refused {
    deps.trace.note({
      client: ownClient,
      sender: from,
      recipient: to,
      verdict: verdict.code === 550 ? 'refused' : 'deferred',
      reply: `${verdict.code} ${verdict.status} ${verdict.answer}`,
      ...why,
    })
    return verdict
  }

  async function take(
    tx: Tx,
    raw: Buffer,
    item: { envelope: Envelope; blobKey: string | null },
    read: Read | null,
  ): Promise<() => void> {
    const { nodeId, clock } = deps
    if (item.blobKey !== null) await useBlobs(tx, [item.blobKey])
    const journaled: Journaled = await journalIn(tx, { raw, ...item, nodeId, now: clock.now() })
    return () => deps.processor.submit(journaled, read ?? undefined)
  }

  return {
    async judge({ from, to, raw, protocol }) {
      const parsed = parsePath(`<${to}>`, 'recipient')
      if (!parsed.ok) return refused('5.1.3', 'Bad recipient address')
      if (isLooping(raw)) return refused('5.4.6', 'Too many hops, the message is looping')
      const found = await resolveRecipient(deps, parsed.path, raw.length, deps.localDomain)
      if (!found.ok) return noted({ from, to }, found, refusalFor(found.reason))
      if (!deps.storage.hasRoom(raw.length)) {
        const { mailboxId, ownerId } = found.recipient
        return noted(
          { from, to },
          { reason: 'busy', mailboxId, ownerId },
          later('4.3.1', 'Cannot store the message now'),
        )
      }
      const envelope = envelopeOf(from, protocol, [found.recipient])
      const ruled = found.mailbox ?? recipientMailbox(found.recipient)
      const read = (await deps.rules.mayRefuse(ruled)) ? await deps.processor.read(raw, envelope) : null
      const decided = read?.outcomes.find(({ address }) => address === found.recipient.address)?.outcome
      if (decided != null && decided.refuse !== null) {
        const { mailboxId, ownerId } = found.recipient
        const why = { reason: 'filterRefused' as const, mailboxId, ownerId, hitIds: decided.hitIds }
        return noted({ from, to }, why, refused('5.7.1', decided.refuse))
      }
      const blobKey = raw.length > inlineBytes ? await putLoose(deps, raw) : null
      return {
        ok: true,
        journal: tx => take(tx, raw, { envelope, blobKey }, read),
        undo: async () => {
          if (blobKey !== null) await dropLoose(deps, blobKey)
        },
      }
    },

    report(tx, raw, to) {
      const recipient = { given: to.address, ...to }
      return take(tx, raw, { envelope: envelopeOf('', ownProtocol, [recipient]), blobKey: null }, null)
    },
  }
}
