/**
 * Answers that are given before the whole request has come. A connection that is closed while its client still writes is
 * reset, and the client learns of a broken connection instead of the answer. So the answer leaves at once, and what still
 * comes is passed over for a while before the connection is closed.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Enough for whoever sends somewhat too much; whoever goes on sending, or sends nothing more, is cut off. */
const patience = { bytes: 64 * 1024 * 1024, ms: 30_000, silentMs: 5000 }

/** Until the rest of a body has come, its client is gone, or it has taken too long or been too much. */
export async function passOver(body: Readable, most: typeof patience = patience): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const over = () => resolve()
  const timer = setTimeout(over, most.ms)
  const silence = setTimeout(over, most.silentMs)
  let left = most.bytes
  const count = (piece: Buffer) => {
    left -= piece.length
    if (left < 0) over()
    silence.refresh()
  }
  // Whatever was to take it in has given up.
  body.unpipe()
  body.on('data', count).once('end', over).once('close', over)
  body.resume()
  if (body.readableEnded || body.destroyed) over()
  await promise
  clearTimeout(timer)
  clearTimeout(silence)
  body.off('data', count).off('end', over).off('close', over)
  body.pause()
}

/**
 * If nobody has begun to read a body and the connection is kept, Node reads the body to its end by itself.
 */
function isLeftOver({ raw }: FastifyRequest, reply: FastifyReply): boolean {
  const closes = reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive
  return !raw.complete && !raw.destroyed && (closes || raw.readableDidRead)
}

async function* answerFirst(answer: string | Buffer, body: Readable): AsyncGenerator<string | Buffer> {
  yield answer
  await passOver(body)
}

/** To be bound after everything that changes an answer: its length is told here. */
export function answerBeforeBody(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isWhole || payload.length === 0 || !isLeftOver(request, reply)) return payload
    reply.headers({ connection: 'close', 'content-length': Buffer.byteLength(payload) })
    return Readable.from(answerFirst(payload, request.raw))
  })
}
