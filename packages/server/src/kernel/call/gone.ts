import type { FastifyReply } from 'fastify'

/** One shared error, so that no answer has to make its own. */
const over = new Error('the answer is over')

/** Fires when the answer is over: the client has it, or has disconnected. */
export function goneSignal({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  // The request itself closes as soon as its body was read, so only the answer shows the end of the
  // connection.
  raw.once('close', () => gone.abort(over))
  // The connection may have ended while the server identified the caller.
  if (raw.destroyed) gone.abort(over)
  return gone.signal
}
