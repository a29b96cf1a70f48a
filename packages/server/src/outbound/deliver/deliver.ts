/**
 * Delivers one signed message to the servers of one domain, or to a relay, and returns a verdict for each
 * recipient. It handles names, addresses, encryption, the conversation and the choice of the next server. It
 * must not know the queue, accounts or settings, or when a delivery is retried; it keeps only open
 * connections and policies.
 */
import { networkInterfaces } from 'node:os'
import type { Clock } from '../../kernel/clock.ts'
import { readEnvelopeAddress } from '../../mail/address/envelope-address.ts'
import { createGate } from '../../outside/gate.ts'
import type { GuardedFetch } from '../../outside/guarded-fetch.ts'
import { createResolver, type Resolver } from '../../outside/resolver.ts'
import { toWireMessage } from '../../outside/smtp/wire-message.ts'
import { dnsPatience } from '../../outside/time-outs.ts'
import { type Deliverer, type Delivery, type Finding, givenUp, type RecipientVerdict } from './delivery.ts'
import { createStsPolicies, type PolicyMemory, policiesInMemory } from './mta-sts.ts'
import { createPool, defaultPoolLimits, type PoolLimits } from './pool.ts'
import type { RouteDeps } from './route.ts'
import { defaultSmtpClientLimits, type SmtpClientLimits } from './smtp/limits.ts'
import { tryRelay } from './try-relay.ts'
import { serve, type Undecided } from './try-servers.ts'

export type {
  Deliverer,
  Delivery,
  DeliveryOutcome,
  DeliveryReason,
  RecipientVerdict,
  Relay,
} from './delivery.ts'

export type DelivererDeps = {
  readonly clock: Clock
  /** Fetches MTA-STS policies. */
  readonly fetch: GuardedFetch
  /** Stores the policies; the default is memory. */
  readonly policies?: PolicyMemory
  /** The name in our greeting; it should resolve to the address we send from. */
  hostname(): string
  /** The servers to ask, in the form of YANSHU_DNS_SERVERS; an empty list means those of the machine. */
  readonly dnsServers?: readonly string[]
  /** Replaces those servers. */
  readonly resolver?: Resolver
  /**
   * Private addresses that may be dialled all the same. Only tests set this, because their servers are on
   * this machine; it must never depend on a user, a domain or a mail.
   */
  allowPrivate?(ip: string, port: number): boolean
  /** The port of other people's mail servers: 25, except in tests. */
  readonly mxPort?: number
  /** Additional trusted certificates for tests, as PEM. */
  readonly ca?: readonly string[]
  /** Recognises our own addresses; the default is those of this machine. */
  isOurAddress?(ip: string): boolean
  random?(): number
  readonly limits?: Partial<SmtpClientLimits>
  readonly pool?: Partial<PoolLimits>
  /** The number of conversations at once, to all places together; the others wait. */
  readonly concurrent?: number
}

function isOfThisMachine(ip: string): boolean {
  return Object.values(networkInterfaces()).some(entries => entries?.some(entry => entry.address === ip))
}

const bad = (status: string, answer: string): Finding => ({
  outcome: 'failed',
  reason: 'badAddress',
  answer,
  host: '',
  status,
})

/** Returns recipients with the verdicts that need no look-up; domains are in ASCII (RFC 5891). */
function readEnvelope(envelope: Delivery['envelope']): {
  undecided: Undecided
  findings: Map<string, Finding>
} {
  const findings = new Map<string, Finding>()
  const from = envelope.from === '' ? null : readEnvelopeAddress(envelope.from)
  if (envelope.from !== '' && from === null) {
    for (const recipient of envelope.recipients)
      findings.set(recipient, bad('5.1.7', 'the sender is no address'))
    return { undecided: { from: '', recipients: new Map(), smtpUtf8: false }, findings }
  }
  const recipients = new Map<string, string>()
  let smtpUtf8 = envelope.smtpUtf8 || (from?.needsSmtpUtf8 ?? false)
  for (const recipient of envelope.recipients) {
    const read = readEnvelopeAddress(recipient)
    if (read === null) findings.set(recipient, bad('5.1.3', 'this is no address'))
    else {
      recipients.set(recipient, read.address)
      smtpUtf8 ||= read.needsSmtpUtf8
    }
  }
  return { undecided: { from: from?.address ?? '', recipients, smtpUtf8 }, findings }
}

export function createDeliverer(deps: DelivererDeps): Deliverer {
  const resolver = deps.resolver ?? createResolver(deps.dnsServers ?? [], dnsPatience.delivery)
  const route: RouteDeps = {
    resolver,
    allowPrivate: (ip, port) => deps.allowPrivate?.(ip, port) ?? false,
    isOurName: name => name.replace(/\.$/, '') === deps.hostname().toLowerCase(),
    isOurAddress: ip => deps.isOurAddress?.(ip) ?? isOfThisMachine(ip),
    random: () => deps.random?.() ?? Math.random(),
  }
  const way = {
    route,
    policies: createStsPolicies({
      clock: deps.clock,
      resolver,
      fetch: deps.fetch,
      memory: deps.policies ?? policiesInMemory(),
    }),
    pool: createPool({ ...defaultPoolLimits, ...deps.pool }),
    limits: { ...defaultSmtpClientLimits, ...deps.limits },
    hostname: () => deps.hostname(),
    gate: createGate(deps.concurrent ?? 500),
    mxPort: deps.mxPort ?? 25,
    ca: deps.ca ?? [],
  }
  const under = new Set<Promise<unknown>>()

  async function work(delivery: Delivery): Promise<readonly RecipientVerdict[]> {
    const { undecided, findings } = readEnvelope(delivery.envelope)
    const signal = delivery.signal ?? new AbortController().signal
    if (undecided.recipients.size > 0) {
      const decided = await serve(way, delivery, undecided, toWireMessage(delivery.message), signal)
      for (const [recipient, finding] of decided) findings.set(recipient, finding)
    }
    return delivery.envelope.recipients.map(recipient => ({
      recipient,
      ...(findings.get(recipient) ?? givenUp),
    }))
  }

  return {
    deliver(delivery) {
      const working = work(delivery)
      under.add(working)
      return working.finally(() => under.delete(working))
    },
    tryRelay: (relay, signal) => tryRelay(way, relay, signal),
    async close() {
      await Promise.allSettled(under)
      way.pool.close()
    },
  }
}
