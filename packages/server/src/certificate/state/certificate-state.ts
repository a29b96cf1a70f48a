/** How it stands with the certificate of a name, judged as a stranger would judge what our ports present for it. */
import type { Certificate } from '../present/certificate.ts'
import { type ChainVerdict, judgeChain, type Roots } from '../present/judge-chain.ts'
import type { Source } from '../present/presenter.ts'

export type CertificateState = {
  readonly verdict: ChainVerdict | 'none'
  /** Where it is from; null when there is none at all. */
  readonly source: Source | null
  /** When its time begins and ends, in milliseconds. */
  readonly from: number | null
  readonly until: number | null
  /** The chain that is presented, our own certificate first; empty when there is none. */
  readonly chain: string
}

export type StateDeps = { certificate: Pick<Certificate, 'presented'>; roots(): Roots }

export function certificateFor(
  { certificate, roots }: StateDeps,
  name: string,
  now: number,
): CertificateState {
  const presented = certificate.presented(name)
  if (!presented) return { verdict: 'none', source: null, from: null, until: null, chain: '' }
  const { chain, from, until } = presented.certificate
  return { verdict: judgeChain(chain, name, now, roots()), source: presented.source, from, until, chain }
}
