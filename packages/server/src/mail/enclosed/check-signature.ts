import { constants, createHash, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { lazily } from '../lazily.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { readBer, Tag } from './read-ber.ts'
import { type Algorithm, readAlgorithm, readSigned, type Signer } from './read-cms.ts'

/**
 * Checks a signature of S/MIME (RFC 5652, section 5.6; RFC 8551). It tells apart what people must tell apart:
 * whether the signature fits the content, and who has vouched for the one who signed. It asks nobody, so that
 * it does not know of certificates that were called back.
 */

export type SignatureReport = {
  /** `unchecked` when we cannot read the signature, or it came without its certificate. */
  content: 'intact' | 'changed' | 'unchecked'
  /** The digest or the key is one that can be forged. */
  weak: boolean
  name: string
  addresses: string[]
  issuer: string
  issuerKnown: boolean
  validFrom: string | null
  validTo: string | null
}

export const unchecked: SignatureReport = {
  content: 'unchecked',
  ...{ weak: false, name: '', addresses: [], issuer: '', issuerKnown: false, validFrom: null, validTo: null },
}

const DATA = '1.2.840.113549.1.7.1'

/** The hash that belongs to the id of a digest, or of a signature that names its digest. */
const HASHES: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.2.5', 'md5'],
  ['1.2.840.113549.1.1.4', 'md5'],
  ['1.3.14.3.2.26', 'sha1'],
  ['1.3.14.3.2.29', 'sha1'],
  ['1.2.840.113549.1.1.5', 'sha1'],
  ['1.2.840.10045.4.1', 'sha1'],
  ['2.16.840.1.101.3.4.2.4', 'sha224'],
  ['1.2.840.113549.1.1.14', 'sha224'],
  ['1.2.840.10045.4.3.1', 'sha224'],
  ['2.16.840.1.101.3.4.2.1', 'sha256'],
  ['1.2.840.113549.1.1.11', 'sha256'],
  ['1.2.840.10045.4.3.2', 'sha256'],
  ['2.16.840.1.101.3.4.2.2', 'sha384'],
  ['1.2.840.113549.1.1.12', 'sha384'],
  ['1.2.840.10045.4.3.3', 'sha384'],
  ['2.16.840.1.101.3.4.2.3', 'sha512'],
  ['1.2.840.113549.1.1.13', 'sha512'],
  ['1.2.840.10045.4.3.4', 'sha512'],
  ['2.16.840.1.101.3.4.2.8', 'sha3-256'],
  ['2.16.840.1.101.3.4.2.9', 'sha3-384'],
  ['2.16.840.1.101.3.4.2.10', 'sha3-512'],
])
const PSS = '1.2.840.113549.1.1.10'
const EDWARDS: ReadonlySet<string> = new Set(['1.3.101.112', '1.3.101.113'])
const WEAK_HASHES: ReadonlySet<string> = new Set(['md5', 'sha1'])
const LEAST_RSA_BITS = 2_048
const STRONG_CURVES = /^(?:prime256v1|secp(?:256k1|384r1|521r1)|brainpoolP(?:256|320|384|512)[rt]1)$/
const MAX_CHAIN = 6

const knownRoots = lazily(() => rootCertificates.map(pem => new X509Certificate(pem)))

/**
 * `beside` is the content that people see beside a signature. It alone counts there, for a signature that holds another
 * content would prove that one. It never throws.
 */
export function checkSignature(
  bytes: Buffer,
  beside: Buffer | null,
  roots: () => readonly X509Certificate[] = knownRoots,
): SignatureReport {
  try {
    const data = readSigned(bytes)
    const certificates = data.certificates.flatMap(readIfPossible)
    const reports = data.signers.map(signer => reportOn(signer, beside ?? data.content, certificates, roots))
    // Some programs sign twice, for old readers and for new ones.
    return reports.find(({ content, weak }) => content === 'intact' && !weak) ?? reports[0] ?? unchecked
  } catch {
    return unchecked
  }
}

function readIfPossible(bytes: Buffer): Certificate[] {
  try {
    return [readCertificate(bytes)]
  } catch {
    return []
  }
}

function reportOn(
  signer: Signer,
  content: Buffer | null,
  certificates: readonly Certificate[],
  roots: () => readonly X509Certificate[],
): SignatureReport {
  const own = certificates.find(certificate => isOf(certificate, signer))
  if (own === undefined) return unchecked
  const { x509, name, addresses } = own
  return {
    content: content === null ? 'unchecked' : fits(signer, content, x509.publicKey),
    weak: isWeak(signer, own),
    ...{ name, addresses, issuer: own.issuerName },
    issuerKnown: own.isForMail && isVouchedFor(own, certificates, roots()),
    validFrom: x509.validFromDate.toISOString(),
    validTo: x509.validToDate.toISOString(),
  }
}

function isOf({ issuer, serial, keyId }: Certificate, signer: Signer): boolean {
  if (signer.keyId !== null) return keyId?.equals(signer.keyId) === true
  return signer.issuer?.equals(issuer) === true && signer.serial?.equals(serial) === true
}

/** The hash of a signature: its own where it names one, else that of the content. */
function hashOf({ algorithm, digest }: Signer): string | null {
  if (EDWARDS.has(algorithm.id)) return null
  const named = algorithm.id === PSS ? pssHash(algorithm) : HASHES.get(algorithm.id)
  return named ?? HASHES.get(digest.id) ?? null
}

/** RFC 4055, section 3.1: SHA-1 unless the parameters name another. */
function pssHash({ parameters }: Algorithm): string | null {
  if (parameters === null) return 'sha1'
  const ber = readBer(parameters)
  const [first] = ber.children(ber.root)
  if (first?.tag !== Tag.context0) return 'sha1'
  return HASHES.get(readAlgorithm(ber, ber.children(first)[0]).id) ?? null
}

function fits(signer: Signer, content: Buffer, key: KeyObject): SignatureReport['content'] {
  const digestName = HASHES.get(signer.digest.id)
  const hash = hashOf(signer)
  if (digestName === undefined || (hash === null && !EDWARDS.has(signer.algorithm.id))) return 'unchecked'
  const { attributes } = signer
  if (attributes !== null) {
    if (attributes.contentType !== null && attributes.contentType !== DATA) return 'unchecked'
    const digest = createHash(digestName).update(content).digest()
    if (attributes.digest?.equals(digest) !== true) return 'changed'
  }
  const isPss = signer.algorithm.id === PSS
  const padding = isPss
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
    : {}
  try {
    const isValid = verify(hash, attributes?.signed ?? content, { key, ...padding }, signer.signature)
    return isValid ? 'intact' : 'changed'
  } catch {
    return 'unchecked'
  }
}

function isWeak(signer: Signer, { x509, signedBy }: Certificate): boolean {
  const hashes = [HASHES.get(signer.digest.id), hashOf(signer), HASHES.get(signedBy)]
  return hashes.some(hash => WEAK_HASHES.has(hash ?? '')) || isWeakKey(x509.publicKey)
}

function isWeakKey({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss')
    return (asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_RSA_BITS
  if (asymmetricKeyType === 'ec') return !STRONG_CURVES.test(asymmetricKeyDetails?.namedCurve ?? '')
  return asymmetricKeyType !== 'ed25519' && asymmetricKeyType !== 'ed448'
}

/** True when a chain of certificates leads to one that is known here. */
function isVouchedFor(
  own: Certificate,
  certificates: readonly Certificate[],
  roots: readonly X509Certificate[],
): boolean {
  let current = own
  for (let steps = 0; steps < MAX_CHAIN; steps++) {
    if (WEAK_HASHES.has(HASHES.get(current.signedBy) ?? '')) return false
    const below = current
    if (roots.some(root => isIssuedBy(below.x509, root))) return true
    const above = certificates.find(other => other.x509.ca && isIssuedBy(below.x509, other.x509))
    if (above === undefined || above === below) return false
    current = above
  }
  return false
}

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
