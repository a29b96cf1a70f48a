/**
 * Reads addresses for MAIL FROM and RCPT TO (RFC 5321, section 4.1.2; RFC 6531, section 3.3) and for the
 * headers of mail that we write. It lets nothing through that could end a command, open a parameter or begin
 * a new header. It must not know whether an address exists.
 */
import { isIPv4 } from 'node:net'
import { domainToASCII } from 'node:url'

export type EnvelopeAddress = {
  /** The address as it travels on the wire: the local part as given, the domain in ASCII. */
  readonly address: string
  readonly local: string
  /** A-labels (RFC 5891), lower case. */
  readonly domain: string
  /** True when the local part is outside ASCII, so that only a server with SMTPUTF8 can take it. */
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
/**
 * Addresses of ours never contain line or direction marks, invisible letters, unusual blanks, lone
 * surrogates, or private or unassigned characters.
 */
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Cn}\p{Co}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u

/** Returns null when the text is not an address. */
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

/**
 * Returns a domain name in ASCII and lower case, or null for address literals, numbers and anything else that
 * is not a name.
 */
export function asciiDomain(text: string): string | null {
  if (text.length > MAX_DOMAIN || /[%/\\?#:[\]@\s]/u.test(text)) return null
  const lower = text.toLowerCase()
  // domainToASCII follows URL rules and reads numbers as IPv4 addresses; plain names do not need it.
  const domain = /^[a-z0-9._-]+$/.test(lower) && !lower.includes('xn--') ? lower : domainToASCII(lower)
  if (domain === '' || domain.length > MAX_DOMAIN || isIPv4(domain)) return null
  const labels = domain.split('.')
  if (!labels.every(label => LABEL.test(label))) return null
  return /^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '') ? null : domain
}

export const needsSmtpUtf8 = (addresses: readonly string[]): boolean =>
  addresses.some(address => readEnvelopeAddress(address)?.needsSmtpUtf8 ?? false)
