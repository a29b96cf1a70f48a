/**
 * What mail that arrives means for mail that leaves: reports settle what was sent, and forwarding sends on. Everything
 * is looked up before the transaction that stores the mail, and written within it.
 */
import type { BlobStore } from '../blobs/blob-store.ts'
import { type Clock, second } from '../clock.ts'
import type { Db, Tx } from '../database/types.ts'
import { findMailboxByAddress, type MailboxRow } from '../identity/email-account/repository.ts'
import type { Journaled } from '../inbound/receive/journal.ts'
import type { SiteSettings } from '../operate/setting/site-settings.ts'
import { type Bounce, bounceOwner, readBounces, settleBounce } from './bounce/settle-bounce.ts'
import {
  type Forwarding,
  forwardedBytes,
  forwardingAddresses,
  forwardingChannel,
  forwardLimits,
  queueForward,
  readForwarding,
  wantsForward,
} from './forward/forwarding.ts'
import { type DayLimit, storeLarge } from './queue/enqueue.ts'

export type ArrivingDeps = {
  db: Db
  clock: Clock
  blobs: BlobStore
  site: SiteSettings
  /** Key of return paths. */
  key: Buffer
  /** After a commit: something was queued, or recipients changed. */
  queued(): Promise<void>
  settled(recipientIds: readonly string[]): Promise<void>
}

export type StoredFacts = {
  folder: string
  subject: string
  messageId: string
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
  /** The mailboxes that forward are not what they were. */
  forwardingChanged(): void
  close(): void
  bounceOwner(address: string): Promise<string | null>
  /** `forwardTo`: what filters want, by the mailbox's address. */
  prepare(journaled: Journaled, forwardTo: ReadonlyMap<string, readonly string[]>): Promise<ArrivingMail>
}

const heldMs = 10 * second

type Plan = {
  forwarding: Forwarding
  limits: DayLimit[]
  raw: Buffer
  blobKey: string | null
  isUsed: boolean
}

export function createArriving(deps: ArrivingDeps): Arriving {
  const { db, blobs } = deps
  let held: { at: number; addresses: Promise<Set<string>> } | null = null
  const forget = () => {
    held = null
  }
  const unsubscribe = db.bus.subscribe(forwardingChannel, forget)

  /** A message between nodes may be lost; after a while they are read again all the same. */
  async function forwards(address: string): Promise<boolean> {
    const now = deps.clock.now()
    if (held === null || Math.abs(now - held.at) > heldMs) {
      held = { at: now, addresses: forwardingAddresses(db.query) }
      held.addresses.catch(forget)
    }
    return (await held.addresses).has(address)
  }

  async function planFor(
    journaled: Journaled,
    address: string,
    byFilter: readonly string[],
  ): Promise<Plan | null> {
    if (byFilter.length === 0 && !(await forwards(address))) return null
    const mailbox = await findMailboxByAddress(db.query, address)
    if (!mailbox) return null
    const forwarding = await readForwarding(db.query, mailbox.id)
    const targets = wantsForward(mailbox, journaled, [...forwarding.to, ...byFilter])
    if (targets.length === 0) return null
    const { mailboxSendsPerDay } = await deps.site.read()
    const limits = await forwardLimits(db.query, mailbox, mailboxSendsPerDay)
    if (limits === null) return null
    const raw = forwardedBytes(mailbox, journaled)
    return {
      forwarding: { ...forwarding, to: targets },
      limits,
      raw,
      blobKey: await storeLarge(blobs, raw),
      isUsed: false,
    }
  }

  return {
    forwardingChanged: forget,
    close: unsubscribe,

    bounceOwner: address => bounceOwner(db, deps.key, address),

    async prepare(journaled, forwardTo) {
      const bounces: Bounce[] = await readBounces(db, deps.key, journaled)
      const settled: string[] = []
      const plans = new Map<string, Plan>()
      for (const { address } of journaled.envelope.recipients) {
        const plan = await planFor(journaled, address, forwardTo.get(address) ?? [])
        if (plan) plans.set(address, plan)
      }
      return {
        keeps: address => plans.get(address)?.forwarding.keep ?? true,

        async store(tx, mailbox, facts, now) {
          for (const bounce of bounces.splice(0)) {
            if (await settleBounce(tx, db, bounce, now)) settled.push(bounce.recipientId)
          }
          const plan = plans.get(mailbox.address)
          if (!plan || facts.folder === 'spam') return
          const { envelope, receivedAt } = journaled
          const { subject, messageId } = facts
          const mail = { raw: plan.raw, envelope, receivedAt, subject, messageId, blobKey: plan.blobKey }
          plan.isUsed = await queueForward(tx, mailbox, mail, plan.forwarding.to, plan.limits, now)
        },

        async done(isStored) {
          const used = isStored ? [...plans.values()].filter(plan => plan.isUsed) : []
          for (const plan of plans.values())
            if (!used.includes(plan) && plan.blobKey !== null) await blobs.remove(plan.blobKey)
          if (used.length > 0) await deps.queued()
          if (isStored && settled.length > 0) await deps.settled(settled)
        },
      }
    },
  }
}
