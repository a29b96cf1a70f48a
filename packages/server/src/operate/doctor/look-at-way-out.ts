/** The way out for mail: through the relays that are set, and directly for whatever has none. */
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { openUnmigrated, sqliteFile } from '../../database/start/open.ts'
import type { Config } from '../../kernel/config/settings-table.ts'
import { listRelays } from '../../outbound/queue/relay.ts'
import { codeOf } from '../../outside/outside-error.ts'
import { createHostResolver, type HostResolver } from '../../outside/resolve-host.ts'
import { operateWords } from '../words/words.ts'
import { type Finding, ok, warn } from './finding.ts'
import { firstLine } from './first-line.ts'

type Place = Pick<Config, 'databaseUrl' | 'dataDir' | 'dnsServers'>
type KnownRelay = Awaited<ReturnType<typeof listRelays>>[number]

/** None as well where the database cannot be read: that is said elsewhere. */
async function readRelays({ databaseUrl, dataDir }: Place): Promise<KnownRelay[]> {
  if (databaseUrl === '' && !existsSync(sqliteFile(dataDir))) return []
  try {
    const db = await openUnmigrated({ url: databaseUrl, dataDir, poolSize: 1, onError: () => undefined })
    try {
      return await listRelays({ db })
    } finally {
      await db.close()
    }
  } catch {
    return []
  }
}

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

async function lookAtRelay(
  resolver: HostResolver,
  { domain, host, port, security }: KnownRelay,
): Promise<Finding> {
  const whose = domain === '' ? 'mail' : `mail from ${domain}`
  const greeting = await greetingOf(resolver, { host, port, tls: security === 'tls' })
  if ('line' in greeting && greeting.line.startsWith('220'))
    return ok(`${whose} is sent through the relay ${host}, which answers on port ${port}`)
  const why = 'fault' in greeting ? greeting.fault : 'it does not greet'
  return warn(
    `${whose} is sent through the relay ${host}, which cannot be reached on port ${port} (${why})`,
    `look at its name, port and encryption in the settings of the site, ${operateWords.doctor.relayPage}`,
  )
}

const isKnown = async (resolver: HostResolver, host: string): Promise<boolean> =>
  isIP(host) !== 0 || (await resolver(host)).length > 0

/** Many hosters close the way out to port 25; mail can then be received but not sent. */
async function lookAtOutbound(
  resolver: HostResolver,
  target: string,
  relayed: readonly string[],
): Promise<Finding> {
  const [host = '', port = '25'] = target.split(':')
  const greeting = await greetingOf(resolver, { host, port: Number(port), tls: false })
  if ('line' in greeting) {
    if (greeting.line.startsWith('220')) return ok(`mail can be sent: ${host} answers on port ${port}`)
    return warn(`${host} does not greet on port ${port}`, 'look again later, or name another with --outbound')
  }
  if (!(await isKnown(resolver, host)))
    return warn(
      `the address of ${host} cannot be found, so the way out to port ${port} was not tried`,
      'look at YANSHU_DNS_SERVERS and the network, or name another host with --outbound',
    )
  const closed = 'your hoster may close port 25 to the outside: ask them to open it, or '
  return warn(
    `${host} cannot be reached on port ${port} (${greeting.fault})`,
    relayed.length === 0
      ? `${closed}send through a relay`
      : `${closed}set a relay for the whole site: only mail from ${relayed.join(', ')} has one`,
  )
}

export async function lookAtWayOut(config: Place, target: string): Promise<Finding[]> {
  // The same names as those that deliver ask for.
  const resolver = createHostResolver(config.dnsServers)
  const relays = await readRelays(config)
  const found = await Promise.all(relays.map(relay => lookAtRelay(resolver, relay)))
  // With one for the whole site nothing goes to port 25 of others.
  if (relays.some(({ domain }) => domain === '')) return found
  const domains = relays.map(({ domain }) => domain)
  return [...found, await lookAtOutbound(resolver, target, domains)]
}
