/**
 * Framing of DATA (RFC 5321 sections 4.1.1.4 and 4.5.2): takes dot-stuffing away and finds the terminator, which is CRLF "." CRLF and
 * nothing else. A dot after a lone CR or LF, or beside a NUL, is content. Whether the content is any good is not judged here.
 */

const CR = 0x0d
const LF = 0x0a
const DOT = 0x2e
const LINE_THEN_DOT = Buffer.from('\r\n.')
const LONE_CR = Buffer.from('\r')

/** Where the last octet seen leaves us within a line. */
type Place = 'inside' | 'after-cr' | 'line-start' | 'after-dot' | 'after-dot-cr'

/** Receives the content: octets `from` to `to` of `chunk`. */
export type Push = (chunk: Buffer, from: number, to: number) => void

export type DotDecoder = {
  /** Passes content on to `push`. Returns the offset behind the terminator, or -1 when more is needed. */
  feed(chunk: Buffer): number
}

export function createDotDecoder(push: Push): DotDecoder {
  // The line break of the DATA command itself counts: a dot right after it ends an empty message.
  let place: Place = 'line-start'

  function feed(chunk: Buffer): number {
    const end = chunk.length
    let at = 0
    let from = 0
    for (;;) {
      while (place !== 'inside' && at < end) {
        const octet = chunk[at]
        switch (place) {
          case 'line-start':
            if (octet === DOT) {
              push(chunk, from, at)
              from = at + 1
              place = 'after-dot'
            } else {
              place = octet === CR ? 'after-cr' : 'inside'
            }
            break
          case 'after-cr':
            place = octet === LF ? 'line-start' : octet === CR ? 'after-cr' : 'inside'
            break
          case 'after-dot':
            place = octet === CR ? 'after-dot-cr' : 'inside'
            break
          case 'after-dot-cr':
            if (octet === LF) {
              place = 'line-start'
              return at + 1
            }
            // No terminator after all; a CR held back from the chunk before is content.
            if (at === 0) push(LONE_CR, 0, 1)
            place = octet === CR ? 'after-cr' : 'inside'
            break
        }
        at++
      }
      if (at >= end) break
      const hit = chunk.indexOf(LINE_THEN_DOT, at)
      if (hit < 0) {
        place = placeAtEnd(chunk, at)
        break
      }
      at = hit + 2
      place = 'line-start'
    }
    push(chunk, from, place === 'after-dot-cr' ? end - 1 : end)
    return -1
  }

  return { feed }
}

/** `start` is the first octet known to lie inside a line. */
function placeAtEnd(chunk: Buffer, start: number): Place {
  const last = chunk.length - 1
  if (chunk[last] === CR) return 'after-cr'
  return chunk[last] === LF && last > start && chunk[last - 1] === CR ? 'line-start' : 'inside'
}
