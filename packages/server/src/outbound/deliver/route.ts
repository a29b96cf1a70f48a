/**
 * Finds where mail for a domain goes (RFC 5321, section 5.1; RFC 7505). Other people control the name system,
 * so answers that point into our own network, at ourselves, or at no host are refused.
 */
import { isIP } from 'node:net'
import { asciiDomain } from '../../mail/address/envelope-address.ts'
import { isPublicAddress } from '../../outside/address-judge.ts'
import type { Answer, Mx, Resolver } from '../../outside/resolver.ts'
import type { Finding } from './delivery.ts'

export type RouteDeps = {
  readonly resolver: Resolver
  /** Private addresses that may be dialled all the same, only for tests. */
  allowPrivate(ip: string, port: number): boolean
  isOurName(host: string): boolean
  isOurAddress(ip: string): boolean
  /** Returns a number between 0 and 1, for the order of equals. */
  random(): number
}

export type Route =
  /** `isSecure`: nobody can have put other hosts in their place (RFC 7672, section 2.2.1). */
  | { readonly hosts: readonly string[]; readonly isMx: boolean; readonly isSecure: boolean }
  | { readonly finding: Finding }
export type HostAddresses =
  /** `isSecure`: all the answers were authenticated. */
  { readonly ips: readonly string[]; readonly isSecure: boolean } | { readonly finding: Finding }

/** The number of MX records that are tried; more would not help a domain. */
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
function inOrder(records: readonly Mx[], random: () => number): Mx[] {
  return records
    .map(record => ({ record, lot: random() }))
    .sort((a, b) => a.record.priority - b.record.priority || a.lot - b.lot)
    .map(({ record }) => record)
}

function hostsOf(
  deps: RouteDeps,
  domain: string,
  { records, isAuthentic = false }: Extract<Answer<Mx>, { kind: 'found' }>,
): Route {
  // RFC 7505, section 3: a single record with an empty name.
  if (records.every(record => record.exchange === '' || record.exchange === '.')) {
    return { finding: finding('failed', 'nullMx', '5.1.10', `${domain} takes no mail (null MX)`) }
  }
  const ours = records.filter(record => deps.isOurName(record.exchange.toLowerCase()))
  const ownPriority = Math.min(...ours.map(record => record.priority))
  // Hosts with a preference no better than our own would send the mail back to us.
  const better = records.filter(record => record.priority < ownPriority)
  if (better.length === 0) {
    return { finding: finding('failed', 'loop', '5.4.6', `mail for ${domain} comes back to this server`) }
  }
  const hosts = inOrder(better, deps.random)
    .map(record => record.exchange.toLowerCase().replace(/\.$/, ''))
    .filter(host => host !== '' && !isLocalName(host) && !isIP(host) && asciiDomain(host) !== null)
  if (hosts.length > 0)
    return { hosts: [...new Set(hosts)].slice(0, maxHosts), isMx: true, isSecure: isAuthentic }
  return {
    finding: finding('failed', 'unusableMx', '5.4.4', `the MX records of ${domain} name no usable host`),
  }
}

export async function findRoute(deps: RouteDeps, domain: string): Promise<Route> {
  const name = asciiDomain(domain)
  if (name === null || isLocalName(name)) {
    return { finding: finding('failed', 'badAddress', '5.1.2', `${domain.slice(0, 255)} is no mail domain`) }
  }
  const answer = await deps.resolver('MX', name)
  if (answer.kind === 'found') return hostsOf(deps, name, answer)
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
  // Whether it is secure depends on its address alone.
  return { hosts: [name], isMx: false, isSecure: true }
}

/**
 * `isMx`: an MX record named the host, so it must not be an alias (RFC 2181, section 10.3). `isRelay`: our
 * own settings named it.
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
        deps.resolver('AAAA', host),
        deps.resolver('A', host),
        options.isMx ? deps.resolver('CNAME', host) : nothing,
      ])
  if (alias.kind === 'found') {
    const answer = `${host} is an alias, which an MX record must not name`
    return { finding: finding('failed', 'unusableMx', '5.4.4', answer, host) }
  }
  const six = v6.kind === 'found' ? v6.records : []
  const four = v4.kind === 'found' ? v4.records : []
  // The families alternate, so that a network without one of them does not waste all attempts.
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
  // One address that is not public is enough to refuse a host, because no honest host mixes them.
  if (!options.mayBePrivate && !ips.every(ip => isPublicAddress(ip) || isAllowed(ip))) {
    return {
      finding: finding('failed', 'unusableMx', '5.4.4', `${host} is not on the public internet`, host),
    }
  }
  const isSecure = [v6, v4].every(answer => answer.kind !== 'found' || answer.isAuthentic === true)
  return { ips: ips.slice(0, maxAddresses), isSecure }
}
