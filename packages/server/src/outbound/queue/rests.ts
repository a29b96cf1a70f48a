/**
 * Remembers destinations that cannot be reached just now. Each failure in a row lengthens the rest; one
 * success ends it.
 */
import { minute } from '../../kernel/clock.ts'

const steps = [minute, 2 * minute, 5 * minute, 10 * minute] as const
const maxHeld = 10_000

export type Rests = {
  /** Returns how long to leave the place alone after one more failure. */
  failed(domain: string, now: number): number
  reached(domain: string): void
}

export function createRests(): Rests {
  const failures = new Map<string, number>()
  return {
    failed(domain, now) {
      if (failures.size >= maxHeld) failures.clear()
      const count = (failures.get(domain) ?? 0) + 1
      failures.set(domain, count)
      return now + (steps[Math.min(count, steps.length) - 1] ?? minute)
    },
    reached: domain => void failures.delete(domain),
  }
}
