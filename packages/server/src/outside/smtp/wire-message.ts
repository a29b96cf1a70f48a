/**
 * Turns a message into its form on the wire after DATA: dots doubled, the final dot at the end (RFC 5321,
 * section 4.5.2).
 */
import { isAscii } from 'node:buffer'
import { withCrlf } from '../../mail/line-ends.ts'

export type WireMessage = {
  /** The octets with doubled dots and the line with the final dot. */
  readonly octets: Buffer
  /** The size of the message itself, as SIZE counts it (RFC 1870). */
  readonly size: number
  readonly has8Bit: boolean
}

const CRLF_DOT = Buffer.from('\r\n.')
const DOT = 0x2e
const END = Buffer.from('.\r\n')

export function toWireMessage(message: Buffer): WireMessage {
  const lines = withCrlf(message)
  return {
    octets: Buffer.concat([dotStuffed(lines), END]),
    size: lines.length,
    has8Bit: !isAscii(lines),
  }
}

function dotStuffed(lines: Buffer): Buffer {
  const at: number[] = lines[0] === DOT ? [0] : []
  for (let found = lines.indexOf(CRLF_DOT); found >= 0; found = lines.indexOf(CRLF_DOT, found + 1)) {
    at.push(found + 2)
  }
  if (at.length === 0) return lines
  const stuffed = Buffer.allocUnsafe(lines.length + at.length)
  let from = 0
  let to = 0
  for (const position of at) {
    to += lines.copy(stuffed, to, from, position)
    stuffed[to++] = DOT
    from = position
  }
  lines.copy(stuffed, to, from)
  return stuffed
}
