/** Octets received and not yet used, handed out as command lines or as they came. Bounded by whoever fills it. */

export type Line =
  | { kind: 'line'; octets: Buffer }
  /** A line over the limit; its end was found, its content thrown away but for the first octets. */
  | { kind: 'too-long'; head: Buffer }
  /** So long that looking for its end was given up. */
  | { kind: 'endless'; head: Buffer }

export type LineBuffer = {
  push(chunk: Buffer): void
  size(): number
  /** The next line, or null while its CRLF has not come. Only CRLF ends a line (RFC 5321 section 2.3.8). */
  line(maxBytes: number, maxDiscard: number): Line | null
  /** Everything there is; empty when nothing is. */
  take(): Buffer
  /** At most `count` octets. */
  takeUpTo(count: number): Buffer
  /** Puts unused octets back in front. */
  unread(octets: Buffer): void
}

const CRLF = Buffer.from('\r\n')
const CR = 0x0d
const NOTHING = Buffer.alloc(0)
const HEAD_BYTES = 16

export function createLineBuffer(): LineBuffer {
  let held: Buffer = NOTHING
  let searched = 0
  let discarding: { head: Buffer; dropped: number } | null = null

  function push(chunk: Buffer): void {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
  }

  function line(maxBytes: number, maxDiscard: number): Line | null {
    const end = held.indexOf(CRLF, searched)
    if (end < 0) {
      searched = Math.max(0, held.length - 1)
      return discarding === null && held.length <= maxBytes + 1 ? null : discard(maxDiscard)
    }
    const octets = held.subarray(0, end)
    consume(end + CRLF.length)
    if (discarding !== null) {
      const { head } = discarding
      discarding = null
      return { kind: 'too-long', head }
    }
    return octets.length > maxBytes
      ? { kind: 'too-long', head: octets.subarray(0, HEAD_BYTES) }
      : { kind: 'line', octets }
  }

  /** Keeps only a trailing CR, which may be half of the end. */
  function discard(maxDiscard: number): Line | null {
    discarding ??= { head: Buffer.from(held.subarray(0, HEAD_BYTES)), dropped: 0 }
    discarding.dropped += held.length
    consume(held[held.length - 1] === CR ? held.length - 1 : held.length)
    if (discarding.dropped <= maxDiscard) return null
    return { kind: 'endless', head: discarding.head }
  }

  function consume(count: number): void {
    held = count === held.length ? NOTHING : held.subarray(count)
    searched = 0
  }

  function takeUpTo(count: number): Buffer {
    const octets = held.subarray(0, count)
    consume(octets.length)
    return octets
  }

  return {
    push,
    size: () => held.length,
    line,
    takeUpTo,
    take: () => takeUpTo(held.length),
    unread(octets) {
      held = held.length === 0 ? octets : Buffer.concat([octets, held])
      searched = 0
    },
  }
}
