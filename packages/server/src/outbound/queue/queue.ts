/**
 * The rules of the queue, which has one row for each recipient: why mail waits or failed, when it is retried
 * and when it is given up. It knows no SQL, no SMTP and no clock.
 */
import type { RecipientState } from '@yanshu/contract'
import { day, leapMs, minute, setBackSlack } from '../../kernel/clock.ts'
import { fact, storedFact } from '../../ledger/fact/fact.ts'
import type { FailureClass } from '../../mail/dsn/failure.ts'
import { judgeFailure } from '../../mail/dsn/judge-failure.ts'
import type { QueueReason } from '../words/facts.ts'
import { sayOutbound } from '../words/say-outbound.ts'
import { outboundWords } from '../words/words.ts'

/**
 * Stands for the name of a relay, which is not the recipient's server and whose address only the operator may
 * see. No server can have this name.
 */
export const relayMark = '(relay)'

/** Returns the server's name for people. */
export const shownHost = (host: string): string => (host === relayMark ? outboundWords.relayServer : host)

export const reasonWords = (reason: QueueReason): string =>
  Object.hasOwn(outboundWords.queueReasons, reason) ? outboundWords.queueReasons[reason] : ''

export type Said = { reason: QueueReason; answer: string; status: string | null }

/** With these, the answer is always the other side's: the text of a report, or what was said the last time. */
const spokenReasons: readonly QueueReason[] = ['reportedBack', 'suppressed']

/**
 * Returns the other side's words, empty if it said nothing: a reply, which begins with its code (RFC 5321
 * section 4.2), or the text of its report. Our own notes about a dead connection are not an answer.
 */
export const theirWords = ({ reason, answer }: Omit<Said, 'status'>): string =>
  spokenReasons.includes(reason) || /^[245]\d\d(?:[ -]|$)/.test(answer) ? answer : ''

/** Returns our own notes, for people who investigate. */
export const ownWords = (said: Omit<Said, 'status'>): string => (theirWords(said) === '' ? said.answer : '')

/** Returns the kind of failure that the other side's words name; null when they name none. */
export function failureIn(said: Said): FailureClass | null {
  const text = theirWords(said)
  if (text === '' || said.reason === 'accepted') return null
  const { failure } = judgeFailure({ status: said.status, text })
  return failure === 'other' ? null : failure
}

/** With these, what was refused matters less to people than why. */
const refusals: ReadonlySet<QueueReason> = new Set<QueueReason>([
  ...(['bannerRefused', 'helloRefused', 'senderRefused', 'recipientRefused'] as const),
  ...(['dataRefused', 'messageRefused', 'localRefused', 'reportedBack'] as const),
])

/**
 * Returns the reason as a sentence for people: what happened and, when the other side said it in words that
 * are understood, why. Lists cut long sentences, so the reason of a refusal comes first. Mail that was given up also names its last failure, if that was not an answer: `cause`
 * is that fact.
 */
export function whyWords(row: Said & { host: string; cause: string }): string {
  const plain = reasonWords(row.reason)
  const words = row.host === relayMark ? outboundWords.aboutRelay(plain) : plain
  const failure = failureIn(row)
  if (row.cause !== '') return outboundWords.withCause(words, sayOutbound(row.cause))
  if (failure === null) return words
  const why = outboundWords.failures[failure]
  return refusals.has(row.reason) ? outboundWords.inBrackets(why, words) : outboundWords.withCause(words, why)
}

/** Faults on the way to a place; other mail to the same place would meet them too. */
const placeFaults: ReadonlySet<QueueReason> = new Set<QueueReason>([
  ...(['dnsTrouble', 'unreachable', 'timeout', 'bannerRefused', 'helloRefused'] as const),
  ...(['tlsFailed', 'tlsRequired', 'relayAuth'] as const),
])
export const isPlaceFault = (reason: QueueReason): boolean => placeFaults.has(reason)

export const finalStates: readonly RecipientState[] = ['delivered', 'bounced', 'cancelled']

/**
 * True for failures that reflect on how the addresses were collected. Expired mail and lost content do not.
 */
export const isHardFailure = (reason: QueueReason): boolean =>
  reason !== 'expired' && reason !== 'contentGone'

/** Orders the states to summarise a message: one that still runs comes first, then the worst end. */
const order: readonly RecipientState[] = [
  'sending',
  'queued',
  'deferred',
  'bounced',
  'delivered',
  'cancelled',
]
export function stateOf(states: readonly RecipientState[]): RecipientState {
  return order.find(state => states.includes(state)) ?? 'delivered'
}

export type RetryPlan = { retryMinutes: readonly number[]; queueDays: number }

/** No mail is given up before this many real attempts. */
const fewestAttempts = 3

/** Mail that waits for one of these reasons is not tried at all. */
export const heldReasons: readonly QueueReason[] = ['senderStopped', 'sendingStopped', 'senderExpired']

/**
 * True when an attempt comes so late that the time before it means nothing: the clock leapt, or nobody could
 * try.
 */
export const isAfterGap = (dueAt: number, now: number): boolean => now - dueAt > leapMs

export const longestDelayMs = (plan: RetryPlan): number => Math.max(1, ...plan.retryMinutes) * minute

export type FailedTry = {
  attempts: number
  /** The start of its time in the queue, as counted before this attempt. */
  queuedAt: number
  /** The time when this attempt was due. */
  dueAt: number
  /** The reason why it waited until then. */
  reason: QueueReason
  now: number
}

/**
 * Returns the consequence of a failed attempt: the start of its time in the queue, and the time of the next
 * attempt, which is null when that time is over. Only time in which an attempt was possible counts. A clock
 * that leaps ahead, a program that was off or a sender that was stopped costs no attempts, and none of them
 * makes the next attempt the last. A clock that is set back never makes the start later than now.
 */
export function afterFailure(
  plan: RetryPlan,
  tried: FailedTry,
): { queuedAt: number; nextAt: number } | { queuedAt: number; nextAt: null } {
  const { attempts, dueAt, now } = tried
  const gap = isAfterGap(dueAt, now)
  const wasHeld = heldReasons.includes(tried.reason)
  const queuedAt = wasHeld ? now : Math.min(now, gap ? tried.queuedAt + (now - dueAt) : tried.queuedAt)
  const isOver = now - queuedAt >= plan.queueDays * day && attempts >= fewestAttempts
  if (isOver && !gap) return { queuedAt, nextAt: null }
  const steps = plan.retryMinutes
  const minutes = steps[Math.min(Math.max(attempts, 1), steps.length) - 1] ?? 5
  return { queuedAt, nextAt: now + minutes * minute }
}

/** A time further ahead than this was written before the clock was set back. */
export const impossibleAfter = (plan: RetryPlan, now: number): number =>
  now + longestDelayMs(plan) + setBackSlack

/** True for failures that prove that the address takes no mail, and not the moment or the message. */
export function provesDeadAddress(said: Said): boolean {
  if (said.reason === 'noSuchDomain' || said.reason === 'nullMx') return true
  if (said.reason !== 'recipientRefused' && said.reason !== 'reportedBack') return false
  return judgeFailure({ status: said.status, text: said.answer }).isDead
}

/** Returns the reason why an address is suppressed, as a fact. */
export function deadBecause(said: Said): string {
  const failure = failureIn(said)
  const text = theirWords(said).slice(0, 300)
  return storedFact(
    failure === null
      ? fact('deliveryFailed', { reason: said.reason })
      : fact('addressDead', { failure, text }),
  )
}
