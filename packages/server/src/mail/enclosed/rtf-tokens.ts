/** Splits RTF into what it is made of (Rich Text Format 1.9.1, "RTF Syntax"), in one pass. */

export type RtfToken =
  | { kind: 'open' | 'close' }
  | { kind: 'word'; word: string; value: number | null }
  /** Written as a backslash and this character. */
  | { kind: 'symbol'; symbol: string }
  /** Text, in the charset of its font. */
  | { kind: 'bytes'; bytes: Buffer }

const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d
const CR = 0x0d
const LF = 0x0a
const BLANK = 0x20
const MINUS = 0x2d
const APOSTROPHE = 0x27
const LONGEST_WORD = 32
const MOST_DIGITS = 10

const isLetter = (byte: number): boolean => (byte | BLANK) >= 0x61 && (byte | BLANK) <= 0x7a
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39
const isText = (byte: number): boolean =>
  byte !== BACKSLASH && byte !== OPEN && byte !== CLOSE && byte !== CR && byte !== LF

export function* rtfTokens(rtf: Buffer): Generator<RtfToken, void> {
  let at = 0
  while (at < rtf.length) {
    const byte = rtf[at] ?? 0
    if (byte === OPEN || byte === CLOSE) {
      yield { kind: byte === OPEN ? 'open' : 'close' }
      at++
    } else if (byte === CR || byte === LF) at++
    else if (byte === BACKSLASH) {
      const { token, next } = readControl(rtf, at + 1)
      if (token !== null) yield token
      // Data of any kind follows this word.
      at = token?.kind === 'word' && token.word === 'bin' ? next + Math.max(0, token.value ?? 0) : next
    } else {
      let end = at + 1
      while (end < rtf.length && isText(rtf[end] ?? 0)) end++
      yield { kind: 'bytes', bytes: rtf.subarray(at, end) }
      at = end
    }
  }
}

function readControl(rtf: Buffer, start: number): { token: RtfToken | null; next: number } {
  const first = rtf[start]
  if (first === undefined) return { token: null, next: start + 1 }
  if (first === APOSTROPHE) {
    const code = rtf.toString('latin1', start + 1, start + 3)
    if (!/^[0-9a-f]{2}$/i.test(code)) return { token: null, next: start + 1 }
    return { token: { kind: 'bytes', bytes: Buffer.from(code, 'hex') }, next: start + 3 }
  }
  if (!isLetter(first)) {
    const symbol = String.fromCharCode(first)
    return { token: { kind: 'symbol', symbol }, next: start + 1 }
  }
  let end = start
  while (end - start < LONGEST_WORD && isLetter(rtf[end] ?? 0)) end++
  const word = rtf.toString('latin1', start, end)
  let digits = end
  if (rtf[digits] === MINUS) digits++
  const from = digits
  while (digits - from < MOST_DIGITS && isDigit(rtf[digits] ?? 0)) digits++
  const value = digits === from ? null : Number(rtf.toString('latin1', end, digits))
  const next = value === null ? end : digits
  return { token: { kind: 'word', word, value }, next: rtf[next] === BLANK ? next + 1 : next }
}
