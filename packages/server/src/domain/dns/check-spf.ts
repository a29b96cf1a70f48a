/**
 * Evaluates an SPF record: whether it allows the given addresses to send, and how many look-ups a receiver
 * needs (RFC 7208). Receivers stop at ten and treat the record as broken, so this counts them to the end, or
 * to a bound.
 */
import { BlockList, isIP } from 'node:net'
import { type AskDns, valuesOf } from './ask-dns.ts'

/** RFC 7208, section 4.6.4. */
export const maxLookups = 10
/** Above this the exact number does not matter. */
const countUpTo = 25
const maxTerms = 200

export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text)

export type SpfResult = {
  readonly lookups: number
  /** The addresses that no mechanism before `all` allows. */
  readonly missing: readonly string[]
  readonly fault: 'syntax' | 'loop' | null
  /** The sign of the record's ending for everyone else. */
  readonly rest: '+' | '-' | '~' | '?' | null
  /** True when a part could not be looked up. */
  readonly unknown: boolean
}

const term =
  /^(?<sign>[+\-~?]?)(?<name>all|include|a|mx|ptr|ip4|ip6|exists)(?:[:](?<value>[^/\s]+))?(?:\/(?<four>\d{1,2}))?(?:\/\/(?<six>\d{1,3}))?$/i
const network = /^(?<sign>[+\-~?]?)(?<name>ip4|ip6):(?<value>[^\s]+)$/i
const modifier = /^(?<name>[a-z][a-z0-9._-]*)=(?<value>\S*)$/i

function within(address: string, net: string, bits: number | null): boolean {
  const version = isIP(net)
  if (version === 0 || version !== isIP(address)) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(net, Math.min(bits ?? 128, version === 4 ? 32 : 128), family)
  return list.check(address, family)
}

export async function checkSpf(
  dns: AskDns,
  domain: string,
  record: string,
  addresses: readonly string[],
): Promise<SpfResult> {
  const passed = new Set<string>()
  let lookups = 0
  let fault: SpfResult['fault'] = null
  let rest: SpfResult['rest'] = null
  let unknown = false

  async function addressesOf(host: string): Promise<readonly string[]> {
    const [four, six] = await Promise.all([dns.a(host), dns.aaaa(host)])
    if (four.state === 'unknown' || six.state === 'unknown') unknown = true
    return [...valuesOf(four), ...valuesOf(six)]
  }

  async function matches(name: string, host: string, four: number | null, six: number | null) {
    const mx = name === 'mx' ? await dns.mx(host) : null
    if (mx?.state === 'unknown') unknown = true
    const hosts =
      mx === null
        ? [host]
        : valuesOf(mx)
            .slice(0, 10)
            .map(one => one.exchange)
    const found = (await Promise.all(hosts.map(addressesOf))).flat()
    return addresses.filter(address => found.some(one => within(address, one, isIP(one) === 4 ? four : six)))
  }

  /** Returns the addresses that this record allows. */
  async function walk(host: string, text: string, above: readonly string[]): Promise<Set<string>> {
    const allowed = new Set<string>()
    if (above.includes(host)) {
      fault = 'loop'
      return allowed
    }
    let redirect: string | null = null
    for (const word of text.split(/ +/).slice(1, maxTerms).filter(Boolean)) {
      if (lookups > countUpTo) return allowed
      const change = modifier.exec(word)?.groups
      if (change) {
        if (change.name?.toLowerCase() === 'redirect') redirect = change.value ?? ''
        continue
      }
      const parts = (network.exec(word) ?? term.exec(word))?.groups
      if (!parts) {
        fault = 'syntax'
        continue
      }
      const name = (parts.name ?? '').toLowerCase()
      const value = parts.value ?? host
      // Macros depend on the mail, so their value is unknown here.
      if (value.includes('%{')) {
        lookups++
        unknown = true
        continue
      }
      const lets = parts.sign === '' || parts.sign === '+'
      let hit: readonly string[] = []
      switch (name) {
        case 'all':
          if (above.length === 0) rest = (parts.sign || '+') as SpfResult['rest']
          if (lets) hit = addresses
          break
        case 'ip4':
        case 'ip6': {
          const [net = '', bits] = value.split('/')
          if (isIP(net) !== (name === 'ip4' ? 4 : 6)) fault = 'syntax'
          hit = addresses.filter(address => within(address, net, bits === undefined ? null : Number(bits)))
          break
        }
        case 'include': {
          lookups++
          hit = [...(await follow(value, [...above, host]))]
          break
        }
        case 'exists':
        case 'ptr':
          lookups++
          unknown = true
          break
        default:
          lookups++
          hit = await matches(
            name,
            value,
            parts.four === undefined ? null : Number(parts.four),
            parts.six === undefined ? null : Number(parts.six),
          )
      }
      if (lets) for (const address of hit) allowed.add(address)
      if (name === 'all') return allowed
    }
    if (redirect !== null && redirect !== '') {
      lookups++
      for (const address of await follow(redirect, [...above, host])) allowed.add(address)
    }
    return allowed
  }

  async function follow(target: string, above: readonly string[]): Promise<Set<string>> {
    const host = target.toLowerCase().replace(/\.$/, '')
    if (lookups > countUpTo) return new Set()
    const answer = await dns.txt(host)
    if (answer.state === 'unknown') unknown = true
    const record = valuesOf(answer).find(isSpf)
    return record === undefined ? new Set() : walk(host, record, above)
  }

  for (const address of await walk(domain, record, [])) passed.add(address)
  return {
    lookups,
    missing: addresses.filter(address => !passed.has(address)),
    fault,
    rest,
    unknown,
  }
}
