import { decodePieces } from './charset.ts'
import { cleanHeaderText } from './clean-text.ts'
import { decodeChunks } from './transfer-encoding.ts'

/**
 * Decodes encoded words in headers (RFC 2047). Each is read by itself, unless a mailer has cut a character or
 * a base64 stream in two. It makes one pass and leaves all other text as it is.
 */

const MAX_CHARSET_LENGTH = 64

type Word = { start: number; end: number; charset: string; encoding: 'B' | 'Q'; text: string }

/** Returns the text of a header value as one line that is safe to write into another header. */
export function decodeEncodedWords(value: string): string {
  if (!value.includes('=?')) return cleanHeaderText(value)
  const parts: string[] = []
  let run: Word[] = []
  let at = 0
  const flush = () => {
    if (run.length > 0) parts.push(decodeRun(run))
    run = []
  }
  for (;;) {
    const word = nextWord(value, at)
    const between = value.slice(at, word?.start ?? value.length)
    // White space between two encoded words is not part of the text (RFC 2047, section 6.2).
    const joins = run.length > 0 && word !== null && between.trim() === ''
    if (!joins) {
      flush()
      parts.push(between)
    }
    if (word === null) break
    if (run.length > 0 && run[0]?.charset !== word.charset) flush()
    run.push(word)
    at = word.end
  }
  flush()
  return cleanHeaderText(parts.join(''))
}

/** Returns the end of the encoded word that begins at `start`, or null if none does. */
export function encodedWordEnd(value: string, start: number): number | null {
  const word = wordAt(value, start)
  return word === null ? null : word.end
}

function nextWord(value: string, from: number): Word | null {
  let start = value.indexOf('=?', from)
  while (start >= 0) {
    const word = wordAt(value, start)
    if (word !== null) return word
    start = value.indexOf('=?', start + 2)
  }
  return null
}

/** encoded-word = "=?" charset "?" encoding "?" encoded-text "?=". Blanks in the text are tolerated. */
function wordAt(value: string, start: number): Word | null {
  const charsetEnd = value.slice(start + 2, start + 3 + MAX_CHARSET_LENGTH).indexOf('?')
  if (charsetEnd <= 0) return null
  const charset = value.slice(start + 2, start + 2 + charsetEnd)
  if (/[\s=]/.test(charset)) return null
  const at = start + 2 + charsetEnd
  const encoding = value.charAt(at + 1).toUpperCase()
  if ((encoding !== 'B' && encoding !== 'Q') || value.charAt(at + 2) !== '?') return null
  const textStart = at + 3
  const textEnd = closingMark(value, textStart)
  if (textEnd === null) return null
  const text = value.slice(textStart, textEnd)
  return { start, end: textEnd + 2, charset: charset.toLowerCase(), encoding, text }
}

/**
 * Returns the index of the "?=" that closes the text. The search stops at the next "=?", so that thousands of
 * unclosed openings cost one pass. "=?=" is base64 padding and the close, and not another opening.
 */
function closingMark(value: string, from: number): number | null {
  const opening = value.indexOf('=?', from)
  if (opening < 0) {
    const close = value.indexOf('?=', from)
    return close < 0 ? null : close
  }
  const close = value.slice(from, opening + 1).indexOf('?=')
  if (close >= 0) return from + close
  return value.charAt(opening + 2) === '=' ? opening + 1 : null
}

function decodeRun(words: Word[]): string {
  const pieces: Uint8Array[] = []
  let pending = ''
  const flushBase64 = () => {
    if (pending !== '') pieces.push(Buffer.concat([...decodeChunks(latin1(pending), 'base64')]))
    pending = ''
  }
  for (const word of words) {
    if (word.encoding === 'B') {
      // Some mailers cut one base64 stream into words without regard to its groups of four, so the digits are
      // joined, too.
      pending += word.text.replace(/\s/g, '')
      if (pending.endsWith('=') || pending.length % 4 === 0) flushBase64()
    } else {
      flushBase64()
      pieces.push(decodeQ(word.text))
    }
  }
  flushBase64()
  return decodePieces(pieces, words[0]?.charset)
}

/** RFC 2047, section 4.2: "_" is a blank, "=XX" a byte. */
function decodeQ(text: string): Uint8Array {
  const bytes = text
    .replace(/_/g, ' ')
    .replace(/=([0-9A-Fa-f]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return latin1(bytes)
}

/** Raw non-Latin text inside an encoded word is invalid; it is kept as UTF-8. */
function latin1(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  return bytes.toString('latin1') === text ? bytes : Buffer.from(text, 'utf8')
}
