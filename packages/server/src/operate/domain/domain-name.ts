/**
 * Which names can be a mail domain, in the one spelling under which they are kept. It knows nothing of who owns what:
 * twins (capitals, a trailing dot, full-width or Unicode spellings of one name) become equal here, so that whoever
 * compares names compares the same thing.
 */
import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { parse } from 'tldts'

/** RFC 5321, section 4.5.3.1.2, less what the longest name below a domain takes. */
const maxLength = 200
/** Fewer than a recipient's domain is looked for in, so that the nearest owner is always found. */
const maxLabels = 8
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

export type NameFault = 'form' | 'address' | 'suffix'

export const nameFaultTexts: Readonly<Record<NameFault, string>> = {
  form: '域名写得不对，应像 example.com',
  address: '要填域名，不是 IP 地址',
  suffix: '这是公共后缀，不归任何人单独所有',
}

/** Punycode that stands for nothing, or for a name that is spelled otherwise, is nobody's name. */
function isCanonical(name: string): boolean {
  if (!name.split('.').some(part => part.startsWith('xn--'))) return true
  const shown = domainToUnicode(name)
  return !shown.split('.').some(part => part.startsWith('xn--')) && domainToASCII(shown) === name
}

/** The host part of a URL or an address is what people paste; anything else must be a bare name. */
export function readDomainName(text: string): { ok: true; name: string } | { ok: false; fault: NameFault } {
  const bare = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
    .replace(/[.。．｡]$/, '')
  if (isIP(bare.replace(/^\[|\]$/g, '')) !== 0) return { ok: false, fault: 'address' }
  if (/[\s/@:?#[\]\\%]/.test(bare)) return { ok: false, fault: 'form' }
  const name = domainToASCII(bare.normalize('NFKC').toLowerCase())
  const labels = name.split('.')
  if (!isCanonical(name)) return { ok: false, fault: 'form' }
  if (
    name.length > maxLength ||
    labels.length < 2 ||
    labels.length > maxLabels ||
    !labels.every(part => label.test(part))
  )
    return { ok: false, fault: 'form' }
  // Odd spellings of an address (0x7f.1) end up as one.
  if (isIP(name) !== 0 || /^\d+$/.test(labels.at(-1) ?? '')) return { ok: false, fault: 'address' }
  if (registrableDomain(name) === null) return { ok: false, fault: 'suffix' }
  return { ok: true, name }
}

/** The name under a public suffix that can be registered, or null for a suffix itself. Private suffixes count. */
export function registrableDomain(name: string): string | null {
  return parse(name, { allowPrivateDomains: true, validateHostname: false }).domain
}

/** The names above a name, nearest first, down to the one that can be registered. */
export function namesAbove(name: string): string[] {
  const top = registrableDomain(name) ?? name
  const above: string[] = []
  for (let rest = name; rest !== top; ) {
    rest = rest.slice(rest.indexOf('.') + 1)
    above.push(rest)
  }
  return above
}

/** Whether a name belongs to the same holder as one of ours: then only the operator may add it. */
export function isOurs(name: string, ownHosts: readonly string[]): boolean {
  const mine = registrableDomain(name)
  return ownHosts.some(host => {
    const own = host.toLowerCase().replace(/\.$/, '')
    return own === name || own.endsWith(`.${name}`) || (mine !== null && registrableDomain(own) === mine)
  })
}
