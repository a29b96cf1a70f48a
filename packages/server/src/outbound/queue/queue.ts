/**
 * The queue: what waits to leave, one row for each recipient. This file has its words and rules: who a sender is, why
 * something waits or failed, when it is tried again and when it is given up. It knows no SQL, no SMTP and no clock.
 */
import type { RecipientState } from '@yanshu/contract'
import { day, leapMs, minute, setBackSlack } from '../../clock.ts'
import type { DeliveryReason } from '../deliver/delivery.ts'

/** Reasons of our own, beside those of a delivery. */
const ownReasons = {
  none: '',
  expired: '多次尝试都没有送达，已经放弃',
  suppressed: '这个地址退过信，在停发名单里',
  senderStopped: '发件账号或邮箱已停用',
  senderGone: '发件邮箱已经删除',
  senderExpired: '发件邮箱已经到期',
  sendingStopped: '发信异常，系统停住了这个账号的发信',
  keyMissing: '域名的签名密钥暂时取不到',
  contentGone: '邮件内容已经丢失',
  resting: '对方服务器暂时连不上，稍后再试',
  internal: '服务器内部出错，稍后再试',
  localRefused: '对方邮箱没有收下',
  reportedBack: '对方服务器后来退了信',
} as const

const deliveryWords: Readonly<Record<DeliveryReason, string>> = {
  accepted: '对方服务器已收下',
  noSuchDomain: '没有这个域名',
  dnsTrouble: '域名查询没有结果，稍后再试',
  nullMx: '这个域名不收邮件',
  noMailServer: '这个域名没有收信服务器',
  unusableMx: '这个域名的收信服务器不可用',
  loop: '收信服务器指回了本站',
  unreachable: '连不上对方服务器',
  cut: '对方服务器中途断开',
  timeout: '对方服务器没有及时回应',
  badAnswer: '对方服务器的答复看不懂',
  tlsFailed: '加密连接没有建立',
  tlsRequired: '对方要求加密，但加密不可用',
  relayAuth: '中继服务器没有接受登录',
  aborted: '中途停下',
  bannerRefused: '对方服务器拒绝连接',
  helloRefused: '对方服务器不接受我们的主机名',
  senderRefused: '对方服务器不接受发件人',
  recipientRefused: '对方服务器不接受收件人',
  dataRefused: '对方服务器不接受邮件',
  messageRefused: '对方服务器不接受邮件内容',
  unknownAfterDot: '发完后没等到答复，会再发一次',
  tooLarge: '邮件超过对方的大小限制',
  needsSmtpUtf8: '对方服务器不支持国际化地址',
  needs8Bit: '对方服务器不支持八位编码',
  badAddress: '收件地址不能用',
}

export type QueueReason = keyof typeof ownReasons | DeliveryReason

/** Stands where a server is named when it was a relay: not the recipient's, and where it is is the operator's business. */
export const relayName = '中继服务器'

export const reasonWords = (reason: QueueReason): string =>
  Object.hasOwn(ownReasons, reason)
    ? ownReasons[reason as keyof typeof ownReasons]
    : (deliveryWords[reason as DeliveryReason] ?? '')

export type Said = { reason: QueueReason; answer: string }

/**
 * The words of the other side, empty where it said nothing: a reply, which begins with its code (RFC 5321 section 4.2), or
 * what a report of theirs says. What we noted ourselves about a line that went dead is nobody's answer.
 */
export const theirWords = ({ reason, answer }: Said): string =>
  reason === 'reportedBack' || /^[245]\d\d(?:[ -]|$)/.test(answer) ? answer : ''

/** What we noted ourselves, for those who look into it. */
export const ownWords = (said: Said): string => (theirWords(said) === '' ? said.answer : '')

/** Why, in a sentence for people. What was given up says what it failed at last, where that was not an answer. */
export function whyWords(said: Said & { host: string }): string {
  const plain = reasonWords(said.reason)
  const words = said.host === relayName ? plain.replace('对方服务器', relayName) : plain
  const cause = said.reason === 'expired' ? ownWords(said) : ''
  return /^\p{Script=Han}/u.test(cause) ? `${words}：${cause}` : words
}

/** Faults of the way there: whoever else goes to the same place would meet them too. */
const placeFaults: ReadonlySet<QueueReason> = new Set<QueueReason>([
  ...(['dnsTrouble', 'unreachable', 'timeout', 'bannerRefused', 'helloRefused'] as const),
  ...(['tlsFailed', 'tlsRequired', 'relayAuth'] as const),
])
export const isPlaceFault = (reason: QueueReason): boolean => placeFaults.has(reason)

/** The one whose limits, suppressions and turn a mail counts for: the owner of the mailbox, or the mailbox itself. */
export const senderKey = (mailbox: { id: string; owner_id: string | null }): string =>
  mailbox.owner_id === null ? `mailbox:${mailbox.id}` : `account:${mailbox.owner_id}`

/** The owner that a sender's key names; null for a mailbox that is nobody's. */
export const accountOfSender = (key: string): string | null =>
  key.startsWith('account:') ? key.slice('account:'.length) : null

export const finalStates: readonly RecipientState[] = ['delivered', 'bounced', 'cancelled']

/** Failures that say something about how addresses were come by; what was lost to time or to us does not. */
export const isHardFailure = (reason: QueueReason): boolean =>
  reason !== 'expired' && reason !== 'contentGone'

/** A message in one word: what is still going on, else the worst end. */
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

/** Nothing is given up before it was really tried a few times. */
const fewestAttempts = 3

/** While it waits for one of these it is not tried at all. */
export const heldReasons: readonly QueueReason[] = ['senderStopped', 'sendingStopped', 'senderExpired']

/** Whether a try came so late that the time before it says nothing: the clock leapt, or nobody could try. */
export const isAfterGap = (dueAt: number, now: number): boolean => now - dueAt > leapMs

export const longestDelayMs = (plan: RetryPlan): number => Math.max(1, ...plan.retryMinutes) * minute

export type FailedTry = {
  attempts: number
  /** From when its life in the queue counted before this try. */
  queuedAt: number
  /** When this try was to come. */
  dueAt: number
  /** What it had waited for until then. */
  reason: QueueReason
  now: number
}

/**
 * What follows from a try that came to nothing: from when its life in the queue counts, and when it is tried again; null
 * when that life is over. Only time in which it could have been tried is part of its life: a clock that leaps ahead, a
 * program that was off or a sender that was stopped costs no tries, and none of them makes the next try the last. A clock
 * that is set back never makes it younger than now.
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

/** A time this far ahead can only come from before the clock was set back. */
export const impossibleAfter = (plan: RetryPlan, now: number): number =>
  now + longestDelayMs(plan) + setBackSlack

/** Failures that say the address itself is wrong (RFC 3463 section 3.2), not the moment or the message. */
export function provesDeadAddress(reason: QueueReason, status: string | null): boolean {
  if (reason === 'noSuchDomain' || reason === 'nullMx') return true
  if (reason !== 'recipientRefused' && reason !== 'reportedBack') return false
  return status !== null && /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/.test(status)
}
