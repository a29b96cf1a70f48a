/**
 * Where a client left off. The numbers of mails are given before they are stored, and several are stored at once: a
 * lower number may come to be seen after a higher one. "After number 42" would therefore miss some. So a resume point
 * says two things: everything up to a number is settled, and these beyond it were sent. It travels as the id of each
 * event: `42`, or `42~1.3` for 43 and 45 sent beyond 42 (differences, base 36).
 */
import { second } from '../../kernel/clock.ts'

export type ResumePoint = {
  /** All up to here is settled: sent, or not for this client. */
  settled: number
  /** Sent beyond that, with when. */
  readonly sent: Map<number, number>
}

/** As long as storing a mail and telling of it may take; then what is lower can no longer turn up. */
const settlesAfterMs = 120 * second
/** Keeps an id short enough for a header. */
export const maxSent = 200
/** The same for what travels in a URL. */
export const maxAnswered = 500

export const pointAt = (settled: number): ResumePoint => ({ settled, sent: new Map() })

export function parsePoint(text: string | undefined, now: number): ResumePoint | null {
  const match = /^(\d{1,15})(?:~([0-9a-z]{1,9}(?:\.[0-9a-z]{1,9}){0,499}))?$/.exec(text ?? '')
  if (!match) return null
  const settled = Number(match[1])
  const point = pointAt(settled)
  let at = settled
  for (const step of match[2]?.split('.') ?? []) {
    at += Number.parseInt(step, 36)
    if (at > settled) point.sent.set(at, now)
  }
  return point
}

/** The highest number that is settled or sent. */
export const highestOf = ({ settled, sent }: ResumePoint): number => Math.max(settled, ...sent.keys())

/** Notes that mails were sent. What has been so for long, or is too much to remember, counts as settled. */
export function noteAll(point: ResumePoint, seqs: readonly number[], now: number, most = maxSent): void {
  for (const seq of seqs) if (seq > point.settled) point.sent.set(seq, now)
  const inOrder = [...point.sent.keys()].sort((a, b) => a - b)
  for (const low of inOrder) {
    const at = point.sent.get(low) ?? now
    if (point.sent.size <= most && now - at < settlesAfterMs) break
    point.sent.delete(low)
    point.settled = low
  }
}

export const noteSent = (point: ResumePoint, seq: number, now: number): void => noteAll(point, [seq], now)

/**
 * Where one stands for whom the newest mails, given newest first, are all that can be seen: with fewer than `most` of
 * them there are no others, and whatever else turns up is new.
 */
export function pointBeyond(newestFirst: readonly number[], now: number, most: number): ResumePoint {
  const point = pointAt(newestFirst.length < most ? 0 : (newestFirst.at(-1) ?? 0))
  noteAll(point, newestFirst, now, most)
  return point
}

export function formatPoint({ settled, sent }: ResumePoint): string {
  let at = settled
  const steps = [...sent.keys()]
    .sort((a, b) => a - b)
    .map(seq => {
      const step = (seq - at).toString(36)
      at = seq
      return step
    })
  return steps.length === 0 ? String(settled) : `${settled}~${steps.join('.')}`
}
