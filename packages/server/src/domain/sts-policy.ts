/** Makes the MTA-STS policy that we publish for our domains (RFC 8461). */
import { createHash } from 'node:crypto'

export type StsPolicy = { readonly text: string; readonly id: string }

const maxAgeSeconds = 604_800

/**
 * Senders refuse to deliver when an enforced policy meets an untrusted certificate, so with a self-made
 * certificate the policy only asks for reports.
 */
export function makeStsPolicy(mailHost: string, hasTrustedCertificate: boolean): StsPolicy {
  const mode = hasTrustedCertificate ? 'enforce' : 'testing'
  const text = ['version: STSv1', `mode: ${mode}`, `mx: ${mailHost}`, `max_age: ${maxAgeSeconds}`, ''].join(
    '\r\n',
  )
  // Section 3.1: the id changes with the policy, so that senders read it again.
  return { text, id: createHash('sha256').update(text).digest('hex').slice(0, 20) }
}
