/** Makes the MTA-STS policy that we publish for our domains (RFC 8461). */
import { createHash } from 'node:crypto'
import { day, second } from '../kernel/clock.ts'
import type { PortTrust } from './port-trust.ts'
import type { TrustFault } from './words/facts.ts'

export type StsPolicy = {
  readonly text: string
  readonly id: string
  /** Why it only asks for reports; null when it is enforced. */
  readonly why: TrustFault | null
}

const longestMs = 7 * day
/** While it only asks for reports, senders look again soon. */
const testingMs = day

/**
 * Senders refuse to deliver when an enforced policy meets a certificate that does not verify, so it is only
 * enforced while ours does. They keep a policy for its `max_age` even if we take it back; no policy outlives
 * the certificate that it was enforced for.
 */
export function makeStsPolicy(mailHost: string, trust: PortTrust, now: number): StsPolicy {
  const mode = trust.isTrusted ? 'enforce' : 'testing'
  const lastsMs = trust.isTrusted ? Math.min(longestMs, trust.endsAt - now - day) : testingMs
  const fixed = ['version: STSv1', `mode: ${mode}`, `mx: ${mailHost}`]
  // Section 3.1: the id changes with the policy, so that senders read it again. Its age is left out, because
  // senders who know a longer one have read it from a certificate that lasts as long.
  const id = createHash('sha256').update(fixed.join('\n')).digest('hex').slice(0, 20)
  const text = [...fixed, `max_age: ${Math.floor(lastsMs / second)}`, ''].join('\r\n')
  return { text, id, why: trust.isTrusted ? null : trust.why }
}
