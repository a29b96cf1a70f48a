/**
 * Whether mail is being accepted faster than it can be read. Then there is a backlog whatever is done first; what was
 * accepted is on disk and can wait a little, a client that waits for its answer cannot. Measured over short windows. One
 * slow window among fast ones is the disk or the machine, not the end of a flood.
 */
import { availableParallelism } from 'node:os'

const windowMs = 50
/**
 * The number of mails that one core accepts, parses and stores in a second with one mail a connection,
 * rounded down.
 */
const readPerCore = 400
/** After so many slow windows in a row, or one without any mail, it is over. */
const slowWindows = 3

export type Pressure = { noteAccepted(): void; isHigh(): boolean }

export function createPressure(
  cores = availableParallelism(),
  clock: () => number = () => performance.now(),
): Pressure {
  let accepted = 0
  let high = false
  let slow = 0
  let since = clock()
  return {
    noteAccepted() {
      accepted++
    },
    isHigh() {
      const now = clock()
      const passed = now - since
      if (passed < windowMs) return high
      const isFast = accepted > (readPerCore * cores * passed) / 1000
      slow = isFast ? 0 : slow + 1
      high = isFast || (high && accepted > 0 && slow < slowWindows)
      accepted = 0
      since = now
      return high
    },
  }
}
