import { decodeChunks, type TransferEncoding } from '../../text/transfer-encoding.ts'
import type { Partial } from './section.ts'

/** Makes the answer from the octets of a stretch. */

const LF = 0x0a
const COLON = 0x3a

/** Keeps the fields of these names, or all others, as they stand; the empty line stays in either case. */
export function pickFields(header: Buffer, names: readonly string[], isNot: boolean): Buffer {
  const wanted = new Set(names.map(name => name.toLowerCase()))
  const kept: Buffer[] = []
  let isKept = false
  for (let at = 0; at < header.length; ) {
    const newline = header.indexOf(LF, at)
    const next = newline < 0 ? header.length : newline + 1
    const first = header[at]
    if (isBlankLine(header, at, next)) break
    if (first !== 0x20 && first !== 0x09) {
      const colon = header.subarray(at, next).indexOf(COLON)
      const name = header.toString('latin1', at, colon < 0 ? at : at + colon)
      isKept = colon >= 0 && wanted.has(name.trimEnd().toLowerCase()) !== isNot
    }
    if (isKept) kept.push(header.subarray(at, next))
    at = next
  }
  return Buffer.concat([...kept, Buffer.from('\r\n')])
}

const isBlankLine = (header: Buffer, at: number, next: number): boolean =>
  header[at] === LF || (next - at === 2 && header[at] === 0x0d && header[at + 1] === LF)

/** Returns the part of a stretch that a client asks for, as places in the mail. */
export function withinPartial(
  { start, end }: { readonly start: number; readonly end: number },
  partial: Partial | null,
): { start: number; end: number } {
  if (partial === null) return { start, end }
  const from = Math.min(end, start + partial.from)
  return { start: from, end: Math.min(end, from + partial.most) }
}

/** Decodes a part for BINARY (RFC 3516). Junk within an encoding is left out, as all readers do. */
export function decodeBinary(encoded: Buffer, decoding: TransferEncoding, partial: Partial | null): Buffer {
  const { from, most } = partial ?? { from: 0, most: Number.MAX_SAFE_INTEGER }
  const kept: Uint8Array[] = []
  let length = 0
  for (const chunk of decodeChunks(encoded, decoding)) {
    const begin = Math.max(0, from - length)
    const end = from + most - length
    if (begin < chunk.length && end > 0) kept.push(chunk.subarray(begin, Math.min(chunk.length, end)))
    length += chunk.length
    if (length >= from + most) break
  }
  return Buffer.concat(kept)
}
