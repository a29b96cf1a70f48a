/** Whether the world finds its way here: the mail host has an address, and the domain names it. */
import { isPublicHost, reverseLabels } from '../../domain/dns/expected-records.ts'
import { isPublicAddress } from '../../outside/address-judge.ts'
import { createResolver } from '../../outside/resolver.ts'
import { dnsPatience } from '../../outside/time-outs.ts'
import { type Says, says } from '../words/says.ts'
import type { Place } from './place.ts'
import { firstDomain, recordStates } from './repository.ts'

/** Names that exist in no public DNS (RFC 6761). */
export const isPrivateName = (name: string): boolean =>
  /(?:^|\.)(?:test|example|invalid|localhost|local)$/i.test(name)

const resolverOf = ({ config }: Place) => createResolver(config.dnsServers, dnsPatience.doctor)
type Resolver = ReturnType<typeof resolverOf>

const arpa = (address: string): string =>
  `${reverseLabels(address)}.${address.includes(':') ? 'ip6' : 'in-addr'}.arpa`

async function lookAtPtr(resolve: Resolver, host: string, address: string): Promise<Says> {
  const answer = await resolve('PTR', arpa(address))
  if (answer.kind === 'trouble') return says('unknown', 'dnsSilent', { name: arpa(address), why: answer.why })
  if (answer.kind !== 'found') return says('todo', 'ptrMissing', { address, host })
  const names = answer.records.map(name => name.toLowerCase())
  return names.includes(host.toLowerCase())
    ? says('ok', 'ptrRight', { host })
    : says('todo', 'ptrOther', { address, found: names[0] ?? '', host })
}

/** The names of trials are asked for as well: a DNS server of one's own may know them. */
export async function lookAtMailHost(place: Place): Promise<Says[]> {
  const host = place.mailHost
  if (!isPublicHost(host)) return [says('todo', 'hostUnnamed', { host })]
  if (place.offline) return []
  const resolve = resolverOf(place)
  const asked = await Promise.all([resolve('A', host), resolve('AAAA', host)])
  const addresses = asked.flatMap(answer => (answer.kind === 'found' ? answer.records : []))
  if (addresses.length === 0) {
    const silent = asked.find(answer => answer.kind === 'trouble')
    return [
      silent?.kind === 'trouble'
        ? says('unknown', 'dnsSilent', { name: host, why: silent.why })
        : says('fail', 'hostMissing', { host }),
    ]
  }
  if (!addresses.every(isPublicAddress)) return [says('fail', 'hostPrivate', { host, addresses })]
  const pointers = await Promise.all(addresses.map(address => lookAtPtr(resolve, host, address)))
  return [says('ok', 'hostFound', { host, addresses }), ...pointers]
}

async function lookAtMx(place: Place, domain: string, host: string): Promise<Says> {
  const answer = await resolverOf(place)('MX', domain)
  if (answer.kind === 'trouble') return says('unknown', 'dnsSilent', { name: domain, why: answer.why })
  if (answer.kind !== 'found') return says('fail', 'mxMissing', { domain, host })
  const hosts = answer.records.map(({ exchange }) => exchange.toLowerCase())
  if (hosts.includes(host.toLowerCase())) return says('ok', 'mxRight', { domain, host })
  // Whoever hands mail in over HTTP has it come to somebody else's servers first.
  if (place.config.ingestSecret !== '') return says('ok', 'mxByIngest', { domain, hosts })
  return says('fail', 'mxElsewhere', { domain, hosts, host })
}

/** The domain that counts for the site: the configured one, else the first that is more than a trial. */
export async function lookAtDomain(place: Place): Promise<Says[]> {
  const domain = await firstDomain(place.query, place.config.localDomain, isPrivateName)
  if (domain === null) return [says('todo', 'trialDomain', { domain: place.config.localDomain })]
  if (place.offline) return []
  const mx = await lookAtMx(place, domain.name, domain.mail_host ?? place.mailHost)
  const states = await recordStates(place.query, domain.id)
  if (states.length === 0) return [mx, says('todo', 'recordsUnseen', { domain: domain.name })]
  const byIngest = mx.key === 'mxByIngest'
  const wanted = states.filter(
    ({ level, kind }) => level !== 'may' && !(byIngest && (kind === 'mx' || kind === 'host')),
  )
  const left = wanted.filter(({ state }) => state === 'missing' || state === 'wrong').length
  return left === 0
    ? [mx]
    : [mx, says('todo', 'recordsLeft', { domain: domain.name, left, all: wanted.length })]
}
