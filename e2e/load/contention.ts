/**
 * Measures how much longer everything takes because other work shares the machine, so that a limit of time
 * means the same on a busy machine as on a quiet one.
 */
import { afterEach, beforeEach } from 'vitest'

const everyMs = 200
const burstMs = 4

/** Multiplies a limit by time passed over time of the processor, as it was since the test began. */
export function stretchedLimits(): (limit: number) => number {
  let passed = 0
  let worked = 0
  let timer: NodeJS.Timeout | undefined

  function burst(): void {
    const start = performance.now()
    const before = process.threadCpuUsage()
    // It ends by its own time of the processor, so that a busy machine makes it longer and not smaller.
    let used = 0
    while (used < burstMs) {
      const { user, system } = process.threadCpuUsage(before)
      used = (user + system) / 1000
    }
    passed += performance.now() - start
    worked += used
  }

  beforeEach(() => {
    passed = 0
    worked = 0
    timer = setInterval(burst, everyMs)
  })
  afterEach(() => clearInterval(timer))

  return limit => {
    burst()
    return limit * Math.max(1, passed / worked)
  }
}
