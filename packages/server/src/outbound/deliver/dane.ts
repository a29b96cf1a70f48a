/**
 * DANE for SMTP (RFC 7672): a mail host may say in DNSSEC which key it has. Then mail goes to that key or not at
 * all, whatever certificate authorities say. Only answers that the resolver says are authenticated count.
 */
import { createHash, type X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { Resolver, Tlsa, Trouble } from '../../outside/resolver.ts'

export type Dane =
  | { readonly kind: 'none' }
  /** The host is in a signed zone and the records cannot be had: an attacker may be hiding them. */
  | { readonly kind: 'trouble'; readonly why: Trouble }
  /** There are records, none of which we can use: encryption is required, and no certificate. */
  | { readonly kind: 'unusable' }
  | { readonly kind: 'usable'; readonly records: readonly Tlsa[] }

const maxRecords = 20
const maxChain = 10
const usage = { anchor: 2, own: 3 } as const
const lengths: Readonly<Record<number, number>> = { 1: 32, 2: 64 }

/** Section 3.1.3: the usages that rely on authorities are of no use on port 25. */
function isUsable({ usage: use, selector, matching, data }: Tlsa): boolean {
  if (use !== usage.anchor && use !== usage.own) return false
  if (selector > 1 || matching > 2) return false
  return matching === 0 ? data.length > 0 : data.length === lengths[matching]
}

/** The address of the host must be authenticated already (section 2.2.2). */
export async function daneOf(resolver: Resolver, host: string, port: number): Promise<Dane> {
  const answer = await resolver('TLSA', `_${port}._tcp.${host}`)
  if (answer.kind === 'trouble') return answer
  if (answer.kind !== 'found' || answer.isAuthentic !== true) return { kind: 'none' }
  const records = answer.records.slice(0, maxRecords).filter(isUsable)
  return records.length > 0 ? { kind: 'usable', records } : { kind: 'unusable' }
}

function isMatch(certificate: X509Certificate, { selector, matching, data }: Tlsa): boolean {
  const content =
    selector === 0 ? certificate.raw : certificate.publicKey.export({ type: 'spki', format: 'der' })
  if (matching === 0) return content.equals(data)
  return createHash(matching === 1 ? 'sha256' : 'sha512')
    .update(content)
    .digest()
    .equals(data)
}

function chainOf(leaf: X509Certificate): X509Certificate[] {
  const chain = [leaf]
  for (
    let above = leaf.issuerCertificate;
    above && chain.length < maxChain;
    above = above.issuerCertificate
  ) {
    if (chain.some(one => one.fingerprint256 === above?.fingerprint256)) break
    chain.push(above)
  }
  return chain
}

/** Section 3.1.2: the chain leads to the named authority, and the certificate has one of these names. */
function isBelow(chain: readonly X509Certificate[], anchor: number, names: readonly string[]): boolean {
  const now = Date.now()
  const links = chain.slice(0, anchor + 1)
  const isInTime = links.every(one => one.validFromDate.getTime() <= now && one.validToDate.getTime() > now)
  const isWhole = links.every((one, index) => {
    const above = links[index + 1]
    return !above || (above.ca && one.checkIssued(above) && one.verify(above.publicKey))
  })
  return isInTime && isWhole && names.some(name => chain[0]?.checkHost(name) !== undefined)
}

/** Tells whether the other side's certificate is one that these records name. */
export function isNamed(tls: TLSSocket, records: readonly Tlsa[], names: readonly string[]): boolean {
  const leaf = tls.getPeerX509Certificate()
  if (leaf === undefined) return false
  // Section 3.1.1: neither name nor dates count where the key itself is named.
  if (records.some(record => record.usage === usage.own && isMatch(leaf, record))) return true
  const chain = chainOf(leaf)
  const anchors = records.filter(record => record.usage === usage.anchor)
  return chain.some(
    (one, index) => index > 0 && anchors.some(record => isMatch(one, record)) && isBelow(chain, index, names),
  )
}
