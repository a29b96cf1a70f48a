/** Multi-line answers (RFC 1939 section 3): dots at the beginning of lines are doubled, a dot alone ends. */

const LF = 0x0a
const DOT = 0x2e
const lineDot = Buffer.from('\n.')
const CRLF = Buffer.from('\r\n')
const END = Buffer.from('.\r\n')

/**
 * The message as it goes over the wire, in pieces of about this many octets. Dots are doubled after any line feed, so
 * that no reading of line ends finds an end before ours.
 */
export function* stuffed(raw: Buffer, pieceBytes: number): Generator<Buffer> {
  for (let from = 0; from < raw.length; from += pieceBytes) {
    yield stuffedPiece(raw, from, Math.min(from + pieceBytes, raw.length))
  }
  const isEnded = raw.length === 0 || raw.subarray(-CRLF.length).equals(CRLF)
  yield isEnded ? END : Buffer.concat([CRLF, END])
}

function stuffedPiece(raw: Buffer, from: number, to: number): Buffer {
  const parts: Buffer[] = []
  let taken = from
  // A piece may begin with the dot of a line whose predecessor ended the last one.
  const beginsLine = raw[from] === DOT && (from === 0 || raw[from - 1] === LF)
  let dot = beginsLine ? from : nextDot(raw, from, to)
  while (dot !== null) {
    parts.push(raw.subarray(taken, dot), END.subarray(0, 1))
    taken = dot
    dot = nextDot(raw, dot, to)
  }
  parts.push(raw.subarray(taken, to))
  return parts.length === 1 ? raw.subarray(from, to) : Buffer.concat(parts)
}

/** The next dot after a line feed that lies within the piece, as the dot itself does. */
function nextDot(raw: Buffer, from: number, to: number): number | null {
  const feed = raw.subarray(from, to).indexOf(lineDot)
  return feed < 0 ? null : from + feed + 1
}

/** The header, the blank line and the first lines of the body (RFC 1939 section 7, TOP). */
export function topOf(raw: Buffer, lines: number): Buffer {
  const blank = raw.indexOf('\r\n\r\n')
  if (blank < 0) return raw
  let end = blank + 4
  for (let line = 0; line < lines && end < raw.length; line++) {
    const feed = raw.indexOf(LF, end)
    end = feed < 0 ? raw.length : feed + 1
  }
  return raw.subarray(0, end)
}
