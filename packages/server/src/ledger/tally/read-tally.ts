/** Reads the tallies of one scope; each read is one range of the primary key. */
import type { Query } from '../../database/types.ts'
import { day } from '../../kernel/clock.ts'
import { sumNames, sumParts, sumReceivedEntries, sumSenders } from './repository.ts'
import { hourSlotOf, siteScopeName, slotOf, slotsPerDay } from './tally.ts'

/**
 * Returns sums between edges: the first sum is from the first edge to the second. Edges are times, in order.
 * A name without events is not among the sums.
 */
export async function sumsBetween(
  query: Query,
  scope: string,
  edges: readonly number[],
): Promise<Map<string, number[]>> {
  const sums = new Map<string, number[]>()
  for (const { name, part, value } of await sumParts(query, scope, edges.map(slotOf))) {
    const known = sums.get(name) ?? Array.from({ length: edges.length - 1 }, () => 0)
    known[part] = value
    sums.set(name, known)
  }
  return sums
}

export async function topSenders(query: Query, scope: string, from: number, to: number, limit: number) {
  const rows = await sumSenders(query, scope, hourSlotOf(from), slotOf(to), limit)
  return rows.map(({ sender, value }) => ({ domain: sender, value }))
}

/** Returns the counts of the whole site today, in UTC, with the entries that are not added up yet. */
export async function countsToday(query: Query, now: number): Promise<{ received: number; codes: number }> {
  const today = Math.floor(now / day)
  const [from, to] = [today * slotsPerDay, (today + 1) * slotsPerDay]
  const folded = await sumNames(query, siteScopeName, ['received', 'codes'], from, to)
  const waiting = await sumReceivedEntries(query, today * day)
  return {
    received: (folded.get('received') ?? 0) + waiting.received,
    codes: (folded.get('codes') ?? 0) + waiting.codes,
  }
}
