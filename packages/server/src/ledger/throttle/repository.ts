import { type Selectable, sql } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import type { ThrottleTable } from './table.ts'

export type ThrottleRow = Selectable<ThrottleTable>

/**
 * Adds to a count in one statement, so a hundred at once count as a hundred. A window that is over, or that
 * ends later than `lastEnd`, begins anew.
 */
export async function addToCount(
  tx: Tx,
  key: string,
  by: number,
  window: { now: number; endsAt: number; lastEnd: number },
): Promise<Pick<ThrottleRow, 'count' | 'window_ends_at'>> {
  const { now, endsAt, lastEnd } = window
  const isOver = sql`(throttle.window_ends_at <= ${now} OR throttle.window_ends_at > ${lastEnd})`
  const row = await tx
    .insertInto('throttle')
    .values({ key, count: by, window_ends_at: endsAt })
    .onConflict(oc =>
      oc.column('key').doUpdateSet({
        count: sql`CASE WHEN ${isOver} THEN ${by} ELSE throttle.count + ${by} END`,
        window_ends_at: sql`CASE WHEN ${isOver} THEN ${endsAt} ELSE throttle.window_ends_at END`,
      }),
    )
    .returning(['count', 'window_ends_at'])
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), window_ends_at: Number(row.window_ends_at) }
}

/** Changes nothing when the count is smaller, or when its window ends later than `endsBy`. */
export async function takeFromCount(tx: Tx, key: string, by: number, endsBy: number): Promise<void> {
  await tx
    .updateTable('throttle')
    .set(eb => ({ count: eb('count', '-', by) }))
    .where('key', '=', key)
    .where('count', '>=', by)
    .where('window_ends_at', '<=', endsBy)
    .execute()
}

export async function deleteCount(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('throttle').where('key', '=', key).execute()
}

/** Returns the counts whose windows end after `now` and not later than `lastEnd`. */
export const findCounts = (
  query: Query,
  keys: readonly string[],
  now: number,
  lastEnd: number,
): Promise<ThrottleRow[]> =>
  query
    .selectFrom('throttle')
    .selectAll()
    .where('key', 'in', [...keys])
    .where('window_ends_at', '>', now)
    .where('window_ends_at', '<=', lastEnd)
    .execute()

export async function deleteOverCounts(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('throttle').where('window_ends_at', '<=', now).execute()
}
