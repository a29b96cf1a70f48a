/** The facts that this room notes down: why there is no certificate, or no new one. */
import type { ChainVerdict } from '../present/judge-chain.ts'

export type CertificateFacts = {
  /** The authority refused; `said` are its own words, which the page shows apart. */
  authorityRefused: { type: string; way: string; said: string }
  authoritySilent: { said: string }
  /** What it sent is no certificate that we could use. */
  certificateUnusable: { verdict: Exclude<ChainVerdict, 'good'> | 'otherKey' }
  nameUnknown: { name: string }
  nameElsewhere: { name: string; found: readonly string[]; ours: readonly string[] }
  /** DNS-01 is wanted, and nobody has given us access to the zone. */
  noZone: { name: string }
  zoneRefused: { said: string }
  ownBudget: { minutes: number }
  notStored: Record<string, never>
  certificateFailing: { name: string; days: number; said: string }
}

declare module '../../ledger/fact/fact.ts' {
  interface Facts extends CertificateFacts {}
}
