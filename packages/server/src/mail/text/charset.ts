import { isAscii, isUtf8 } from 'node:buffer'
import { likeliestLegacyCharset, plausibility } from './charset-guess.ts'
import { canonicalCharset } from './charset-names.ts'
import { decodeHz, decodeIso2022Kr, decodeUhc } from './charset-shift.ts'

/**
 * Turns bytes of a mail into text. It believes a declaration as long as the bytes agree with it. When mail
 * declares nothing, or something false, the bytes themselves decide. It never throws and does not know where
 * the bytes come from.
 */

export type DecodedText = {
  text: string
  charset: string
  /** True when the declaration was missing, unknown or wrong and we chose the charset ourselves. */
  guessed: boolean
}

const ESC = 0x1b

/** Returns the most likely charset of `bytes`. */
export function guessCharset(bytes: Uint8Array): string {
  const marked = byteOrderMark(bytes)
  if (marked !== null) return marked
  const wide = guessUtf16(bytes)
  if (wide !== null) return wide
  if (isAscii(bytes)) return guessEscaped(bytes) ?? 'us-ascii'
  if (isUtf8(bytes)) return 'utf-8'
  return likeliestLegacyCharset(bytes).charset
}

/**
 * Reads `bytes` as `declared` if that is known and plausible. UTF-7 is never decoded, because it can hide
 * markup.
 */
export function decodeText(bytes: Uint8Array, declared?: string | null): DecodedText {
  const named = declared ? canonicalCharset(declared) : null
  const marked = byteOrderMark(bytes)
  if (marked !== null) return { text: decodeAs(bytes, marked), charset: marked, guessed: marked !== named }
  if (named?.startsWith('utf-16')) {
    const charset = named === 'utf-16le' || named === 'utf-16be' ? named : (guessUtf16(bytes) ?? 'utf-16be')
    if (looksUtf16(bytes)) return { text: decodeAs(bytes, charset), charset, guessed: false }
  }
  const declaredCharset = named === null || isVague(named) ? null : named
  if (declaredCharset === null || !isBorneOut(bytes, declaredCharset)) {
    const charset = guessCharset(bytes)
    const guessed = !(charset === 'us-ascii' || charset === named)
    return { text: decodeAs(bytes, charset), charset, guessed }
  }
  return { text: decodeAs(bytes, declaredCharset), charset: declaredCharset, guessed: false }
}

/** True for declarations that tell nothing about bytes above 0x7F. */
function isVague(charset: string): boolean {
  return charset === 'us-ascii' || charset === 'utf-7' || charset.startsWith('utf-16')
}

function isBorneOut(bytes: Uint8Array, charset: string): boolean {
  if (charset === 'hz-gb-2312' || charset === 'iso-2022-kr') return true
  if (isAscii(bytes)) return charset === 'iso-2022-jp' || guessEscaped(bytes) === null
  if (charset === 'utf-8') return isUtf8(bytes) || brokenShareUtf8(bytes) < 0.1
  if (isUtf8(bytes)) {
    // Valid multi-byte UTF-8 under another label is a coincidence only for a character or two.
    const rating = plausibility(bytes, charset)
    return rating !== null && rating > 0.6 && countHigh(bytes) <= 8
  }
  if (charset === 'iso-2022-jp') return false
  const own = plausibility(bytes, charset)
  if (own !== null && own > 0.3) return true
  return !isOverruled(bytes, charset, own)
}

/** Another reading must be everyday language before a declaration that could be true is not believed. */
const EVERYDAY = 0.6
/** And this much more plausible than what was declared. */
const FAR = 0.5

/**
 * A declaration that decodes is believed unless the evidence against it is overwhelming: the letters of other scripts
 * stand beside each other, while accents stand alone, however few they are.
 */
function isOverruled(bytes: Uint8Array, charset: string, own: number | null): boolean {
  const { letters, together } = highRuns(bytes)
  if (letters < 4) return false
  const best = likeliestLegacyCharset(bytes)
  if (best.charset === charset || best.score < EVERYDAY) return false
  // The second bytes of pairs may be ASCII; a chance accent before one of those makes no everyday character.
  if (isLatin(charset) && best.writing === 'script' && together < letters * 0.8) return false
  // One that is not rated loses only to another kind of writing.
  if (own === null) return isLatin(charset) && best.writing !== 'latin'
  return best.score > own + FAR
}

const isLatin = (charset: string): boolean =>
  /^(?:windows-125[0247]|iso-8859-(?:[1-4]|9|1[03456]))$/.test(charset)

function decodeAs(bytes: Uint8Array, charset: string): string {
  if (charset === 'us-ascii' || charset === 'utf-8') {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
    return text.startsWith('\ufeff') ? text.slice(1) : text
  }
  if (charset === 'hz-gb-2312') return decodeHz(bytes)
  if (charset === 'iso-2022-kr') return decodeIso2022Kr(bytes)
  const text = new TextDecoder(charset).decode(bytes)
  // Bytes outside EUC-KR are decoded to C1 controls or U+FFFD.
  return charset === 'euc-kr' && /[\u0080-\u009f\ufffd]/.test(text) ? decodeUhc(bytes) : text
}

function byteOrderMark(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

/**
 * UTF-16 text of any language has line ends, blanks or digits. Their high bytes are zero and all on one side.
 */
function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length, 4_096) & ~1
  if (!bytes.subarray(0, length).includes(0)) return null
  let even = 0
  let odd = 0
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even++
    if (bytes[i + 1] === 0) odd++
  }
  // One or two stray NULs in other text are not enough.
  const enough = Math.max(2, length / 64)
  if (odd >= enough && even * 10 <= odd) return 'utf-16le'
  if (even >= enough && odd * 10 <= even) return 'utf-16be'
  return null
}

/** Single-byte text under a UTF-16 label would become random hanzi, so such a label is not believed. */
function looksUtf16(bytes: Uint8Array): boolean {
  return guessUtf16(bytes) !== null || (!isAscii(bytes) && !isUtf8(bytes))
}

/** Recognises 7-bit text with ISO 2022 escapes (RFC 1468, RFC 1557). */
function guessEscaped(bytes: Uint8Array): string | null {
  const at = bytes.indexOf(ESC)
  if (at < 0) return null
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(bytes.length - at, 4_096)).toString(
    'latin1',
  )
  if (text.includes('\u001b$)C')) return 'iso-2022-kr'
  return text.includes('\u001b$B') || text.includes('\u001b$@') ? 'iso-2022-jp' : null
}

function brokenShareUtf8(bytes: Uint8Array): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536)).toString('utf8')
  let broken = 0
  let foreign = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0xfffd) broken++
    else if (code >= 0x80) foreign++
  }
  return broken / Math.max(1, broken + foreign)
}

/** How many bytes are beyond ASCII, and how many of them have another one beside them. */
function highRuns(bytes: Uint8Array): { letters: number; together: number } {
  const sample = bytes.subarray(0, 4_096)
  let letters = 0
  let together = 0
  for (let at = 0; at < sample.length; at++) {
    if ((sample[at] ?? 0) < 0x80) continue
    letters++
    if ((sample[at - 1] ?? 0) >= 0x80 || (sample[at + 1] ?? 0) >= 0x80) together++
  }
  return { letters, together }
}

function countHigh(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes.subarray(0, 4_096)) if (byte >= 0x80) count++
  return count
}
