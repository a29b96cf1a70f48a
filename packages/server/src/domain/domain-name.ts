/**
 * Decides which names can be a mail domain, and stores each in one spelling. It does not know owners.
 * Different spellings of one name (capitals, a trailing dot, full-width or Unicode forms) become equal here,
 * so that comparisons always work.
 */
import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { parse } from 'tldts'

/** The limit of RFC 5321, section 4.5.3.1.2, minus the length of the longest name below a domain. */
const maxLength = 200
/**
 * This is fewer labels than the look-up of a recipient's domain reads, so that the nearest owner is always
 * found.
 */
const maxLabels = 8
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

export type NameFault = 'form' | 'address' | 'suffix'

/** Punycode that decodes to nothing, or to a name with another spelling, is not a valid name. */
function isCanonical(name: string): boolean {
  if (!name.split('.').some(part => part.startsWith('xn--'))) return true
  const shown = domainToUnicode(name)
  return !shown.split('.').some(part => part.startsWith('xn--')) && domainToASCII(shown) === name
}

/**
 * People paste the host part of a URL or an address; anything else must be a bare name. IDNA has four full
 * stops.
 */
export function readDomainName(text: string): { ok: true; name: string } | { ok: false; fault: NameFault } {
  const bare = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
    .replace(/[.\u3002\uff0e\uff61]$/, '')
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
  // Odd spellings of an address (0x7f.1) become an address here.
  if (isIP(name) !== 0 || /^\d+$/.test(labels.at(-1) ?? '')) return { ok: false, fault: 'address' }
  if (registrableDomain(name) === null) return { ok: false, fault: 'suffix' }
  return { ok: true, name }
}

/**
 * Returns the registrable name under a public suffix, or null for a suffix itself. Private suffixes count.
 */
export function registrableDomain(name: string): string | null {
  return parse(name, { allowPrivateDomains: true, validateHostname: false }).domain
}

/** Returns the names above a name, nearest first, down to the registrable one. */
export function namesAbove(name: string): string[] {
  const top = registrableDomain(name) ?? name
  const above: string[] = []
  for (let rest = name; rest !== top; ) {
    rest = rest.slice(rest.indexOf('.') + 1)
    above.push(rest)
  }
  return above
}

/** True when a name belongs to the same holder as one of ours; then only the operator may add it. */
export function isOurs(name: string, ownHosts: readonly string[]): boolean {
  const mine = registrableDomain(name)
  return ownHosts.some(host => {
    const own = host.toLowerCase().replace(/\.$/, '')
    return own === name || own.endsWith(`.${name}`) || (mine !== null && registrableDomain(own) === mine)
  })
}
