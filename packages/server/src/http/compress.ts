/**
 * Answers of some size leave compressed for clients that can read that. Where the whole answer is at hand it is compressed
 * in one step: a stream for each answer costs more time than it saves, and memory that only a full collection frees.
 * Files and streams are left as they are; the web pages lie compressed on disk.
 */
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

const leastBytes = 1024
/** More than this is compressed in another thread. */
const atOnceBytes = 64 * 1024
/** Higher levels take more time and save hardly anything of a list of mails. */
const options = { level: 3 }
const compressibleType =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml)\b|image\/svg\+xml)/

const gzipLater = promisify(gzip)

/** Whether a client says that it reads gzip (RFC 9110 section 12.5.3). */
export function takesGzip(accepted: string): boolean {
  const weights = new Map(
    accepted.split(',').map(item => {
      const [name = '', ...parameters] = item
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? '1'
      return [name, Number(weight)]
    }),
  )
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}

function isCompressible(reply: FastifyReply): boolean {
  return (
    compressibleType.test(String(reply.getHeader('content-type') ?? '')) &&
    !reply.hasHeader('content-encoding') &&
    !/no-transform/.test(String(reply.getHeader('cache-control') ?? ''))
  )
}

function addVary(reply: FastifyReply): void {
  const before = reply.getHeader('vary')
  reply.header('vary', before === undefined ? 'accept-encoding' : `${String(before)}, accept-encoding`)
}

export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers }, reply, payload: unknown) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    const size = Buffer.byteLength(payload)
    if (size < leastBytes || !isCompressible(reply)) return payload
    addVary(reply)
    if (!takesGzip(headers['accept-encoding'] ?? '')) return payload
    reply.header('content-encoding', 'gzip')
    reply.removeHeader('content-length')
    return size <= atOnceBytes ? gzipSync(payload, options) : gzipLater(payload, options)
  })
}
