/**
 * Brings one signed message to the servers of one domain, or to a relay, and says for each recipient what became of it.
 * In charge of the way: names, addresses, encryption, the conversation, which server is tried next. It must not know the
 * queue, accounts or settings, nor when something is tried again; it keeps nothing but open connections and policies.
 */
import { networkInterfaces } from 'node:os'
import type { Clock } from '../../clock.ts'
import { readEnvelopeAddress } from '../../mail/address/envelope-address.ts'
import { createGate } from '../../outside/gate.ts'
import type { GuardedFetch } from '../../outside/guarded-fetch.ts'
import { type Deliverer, type Delivery, type Finding, givenUp, type RecipientVerdict } from './delivery.ts'
import { createMailResolver, type MailResolver } from './mail-resolver.ts'
import { createStsPolicies, type PolicyMemory, policiesInMemory } from './mta-sts.ts'
import { createPool, defaultPoolLimits, type PoolLimits } from './pool.ts'
import type { RouteDeps } from './route.ts'
import { defaultSmtpClientLimits, type SmtpClientLimits } from './smtp/limits.ts'
import { toWireMessage } from './smtp/wire-message.ts'
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
  /** For MTA-STS policies. */
  readonly fetch: GuardedFetch
  /** Where those are remembered; in memory unless told. */
  readonly policies?: PolicyMemory
  /** The name by which we say hello; it should resolve to the address we send from. */
  hostname(): string
  /** Servers to ask, as in YANSHU_DNS_SERVERS; none for those of the machine. */
  readonly dnsServers?: readonly string[]
  /** Instead of asking those. */
  readonly resolver?: MailResolver
  /**
   * Addresses off the public internet that may be dialled all the same. The program leaves this out: it is for tests,
   * whose servers are on this machine, and must never depend on what a user, a domain or a mail says.
   */
  allowPrivate?(ip: string, port: number): boolean
  /** Port of other people's mail servers: 25, except in tests. */
  readonly mxPort?: number
  /** Certificates trusted besides, in tests: PEM. */
  readonly ca?: readonly string[]
  /** Our own addresses; those of this machine unless told. */
  isOurAddress?(ip: string): boolean
  random?(): number
  readonly limits?: Partial<SmtpClientLimits>
  readonly pool?: Partial<PoolLimits>
  /** Conversations at once, wherever they go; the others wait. */
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

/** Recipients with what can be said of them without asking anybody; domains in ASCII (RFC 5891). */
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
  const resolver = deps.resolver ?? createMailResolver(deps.dnsServers ?? [])
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
    async close() {
      await Promise.allSettled(under)
      way.pool.close()
    },
  }
}
