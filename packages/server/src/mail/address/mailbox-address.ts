import { domainToASCII } from 'node:url'

/** Addresses of our own mailboxes: stricter than what mail allows, because people read, type and sell them. */

export type MailboxAddress = {
  /** The local part without the tag. */
  local: string
  /** The text after the first "+", or null. */
  tag: string | null
  /** ASCII (RFC 5891), lower case. */
  domain: string
}

const MAX_LOCAL = 64
const MAX_DOMAIN = 255
const LOCAL_PART = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/
const TAG = /^[a-z0-9._=-]*$/
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Names that users may choose: a–z 0–9 . _ - without leading, trailing or double dots. */
export function isValidLocalPart(local: string): boolean {
  return local.length >= 1 && local.length <= MAX_LOCAL && LOCAL_PART.test(local)
}

/**
 * Returns null when the text cannot be an address of ours. Folds case, full-width forms and the spelling of
 * the domain.
 */
export function parseMailboxAddress(text: string): MailboxAddress | null {
  if (text.length > 2 * (MAX_LOCAL + MAX_DOMAIN) || /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}]/u.test(text.trim()))
    return null
  const folded = text.trim().normalize('NFKC').toLowerCase()
  const [whole, domainText, ...more] = folded.split('@')
  if (whole === undefined || domainText === undefined || more.length > 0 || whole.length > MAX_LOCAL)
    return null
  const plus = whole.indexOf('+')
  const local = plus < 0 ? whole : whole.slice(0, plus)
  const tag = plus < 0 ? null : whole.slice(plus + 1)
  if (!isValidLocalPart(local) || (tag !== null && !TAG.test(tag))) return null
  const domain = asciiDomain(domainText)
  return domain === null ? null : { local, tag, domain }
}

/**
 * domainToASCII follows URL rules, which also rewrite numbers to IP addresses and decode "%". This function
 * refuses both.
 */
function asciiDomain(text: string): string | null {
  if (/[%/\\?#:[\]]/.test(text)) return null
  const domain = domainToASCII(text)
  const labels = domain.split('.')
  if (domain === '' || domain.length > MAX_DOMAIN || !labels.every(label => LABEL.test(label))) return null
  return /^\d+$/.test(labels.at(-1) ?? '') ? null : domain
}

/**
 * Returns the one spelling under which an address is stored and compared, or null if it cannot be one of
 * ours.
 */
export function normalAddress(text: string): string | null {
  const parsed = parseMailboxAddress(text)
  return parsed && `${parsed.local}@${parsed.domain}`
}
