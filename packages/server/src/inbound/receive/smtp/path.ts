/**
 * Reverse-path and forward-path (RFC 5321 section 4.1.2, RFC 6531 section 3.3). The result is taken apart once and for all: whoever routes
 * looks at `domain` and `localPart` and never splits `address` again, so that `"u@gmail.com x"@our.domain` has one meaning only.
 *
 * Strict except for two things that honest senders do: a sender's local part may be longer than 64 octets (bounce addresses),
 * and a domain label may hold an underscore. Source routes are parsed and dropped (RFC 5321 appendix C). Comments, a trailing dot, a second `@`
 * and a missing domain (other than `<Postmaster>`) are refused. `%` and `!` in a local part are ordinary letters: never a route.
 */
import { isIPv4, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'

export type SmtpPath = {
  /** Unquoted and unescaped; '' for the null reverse-path. */
  localPart: string
  /** Lower case; '[…]' for a literal; '' for the null reverse-path and for `<Postmaster>`. */
  domain: string
  /** `domain` in ASCII (A-labels), for look-ups. */
  asciiDomain: string
  /** One canonical spelling, quoted only where needed. */
  address: string
  /** Anything in it is outside ASCII. */
  utf8: boolean
}

export type PathFault = 'syntax' | 'unroutable' | 'too-long'
export type PathResult = { ok: true; path: SmtpPath; rest: string } | { ok: false; fault: PathFault }

const MAX_RECIPIENT_LOCAL = 64
const MAX_SENDER_LOCAL = 255
const MAX_DOMAIN = 255
const MAX_LABEL = 63
/** A name of at most this length is within every limit. */
const MAX_PLAIN = 63

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\u00a0-\\u{10ffff}-]+"
const DOT_STRING = new RegExp(`^${ATOM}(?:\\.${ATOM})*`, 'u')
const WHOLE_DOT_STRING = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u')
const QUOTED_STRING = /^"((?:[^"\\]|\\.)*)"/u
const LABEL = /^[a-z0-9_\u00a0-\u{10ffff}](?:[a-z0-9_\u00a0-\u{10ffff}-]*[a-z0-9_\u00a0-\u{10ffff}])?$/u
const SOURCE_ROUTE = /^@[^@,:<>" ]+(?:,@[^@,:<>" ]+)*:/u
const NOT_ASCII = /[^ -~]/
/**
 * Matches most paths: names of letters, digits and the commonest marks, for which every rule below gives the
 * same result.
 */
const PLAIN =
  /^<([a-z0-9_=+-]+(?:\.[a-z0-9_=+-]+)*)@((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)>([ -~]*)$/i
/** Line separators, direction overrides and invisible marks: legal UTF-8, but a forged line or name in a log or a page. */
const DECEPTIVE = /[\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff]/

export const nullPath: SmtpPath = { localPart: '', domain: '', asciiDomain: '', address: '', utf8: false }

/** Reads a path from the start of `text`, which holds no control characters; `rest` is what follows the `>`. */
export const parsePath = (text: string, role: 'sender' | 'recipient'): PathResult =>
  parsePlainPath(text) ?? parseAnyPath(text, role)

/** Null for one that needs the full rules. */
function parsePlainPath(text: string): PathResult | null {
  const match = PLAIN.exec(text)
  if (match === null) return null
  const [, localPart = '', written = '', rest = ''] = match
  if (localPart.length > MAX_PLAIN || written.length > MAX_PLAIN) return null
  const domain = written.toLowerCase()
  const address = `${localPart}@${domain}`
  const path = { localPart, domain, asciiDomain: domain, address, utf8: false }
  return { ok: true, path, rest }
}

export function parseAnyPath(text: string, role: 'sender' | 'recipient'): PathResult {
  if (!text.startsWith('<')) return fault('syntax')
  if (DECEPTIVE.test(text)) return fault('syntax')
  let inner = text.slice(1)
  if (role === 'sender' && inner.startsWith('>')) return { ok: true, path: nullPath, rest: inner.slice(1) }
  inner = inner.slice(SOURCE_ROUTE.exec(inner)?.[0].length ?? 0)

  const local = readLocalPart(inner)
  if (local === null) return fault('syntax')
  inner = inner.slice(local.length)
  const maxLocal = role === 'sender' ? MAX_SENDER_LOCAL : MAX_RECIPIENT_LOCAL
  if (Buffer.byteLength(local.text) > maxLocal) return fault('too-long')

  if (inner.startsWith('>')) {
    const isPostmaster = role === 'recipient' && local.text.toLowerCase() === 'postmaster'
    if (!isPostmaster) return fault('unroutable')
    return {
      ok: true,
      path: { ...nullPath, localPart: 'postmaster', address: 'postmaster' },
      rest: inner.slice(1),
    }
  }
  if (!inner.startsWith('@')) return fault('syntax')
  const end = inner.indexOf('>')
  if (end < 0) return fault('syntax')
  const written = inner.slice(1, end)
  if (written.includes('@')) return fault('unroutable')
  if (Buffer.byteLength(written) > MAX_DOMAIN) return fault('too-long')
  const domain = readDomain(written)
  if (domain === null) return fault('syntax')
  const address = `${quoteLocalPart(local.text)}@${domain.name}`
  const path: SmtpPath = {
    localPart: local.text,
    domain: domain.name,
    asciiDomain: domain.ascii,
    address,
    utf8: NOT_ASCII.test(address),
  }
  return { ok: true, path, rest: inner.slice(end + 1) }
}

function fault(kind: PathFault): PathResult {
  return { ok: false, fault: kind }
}

/** `length` counts the characters as written, with quotes and backslashes. */
function readLocalPart(text: string): { text: string; length: number } | null {
  const quoted = QUOTED_STRING.exec(text)
  if (quoted !== null) {
    const content = (quoted[1] ?? '').replace(/\\(.)/gu, '$1')
    return content === '' ? null : { text: content, length: quoted[0].length }
  }
  const plain = DOT_STRING.exec(text)
  return plain === null ? null : { text: plain[0], length: plain[0].length }
}

function quoteLocalPart(text: string): string {
  return WHOLE_DOT_STRING.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`
}

function readDomain(written: string): { name: string; ascii: string } | null {
  if (written.startsWith('[')) return readLiteral(written)
  const name = written.normalize('NFC').toLowerCase()
  if (!hasGoodLabels(name)) return null
  if (!NOT_ASCII.test(name)) return { name, ascii: name }
  // Full-width digits and dots may turn into other labels or a bare IP address here, so the outcome is judged again.
  const ascii = domainToASCII(name)
  if (ascii.length > MAX_DOMAIN || isIPv4(ascii) || !hasGoodLabels(ascii)) return null
  return { name, ascii }
}

function hasGoodLabels(domain: string): boolean {
  return domain.split('.').every(label => label.length <= MAX_LABEL && LABEL.test(label))
}

/** Address literals (RFC 5321 section 4.1.3); no other tag than IPv6 was ever registered. */
function readLiteral(written: string): { name: string; ascii: string } | null {
  if (!written.endsWith(']')) return null
  const inner = written.slice(1, -1)
  const tagged = /^IPv6:(.+)$/i.exec(inner)?.[1]
  const valid = tagged === undefined ? isIPv4(inner) : isIPv6(tagged) && !tagged.includes('%')
  if (!valid) return null
  const name = tagged === undefined ? `[${inner}]` : `[ipv6:${tagged.toLowerCase()}]`
  return { name, ascii: name }
}
