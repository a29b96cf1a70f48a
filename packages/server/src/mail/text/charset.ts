import { isAscii, isUtf8 } from 'node:buffer'
import { decodeBig5 } from './big5-hkscs.ts'
import { decoderOf, judgeDeclaredLatin, likeliestLegacyCharset, plausibility } from './charset-guess.ts'
import { canonicalCharset } from './charset-names.ts'
import { decodeHz, decodeUhc } from './charset-shift.ts'
import { decodeIso2022, goesOnIn } from './iso-2022.ts'

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

/** True for charsets in which a byte means what escapes before it have switched to. */
export const isSwitching = (charset: string): boolean =>
  charset.startsWith('iso-2022-') || charset === 'hz-gb-2312'

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
  const charset = charsetOf(bytes, declared)
  return { text: decodeAs(bytes, charset.charset), ...charset }
}

/** Returns the charset that decodes `bytes`, and whether it is our own choice. */
function charsetOf(bytes: Uint8Array, declared?: string | null): Omit<DecodedText, 'text'> {
  const named = declared ? canonicalCharset(declared) : null
  const marked = byteOrderMark(bytes)
  if (marked !== null) return { charset: marked, guessed: marked !== named }
  if (named?.startsWith('utf-16')) {
    const charset = named === 'utf-16le' || named === 'utf-16be' ? named : (guessUtf16(bytes) ?? 'utf-16be')
    if (looksUtf16(bytes)) return { charset, guessed: false }
  }
  const declaredCharset = named === null || isVague(named) ? null : named
  if (declaredCharset === null || !isBorneOut(bytes, declaredCharset)) {
    const charset = guessCharset(bytes)
    const guessed = !(charset === 'us-ascii' || charset === named)
    return { charset, guessed }
  }
  return { charset: declaredCharset, guessed: false }
}

/**
 * Reads the pieces of one text, each of which was written to be read by itself. A piece is read together with
 * the next one only where a character was cut in two.
 */
export function decodePieces(pieces: readonly Uint8Array[], declared?: string | null): string {
  const whole = Buffer.concat(pieces)
  const { charset } = charsetOf(whole, declared)
  // Where a byte means the same everywhere, cuts between characters make no difference.
  if (pieces.length <= 1 || charset === 'us-ascii') return decodeAs(whole, charset)
  const joined: Uint8Array[] = []
  for (const piece of pieces) {
    const before = joined.at(-1)
    if (before !== undefined && isCutAfter(before, piece, charset))
      joined[joined.length - 1] = Buffer.concat([before, piece])
    else joined.push(piece)
  }
  return joined.map(piece => decodeAs(piece, charset)).join('')
}

/** True when the last character of `piece` goes on in `next`. */
function isCutAfter(piece: Uint8Array, next: Uint8Array, charset: string): boolean {
  if (isSwitching(charset)) return goesOnIn(piece, next)
  // A character in more pieces than that is an attempt to keep us busy.
  if (piece.length > 1_000) return true
  const apart = faults(decodeAs(piece, charset)) + faults(decodeAs(next, charset))
  return apart > 0 && faults(decodeAs(Buffer.concat([piece, next]), charset)) < apart
}

/** Counts what no decoder could read. */
const faults = (text: string): number => text.match(/[\u0080-\u009f\ufffd]/g)?.length ?? 0

/** True for declarations that tell nothing about bytes above 0x7F. */
function isVague(charset: string): boolean {
  return charset === 'us-ascii' || charset === 'utf-7' || charset.startsWith('utf-16')
}

function isBorneOut(bytes: Uint8Array, charset: string): boolean {
  if (charset === 'hz-gb-2312' || charset === 'iso-2022-kr' || charset === 'iso-2022-cn') return true
  if (isAscii(bytes)) return charset === 'iso-2022-jp' || guessEscaped(bytes) === null
  if (charset === 'utf-8') return isUtf8(bytes) || brokenShareUtf8(bytes) < 0.1
  if (isUtf8(bytes)) {
    // Valid multi-byte UTF-8 under another label is a coincidence only for a character or two.
    const rating = plausibility(bytes, charset)
    return rating !== null && rating > 0.6 && countHigh(bytes) <= 8
  }
  if (charset === 'iso-2022-jp') return false
  const latin = judgeDeclaredLatin(bytes, charset)
  if (latin?.isOther) return false
  const own = latin?.mean ?? plausibility(bytes, charset)
  if (own !== null && own > (latin === null ? PLAUSIBLE : PLAUSIBLE_LATIN)) return true
  return !isOverruled(bytes, charset, own)
}

/** Letters of the charset's own script stand beside each other as they do in words. */
const PLAUSIBLE = 0.3
/** Accents may be those of a name from another language. */
const PLAUSIBLE_LATIN = 0.1

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
  if (isLatin(charset) && best.writing === 'latin') return false
  return best.score > own + FAR
}

const isLatin = (charset: string): boolean =>
  /^(?:windows-125[02478]|iso-8859-(?:[1-4]|9|1[03456]))$/.test(charset)

function decodeAs(bytes: Uint8Array, charset: string): string {
  if (charset === 'us-ascii' || charset === 'utf-8') {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
    return text.startsWith('\ufeff') ? text.slice(1) : text
  }
  if (charset === 'hz-gb-2312') return decodeHz(bytes)
  if (isSwitching(charset)) return decodeIso2022(bytes)
  if (charset === 'big5') return decodeBig5(bytes)
  const text = decoderOf(charset).decode(bytes)
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
  if (text.includes('\u001b$)A')) return 'iso-2022-cn'
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
