/**
 * Tries the servers of a destination one after the other until every recipient has a verdict. A server's
 * permanent answer about a recipient counts; when a server cannot be reached, the next one is tried (RFC
 * 5321, section 5.1).
 */
import { asciiDomain } from '../../mail/address/envelope-address.ts'
import type { Gate } from '../../outside/gate.ts'
import type { Tlsa } from '../../outside/resolver.ts'
import { WireError } from '../../outside/smtp/wire.ts'
import type { WireMessage } from '../../outside/smtp/wire-message.ts'
import { type Dane, daneOf, isNamed } from './dane.ts'
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
  readonly relay: Relay | null
  readonly isMx: boolean
  readonly isSecure: boolean
  /** The required encryption where the host's own records require none; null where no mail may go to it. */
  encryptionFor(host: string): Encryption | null
}

const maxAttempts = 8

export const relayEncryption = { none: 'never', starttls: 'must', tls: 'implicit' } as const

async function destinationOf(way: Way, delivery: Delivery): Promise<Destination | { finding: Finding }> {
  const { relay } = delivery
  if (relay !== null) {
    const { host, port } = relay
    const encryption = relayEncryption[relay.security]
    const rest = { isMx: false, isSecure: false, encryptionFor: () => encryption }
    return { hosts: [host.toLowerCase()], port, relay, ...rest }
  }
  const route = await findRoute(way.route, delivery.domain)
  if ('finding' in route) return route
  const policy = await way.policies.policyFor(asciiDomain(delivery.domain) ?? '')
  return {
    ...route,
    ...{ port: way.mxPort, relay: null },
    encryptionFor(host) {
      if (policy?.mode !== 'enforce') return 'may'
      return policyAllows(policy, host) ? 'must' : null
    },
  }
}

const refused = (reason: 'tlsRequired' | 'dnsTrouble', answer: string, host: string): Finding => ({
  ...{ outcome: 'deferred', reason, answer, host },
  status: reason === 'tlsRequired' ? '4.7.5' : '4.4.3',
})

type Guard = Pick<SessionPlan, 'encryption' | 'isNamed'> & { readonly records: readonly Tlsa[] }

const unnamed = { isNamed: () => false, records: [] } as const

/**
 * Returns how the connection to a host must be protected. What the host says in its signed zone comes before
 * the policy of its domain (RFC 8461, section 2).
 */
async function guardOf(
  way: Way,
  destination: Destination,
  host: string,
  isSecure: boolean,
  domain: string,
): Promise<Guard | { finding: Finding }> {
  const dane: Dane =
    destination.isSecure && isSecure
      ? await daneOf(way.route.resolver, host, destination.port)
      : { kind: 'none' }
  if (dane.kind === 'trouble')
    return { finding: refused('dnsTrouble', `no answer for the TLSA records of ${host}: ${dane.why}`, host) }
  if (dane.kind === 'usable') {
    const { records } = dane
    return { encryption: 'named', records, isNamed: tls => isNamed(tls, records, [host, domain]) }
  }
  const encryption = destination.encryptionFor(host)
  if (encryption === null)
    return { finding: refused('tlsRequired', `the MTA-STS policy of ${domain} does not name ${host}`, host) }
  const isOptional = dane.kind === 'unusable' && encryption === 'may'
  return { encryption: isOptional ? 'some' : encryption, ...unnamed }
}

type Place = Pick<SessionPlan, 'host' | 'ip' | 'port' | 'encryption' | 'isNamed'>

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
  const { relay, port } = destination

  /** Tries one server, on an open connection if there is one. */
  async function attempt(host: string, ip: string, { records, ...guard }: Guard): Promise<void> {
    const plan = planFor(way, { host, ip, port, ...guard }, relay)
    const named = records.map(({ data, ...kind }) => [kind, data.toString('hex')])
    const place = JSON.stringify([
      host,
      ip,
      port,
      guard.encryption,
      named,
      plan.login?.username,
      plan.login?.password,
    ])
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
    const guard = await guardOf(way, destination, host, resolved.isSecure, delivery.domain)
    if ('finding' in guard) {
      note(guard.finding)
      continue
    }
    for (const ip of resolved.ips) {
      if (signal.aborted || undecided.recipients.size === 0 || attempts++ >= maxAttempts) return decideRest()
      await attempt(host, ip, guard)
    }
  }
  return decideRest()
}
