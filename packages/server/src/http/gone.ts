import type { FastifyReply } from 'fastify'

/** Fires when the client hangs up before it has its answer. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  // The request itself closes as soon as its body was read; the connection's end shows at the answer.
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
