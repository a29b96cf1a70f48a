/**
 * How long a hook is left alone after a try. A receiver that fails or dawdles would otherwise hold one of the places
 * that all hooks share, mail after mail; so the worse it does, the smaller the part of the time that it gets.
 */
import { minute, second } from '../../../kernel/clock.ts'

export type Rest = { readonly failures: number; readonly until: number }

const slowMs = 2 * second
const slowFactor = 4
const firstRestMs = 10 * second
const longestRestMs = 10 * minute

/** Null when the hook needs none. */
export function restAfter(
  previous: Rest | undefined,
  result: { ok: boolean; ms: number },
  now: number,
): Rest | null {
  if (result.ok) {
    return result.ms > slowMs ? { failures: 0, until: now + slowFactor * result.ms } : null
  }
  const failures = (previous?.failures ?? 0) + 1
  return { failures, until: now + Math.min(longestRestMs, firstRestMs * 2 ** Math.min(failures - 1, 10)) }
}
