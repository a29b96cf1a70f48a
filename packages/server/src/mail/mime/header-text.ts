import { decodeText } from '../text/charset.ts'
import { decodeEncodedWords } from '../text/encoded-word.ts'
import { type HeaderField, rawValue, unfold } from './header-block.ts'
import type { MailPart } from './part-tree.ts'

/**
 * Reads header fields as text. Raw bytes above 0x7F are not allowed in headers (RFC 5322, section 2.2), but
 * much mail has them.
 */

const NON_ASCII = /[\u0080-\u00ff]/
/** The escape by which old Japanese programs leave ASCII. */
const ESCAPE = '\u001b$'

/**
 * Returns the unfolded value with its bytes decoded and encoded words unchanged. Address lists are parsed
 * from it.
 */
export function fieldSource(raw: Buffer, field: HeaderField, charsetHint: string | null): string {
  return bytesToText(unfold(rawValue(raw, field)), charsetHint)
}

/** Returns the field's value as people read it. */
export function fieldValue(raw: Buffer, field: HeaderField, charsetHint: string | null): string {
  return decodeEncodedWords(fieldSource(raw, field, charsetHint))
}

/** Returns the value as received, with its folding. */
export function fieldRaw(raw: Buffer, field: HeaderField, charsetHint: string | null): string {
  return bytesToText(rawValue(raw, field), charsetHint).trim()
}

/** Returns the first field called `key`, unfolded, one character per byte; empty if there is none. */
export function fieldText(raw: Buffer, part: MailPart, key: string): string {
  const field = part.block.fields.find(candidate => candidate.key === key)
  return field === undefined ? '' : unfold(rawValue(raw, field))
}

function bytesToText(bytes: string, charsetHint: string | null): string {
  const isForeign = NON_ASCII.test(bytes) || bytes.includes(ESCAPE)
  return isForeign ? decodeText(Buffer.from(bytes, 'latin1'), charsetHint).text : bytes
}
