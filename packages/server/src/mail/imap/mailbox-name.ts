import { decodeModifiedUtf7, encodeModifiedUtf7 } from './modified-utf7.ts'

/** Names of folders as programs write them: one text with `/` between the levels. */

export const SEPARATOR = '/'

const MAX_OCTETS = 1_000
const MAX_LEVELS = 20
const INBOX = /^inbox(?=\/|$)/i
/** Controls, breaks, and marks that turn the direction of a text around: a name is one visible line. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/**
 * Reads a name from the octets (one character each) of a command; null when it is not in the form of the connection.
 * `isUtf8` is true once the client has enabled IMAP4rev2 or UTF8=ACCEPT.
 */
export function readMailboxName(octets: string, isUtf8: boolean): string | null {
  const name = isUtf8 || /[\x80-\xff]/.test(octets) ? utf8Of(octets) : decodeModifiedUtf7(octets)
  return name === null ? null : name.normalize('NFC').replace(INBOX, 'INBOX')
}

/** Returns the name in the octets (one character each) that the connection understands, not yet quoted. */
export function mailboxOctets(path: readonly string[], isUtf8: boolean): string {
  const name = path.join(SEPARATOR)
  return isUtf8 ? Buffer.from(name).toString('latin1') : encodeModifiedUtf7(name)
}

/**
 * Returns the levels of a name that a folder can have; null for others. A separator at the end only says that folders
 * will follow within (RFC 9051, section 6.3.4).
 */
export function folderPath(name: string): readonly string[] | null {
  const path = (name.endsWith(SEPARATOR) ? name.slice(0, -1) : name).split(SEPARATOR)
  if (path.length > MAX_LEVELS || Buffer.byteLength(name) > MAX_OCTETS) return null
  const isGood = (level: string) =>
    level !== '' && level !== '.' && level !== '..' && level.trim() === level && !UNSEEN.test(level)
  return path.every(isGood) ? path : null
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns the text of octets (one character each) that are UTF-8; null for others. */
export function utf8Of(octets: string): string | null {
  try {
    return strict.decode(Buffer.from(octets, 'latin1'))
  } catch {
    return null
  }
}
