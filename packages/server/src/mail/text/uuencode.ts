/**
 * Decodes uuencoded data (POSIX, utility uuencode): each line begins with the number of its bytes, and four
 * characters carry three bytes. Lines that carry nothing, such as "begin" and "end", are left out.
 */

const LF = 0x0a
const CR = 0x0d
const BEGIN = /^begin [0-7]{3,4} /m
const END = /^end\s*$/
/** How far "begin" may be from the beginning. */
const LOOK = 4_096

const value = (octet: number | undefined): number => ((octet ?? 0x20) - 0x20) & 0x3f

const isDigit = (octet: number): boolean => octet >= 0x20 && octet <= 0x60

/** Returns the number of bytes that a line carries, or null when it is no line of uuencoded data. */
export function uuencodedLength(bytes: Uint8Array, start: number, end: number): number | null {
  if (end === start || !isDigit(bytes[start] ?? 0)) return null
  const length = value(bytes[start])
  const digits = Math.ceil(length / 3) * 4
  const written = end - start - 1
  // Blanks at the end may be lost on the way, and some programs add one character as a check.
  if (written > digits + 1 || written < digits - 3) return null
  for (let at = start; at < end; at++) if (!isDigit(bytes[at] ?? 0)) return null
  return length
}

/** Yields the start of each line, its end without its line end, and the start of the next. */
export function* linesOf(
  bytes: Uint8Array,
  from = 0,
): Generator<readonly [start: number, end: number, next: number], void> {
  for (let start = from; start < bytes.length; ) {
    const newline = bytes.indexOf(LF, start)
    const next = newline < 0 ? bytes.length : newline + 1
    const end = newline < 0 ? bytes.length : newline
    yield [start, end > start && bytes[end - 1] === CR ? end - 1 : end, next]
    start = next
  }
}

const isWord = (bytes: Uint8Array, start: number, end: number, word: RegExp): boolean =>
  word.test(Buffer.from(bytes.subarray(start, Math.min(end, start + 16))).toString('latin1'))

function begins(encoded: Uint8Array): boolean {
  const opening = Buffer.from(encoded.subarray(0, LOOK)).toString('latin1')
  return BEGIN.test(opening)
}

/** Yields what never begins as it is. */
export function* decodeUuencode(encoded: Uint8Array): Generator<Uint8Array, void> {
  if (!begins(encoded)) {
    yield encoded
    return
  }
  const out = new Uint8Array(64 * 1024)
  let length = 0
  for (const [start, end] of linesOf(encoded)) {
    if (isWord(encoded, start, end, END)) break
    if (isWord(encoded, start, end, BEGIN)) continue
    const count = uuencodedLength(encoded, start, end) ?? 0
    if (length + 64 > out.length) {
      yield out.slice(0, length)
      length = 0
    }
    for (let done = 0, at = start + 1; done < count; done += 3, at += 4) {
      const [a, b, c, d] = [
        value(encoded[at]),
        value(encoded[at + 1]),
        value(encoded[at + 2]),
        value(encoded[at + 3]),
      ]
      out[length++] = (a << 2) | (b >> 4)
      if (done + 1 < count) out[length++] = (b << 4) | (c >> 2)
      if (done + 2 < count) out[length++] = (c << 6) | d
    }
  }
  if (length > 0) yield out.slice(0, length)
}
