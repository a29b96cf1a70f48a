import type { Generated } from 'kysely'

/** A name that has a certificate from an authority, or is to have one. */
export type CertificateTable = {
  name: string
  /** The customer's domain for whose host it is; null for the machine's own names. */
  domain_id: string | null
  /** PEM, our own certificate first; empty before the first. */
  chain: Generated<string>
  /** PKCS #8 in PEM, encrypted. */
  private_key: Generated<string>
  valid_from: number | null
  valid_until: number | null
  issuer: Generated<string>
  tried_at: number | null
  obtained_at: number | null
  /** Tries in a row that failed. */
  failures: Generated<number>
  /** A fact: why the last try failed; empty when it did not. */
  fault: Generated<string>
  /** When it is to be tried next. */
  next_at: number
  /** How the last try proved the name: `http` or `dns`. */
  way: Generated<string>
  /** Who works at it, until when. */
  claim: Generated<string>
  claimed_until: Generated<number>
  /** The account of an order that is under way, its address, and the key that it will be for, encrypted. */
  order_of: Generated<string>
  order_url: Generated<string>
  order_key: Generated<string>
  /** When admins were told that it is not renewed. */
  told_at: number | null
  created_at: number
}

/** Our account with an authority, under the settings with which it was opened. */
export type AcmeAccountTable = {
  id: string
  directory: string
  /** Empty until the authority has opened it. */
  url: Generated<string>
  /** PKCS #8 in PEM, encrypted. */
  private_key: string
  /** A fact: why the authority cannot be worked with; empty when it can. */
  fault: Generated<string>
  failures: Generated<number>
  next_at: Generated<number>
  created_at: number
}

/** What an authority that asks for a token over HTTP is answered, by any node. */
export type AcmeChallengeTable = { token: string; answer: string; expires_at: number }

declare module '../../database/schema.ts' {
  interface Schema {
    certificate: CertificateTable
    acme_account: AcmeAccountTable
    acme_challenge: AcmeChallengeTable
  }
}
