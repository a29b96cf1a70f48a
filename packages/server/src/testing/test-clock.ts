import type { Clock } from '../clock.ts'

/** A clock that runs as usual and can be turned. */
export type TestClock = Clock & { advance(ms: number): void }

export function createTestClock(): TestClock {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    advance(ms) {
      offset += ms
    },
  }
}
