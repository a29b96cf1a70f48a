import { decodeText } from './charset.ts'
import { decodeEncodedWords } from './encoded-word.ts'
import { type HeaderField, rawValue, unfold } from './header-block.ts'
import type { MailPart } from './part-tree.ts'

/** Header fields as text. Raw bytes above 0x7F are no header (RFC 5322, section 2.2), but plenty of mail has them. */

const NON_ASCII = /[\u0080-\u00ff]/

/** Unfolded, bytes decoded, encoded words left alone: what address lists are parsed from. */
export function fieldSource(raw: Buffer, field: HeaderField, charsetHint: string | null): string {
  return bytesToText(unfold(rawValue(raw, field)), charsetHint)
}

/** The field's value as people read it. */
export function fieldValue(raw: Buffer, field: HeaderField, charsetHint: string | null): string {
  return decodeEncodedWords(fieldSource(raw, field, charsetHint))
}

/** As received, folding included. */
export function fieldRaw(raw: Buffer, field: HeaderField, charsetHint: string | null): string {
  return bytesToText(rawValue(raw, field), charsetHint).trim()
}

/** The first field called `key`, unfolded, one character per byte; empty if there is none. */
export function fieldText(raw: Buffer, part: MailPart, key: string): string {
  const field = part.block.fields.find(candidate => candidate.key === key)
  return field === undefined ? '' : unfold(rawValue(raw, field))
}

function bytesToText(bytes: string, charsetHint: string | null): string {
  return NON_ASCII.test(bytes) ? decodeText(Buffer.from(bytes, 'latin1'), charsetHint).text : bytes
}
