/** The way out for mail: signatures, the relays that are set, and port 25 of others for whatever has no relay. */
import { isIP } from 'node:net'
import { relaysOf } from '../../outbound/queue/relay.ts'
import { codeOf } from '../../outside/outside-error.ts'
import { createHostResolver, type HostResolver } from '../../outside/resolve-host.ts'
import { type Says, says } from '../words/says.ts'
import { firstLine } from './first-line.ts'
import { isPrivateName } from './look-at-dns.ts'
import type { Place } from './place.ts'
import { firstDomain, recordStates } from './repository.ts'

type KnownRelay = Awaited<ReturnType<typeof relaysOf>>[number]

/** Returns the server's first line, or the reason why there is none. */
async function greetingOf(
  resolver: HostResolver,
  door: { host: string; port: number; tls: boolean },
): Promise<{ line: string } | { fault: string }> {
  try {
    const line = await firstLine(resolver, door)
    return line === null ? { fault: 'no answer' } : { line }
  } catch (cause) {
    return { fault: codeOf(cause) ?? 'no answer' }
  }
}

async function lookAtRelay(resolver: HostResolver, relay: KnownRelay): Promise<Says> {
  const { domain, host, port, security } = relay
  const greeting = await greetingOf(resolver, { host, port, tls: security === 'tls' })
  if ('line' in greeting && greeting.line.startsWith('220'))
    return says('ok', 'relayReached', { domain, host, port })
  const why = 'fault' in greeting ? greeting.fault : 'it does not greet'
  return says('todo', 'relayDown', { domain, host, port, why })
}

const isKnown = async (resolver: HostResolver, host: string): Promise<boolean> =>
  isIP(host) !== 0 || (await resolver(host)).length > 0

/** Many hosters close the way out to port 25; mail can then be received but not sent. */
async function lookAtTarget(
  resolver: HostResolver,
  target: string,
  relayed: readonly string[],
): Promise<Says> {
  const [host = '', text = '25'] = target.split(':')
  const port = Number(text)
  const greeting = await greetingOf(resolver, { host, port, tls: false })
  if ('line' in greeting)
    return greeting.line.startsWith('220')
      ? says('ok', 'wayOutOpen', { host, port })
      : says('unknown', 'wayOutNoGreeting', { host, port })
  if (!(await isKnown(resolver, host))) return says('unknown', 'wayOutUnknown', { host, port })
  return says('todo', 'wayOutShut', { host, port, why: greeting.fault, relayed })
}

/** One that answers is enough; none needs to be tried where a relay takes everything. */
async function lookAtPort25(resolver: HostResolver, place: Place, relayed: readonly string[]): Promise<Says> {
  const tried: Says[] = []
  for (const target of place.targets) {
    const found = await lookAtTarget(resolver, target, relayed)
    if (found.state === 'ok') return found
    tried.push(found)
  }
  return tried.find(({ state }) => state === 'todo') ?? tried[0] ?? says('unknown', 'wayOutUntried', {})
}

async function lookAtSignature({ query, config }: Place): Promise<Says[]> {
  const domain = await firstDomain(query, config.localDomain, isPrivateName)
  if (domain === null) return []
  const key = (await recordStates(query, domain.id)).find(({ kind }) => kind === 'dkimRsa')
  if (key?.state === 'ok') return [says('ok', 'dkimReady', { domain: domain.name })]
  return [says('todo', 'dkimMissing', { domain: domain.name })]
}

export async function lookAtWayOut(place: Place): Promise<Says[]> {
  if (place.offline) return []
  // The same names as those that deliver ask for.
  const resolver = createHostResolver(place.config.dnsServers)
  const relays = await relaysOf(place.query)
  const found = await Promise.all(relays.map(relay => lookAtRelay(resolver, relay)))
  const signed = await lookAtSignature(place)
  // With one for the whole site nothing goes to port 25 of others.
  if (relays.some(({ domain }) => domain === '')) return [...signed, ...found]
  const domains = relays.map(({ domain }) => domain)
  return [...signed, ...found, await lookAtPort25(resolver, place, domains)]
}
