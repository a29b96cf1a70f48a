/**
 * Delivers what is queued for hooks. A delivery is claimed by moving its due time on, so with several nodes each is
 * tried by one of them at a time; a node that dies while trying leaves a claim that runs out. A receiver may get the
 * same delivery twice, and knows it by its id. Each hook is told one thing at a time and rests when it does badly, so
 * that no receiver keeps the others waiting.
 */

import type { Db, Tx } from '../../../database/types.ts'
import { createLooking } from '../../../jobs/looking.ts'
import { hour, minute, second, setBackSlack } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import { fact, storedFact } from '../../../ledger/fact/fact.ts'
import {
  type Claim,
  claimDelivery,
  type DueDelivery,
  dueDeliveries,
  endDelivery,
  failWaiting,
  releaseDelivery,
  retryDelivery,
} from './delivery-repository.ts'
import { findHook, updateHook } from './repository.ts'
import { type Rest, restAfter } from './rest.ts'
import { type SendDeps, type SendResult, sendNotice } from './send-notice.ts'
import { type Notice, type WebhookRow, webhooksChannel } from './webhook.ts'

/** Waiting times after the first, second, … failed try; after the last of them it is over. */
export const retryDelays: readonly number[] = [
  10 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
]
const longestDelayMs = Math.max(...retryDelays)
/** Longer than a try can take. */
const claimMs = minute
const pollMs = second
const maxConcurrent = 64
/** After this time a hook that did badly is new again; no rest is as long, unless the clock was set back. */
const forgetMs = hour
const lookAhead = 200
const defaultGraceMs = 3 * second

export const stoppedDetail = storedFact(fact('hookStopped', {}))

export type WebhookDeliverer = {
  start(): void
  /** Looks for due deliveries at once; to be called after a commit that queued some. */
  kick(): void
  /** Delivers all that is due and resolves when every try has ended. */
  runDue(): Promise<void>
  stop(): Promise<void>
}

export type DelivererDeps = SendDeps & {
  db: Db
  log: Log
  /** How long stopping waits for tries under way before it breaks them off. */
  graceMs?: number
}

type Claimed = { readonly due: DueDelivery; readonly claim: Claim }

async function claimAll(db: Db, due: readonly DueDelivery[], until: number): Promise<Claimed[]> {
  return db.transaction(async tx => {
    const mine: Claimed[] = []
    for (const one of due) {
      if (await claimDelivery(tx, one, until)) mine.push({ due: one, claim: { id: one.id, until } })
    }
    return mine
  })
}

/** A receiver that says it is gone (RFC 9110, section 15.5.11) is not asked again. */
async function giveUpHook(tx: Tx, hookId: string): Promise<void> {
  await updateHook(tx, hookId, { enabled: 0 })
  await failWaiting(tx, hookId, stoppedDetail)
}

async function writeResult(
  deps: DelivererDeps,
  { due, claim }: Claimed,
  hook: Pick<WebhookRow, 'id'>,
  result: SendResult,
): Promise<void> {
  const now = deps.clock.now()
  const outcome = { status: result.status, detail: storedFact(result.detail) }
  const gone = result.status === 410
  await deps.db.transaction(async tx => {
    const delay = gone ? undefined : retryDelays[due.attempts]
    if (result.ok) await endDelivery(tx, claim, 'done', outcome)
    else if (delay === undefined) await endDelivery(tx, claim, 'failed', outcome)
    else await retryDelivery(tx, claim, now + delay, outcome)
    if (gone) await giveUpHook(tx, hook.id)
  })
  if (gone) await deps.db.bus.publish(webhooksChannel, '')
}

/** Null when there was nobody to tell. */
async function tryOne(
  deps: DelivererDeps,
  claimed: Claimed,
  signal: AbortSignal,
): Promise<SendResult | null> {
  const { due, claim } = claimed
  const hook = await findHook(deps.db.query, due.webhook_id)
  if (!hook) return null
  if (hook.enabled !== 1) {
    await deps.db.transaction(tx => endDelivery(tx, claim, 'failed', { status: null, detail: stoppedDetail }))
    return null
  }
  const notice = JSON.parse(due.payload) as Notice
  const result = await sendNotice(deps, hook, { notice, deliveryId: due.id, signal })
  if (!result.ok && signal.aborted) {
    await deps.db.transaction(tx => releaseDelivery(tx, claim, due))
    return null
  }
  await writeResult(deps, claimed, hook, result)
  return result
}

export function createWebhookDeliverer(deps: DelivererDeps): WebhookDeliverer {
  const { db, clock, log, graceMs = defaultGraceMs } = deps
  const busy = new Map<string, Promise<void>>()
  const rests = new Map<string, Rest>()
  const quit = new AbortController()
  const looking = createLooking({
    everyMs: pollMs,
    graceMs,
    look: startDue,
    underWay: () => busy.values(),
    breakOff: () => quit.abort(),
    failed: cause => log.error({ err: cause }, 'due webhook deliveries not read'),
  })
  // A hook that was put right is tried at once.
  const unsubscribe = db.bus.subscribe(webhooksChannel, hookId => void rests.delete(hookId))

  async function work(claimed: Claimed): Promise<void> {
    const hookId = claimed.due.webhook_id
    try {
      const result = await tryOne(deps, claimed, quit.signal)
      const rest = result && restAfter(rests.get(hookId), result, clock.now())
      if (rest) rests.set(hookId, rest)
      else rests.delete(hookId)
    } catch (cause) {
      log.error({ err: cause, delivery: claimed.due.id }, 'webhook delivery failed')
    } finally {
      busy.delete(hookId)
      looking.kick()
    }
  }

  /** Hooks that are left alone now; what is long past is forgotten. */
  function resting(now: number): string[] {
    const held: string[] = []
    for (const [hookId, rest] of rests) {
      if (rest.until < now - forgetMs || rest.until > now + forgetMs) rests.delete(hookId)
      else if (rest.until > now) held.push(hookId)
    }
    return held
  }

  /**
   * Starts as much as there is room for. Hooks at work or at rest are left out of the question, not skipped in the
   * answer: a long backlog of one would fill it.
   */
  async function startDue(): Promise<void> {
    for (;;) {
      const room = maxConcurrent - busy.size
      if (room <= 0 || looking.isStopped()) return
      const now = clock.now()
      const when = { now, impossible: now + longestDelayMs + setBackSlack }
      const due = await dueDeliveries(db.query, when, [...busy.keys(), ...resting(now)], lookAhead)
      const oneEach = new Map<string, DueDelivery>()
      for (const one of due) if (!oneEach.has(one.webhook_id)) oneEach.set(one.webhook_id, one)
      if (oneEach.size === 0) return
      const mine = await claimAll(db, [...oneEach.values()].slice(0, room), now + claimMs)
      for (const claimed of mine) busy.set(claimed.due.webhook_id, work(claimed))
    }
  }

  return {
    start: looking.start,
    kick: looking.kick,
    runDue: looking.runDue,
    async stop() {
      unsubscribe()
      await looking.stop()
    },
  }
}
