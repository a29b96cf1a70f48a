/** Daily figures, counted up as things happen, so that no page ever has to count mails. */
import { sql } from 'kysely'
import { day } from '../../clock.ts'
import type { Query, Tx } from '../../database/types.ts'

export type CountName = 'received' | 'codes' | 'refused' | 'spam' | 'bytes'

export const dayOf = (at: number): number => Math.floor(at / day)

export const siteScopeName = 'site'

export async function countUp(
  tx: Tx,
  counts: readonly { scope: string; name: CountName; by: number }[],
  now: number,
): Promise<void> {
  // Sorted, so that two transactions never wait for each other crosswise.
  const rows = counts
    .filter(count => count.by !== 0)
    .map(count => ({ day: dayOf(now), scope: count.scope, name: count.name, value: count.by }))
    .sort((a, b) => (a.scope + a.name < b.scope + b.name ? -1 : 1))
  if (rows.length === 0) return
  await tx
    .insertInto('daily_count')
    .values(rows)
    .onConflict(oc =>
      oc.columns(['day', 'scope', 'name']).doUpdateSet({ value: sql`daily_count.value + excluded.value` }),
    )
    .execute()
}

export async function countOf(query: Query, scope: string, name: CountName, now: number): Promise<number> {
  const row = await query
    .selectFrom('daily_count')
    .select('value')
    .where('day', '=', dayOf(now))
    .where('scope', '=', scope)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value ?? 0
}
