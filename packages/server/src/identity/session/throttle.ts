/**
 * Counting what must not happen too often. Counts are rows, so they hold across nodes and restarts; a hit is one
 * statement, so a hundred at once are counted as a hundred. A window that ends later than one that begins now was begun
 * before the clock was set back, and is over: nobody stays shut out for the days that the clock was wrong.
 */
import { sql } from 'kysely'
import { minute } from '../../clock.ts'
import type { Query, Tx } from '../../database/types.ts'

/** The clocks of several nodes differ a little. */
const slackMs = 5 * minute

const lastEnd = (windowMs: number, now: number): number => now + windowMs + slackMs

export type Count = {
  count: number
  /** Of the running window. */
  secondsLeft: number
}

/** At least one, so that nobody comes back too early; of two at once the later may be counted first, and yet none waits longer than a window. */
const secondsLeft = (endsAt: number, windowMs: number, now: number): number =>
  Math.max(1, Math.ceil(Math.min(endsAt - now, windowMs) / 1000))

/** Counts one more and tells how many there are in the running window. */
export async function hit(tx: Tx, key: string, windowMs: number, now: number, by = 1): Promise<Count> {
  const isOver = sql`(throttle.window_ends_at <= ${now} OR throttle.window_ends_at > ${lastEnd(windowMs, now)})`
  const row = await tx
    .insertInto('throttle')
    .values({ key, count: by, window_ends_at: now + windowMs })
    .onConflict(oc =>
      oc.column('key').doUpdateSet({
        count: sql`CASE WHEN ${isOver} THEN ${by} ELSE throttle.count + ${by} END`,
        window_ends_at: sql`CASE WHEN ${isOver} THEN ${now + windowMs} ELSE throttle.window_ends_at END`,
      }),
    )
    .returning(['count', 'window_ends_at'])
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), secondsLeft: secondsLeft(Number(row.window_ends_at), windowMs, now) }
}

/**
 * Takes a hit back, after what was feared turned out to be fine. One of long ago is told by when its window ended at the
 * latest, so that it is not taken from the hits of another.
 */
export async function unhit(
  tx: Tx,
  key: string,
  { by = 1, endsBy = Number.MAX_SAFE_INTEGER }: { by?: number; endsBy?: number } = {},
): Promise<void> {
  await tx
    .updateTable('throttle')
    .set(eb => ({ count: eb('count', '-', by) }))
    .where('key', '=', key)
    .where('count', '>=', by)
    .where('window_ends_at', '<=', endsBy)
    .execute()
}

export async function clear(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('throttle').where('key', '=', key).execute()
}

/** The counts of several keys with the same window, without counting. */
export async function peek(
  query: Query,
  keys: readonly string[],
  windowMs: number,
  now: number,
): Promise<Map<string, Count>> {
  const rows = await query
    .selectFrom('throttle')
    .selectAll()
    .where('key', 'in', [...keys])
    .where('window_ends_at', '>', now)
    .where('window_ends_at', '<=', lastEnd(windowMs, now))
    .execute()
  return new Map(
    rows.map(row => [
      row.key,
      { count: row.count, secondsLeft: secondsLeft(row.window_ends_at, windowMs, now) },
    ]),
  )
}

export async function sweep(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('throttle').where('window_ends_at', '<=', now).execute()
  await tx.deleteFrom('spent_proof').where('expires_at', '<=', now).execute()
}
