/** Judges a chain as a stranger would who connects to us by a name: dates, name, and whether it ends at a trusted root. */
import { X509Certificate } from 'node:crypto'
import { getCACertificates } from 'node:tls'
import { isInDate, lifeOf, readChain } from './held-certificate.ts'

export type ChainVerdict =
  | 'good'
  | 'unreadable'
  | 'notYet'
  | 'ended'
  | 'otherName'
  | 'selfSigned'
  | 'untrusted'

export type Roots = readonly X509Certificate[]

const maxDepth = 8

/** Those that the machine trusts, NODE_EXTRA_CA_CERTS included. */
export function machineRoots(): Roots {
  return getCACertificates('default').map(pem => new X509Certificate(pem))
}

const issued = (issuer: X509Certificate, subject: X509Certificate): boolean =>
  subject.checkIssued(issuer) && subject.verify(issuer.publicKey)

/** Follows the issuers among those that were sent, as far as a root that is trusted and in date. */
function endsAtRoot(
  leaf: X509Certificate,
  sent: readonly X509Certificate[],
  roots: Roots,
  now: number,
): boolean {
  let at = leaf
  for (let depth = 0; depth < maxDepth; depth++) {
    const below = at
    if (roots.some(root => root.fingerprint256 === below.fingerprint256)) return true
    if (roots.some(root => isInDate(lifeOf(root), now) && issued(root, below))) return true
    const next = sent.find(
      one =>
        one.ca &&
        one.fingerprint256 !== below.fingerprint256 &&
        isInDate(lifeOf(one), now) &&
        issued(one, below),
    )
    if (!next) return false
    at = next
  }
  return false
}

export function judgeChain(pem: string | Buffer, name: string, now: number, roots: Roots): ChainVerdict {
  let chain: X509Certificate[]
  try {
    chain = readChain(pem)
  } catch {
    return 'unreadable'
  }
  const [leaf, ...sent] = chain
  if (!leaf) return 'unreadable'
  const life = lifeOf(leaf)
  if (now < life.from) return 'notYet'
  if (now >= life.until) return 'ended'
  if (leaf.checkHost(name) === undefined) return 'otherName'
  if (endsAtRoot(leaf, sent, roots, now)) return 'good'
  return leaf.checkIssued(leaf) ? 'selfSigned' : 'untrusted'
}
