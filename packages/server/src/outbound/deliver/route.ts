/**
 * Where mail for a domain goes (RFC 5321, section 5.1; RFC 7505). The name system is other people's: it is not believed
 * when it points into our own network, at ourselves, or at no host at all.
 */
import { isIP } from 'node:net'
import { asciiDomain } from '../../mail/address/envelope-address.ts'
import { isPublicAddress } from '../../outside/address-judge.ts'
import type { Finding } from './delivery.ts'
import type { MailResolver, MxRecord } from './mail-resolver.ts'

export type RouteDeps = {
  readonly resolver: MailResolver
  /** Addresses off the public internet that may be dialled all the same; for tests and for nobody else. */
  allowPrivate(ip: string, port: number): boolean
  isOurName(host: string): boolean
  isOurAddress(ip: string): boolean
  /** Between 0 and 1, for the order of equals. */
  random(): number
}

export type Route =
  | { readonly hosts: readonly string[]; readonly isMx: boolean }
  | { readonly finding: Finding }
export type HostAddresses = { readonly ips: readonly string[] } | { readonly finding: Finding }

/** Of the MX records; a domain with more is not served any better by trying them all. */
const maxHosts = 5
const maxAddresses = 4

const finding = (
  outcome: 'deferred' | 'failed',
  reason: Finding['reason'],
  status: string,
  answer: string,
  host = '',
): Finding => ({ outcome, reason, answer, host, status })

const isLocalName = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === 'localhost.localdomain'

/** RFC 5321, section 5.1: lowest preference first, equals in random order. */
function inOrder(records: readonly MxRecord[], random: () => number): MxRecord[] {
  return records
    .map(record => ({ record, lot: random() }))
    .sort((a, b) => a.record.priority - b.record.priority || a.lot - b.lot)
    .map(({ record }) => record)
}

function hostsOf(deps: RouteDeps, domain: string, records: readonly MxRecord[]): Route {
  // RFC 7505, section 3: a single record with an empty name.
  if (records.every(record => record.exchange === '' || record.exchange === '.')) {
    return { finding: finding('failed', 'nullMx', '5.1.10', `${domain} takes no mail (null MX)`) }
  }
  const ours = records.filter(record => deps.isOurName(record.exchange.toLowerCase()))
  const ownPriority = Math.min(...ours.map(record => record.priority))
  // Those no better than ourselves would bring the mail back to us.
  const better = records.filter(record => record.priority < ownPriority)
  if (better.length === 0) {
    return { finding: finding('failed', 'loop', '5.4.6', `mail for ${domain} comes back to this server`) }
  }
  const hosts = inOrder(better, deps.random)
    .map(record => record.exchange.toLowerCase().replace(/\.$/, ''))
    .filter(host => host !== '' && !isLocalName(host) && !isIP(host) && asciiDomain(host) !== null)
  if (hosts.length > 0) return { hosts: [...new Set(hosts)].slice(0, maxHosts), isMx: true }
  return {
    finding: finding('failed', 'unusableMx', '5.4.4', `the MX records of ${domain} name no usable host`),
  }
}

export async function findRoute(deps: RouteDeps, domain: string): Promise<Route> {
  const name = asciiDomain(domain)
  if (name === null || isLocalName(name)) {
    return { finding: finding('failed', 'badAddress', '5.1.2', `${domain.slice(0, 255)} is no mail domain`) }
  }
  const answer = await deps.resolver.mx(name)
  if (answer.kind === 'found') return hostsOf(deps, name, answer.records)
  if (answer.kind === 'noSuchName') {
    return { finding: finding('failed', 'noSuchDomain', '5.1.2', `the domain ${name} does not exist`) }
  }
  if (answer.kind === 'trouble') {
    return {
      finding: finding('deferred', 'dnsTrouble', '4.4.3', `no answer for ${name} (MX): ${answer.why}`),
    }
  }
  if (deps.isOurName(name)) {
    return { finding: finding('failed', 'loop', '5.4.6', `mail for ${name} comes back to this server`) }
  }
  // RFC 5321, section 5.1: without MX the domain is its own mail host.
  return { hosts: [name], isMx: false }
}

/**
 * `isMx`: the host was named by an MX record, whose target must not be an alias (RFC 2181, section 10.3). `isRelay`: it was
 * named in our own settings.
 */
export async function resolveHost(
  deps: RouteDeps,
  host: string,
  port: number,
  options: { isMx: boolean; isRelay: boolean; mayBePrivate: boolean },
): Promise<HostAddresses> {
  const nothing = Promise.resolve({ kind: 'nothing' } as const)
  const [v6, v4, alias] = isIP(host)
    ? [{ kind: 'found', records: [host] } as const, await nothing, await nothing]
    : await Promise.all([
        deps.resolver.v6(host),
        deps.resolver.v4(host),
        options.isMx ? deps.resolver.alias(host) : nothing,
      ])
  if (alias.kind === 'found') {
    const answer = `${host} is an alias, which an MX record must not name`
    return { finding: finding('failed', 'unusableMx', '5.4.4', answer, host) }
  }
  const six = v6.kind === 'found' ? v6.records : []
  const four = v4.kind === 'found' ? v4.records : []
  // In turns, so that a network without one of the two does not cost all attempts.
  const found = [...six, ...four].flatMap((_, index) => [four[index], six[index]])
  const ips = found.filter(ip => ip !== undefined)
  if (ips.length === 0) {
    const troubled = [v6, v4].find(answer => answer.kind === 'trouble')
    return troubled?.kind === 'trouble'
      ? {
          finding: finding('deferred', 'dnsTrouble', '4.4.3', `no answer for ${host}: ${troubled.why}`, host),
        }
      : { finding: finding('failed', 'noMailServer', '5.4.4', `${host} has no address`, host) }
  }
  const isAllowed = (ip: string) => deps.allowPrivate(ip, port)
  if (!options.isRelay && ips.some(ip => deps.isOurAddress(ip) && !isAllowed(ip))) {
    return { finding: finding('failed', 'loop', '5.4.6', `${host} is this server itself`, host) }
  }
  // One address that is not public is enough to refuse a host: nobody sound mixes them.
  if (!options.mayBePrivate && !ips.every(ip => isPublicAddress(ip) || isAllowed(ip))) {
    return {
      finding: finding('failed', 'unusableMx', '5.4.4', `${host} is not on the public internet`, host),
    }
  }
  return { ips: ips.slice(0, maxAddresses) }
}
