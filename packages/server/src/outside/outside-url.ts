/**
 * Decides from the text alone which URLs may be dialled. The URL parser turns every odd spelling of an
 * address (0x7f.1, 2130706433, full-width digits, a trailing dot) into the address it means, so only that is
 * judged.
 */
import { isIP } from 'node:net'
import { isPublicAddress } from './address-judge.ts'
import { OutsideError } from './outside-error.ts'
import type { OutsideReason } from './outside-reason.ts'

const maxUrlLength = 8192

/**
 * Ports from 1024 up that never serve the web: an HTTP request could trick the program behind them, or they
 * are an administration interface. Below 1024 only 80 and 443 are open, so mail, SSH and the like need no
 * entry. The list joins the Fetch standard's bad ports with the usual databases, queues and cluster managers.
 */
const refusedPorts: ReadonlySet<number> = new Set([
  // Mail on other ports, including our own.
  1025, 2525, 2526, 4190,
  // Databases and caches.
  1433, 1521, 3306, 5432, 5433, 5984, 6379, 6380, 7000, 7001, 9042, 9160, 9200, 9300, 11211, 26379, 27017,
  27018, 27019, 33060,
  // Queues and coordination.
  2181, 2379, 2380, 4222, 4369, 5671, 5672, 9092, 61613, 61616,
  // Management of machines and containers.
  2049, 2375, 2376, 2377, 3389, 5900, 5901, 5985, 5986, 6443, 8500, 10250, 10255,
  // The rest of the Fetch standard's list.
  1719, 1720, 1723, 3659, 4045, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

export const isOpenPort = (port: number): boolean =>
  port === 80 || port === 443 || (port >= 1024 && port <= 65_535 && !refusedPorts.has(port))

/** Returns the host for look-ups and for the other side: without brackets and without the final dot. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/**
 * Returns the addresses that a host means without a look-up, or null when it is a name. RFC 6761, section
 * 6.3.
 */
export function literalAddresses(host: string): string[] | null {
  if (isIP(host)) return [host]
  return host === 'localhost' || host.endsWith('.localhost') ? ['127.0.0.1', '::1'] : null
}

/**
 * Throws an OutsideError unless the scheme, port and form may be dialled. The address is judged when
 * dialling.
 */
export function parseOutsideUrl(text: string, base?: URL): URL {
  const url = text.length <= maxUrlLength ? URL.parse(text, base?.href) : null
  if (!url) throw new OutsideError('bad-url')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new OutsideError('scheme')
  // A password in a URL ends up in logs, and mostly serves to make a host look like another.
  if (url.username !== '' || url.password !== '') throw new OutsideError('bad-url')
  if (hostOf(url) === '') throw new OutsideError('bad-url')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (!isOpenPort(port)) throw new OutsideError('port')
  return url
}

/**
 * Checks a URL at the moment when it is saved, without a look-up. Returns null when there is no objection.
 */
export function judgeOutsideUrl(text: string, isAllowed = isPublicAddress): OutsideReason | null {
  try {
    const addresses = literalAddresses(hostOf(parseOutsideUrl(text))) ?? []
    return addresses.every(isAllowed) ? null : 'address'
  } catch (cause) {
    if (cause instanceof OutsideError) return cause.reason
    throw cause
  }
}
