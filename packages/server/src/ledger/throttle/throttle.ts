/**
 * Counts events that must not happen too often. Counts are rows, so they hold across nodes and restarts; a
 * hit is one statement, so a hundred at once count as a hundred. A window that ends later than one that
 * begins now was begun before the clock was set back, and counts as over, so that a wrong clock locks nobody
 * out.
 */
import type { Query, Tx } from '../../database/types.ts'
import { minute } from '../../kernel/clock.ts'
import { addToCount, deleteCount, deleteOverCounts, findCounts, takeFromCount } from './repository.ts'

/** The clocks of several nodes differ a little. */
const slackMs = 5 * minute

const lastEnd = (windowMs: number, now: number): number => now + windowMs + slackMs

export type Count = {
  count: number
  /** The time until the running window ends. */
  secondsLeft: number
}

/**
 * At least one second, so that nobody comes back too early. Of two hits at once the later may count first, so
 * the time is at most one window.
 */
const secondsLeft = (endsAt: number, windowMs: number, now: number): number =>
  Math.max(1, Math.ceil(Math.min(endsAt - now, windowMs) / 1000))

/** Counts one more hit and returns the count in the running window. */
export async function hit(tx: Tx, key: string, windowMs: number, now: number, by = 1): Promise<Count> {
  const window = { now, endsAt: now + windowMs, lastEnd: lastEnd(windowMs, now) }
  const row = await addToCount(tx, key, by, window)
  return { count: row.count, secondsLeft: secondsLeft(row.window_ends_at, windowMs, now) }
}

/**
 * Takes a hit back when the suspicion proved wrong. For an old hit, `endsBy` is the latest end of its window,
 * so that nothing is taken from a later window.
 */
export async function unhit(
  tx: Tx,
  key: string,
  { by = 1, endsBy = Number.MAX_SAFE_INTEGER }: { by?: number; endsBy?: number } = {},
): Promise<void> {
  await takeFromCount(tx, key, by, endsBy)
}

export const clear = (tx: Tx, key: string): Promise<void> => deleteCount(tx, key)

/** Returns the counts of several keys with the same window, without counting. */
export async function peek(
  query: Query,
  keys: readonly string[],
  windowMs: number,
  now: number,
): Promise<Map<string, Count>> {
  const rows = await findCounts(query, keys, now, lastEnd(windowMs, now))
  return new Map(
    rows.map(row => [
      row.key,
      { count: row.count, secondsLeft: secondsLeft(row.window_ends_at, windowMs, now) },
    ]),
  )
}

export const sweep = (tx: Tx, now: number): Promise<void> => deleteOverCounts(tx, now)
