import { mailboxOctets } from './mailbox-name.ts'

/**
 * Writes the values of answers (RFC 9051, section 9). An answer is text with one character for each octet, so that
 * literals can stand in it; it is sent with `Buffer.from(answer, 'latin1')`.
 */

/** What is longer, and what no quoted string can hold, becomes a literal. */
const MAX_QUOTED = 1_000
const PLAIN = /^[\x20-\x7e]*$/
const ATOM = /^[!#$&'+,./0-9:;<=>?@A-Z[\]^_`a-z|}~-]+$/

export const octetsOf = (text: string): string => Buffer.from(text).toString('latin1')

/** Announces a literal, whose octets follow. */
export const literalHead = (octets: number, isBinary = false): string =>
  `${isBinary ? '~' : ''}{${octets}}\r\n`

export function writeString(octets: string): string {
  return octets.length <= MAX_QUOTED && PLAIN.test(octets)
    ? `"${octets.replace(/["\\]/g, '\\$&')}"`
    : writeLiteral(octets)
}

/** Only literal8 may hold NUL, and no text that programs show needs it. */
function writeLiteral(octets: string): string {
  const kept = octets.replaceAll('\0', ' ')
  return literalHead(kept.length) + kept
}

/** Writes text of people: quoted in UTF-8 where the client has enabled it, else as a literal (RFC 6855, section 3). */
export function writeText(text: string, isUtf8: boolean): string {
  const octets = octetsOf(text)
  const isQuoted = isUtf8 && octets.length <= MAX_QUOTED && !/\p{Cc}/u.test(text)
  return isQuoted ? `"${octets.replace(/["\\]/g, '\\$&')}"` : writeString(octets)
}

export const writeNstring = (octets: string | null): string => (octets === null ? 'NIL' : writeString(octets))

export const writeNtext = (text: string | null, isUtf8: boolean): string =>
  text === null ? 'NIL' : writeText(text, isUtf8)

/** An atom where that is possible, else a string. */
export function writeAstring(octets: string): string {
  return ATOM.test(octets) && octets.toUpperCase() !== 'NIL' ? octets : writeString(octets)
}

/** The name of a folder as LIST and STATUS tell it. */
export function writeMailbox(path: readonly string[], isUtf8: boolean): string {
  const octets = mailboxOctets(path, isUtf8)
  if (!isUtf8 || PLAIN.test(octets)) return writeAstring(octets)
  return octets.length <= MAX_QUOTED ? `"${octets.replace(/["\\]/g, '\\$&')}"` : writeLiteral(octets)
}

export const writeList = (items: readonly string[]): string => `(${items.join(' ')})`
