/**
 * The worker of the queue: it finds due mail, claims as much as there is room for, and completes every
 * attempt. With several nodes each recipient belongs to one node at a time; the claims of a dead node expire.
 */
import { randomBytes } from 'node:crypto'
import { goesOnChannel, readGoesOn } from '../../identity/goes-on.ts'
import { createLooking } from '../../jobs/looking.ts'
import { minute, second } from '../../kernel/clock.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import { type AttemptDeps, type AttemptFinding, attempt } from './attempt.ts'
import { impossibleAfter, isPlaceFault } from './queue.ts'
import {
  claimSlot,
  type Due,
  deferPlace,
  dueSlots,
  freeExpired,
  freeOwn,
  type RecipientRow,
  readPauses,
  wakeSenders,
} from './repository.ts'
import { createRests } from './rests.ts'
import { type SettleDeps, settle } from './settle.ts'
import { shareOut } from './share-out.ts'

export const queueChannel = 'queue'

const pollMs = second
/** A claim lasts longer than an attempt may take; see `attemptMs`. */
const claimMs = 20 * minute
const attemptMs = 15 * minute
const maxAtOnce = 50
/** The pause before the next look is this many times as long as the look. */
const restFactor = 3
const slotsAtOnce = 200
const deferAtOnce = 500
const graceMs = 5 * second

export type QueueDeps = AttemptDeps & SettleDeps & { nodeId: string; metrics: Metrics }

export type QueueWorker = {
  start(): Promise<void>
  /** Looks at once; call it after a commit that queued something. */
  kick(): void
  /** Delivers all due mail and resolves when every attempt has ended. */
  runDue(): Promise<void>
  stop(): Promise<void>
}

const add = (counts: Map<string, number>, key: string, by: number): void => {
  const count = (counts.get(key) ?? 0) + by
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}

const full = (counts: Map<string, number>, limit: number): string[] =>
  [...counts].filter(([, count]) => count >= limit).map(([key]) => key)

export function createQueueWorker(deps: QueueDeps): QueueWorker {
  const { db, clock, log } = deps
  const underWay = new Map<number, Promise<void>>()
  const perDomain = new Map<string, number>()
  const perSender = new Map<string, number>()
  const rests = createRests()
  /** The duration of the last look, and the next look after a delivery has ended. */
  let lookMs = 0
  let soon: { timer: NodeJS.Timeout; done: Promise<void>; resolve(): void } | null = null
  const quit = new AbortController()
  const counter = deps.metrics.counter('yanshu_outbound_total', 'Attempts to deliver by what became of them.')
  deps.metrics.gauge('yanshu_outbound_running', 'Deliveries under way.', () => underWay.size)
  const looking = createLooking({
    everyMs: pollMs,
    graceMs,
    look,
    underWay: () => [...underWay.values(), ...(soon === null ? [] : [soon.done])],
    breakOff: () => quit.abort(),
    before: () =>
      freeExpired(db, { node: deps.nodeId, inHand: [...underWay.keys()], claimMs, now: clock.now() }),
    failed: cause => log.error({ err: cause }, 'the queue was not read'),
  })
  const subscriptions = [
    db.bus.subscribe(queueChannel, looking.kick),
    db.bus.subscribe(goesOnChannel, message => void wake(message)),
  ]

  async function wake(message: string): Promise<void> {
    const who = readGoesOn(message)
    if (who === null || looking.isStopped()) return
    try {
      await db.transaction(tx => wakeSenders(tx, who, clock.now()))
      looking.kick()
    } catch (cause) {
      log.warn({ err: cause }, 'mail that was held waits for its next look')
    }
  }

  async function due(): Promise<Due> {
    const now = clock.now()
    return { now, impossible: impossibleAfter(await deps.site.read(), now) }
  }

  /** A failed connection concerns all mail that waits for the same place. */
  async function learn(recipient: RecipientRow, isFault: boolean, answer: string): Promise<void> {
    if (!isFault) {
      rests.reached(recipient.domain)
      return
    }
    const when = await due()
    const until = rests.failed(recipient.domain, when.now)
    const place = { domain: recipient.domain, until, answer: answer.slice(0, 500) }
    let deferred: number
    do deferred = await db.transaction(tx => deferPlace(tx, db.kind, place, when, deferAtOnce))
    while (deferred === deferAtOnce)
  }

  function tell(recipient: RecipientRow, { outcome, reason, host, mail, answer }: AttemptFinding): void {
    log.event('mail.sent', {
      id: recipient.outgoing_id,
      recipient: recipient.id,
      verdict: outcome,
      reason,
      host,
      attempt: recipient.attempts,
      size: mail?.size ?? null,
      delayMs: Math.max(0, clock.now() - recipient.queued_at),
      from: mail?.from ?? null,
      to: recipient.address,
      reply: answer,
    })
  }

  async function work(recipient: RecipientRow): Promise<void> {
    const limit = AbortSignal.any([quit.signal, AbortSignal.timeout(attemptMs)])
    try {
      const found = await attempt(deps, recipient, limit)
      await settle(deps, recipient, found)
      counter.add({ result: found.outcome })
      tell(recipient, found)
      if (found.outcome === 'delivered' || found.outcome === 'deferred')
        await learn(recipient, found.outcome === 'deferred' && isPlaceFault(found.reason), found.answer)
    } catch (cause) {
      // The claim expires, and a node tries again.
      log.error({ err: cause, recipient: recipient.id }, 'the result of a delivery was not written')
    } finally {
      underWay.delete(recipient.seq)
      add(perDomain, recipient.domain, -1)
      add(perSender, recipient.sender_key, -1)
      lookSoon()
    }
  }

  /**
   * A place is free again. A look costs more when more mail is due, so it does not follow every single
   * delivery. It comes after a rest longer than the last look, and deliveries that end meanwhile share it.
   */
  function lookSoon(): void {
    if (soon !== null || looking.isStopped()) return
    const { promise: done, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => endRest(), Math.min(restFactor * lookMs, pollMs))
    soon = { timer, done, resolve }
  }

  function endRest(): void {
    if (soon === null) return
    clearTimeout(soon.timer)
    const { resolve } = soon
    soon = null
    looking.kick()
    resolve()
  }

  function begin(recipient: RecipientRow): void {
    add(perDomain, recipient.domain, 1)
    add(perSender, recipient.sender_key, 1)
    underWay.set(recipient.seq, work(recipient))
  }

  /**
   * The query leaves out full places and senders, because a backlog of theirs would fill the whole answer.
   */
  async function startSome(pauses: ReadonlySet<string>): Promise<number> {
    const room = maxAtOnce - underWay.size
    if (room <= 0 || looking.isStopped()) return 0
    const limits = await deps.site.read()
    const when = await due()
    const slots = await dueSlots(
      db.query,
      when,
      {
        domains: [...full(perDomain, limits.perDestination), ...pauses],
        senders: full(perSender, limits.perSender),
      },
      slotsAtOnce,
    )
    const shares = shareOut(slots, {
      total: room,
      ofDomain: domain => limits.perDestination - (perDomain.get(domain) ?? 0),
      ofSender: key => limits.perSender - (perSender.get(key) ?? 0),
    })
    if (shares.length === 0 || looking.isStopped()) return 0
    const claim = {
      claim: randomBytes(12).toString('base64url'),
      node: deps.nodeId,
      until: when.now + claimMs,
      now: when.now,
    }
    const mine = await db.transaction(async tx => {
      const rows: RecipientRow[] = []
      for (const share of shares) rows.push(...(await claimSlot(tx, db.kind, share, when, claim)))
      return rows
    })
    for (const recipient of mine) begin(recipient)
    return mine.length
  }

  async function look(): Promise<void> {
    const started = performance.now()
    try {
      const pauses = await readPauses(db.query)
      if (pauses.has('')) return
      while ((await startSome(pauses)) > 0);
    } finally {
      lookMs = performance.now() - started
    }
  }

  return {
    async start() {
      // Mail that this node held before it went down is free again.
      await db.transaction(tx => freeOwn(tx, deps.nodeId, clock.now()))
      looking.start()
      looking.kick()
    },
    kick: looking.kick,
    runDue: looking.runDue,
    async stop() {
      for (const unsubscribe of subscriptions) unsubscribe()
      const stopped = looking.stop()
      endRest()
      await stopped
    },
  }
}
