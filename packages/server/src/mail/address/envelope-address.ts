/**
 * Addresses as they go into MAIL FROM and RCPT TO (RFC 5321, section 4.1.2; RFC 6531, section 3.3) and into the headers of
 * mail that we write. In charge of letting nothing through that could end a command, open a parameter or begin a new
 * header; it must not know whether an address exists.
 */
import { isIPv4 } from 'node:net'
import { domainToASCII } from 'node:url'

export type EnvelopeAddress = {
  /** As it is written on the wire: the local part as given, the domain in ASCII. */
  readonly address: string
  readonly local: string
  /** A-labels (RFC 5891), lower case. */
  readonly domain: string
  /** The local part is outside ASCII, so that only a server with SMTPUTF8 can take it. */
  readonly needsSmtpUtf8: boolean
}

/** RFC 5321, section 4.5.3.1; bounce addresses of honest senders have local parts longer than 64. */
const MAX_LOCAL = 255
const MAX_PATH = 510
const MAX_DOMAIN = 253

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\u00a0-\\u{10ffff}-]+"
const DOT_STRING = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u')
/** No control character even in quotes: RFC 5321 has none in QcontentSMTP. */
const QUOTED_STRING = /^"(?:[ !#-[\]-~\u00a0-\u{10ffff}]|\\[ -~])+"$/u
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
/** Marks of line and direction, invisible letters, odd blanks, halves and unassigned ones are legal in no address of ours. */
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Cn}\p{Co}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u

/** Null for what is no address. */
export function readEnvelopeAddress(text: string): EnvelopeAddress | null {
  if (text.length > MAX_PATH || DECEPTIVE.test(text)) return null
  const at = text.lastIndexOf('@')
  if (at <= 0) return null
  const local = text.slice(0, at)
  if (Buffer.byteLength(local) > MAX_LOCAL) return null
  if (!DOT_STRING.test(local) && !QUOTED_STRING.test(local)) return null
  const domain = asciiDomain(text.slice(at + 1))
  if (domain === null) return null
  return { address: `${local}@${domain}`, local, domain, needsSmtpUtf8: /[^ -~]/.test(local) }
}

/** A domain name in ASCII, lower case; null for address literals, numbers and whatever is no name. */
export function asciiDomain(text: string): string | null {
  if (text.length > MAX_DOMAIN || /[%/\\?#:[\]@\s]/u.test(text)) return null
  const lower = text.toLowerCase()
  // domainToASCII follows URL rules and reads numbers as IPv4 addresses; plain names need no such help.
  const domain = /^[a-z0-9._-]+$/.test(lower) && !lower.includes('xn--') ? lower : domainToASCII(lower)
  if (domain === '' || domain.length > MAX_DOMAIN || isIPv4(domain)) return null
  const labels = domain.split('.')
  if (!labels.every(label => LABEL.test(label))) return null
  return /^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '') ? null : domain
}

export const needsSmtpUtf8 = (addresses: readonly string[]): boolean =>
  addresses.some(address => readEnvelopeAddress(address)?.needsSmtpUtf8 ?? false)
