import type { FastifyReply } from 'fastify'

/** Given, so that none has to be made for each answer. */
const over = new Error('the answer is over')

/** Fires when the answer is over: the client has it, or has hung up. */
export function goneSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  // The request itself closes as soon as its body was read; the connection's end shows at the answer.
  raw.once('close', () => gone.abort(over))
  // It may have ended while we found out who is asking.
  if (raw.destroyed) gone.abort(over)
  return gone.signal
}
