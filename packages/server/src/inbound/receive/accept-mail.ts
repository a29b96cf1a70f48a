/**
 * Answers the SMTP listener: is this recipient ours, and may this message be accepted. A 250 after the message means
 * that it is on disk. Refusals go into the trace with their reason.
 */
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import type { BlockList } from '../../ledger/block/block-list.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import type { StorageWatch } from '../../ledger/storage/storage-watch.ts'
import type { Envelope, EnvelopeRecipient } from '../../mail/envelope.ts'
import { isLooping } from '../../mail/received-loop.ts'
import { type RuleCache, type RuledMailbox, recipientMailbox } from '../filter/load-rules.ts'
import type { Journal } from '../journal/journal.ts'
import type { Journaled } from '../journal/journaled.ts'
import type { Processor, Read } from '../process/processor.ts'
import type { TraceReason } from '../trace/trace.ts'
import type { TraceWriter } from '../trace/trace-writer.ts'
import type { ByteRate } from './byte-rate.ts'
import type { ClientRate } from './client-rate.ts'
import type { Held, NoRoom, Quota, Room } from './quota.ts'
import { type Directory, type Resolved, resolveRecipient, roomFor } from './resolve-recipient.ts'
import type { SmtpPath } from './smtp/path.ts'
import { reply, type SmtpReply } from './smtp/reply.ts'
import { ingestProtocol, type RefusedReason, type SmtpHandler, type SmtpSession } from './smtp/types.ts'
import { replyText, tellListenerRefusal, tellRefusal } from './tell-refusal.ts'

export type AcceptDeps = {
  directory: Directory
  clock: Clock
  log: Log
  metrics: Metrics
  site: SiteSettings
  journal: Journal
  processor: Pick<Processor, 'read' | 'submit'>
  rules: RuleCache
  rate: ClientRate
  bytes: ByteRate
  /** Whether there is room on the disk. */
  storage: Pick<StorageWatch, 'hasRoom'>
  /** Knows whom the operator keeps out. */
  blocks: Pick<BlockList, 'judge'>
  trace: TraceWriter
  hostname: () => string
  localDomain: string
  quota: Quota
  /** The mailbox behind a return path that we made for a mail of its own. */
  bounceOwner(address: string): Promise<string | null>
}

const refusals: Readonly<Partial<Record<TraceReason, SmtpReply>>> = {
  notOurs: reply(550, '5.7.1', 'Relaying denied'),
  unknownMailbox: reply(550, '5.1.1', 'No such mailbox here'),
  resting: reply(550, '5.1.1', 'No such mailbox here'),
  ended: reply(550, '5.2.1', 'Mailbox is disabled'),
  paused: reply(450, '4.2.1', 'Mailbox is paused, try again later'),
  overQuota: reply(452, '4.2.2', 'Mailbox is full'),
}

const loopReply = reply(554, '5.4.6', 'Too many hops, the message is looping')
const tooFastReply = reply(450, '4.7.1', 'Too many messages from your address, try again later')
const tooMuchReplies = {
  client: reply(450, '4.7.1', 'Too much mail from your network, try again later'),
  mailbox: reply(450, '4.2.1', 'Too much mail for this mailbox, try again later'),
}
const blockedReplies = {
  client: reply(554, '5.7.1', 'Mail from your address is not accepted here'),
  sender: reply(554, '5.7.1', 'Mail from this sender is not accepted here'),
}
const busyReply = reply(452, '4.3.1', 'Cannot store the message now, try again later')

/** Refusals by the listener itself that belong in the trace, because a recipient was already named. */
const listenerReasons: Readonly<Partial<Record<RefusedReason, TraceReason>>> = {
  'message-too-big': 'tooBig',
  'bare-cr': 'badMessage',
  'bare-lf': 'badMessage',
  'nul-octet': 'badMessage',
  'line-too-long': 'badMessage',
  'data-timeout': 'interrupted',
  'client-gone': 'interrupted',
  'out-of-memory-budget': 'busy',
  'recipient-left': 'busy',
}

/** Refusals of the connection or of one recipient; the message itself may still be accepted. */
const conversationReasons: Readonly<Partial<Record<RefusedReason, TraceReason>>> = {
  'too-many-connections': 'tooManyConnections',
  'too-many-from-address': 'tooManyConnections',
  'too-many-recipients': 'tooManyRecipients',
  'too-many-unknown-recipients': 'tooManyRecipients',
}

type AddressedRoom = Room & { address: string }
type Where = { mailboxId: string | null; ownerId: string | null }

const nobody: Where = { mailboxId: null, ownerId: null }

const whereOf = (found: Resolved): Where =>
  found.ok ? { mailboxId: found.mailbox?.id ?? null, ownerId: found.mailbox?.owner_id ?? null } : found

type Accepted = Extract<Resolved, { ok: true }>
type Fault = { reason: TraceReason; answer: SmtpReply }

/** A mailbox that is only made on arrival is under the rules of the one who will own it. */
const ruledBy = ({ mailbox, recipient }: Accepted): RuledMailbox => mailbox ?? recipientMailbox(recipient)

/** The decision of this recipient's filters. */
const outcomeOf = (read: Read | null, address: string | undefined) =>
  read?.outcomes.find(item => item.address === address)?.outcome

export function createAcceptHandler(deps: AcceptDeps): SmtpHandler {
  const resolved = new WeakMap<SmtpPath, Accepted>()
  const accepted = deps.metrics.counter('yanshu_smtp_messages_total', 'Messages by what became of them.')

  function trace(
    session: SmtpSession,
    from: string,
    to: string,
    where: Where,
    reason: TraceReason,
    answer: SmtpReply,
    hitIds: readonly string[] = [],
  ): void {
    deps.trace.note({
      client: session.remoteAddress,
      sender: from,
      recipient: to,
      mailboxId: where.mailboxId,
      ownerId: where.ownerId,
      verdict: answer.code >= 500 ? 'refused' : 'deferred',
      reason,
      reply: replyText(answer),
      hitIds,
    })
  }

  const note: typeof trace = (session, from, to, where, reason, answer, hitIds) => {
    tellRefusal(deps.log, session, { reason, answer, from, to })
    trace(session, from, to, where, reason, answer, hitIds)
  }

  function noteAll(
    session: SmtpSession,
    from: string,
    paths: readonly SmtpPath[],
    reason: TraceReason,
    answer: SmtpReply,
    { read = null, noted = note }: { read?: Read | null | undefined; noted?: typeof trace } = {},
  ) {
    for (const path of paths) {
      const known = resolved.get(path)
      const hitIds = outcomeOf(read, known?.recipient.address)?.hitIds
      noted(session, from, path.address, known ? whereOf(known) : nobody, reason, answer, hitIds)
    }
  }

  /** Reads the message before it is accepted where a filter may refuse it. */
  async function readEarly(
    raw: Buffer,
    envelope: Envelope,
    paths: readonly SmtpPath[],
  ): Promise<Read | null> {
    for (const path of paths) {
      const known = resolved.get(path)
      if (known && (await deps.rules.mayRefuse(ruledBy(known)))) return deps.processor.read(raw, envelope)
    }
    return null
  }

  const roomsOf = (paths: readonly SmtpPath[]): AddressedRoom[] => {
    const rooms = paths.flatMap(path => {
      const known = resolved.get(path)
      return known ? [{ ...roomFor(known), address: known.recipient.address }] : []
    })
    return [...new Map(rooms.map(room => [room.address, room])).values()]
  }

  /**
   * The client may have announced no size, or a wrong one. One recipient with room is enough: there is one answer. It is
   * for good only when it is so for all of them.
   */
  async function whyNoRoom(rooms: readonly Room[], held: Held): Promise<NoRoom | null> {
    const faults: NoRoom[] = []
    for (const room of rooms) {
      const fault = await held.whyNot(room)
      if (fault === null) return null
      faults.push(fault)
    }
    return faults.find(fault => fault !== 'ended') ?? faults[0] ?? null
  }

  function refusalOf(read: Read | null, envelope: Envelope): string | null {
    if (!read) return null
    const texts = envelope.recipients.map(({ address }) => outcomeOf(read, address)?.refuse ?? null)
    return texts.every(text => text !== null) ? (texts[0] ?? null) : null
  }

  function envelopeOf(session: SmtpSession, from: SmtpPath, paths: readonly SmtpPath[]): Envelope {
    const recipients: EnvelopeRecipient[] = paths.flatMap(path => resolved.get(path)?.recipient ?? [])
    return {
      id: newId(deps.clock.now()),
      from: from.address,
      client: session.remoteAddress,
      helo: session.greeting?.name ?? '',
      protocol: session.protocol,
      host: deps.hostname(),
      recipients,
    }
  }

  async function whyBlocked(session: SmtpSession, from: SmtpPath): Promise<Fault | null> {
    const blocked = await deps.blocks.judge(session.remoteAddress, from.address)
    return blocked === null ? null : { reason: 'blocked', answer: blockedReplies[blocked] }
  }

  async function whyTooFast(session: SmtpSession): Promise<Fault | null> {
    const { smtpPerMinute } = await deps.site.read()
    if (deps.rate.allows(session.remoteAddress, smtpPerMinute)) return null
    return { reason: 'tooFast', answer: tooFastReply }
  }

  /** One who hands mail in with the secret is the operator's, and brings the mail of many. */
  const isCounted = ({ protocol }: SmtpSession): boolean => protocol !== ingestProtocol

  async function whyTooMuch(session: SmtpSession, bytes: number): Promise<Fault | null> {
    if (!isCounted(session)) return null
    const hasRoom = deps.bytes.clientHasRoom(session.remoteAddress, bytes, await deps.site.read())
    return hasRoom ? null : { reason: 'tooMuch', answer: tooMuchReplies.client }
  }

  /** As long as one of its mailboxes may have it, a message is taken: there is one answer. */
  async function whyTooMuchFor(addresses: readonly string[], bytes: number): Promise<Fault | null> {
    const limits = await deps.site.read()
    if (addresses.some(address => deps.bytes.mailboxHasRoom(address, bytes, limits))) return null
    return { reason: 'tooMuch', answer: tooMuchReplies.mailbox }
  }

  const whyNoStorage = (bytes: number): Fault | null =>
    deps.storage.hasRoom(bytes) ? null : { reason: 'busy', answer: busyReply }

  /** Why a whole message is too much, for this site, from this client or for the mailboxes. */
  async function whyNotSoMuch(session: SmtpSession, addresses: readonly string[], bytes: number) {
    const fault = whyNoStorage(bytes) ?? (await whyTooMuch(session, bytes))
    return fault ?? (await whyTooMuchFor(addresses, bytes))
  }

  return {
    connect: () => null,

    async mail(session, from, { size }) {
      const fault = (await whyTooFast(session)) ?? (await whyTooMuch(session, size ?? 0))
      if (fault === null) return null
      note(session, from.address, '', nobody, fault.reason, fault.answer)
      return fault.answer
    },

    async rcpt(session, to, { from, params }) {
      const found = await resolveRecipient(deps, to, params.size ?? 0, deps.localDomain)
      // Not at MAIL, where nobody is named yet: whoever waits for the mail finds in the trace why it does not come.
      const blocked = await whyBlocked(session, from)
      if (blocked) {
        note(session, from.address, to.address, whereOf(found), blocked.reason, blocked.answer)
        accepted.add({ result: 'refused' })
        return blocked.answer
      }
      if (found.ok) {
        resolved.set(to, found)
        const fault = whyNoStorage(0) ?? (await whyTooMuchFor([found.recipient.address], params.size ?? 0))
        if (fault) note(session, from.address, to.address, whereOf(found), fault.reason, fault.answer)
        return fault?.answer ?? null
      }
      const answer = refusals[found.reason] ?? busyReply
      note(session, from.address, to.address, whereOf(found), found.reason, answer)
      return answer
    },

    async data(session, { raw, envelope: { from, recipients }, senderAsked }) {
      const finish = (reason: TraceReason, answer: SmtpReply, read?: Read | null): SmtpReply => {
        noteAll(session, from.address, recipients, reason, answer, { read })
        accepted.add({ result: answer.code >= 500 ? 'refused' : 'deferred' })
        return answer
      }
      if (isLooping(raw)) return finish('loop', loopReply)
      const envelope = envelopeOf(session, from, recipients)
      const rooms = roomsOf(recipients)
      const held = deps.quota.hold(rooms, raw.length)
      const mailboxes = rooms.map(({ address }) => address)
      let uncount = (): void => undefined
      let journaled: Journaled | null = null
      try {
        // Much may have changed since the sender was let in.
        const fault =
          (await whyBlocked(session, from)) ??
          (senderAsked ? null : await whyTooFast(session)) ??
          (await whyNotSoMuch(session, mailboxes, raw.length))
        if (fault) return finish(fault.reason, fault.answer)
        const client = isCounted(session) ? session.remoteAddress : null
        uncount = deps.bytes.count({ client, mailboxes, bytes: raw.length })
        const noRoom = await whyNoRoom(rooms, held)
        if (noRoom !== null) return finish(noRoom, refusals[noRoom] ?? busyReply)
        const read = await readEarly(raw, envelope, recipients)
        const refused = refusalOf(read, envelope)
        if (refused !== null) return finish('filterRefused', reply(550, '5.7.1', refused), read)
        journaled = await deps.journal.append(raw, envelope)
        held.until(journaled.seq)
        deps.processor.submit(journaled, read ?? undefined)
        accepted.add({ result: 'accepted' })
        return reply(250, '2.0.0', `OK, stored as ${envelope.id}`)
      } catch (cause) {
        deps.log.error({ err: cause }, 'message not stored')
        return finish('busy', busyReply)
      } finally {
        if (journaled === null) {
          held.release()
          uncount()
        }
      }
    },

    refused(session, reason, details) {
      if (reason === 'handler-failed') deps.log.error({ err: details.error }, 'SMTP handler failed')
      const { transaction } = details
      tellListenerRefusal(deps.log, session, reason, details)
      const conversation = conversationReasons[reason]
      if (conversation && details.reply) {
        const sender = transaction?.from.address ?? ''
        trace(session, sender, details.text ?? '', nobody, conversation, details.reply)
      }
      const known = listenerReasons[reason]
      if (!known || !transaction) return
      const answer = details.reply ?? reply(421, '4.4.2', 'Connection lost')
      const { from, recipients } = transaction
      noteAll(session, from.address, recipients, known, answer, { noted: trace })
    },
  }
}
