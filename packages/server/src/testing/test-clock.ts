import { type Clock, day } from '../clock.ts'

/** A clock that runs as usual and can be turned. */
export type TestClock = Clock & {
  advance(ms: number): void
  /** Stands still until the work is done, and then goes on from there. */
  hold<T>(work: () => Promise<T>): Promise<T>
}

/** Noon of today, for tests of what is counted by days: the end of none comes while they run. */
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
