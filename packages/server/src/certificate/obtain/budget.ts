/** Our own limits, below those of public authorities, so that a fault of ours never locks the operator out with one. */
import type { Query, Tx } from '../../database/types.ts'
import { hour } from '../../kernel/clock.ts'
import { hit, peek } from '../../ledger/throttle/throttle.ts'

/** Let's Encrypt allows five failed proofs for one name in an hour, and 300 orders in three. */
const limits = [
  { key: (name: string) => `acme-name:${name}`, most: 4, windowMs: hour },
  { key: () => 'acme-orders', most: 100, windowMs: 3 * hour },
] as const

/** Counts one more order; returns how many milliseconds to wait when there have been too many, else null. */
export async function takeOrder(tx: Tx, name: string, now: number): Promise<number | null> {
  for (const { key, most, windowMs } of limits) {
    const { count, secondsLeft } = await hit(tx, key(name), windowMs, now)
    if (count > most) return secondsLeft * 1000
  }
  return null
}

/** Returns how many more orders for the name there may be now. */
export async function ordersLeft(
  query: Query,
  names: readonly string[],
  now: number,
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const [{ key, most, windowMs }] = limits
  const counts = await peek(query, names.map(key), windowMs, now)
  return new Map(names.map(name => [name, Math.max(0, most - (counts.get(key(name))?.count ?? 0))]))
}

/** Returns how many milliseconds to wait until the name may be tried again; 0 when it may be now. */
export async function timeToWait(query: Query, name: string, now: number): Promise<number> {
  const [{ key, most, windowMs }] = limits
  const count = (await peek(query, [key(name)], windowMs, now)).get(key(name))
  return count !== undefined && count.count >= most ? count.secondsLeft * 1000 : 0
}
