/**
 * What mail that arrives means for mail that leaves: reports settle what was sent, forwarding sends on, and a mailbox
 * may answer by itself. Everything is looked up before the transaction that stores the mail, and written within it.
 */
import type { BlobStore } from '../blobs/blob-store.ts'
import { type Clock, second } from '../clock.ts'
import type { Db, Tx } from '../database/types.ts'
import { findMailboxByAddress, type MailboxRow } from '../identity/email-account/repository.ts'
import type { EnvelopeRecipient } from '../inbound/receive/envelope.ts'
import type { Journaled } from '../inbound/receive/journal.ts'
import { readReturnPath } from '../mail/verp.ts'
import type { SiteSettings } from '../operate/setting/site-settings.ts'
import { type Bounce, bounceOwner, readBounces, settleBounce } from './bounce/settle-bounce.ts'
import {
  automaticLimits,
  type Forwarding,
  forwardedBytes,
  forwardingAddresses,
  queueForward,
  readForwarding,
  wantsForward,
} from './forward/forwarding.ts'
import { type DayLimit, dropLarge, storeLarge } from './queue/enqueue.ts'
import { senderKey } from './queue/queue.ts'
import { answeringAddresses, wordsAt } from './reply/auto-reply.ts'
import { mayAnswer } from './reply/may-answer.ts'
import { type PlannedReply, queueReply } from './reply/queue-reply.ts'

export type ArrivingDeps = {
  db: Db
  clock: Clock
  blobs: BlobStore
  site: SiteSettings
  /** Key of return paths. */
  key: Buffer
  /** After a commit: something was queued for these senders, or recipients changed. */
  queued(senderKeys: readonly string[]): Promise<void>
  settled(recipientIds: readonly string[]): Promise<void>
}

export type StoredFacts = {
  folder: string
  subject: string
  messageId: string
  /** What the sender's domain says of the mail (RFC 7489). */
  dmarc: string
}

export type ArrivingMail = {
  /** False when the mailbox forwards without keeping: the mail goes to the trash. */
  keeps(address: string): boolean
  /** Within the transaction that stores it in one mailbox. */
  store(tx: Tx, mailbox: MailboxRow, facts: StoredFacts, now: number): Promise<void>
  /** After the commit, or after it failed. */
  done(isStored: boolean): Promise<void>
}

export type Arriving = {
  /** The mailboxes that send by themselves are not what they were: tells every node. */
  automaticChanged(): Promise<void>
  close(): void
  bounceOwner(address: string): Promise<string | null>
  /** `forwardTo`: what filters want, by the mailbox's address. */
  prepare(journaled: Journaled, forwardTo: ReadonlyMap<string, readonly string[]>): Promise<ArrivingMail>
}

const heldMs = 10 * second
/** Messages on this channel make every node read anew which mailboxes forward or answer. */
const automaticChannel = 'automatic-mail'

type Held = { at: number; forwards: Promise<Set<string>>; answers: Promise<Set<string>> }

type Plan = {
  forwarding: Forwarding
  limits: DayLimit[]
  raw: Buffer
  blobKey: string | null
  isUsed: boolean
}

export function createArriving(deps: ArrivingDeps): Arriving {
  const { db } = deps
  let held: Held | null = null
  const forget = () => {
    held = null
  }
  const unsubscribe = db.bus.subscribe(automaticChannel, forget)

  /** The mailboxes that send by themselves: far fewer than receive, so almost no mail has to ask more. */
  function automatic(): Held {
    const now = deps.clock.now()
    // A message between nodes may be lost; after a while they are read again all the same.
    if (held === null || Math.abs(now - held.at) > heldMs) {
      held = { at: now, forwards: forwardingAddresses(db.query), answers: answeringAddresses(db.query) }
      held.forwards.catch(forget)
      held.answers.catch(forget)
    }
    return held
  }

  async function limitsOf(mailbox: MailboxRow): Promise<DayLimit[] | null> {
    const { mailboxSendsPerDay } = await deps.site.read()
    return automaticLimits(db.query, mailbox, mailboxSendsPerDay)
  }

  async function replyFor(journaled: Journaled, recipient: EnvelopeRecipient): Promise<PlannedReply | null> {
    const { address, given } = recipient
    if (!(await automatic().answers).has(address)) return null
    // What comes to a return path is about our own mail.
    if (readReturnPath(deps.key, given) !== null) return null
    const answerable = mayAnswer(journaled, address, [address, given])
    if (typeof answerable === 'string') return null
    const mailbox = await findMailboxByAddress(db.query, address)
    const words = mailbox && (await wordsAt(db.query, mailbox.id, deps.clock.now()))
    const limits = words && (await limitsOf(mailbox))
    return words && limits ? { ...answerable, words, limits } : null
  }

  async function planFor(
    journaled: Journaled,
    address: string,
    byFilter: readonly string[],
  ): Promise<Plan | null> {
    if (byFilter.length === 0 && !(await automatic().forwards).has(address)) return null
    const mailbox = await findMailboxByAddress(db.query, address)
    if (!mailbox) return null
    const forwarding = await readForwarding(db.query, mailbox.id)
    const targets = wantsForward(mailbox, journaled, [...forwarding.to, ...byFilter])
    if (targets.length === 0) return null
    const limits = await limitsOf(mailbox)
    if (limits === null) return null
    const raw = forwardedBytes(mailbox, journaled)
    return {
      forwarding: { ...forwarding, to: targets },
      limits,
      raw,
      blobKey: await storeLarge(deps, raw),
      isUsed: false,
    }
  }

  return {
    async automaticChanged() {
      forget()
      await db.bus.publish(automaticChannel, '')
    },
    close: unsubscribe,

    bounceOwner: address => bounceOwner(db, deps.key, address),

    async prepare(journaled, forwardTo) {
      const bounces: Bounce[] = await readBounces(db, deps.key, journaled)
      const settled: string[] = []
      const plans = new Map<string, Plan>()
      const replies = new Map<string, PlannedReply>()
      const senders = new Set<string>()
      for (const recipient of journaled.envelope.recipients) {
        const { address } = recipient
        const plan = await planFor(journaled, address, forwardTo.get(address) ?? [])
        if (plan) plans.set(address, plan)
        const reply = await replyFor(journaled, recipient)
        if (reply) replies.set(address, reply)
      }
      const keeps = (address: string): boolean => plans.get(address)?.forwarding.keep ?? true
      return {
        keeps,

        async store(tx, mailbox, facts, now) {
          for (const bounce of bounces.splice(0)) {
            if (await settleBounce(tx, db, bounce, now)) settled.push(bounce.recipientId)
          }
          const reply = replies.get(mailbox.address)
          // What a rule threw away or the site holds for spam is not answered, nor what its own domain disowns.
          const isWanted = facts.folder === 'inbox' || (facts.folder === 'trash' && !keeps(mailbox.address))
          if (reply && isWanted && facts.dmarc !== 'fail' && (await queueReply(tx, mailbox, reply, now)))
            senders.add(senderKey(mailbox))
          const plan = plans.get(mailbox.address)
          if (!plan || facts.folder === 'spam') return
          const { envelope, receivedAt } = journaled
          const { subject, messageId } = facts
          const mail = { raw: plan.raw, envelope, receivedAt, subject, messageId, blobKey: plan.blobKey }
          plan.isUsed = await queueForward(tx, mailbox, mail, plan.forwarding.to, plan.limits, now)
          if (plan.isUsed) senders.add(senderKey(mailbox))
        },

        async done(isStored) {
          const used = isStored ? [...plans.values()].filter(plan => plan.isUsed) : []
          for (const plan of plans.values()) if (!used.includes(plan)) await dropLarge(deps, plan.blobKey)
          if (isStored && senders.size > 0) await deps.queued([...senders])
          if (isStored && settled.length > 0) await deps.settled(settled)
        },
      }
    },
  }
}
