import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

const lookEveryMs = 50

/** Returns how many requests a server is answering now. */
export function countRequests(server: Server): () => number {
  let running = 0
  server.on('request', (_request, response) => {
    running++
    response.once('close', () => running--)
  })
  return () => running
}

/**
 * Accepts no more and finishes the requests under way, within the grace. A connection on which nothing was ever asked, as
 * browsers open them, counts as busy and is cut as soon as no request is left.
 */
export async function closeHttp(
  http: FastifyInstance,
  running: () => number,
  graceMs: number,
): Promise<void> {
  const until = performance.now() + graceMs
  const looking = setInterval(() => {
    if (running() === 0 || performance.now() > until) http.server.closeAllConnections()
  }, lookEveryMs)
  await http.close()
  clearInterval(looking)
}
