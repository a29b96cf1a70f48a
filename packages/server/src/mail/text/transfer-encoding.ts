import { base64End } from './base64-end.ts'
import { decodeUuencode } from './uuencode.ts'

/**
 * Decodes content transfer encodings (RFC 2045, section 6) as generators over chunks, so that a large
 * attachment is never held twice in memory. It skips junk and refuses nothing. It never unpacks: zip and gzip
 * stay as they are.
 */

export type TransferEncoding = 'identity' | 'base64' | 'quoted-printable' | 'uuencode'

const CHUNK_BYTES = 64 * 1024
const SKIP = 64
const PAD = 65
const CR = 0x0d
const LF = 0x0a
const SPACE = 0x20
const TAB = 0x09
const EQUALS = 0x3d

/** The value of each base64 digit; the URL-safe alphabet counts too, everything else is junk. */
const BASE64_VALUES = base64Values()
const HEX_VALUES = hexValues()
const UUENCODE_NAMES: ReadonlySet<string> = new Set(['uuencode', 'x-uuencode', 'x-uue', 'uue'])

/**
 * Reads a Content-Transfer-Encoding value; an unknown one leaves the bytes as they are (RFC 2045, section
 * 6.4).
 */
export function transferEncoding(value: string): TransferEncoding {
  const name = /[a-z0-9-]+/.exec(value.slice(0, 200).toLowerCase())?.[0]
  if (name === 'base64' || name === 'quoted-printable') return name
  return name !== undefined && UUENCODE_NAMES.has(name) ? 'uuencode' : 'identity'
}

export function* decodeChunks(encoded: Uint8Array, encoding: TransferEncoding): Generator<Uint8Array, void> {
  if (encoding === 'base64') yield* decodeBase64(encoded.subarray(0, base64End(encoded)))
  else if (encoding === 'uuencode') yield* decodeUuencode(encoded)
  else if (encoding === 'quoted-printable') yield* decodeQuotedPrintable(encoded)
  else {
    for (let from = 0; from < encoded.length; from += CHUNK_BYTES)
      yield encoded.subarray(from, from + CHUNK_BYTES)
  }
}

/** Returns the length of the output of `decodeChunks` without keeping the output. */
export function decodedLength(encoded: Uint8Array, encoding: TransferEncoding): number {
  if (encoding === 'identity') return encoded.length
  if (encoding === 'base64') return base64Length(encoded.subarray(0, base64End(encoded)))
  let length = 0
  for (const chunk of decodeChunks(encoded, encoding)) length += chunk.length
  return length
}

/** RFC 2045, section 6.8. A "=" ends a run, and another run may follow: some mailers join encoded pieces. */
function* decodeBase64(encoded: Uint8Array): Generator<Uint8Array, void> {
  const carry: Base64Carry = { bits: 0, digits: 0 }
  for (let from = 0; from < encoded.length; from += CHUNK_BYTES) {
    const to = Math.min(from + CHUNK_BYTES, encoded.length)
    const chunk = base64Chunk(encoded, from, to, carry)
    if (chunk.length > 0) yield chunk
  }
}

/** Digits of a group of four that are left over from the chunk before. */
type Base64Carry = { bits: number; digits: number }

function base64Chunk(encoded: Uint8Array, from: number, to: number, carry: Base64Carry): Uint8Array {
  const out = new Uint8Array(Math.ceil(((to - from + 4) * 3) / 4))
  let { bits, digits } = carry
  let length = 0
  let i = from
  while (i < to) {
    if (digits === 0 && i + 4 <= to) {
      // The fast path takes four clean digits at once, which is nearly all of every real attachment.
      const a = BASE64_VALUES[encoded[i] ?? 0] ?? SKIP
      const b = BASE64_VALUES[encoded[i + 1] ?? 0] ?? SKIP
      const c = BASE64_VALUES[encoded[i + 2] ?? 0] ?? SKIP
      const d = BASE64_VALUES[encoded[i + 3] ?? 0] ?? SKIP
      if ((a | b | c | d) < SKIP) {
        out[length++] = (a << 2) | (b >> 4)
        out[length++] = (b << 4) | (c >> 2)
        out[length++] = (c << 6) | d
        i += 4
        continue
      }
    }
    const value = BASE64_VALUES[encoded[i++] ?? 0] ?? SKIP
    if (value < SKIP) {
      bits = (bits << 6) | value
      digits++
    }
    if (digits === 4) {
      out[length++] = bits >> 16
      out[length++] = bits >> 8
      out[length++] = bits
    } else if (value === PAD) length = flushBase64(out, length, bits, digits)
    if (digits === 4 || value === PAD) {
      bits = 0
      digits = 0
    }
  }
  if (to === encoded.length) length = flushBase64(out, length, bits, digits)
  carry.bits = bits
  carry.digits = digits
  return out.subarray(0, length)
}

function flushBase64(out: Uint8Array, at: number, bits: number, digits: number): number {
  let length = at
  if (digits === 2) out[length++] = bits >> 4
  if (digits === 3) {
    out[length++] = bits >> 10
    out[length++] = bits >> 2
  }
  return length
}

function base64Length(encoded: Uint8Array): number {
  let length = 0
  let digits = 0
  for (let i = 0; i < encoded.length; i++) {
    const value = BASE64_VALUES[encoded[i] ?? 0] ?? SKIP
    if (value < SKIP) digits++
    else if (value === PAD) {
      length += Math.floor((digits * 3) / 4)
      digits = 0
    }
  }
  return length + Math.floor((digits * 3) / 4)
}

/** RFC 2045, section 6.7. */
function* decodeQuotedPrintable(encoded: Uint8Array): Generator<Uint8Array, void> {
  let from = 0
  while (from < encoded.length) {
    const to = quotedPrintableCut(encoded, from)
    const chunk = quotedPrintableChunk(encoded.subarray(from, to))
    if (chunk.length > 0) yield chunk
    from = to
  }
}

/** Returns where a chunk may end: after a line if there is one, never inside "=XX". */
function quotedPrintableCut(encoded: Uint8Array, from: number): number {
  const target = from + CHUNK_BYTES
  if (target >= encoded.length) return encoded.length
  const newline = encoded.lastIndexOf(LF, target - 1)
  if (newline >= from) return newline + 1
  if (encoded[target - 1] === EQUALS) return target - 1
  return encoded[target - 2] === EQUALS ? target - 2 : target
}

function quotedPrintableChunk(encoded: Uint8Array): Uint8Array {
  const out = new Uint8Array(encoded.length)
  let length = 0
  // The beginning of the white space before a line end, which transport added (rule 3).
  let solid = 0
  for (let i = 0; i < encoded.length; i++) {
    const byte = encoded[i] ?? 0
    if (byte === EQUALS) {
      const high = HEX_VALUES[encoded[i + 1] ?? 0] ?? SKIP
      const low = HEX_VALUES[encoded[i + 2] ?? 0] ?? SKIP
      if (high < SKIP && low < SKIP) {
        out[length++] = (high << 4) | low
        i += 2
      } else {
        const next = softBreakEnd(encoded, i + 1)
        if (next === null) out[length++] = byte
        else i = next - 1
      }
      solid = length
    } else if (byte === LF || (byte === CR && encoded[i + 1] === LF)) {
      length = solid
      out[length++] = byte
      if (byte === CR) {
        out[length++] = LF
        i++
      }
      solid = length
    } else {
      out[length++] = byte
      if (byte !== SPACE && byte !== TAB) solid = length
    }
  }
  return out.subarray(0, length)
}

/**
 * Returns the position after a soft line break that continues at `at`, or null if there is none. "=" at the
 * very end is one.
 */
function softBreakEnd(encoded: Uint8Array, at: number): number | null {
  // White space after "=" is transport padding. A longer line is not quoted-printable.
  const limit = Math.min(encoded.length, at + 256)
  let i = at
  while (i < limit && (encoded[i] === SPACE || encoded[i] === TAB)) i++
  if (i >= encoded.length) return encoded.length
  if (encoded[i] === LF) return i + 1
  return encoded[i] === CR && encoded[i + 1] === LF ? i + 2 : null
}

function base64Values(): Uint8Array {
  const values = new Uint8Array(256).fill(SKIP)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  for (let i = 0; i < alphabet.length; i++) values[alphabet.charCodeAt(i)] = i
  values[0x2d] = 62
  values[0x5f] = 63
  values[EQUALS] = PAD
  return values
}

function hexValues(): Uint8Array {
  const values = new Uint8Array(256).fill(SKIP)
  for (let i = 0; i < 16; i++) {
    values[i.toString(16).charCodeAt(0)] = i
    values[i.toString(16).toUpperCase().charCodeAt(0)] = i
  }
  return values
}
