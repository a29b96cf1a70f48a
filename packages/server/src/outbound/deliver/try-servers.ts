/**
 * Tries the servers of a destination one after the other until every recipient has a verdict. A server's
 * permanent answer about a recipient counts; when a server cannot be reached, the next one is tried (RFC
 * 5321, section 5.1).
 */
import { asciiDomain } from '../../mail/address/envelope-address.ts'
import type { Gate } from '../../outside/gate.ts'
import { WireError } from '../../outside/smtp/wire.ts'
import type { WireMessage } from '../../outside/smtp/wire-message.ts'
import { type Delivery, type Finding, givenUp, type Relay } from './delivery.ts'
import { policyAllows, type StsPolicies } from './mta-sts.ts'
import type { Pool } from './pool.ts'
import { findRoute, type RouteDeps, resolveHost } from './route.ts'
import type { SmtpClientLimits } from './smtp/limits.ts'
import {
  type Encryption,
  endSession,
  openSession,
  type Session,
  SessionError,
  type SessionPlan,
} from './smtp/session.ts'
import { runTransaction } from './smtp/transaction.ts'

export type Way = {
  readonly route: RouteDeps
  readonly policies: StsPolicies
  readonly pool: Pool
  readonly gate: Gate
  readonly limits: SmtpClientLimits
  hostname(): string
  readonly mxPort: number
  readonly ca: readonly string[]
}

/** The recipients as given, with their form on the wire. */
export type Undecided = {
  readonly from: string
  readonly recipients: Map<string, string>
  readonly smtpUtf8: boolean
}

type Destination = {
  readonly hosts: readonly string[]
  readonly port: number
  readonly encryption: Encryption
  readonly relay: Relay | null
  readonly isMx: boolean
}

const maxAttempts = 8

export const relayEncryption = { none: 'never', starttls: 'must', tls: 'implicit' } as const

async function destinationOf(way: Way, delivery: Delivery): Promise<Destination | { finding: Finding }> {
  const { relay } = delivery
  if (relay !== null) {
    const { host, port } = relay
    const encryption = relayEncryption[relay.security]
    return { hosts: [host.toLowerCase()], port, encryption, relay, isMx: false }
  }
  const route = await findRoute(way.route, delivery.domain)
  if ('finding' in route) return route
  const policy = await way.policies.policyFor(asciiDomain(delivery.domain) ?? '')
  const rest = { port: way.mxPort, relay: null, isMx: route.isMx }
  if (policy?.mode !== 'enforce') return { hosts: route.hosts, encryption: 'may', ...rest }
  const hosts = route.hosts.filter(host => policyAllows(policy, host))
  if (hosts.length > 0) return { hosts, encryption: 'must', ...rest }
  const answer = `no mail host of ${delivery.domain} is allowed by its MTA-STS policy`
  return { finding: { outcome: 'deferred', reason: 'tlsRequired', answer, host: '', status: '4.7.5' } }
}

type Place = Pick<SessionPlan, 'host' | 'ip' | 'port' | 'encryption'>

export const planFor = (way: Way, place: Place, relay: Relay | null): SessionPlan => ({
  ...place,
  login: relay === null || relay.username === '' ? null : relay,
  mayLogInOpenly: relay?.security === 'none' && relay.isTrusted === true,
  helloName: way.hostname(),
  limits: way.limits,
  ca: way.ca,
  isOurName: name => relay === null && way.route.isOurName(name),
})

/**
 * Returns the outcome of several failed attempts: temporary if one was temporary, and permanent only if all
 * were.
 */
function worst(findings: readonly Finding[]): Finding {
  const last = findings.findLast(finding => finding.outcome === 'deferred') ?? findings.at(-1)
  return (
    last ?? {
      outcome: 'deferred',
      reason: 'unreachable',
      answer: 'no server was reached',
      host: '',
      status: '4.4.1',
    }
  )
}

/**
 * Sends to the recipients of one session in transactions of bounded size; the connection is still good if
 * `isReusable` is true.
 */
async function useSession(
  session: Session,
  undecided: Undecided,
  message: WireMessage,
  decide: (recipient: string, finding: Finding) => void,
): Promise<{ isReusable: boolean; broken: Finding | null; heardNothing: boolean }> {
  for (;;) {
    const open = [...undecided.recipients].slice(0, session.limits.recipients)
    const addresses = [...new Set(open.map(([, address]) => address))]
    const result = await runTransaction(session, { ...undecided, recipients: addresses }, message)
    session.uses++
    for (const [recipient, address] of open) {
      const finding = result.findings.get(address)
      if (finding !== undefined) decide(recipient, finding)
    }
    const isDone = undecided.recipients.size === 0 || result.broken !== null || !result.isReusable
    if (isDone || result.findings.size === 0) return result
  }
}

export async function serve(
  way: Way,
  delivery: Delivery,
  undecided: Undecided,
  message: WireMessage,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Finding>> {
  const decided = new Map<string, Finding>()
  const decide = (recipient: string, finding: Finding) => {
    decided.set(recipient, finding)
    undecided.recipients.delete(recipient)
  }
  const troubles: Finding[] = []
  /** Only the operator can fix a relay that cannot be found or refuses us, so the mail waits. */
  const note = (finding: Finding) =>
    troubles.push(delivery.relay === null ? finding : { ...finding, outcome: 'deferred' })
  const decideRest = () => {
    const finding = signal.aborted ? givenUp : worst(troubles)
    for (const recipient of undecided.recipients.keys()) decided.set(recipient, finding)
    return decided
  }

  const destination = await destinationOf(way, delivery)
  if ('finding' in destination) {
    troubles.push(destination.finding)
    return decideRest()
  }
  const { relay, port, encryption } = destination

  /** Tries one server, on an open connection if there is one. */
  async function attempt(host: string, ip: string): Promise<void> {
    const plan = planFor(way, { host, ip, port, encryption }, relay)
    const place = JSON.stringify([host, ip, port, encryption, plan.login?.username, plan.login?.password])
    const seat = await way.pool.take(place, signal).catch(() => null)
    if (seat === null) return
    // This comes after the seat, so that mails waiting for one busy place do not block the others.
    const leave = await way.gate.enter(signal).catch(() => null)
    if (leave === null) {
      seat.leave(null)
      return
    }
    let kept: Session | null = null
    try {
      for (;;) {
        const idle = seat.idle()
        const session = idle ?? (await openSession(plan, signal))
        const giveUp = () => session.wire.destroy(new WireError('aborted', 'given up'))
        signal.addEventListener('abort', giveUp, { once: true })
        const { broken, heardNothing, isReusable } = await useSession(session, undecided, message, decide)
        signal.removeEventListener('abort', giveUp)
        // The other end may have closed an idle connection, which tells nothing about the server.
        if (idle !== null && broken !== null && heardNothing && !signal.aborted) continue
        if (broken !== null) troubles.push(broken)
        if (isReusable) kept = session
        else endSession(session)
        return
      }
    } catch (cause) {
      if (!(cause instanceof SessionError)) throw cause
      note(cause.finding)
    } finally {
      leave()
      seat.leave(kept)
    }
  }

  let attempts = 0
  for (const host of destination.hosts) {
    const options = {
      isMx: destination.isMx,
      isRelay: relay !== null,
      mayBePrivate: relay?.isTrusted === true,
    }
    const resolved = await resolveHost(way.route, host, port, options)
    if ('finding' in resolved) {
      note(resolved.finding)
      continue
    }
    for (const ip of resolved.ips) {
      if (signal.aborted || undecided.recipients.size === 0 || attempts++ >= maxAttempts) return decideRest()
      await attempt(host, ip)
    }
  }
  return decideRest()
}
