/**
 * Reads a body from a possibly hostile sender: it counts before and after unpacking and stops at the first
 * byte too many.
 */
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutsideError } from './outside-error.ts'

export const acceptedEncodings = 'gzip, br'

/**
 * Packing adds a little to small bodies. A stream that stays this far ahead of its unpacked length is not
 * packed data.
 */
const packedSlack = 1024

/** RFC 9110, section 8.4.1; one layer only. Undefined for an encoding that is not supported. */
function unpacker(encoding: string): Transform | null | undefined {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return null
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'br':
      return createBrotliDecompress()
    case 'deflate':
      return createInflate()
    default:
      return undefined
  }
}

export type BodyLimits = {
  readonly maxBytes: number
  /** The handling of a longer body: refuse it, or return its beginning. */
  readonly overflow: 'refuse' | 'cut'
}

export async function readBody(body: Readable, encoding: string, limits: BodyLimits): Promise<Buffer> {
  const unpack = unpacker(encoding)
  if (unpack === undefined) throw new OutsideError('network')
  const kept: Buffer[] = []
  let room = limits.maxBytes
  let packedRoom = limits.maxBytes + packedSlack

  const countPacked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      packedRoom -= chunk.length
      if (packedRoom < 0) done(new OutsideError('too-large'))
      else done(null, chunk)
    },
  })
  async function collect(source: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of source) {
      kept.push(chunk.subarray(0, room))
      room -= chunk.length
      if (room < 0) throw new OutsideError('too-large')
    }
  }

  try {
    if (unpack) await pipeline(body, countPacked, unpack, collect)
    else await pipeline(body, collect)
  } catch (cause) {
    const tooLarge = cause instanceof OutsideError && cause.reason === 'too-large'
    if (!tooLarge || limits.overflow === 'refuse') throw cause
  }
  return Buffer.concat(kept)
}
