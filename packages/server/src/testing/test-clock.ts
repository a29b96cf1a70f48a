import { type Clock, day } from '../kernel/clock.ts'

/** A clock that runs as usual and can be advanced. */
export type TestClock = Clock & {
  advance(ms: number): void
  /** Stops the clock until the work is done, and then continues from there. */
  hold<T>(work: () => Promise<T>): Promise<T>
}

/** Returns noon of today, for tests that count by days: no day ends while they run. */
export const noon = (): number => (Math.floor(Date.now() / day) + 0.5) * day

export function createTestClock(startAt = Date.now()): TestClock {
  let offset = startAt - Date.now()
  let held: number | null = null
  return {
    now: () => held ?? Date.now() + offset,
    advance(ms) {
      if (held !== null) held += ms
      else offset += ms
    },
    async hold(work) {
      held = Date.now() + offset
      try {
        return await work()
      } finally {
        offset = held - Date.now()
        held = null
      }
    },
  }
}
