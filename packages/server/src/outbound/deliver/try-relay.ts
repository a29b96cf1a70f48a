/** Whether a relay would take our mail: found, reached, encrypted and logged in to, as for a delivery, and no mail sent. */
import type { Relay, RelayTrial } from './delivery.ts'
import { resolveHost } from './route.ts'
import { endSession, openSession, SessionError } from './smtp/session.ts'
import { planFor, relayEncryption, type Way } from './try-servers.ts'

export async function tryRelay(way: Way, relay: Relay, signal: AbortSignal): Promise<RelayTrial> {
  const host = relay.host.toLowerCase()
  const { port } = relay
  const encryption = relayEncryption[relay.security]
  const options = { isMx: false, isRelay: true, mayBePrivate: relay.isTrusted === true }
  const resolved = await resolveHost(way.route, host, port, options)
  if ('finding' in resolved) return resolved
  let trial: RelayTrial | null = null
  for (const ip of resolved.ips) {
    try {
      const session = await openSession(
        planFor(way, { host, ip, port, encryption, isNamed: () => false }, relay),
        signal,
      )
      endSession(session)
      return { said: session.said }
    } catch (cause) {
      if (!(cause instanceof SessionError)) throw cause
      trial = { finding: cause.finding }
      // Another address would be asked with the same password.
      if (cause.finding.reason === 'relayAuth' || signal.aborted) break
    }
  }
  if (trial === null) throw new Error('a host without addresses was resolved')
  return trial
}
