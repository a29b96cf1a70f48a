/** A certificate with its key, as it travels from the database to every port and thread that presents it. */
import { X509Certificate } from 'node:crypto'
import type { SecureContext } from 'node:tls'

export type HeldCertificate = {
  /** The name for which it was asked. */
  readonly name: string
  /** The chain in PEM, our own certificate first. */
  readonly chain: string
  /** PKCS #8 in PEM. */
  readonly key: string
}

/** Returns the certificates of a chain in PEM, in their order; throws when one cannot be read. */
export function readChain(pem: string | Buffer): X509Certificate[] {
  const blocks = pem.toString().match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  return blocks.map(block => new X509Certificate(block))
}

export function isSelfIssued(pem: string): boolean {
  const [leaf] = readChain(pem)
  return leaf?.checkIssued(leaf) === true && leaf.verify(leaf.publicKey)
}

/** The name of an issuer as people know it, from the lines of a subject. */
export const organisationOf = (subject: string): string =>
  /^O=(.+)$/m.exec(subject)?.[1] ?? /^CN=(.+)$/m.exec(subject)?.[1] ?? ''

export type Life = { readonly from: number; readonly until: number }

export const lifeOf = ({ validFrom, validTo }: X509Certificate): Life => ({
  from: Date.parse(validFrom),
  until: Date.parse(validTo),
})

export const isInDate = ({ from, until }: Life, now: number): boolean => from <= now && now < until

/** A certificate that can be presented at once. */
export type ReadyCertificate = Life & {
  readonly context: SecureContext
  readonly chain: string
  covers(name: string): boolean
}
