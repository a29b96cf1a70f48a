import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Yields each port once, and never a port for outgoing connections: the system may give such a port to any
 * program between the check and its use.
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

/** Finds a port that nobody listens on, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  for (;;) {
    const { value: port } = candidates.next()
    if (await isFree(port)) return port
  }
}
