/**
 * Writes mailboxes for From, To and Cc (RFC 5322, section 3.4; RFC 6532 where a local part is outside ASCII).
 */
import { readEnvelopeAddress } from '../address/envelope-address.ts'
import type { Mailbox } from '../address/parse-address-list.ts'
import { cleanHeaderText } from '../text/clean-text.ts'
import { ComposeError } from './compose-error.ts'
import { encodedWords, needsEncoding } from './encode-words.ts'

const maxName = 200
const maxQuoted = 60

/** Throws a ComposeError when the address is invalid. The name may hold any text. */
export function formatMailbox({ name, address }: Mailbox): string {
  const read = readEnvelopeAddress(address)
  if (read === null) throw new ComposeError('address')
  const phrase = formatPhrase(name)
  return phrase === '' ? read.address : `${phrase} <${read.address}>`
}

/** Writes one mailbox on each line. */
export function formatMailboxes(list: readonly Mailbox[]): string {
  return list.map(formatMailbox).join(',\r\n ')
}

function formatPhrase(name: string): string {
  const text = cleanHeaderText([...name].slice(0, maxName).join(''))
  if (text === '') return ''
  if (needsEncoding(text) || text.length > maxQuoted) return `${encodedWords(text)}\r\n`
  return /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`
}
