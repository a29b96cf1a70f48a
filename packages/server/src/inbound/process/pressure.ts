/**
 * Whether accepting mail takes all that this thread can do. What was accepted is on disk and can wait a little; a client
 * that waits for its answer cannot. Measured over short windows: many messages accepted, and no time left over.
 */
import { performance } from 'node:perf_hooks'

const windowMs = 100
const manyPerWindow = 20
const fullyBusy = 0.9

export type Pressure = { noteAccepted(): void; isHigh(): boolean }

export function createPressure(): Pressure {
  let accepted = 0
  let high = false
  let since = performance.now()
  let load = performance.eventLoopUtilization()
  return {
    noteAccepted() {
      accepted++
    },
    isHigh() {
      const now = performance.now()
      if (now - since < windowMs) return high
      const expected = (manyPerWindow * (now - since)) / windowMs
      const next = performance.eventLoopUtilization()
      high = accepted >= expected && performance.eventLoopUtilization(next, load).utilization > fullyBusy
      accepted = 0
      since = now
      load = next
      return high
    },
  }
}
