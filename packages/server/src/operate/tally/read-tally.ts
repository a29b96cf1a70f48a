/** Reading the tallies of one scope. One range of the primary key each. */
import { sql } from 'kysely'
import { day } from '../../clock.ts'
import type { Query } from '../../database/types.ts'
import { hourSlotOf, siteScopeName, slotOf, slotsPerDay } from './tally.ts'

/**
 * Sums between edges: the first sum is from the first edge to the second. Edges are times, in order; of a name nothing
 * happened to there is nothing.
 */
export async function sumsBetween(
  query: Query,
  scope: string,
  edges: readonly number[],
): Promise<Map<string, number[]>> {
  const slots = edges.map(slotOf)
  const [first = 0, last = 0] = [slots[0], slots.at(-1)]
  const cases = slots.slice(1).map((slot, index) => sql`WHEN slot < ${sql.lit(slot)} THEN ${sql.lit(index)}`)
  const part = sql<number>`CASE ${sql.join(cases, sql` `)} END`
  const rows = await query
    .selectFrom('tally')
    .select(['name', part.as('part'), eb => eb.fn.sum<number>('value').as('value')])
    .where('scope', '=', scope)
    .where('slot', '>=', first)
    .where('slot', '<', last)
    .groupBy(['name', part])
    .execute()
  const sums = new Map<string, number[]>()
  for (const { name, part: index, value } of rows) {
    const known = sums.get(name) ?? Array.from({ length: edges.length - 1 }, () => 0)
    known[Number(index)] = Number(value)
    sums.set(name, known)
  }
  return sums
}

export async function topSenders(query: Query, scope: string, from: number, to: number, limit: number) {
  const rows = await query
    .selectFrom('sender_tally')
    .select(['sender', eb => eb.fn.sum<number>('value').as('value')])
    .where('scope', '=', scope)
    .where('slot', '>=', hourSlotOf(from))
    .where('slot', '<', slotOf(to))
    .groupBy('sender')
    .orderBy('value', 'desc')
    .orderBy('sender')
    .limit(limit)
    .execute()
  return rows.map(row => ({ domain: row.sender, value: Number(row.value) }))
}

/** The whole site today, by UTC, with what has not been added up yet. */
export async function countsToday(query: Query, now: number): Promise<{ received: number; codes: number }> {
  const today = Math.floor(now / day) * slotsPerDay
  const folded = await query
    .selectFrom('tally')
    .select(['name', eb => eb.fn.sum<number>('value').as('value')])
    .where('scope', '=', siteScopeName)
    .where('slot', '>=', today)
    .where('slot', '<', today + slotsPerDay)
    .where('name', 'in', ['received', 'codes'])
    .groupBy('name')
    .execute()
  const { received, codes } = await query
    .selectFrom('tally_entry')
    .select(eb => [eb.fn.sum<number>('times').as('received'), eb.fn.sum<number>('codes').as('codes')])
    .where('what', 'in', ['received', 'spam'])
    .where('at', '>=', Math.floor(now / day) * day)
    .executeTakeFirstOrThrow()
  const of = (name: string) => Number(folded.find(row => row.name === name)?.value ?? 0)
  return { received: of('received') + Number(received ?? 0), codes: of('codes') + Number(codes ?? 0) }
}
