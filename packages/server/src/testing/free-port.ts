import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Each port once, and none from which connections go out: between the look at such a one and its use, any program on the
 * machine may get it from the system.
 */
function* portsBetween(from: number, to: number): Generator<number, never> {
  for (let port = randomInt(from, to); ; port = port + 1 < to ? port + 1 : from) yield port
}

const candidates = portsBetween(10_000, 32_768)

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })
}

/** A port that nobody listens on, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  for (;;) {
    const { value: port } = candidates.next()
    if (await isFree(port)) return port
  }
}
