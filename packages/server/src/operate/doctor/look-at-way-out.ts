/** The way out for mail: through the relays that are set, and directly for whatever has none. */
import { existsSync } from 'node:fs'
import type { Config } from '../../config/settings-table.ts'
import { openUnmigrated, sqliteFile } from '../../database/open.ts'
import { listRelays } from '../../outbound/queue/relay.ts'
import { type Finding, ok, warn } from './finding.ts'
import { firstLine } from './look-at-ports.ts'

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>
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

/** What the server says first, or why it says nothing. */
async function greetingOf(
  host: string,
  port: number,
  tls: boolean,
): Promise<{ line: string } | { fault: string }> {
  try {
    const line = await firstLine(host, port, { tls })
    return line === null ? { fault: 'no answer' } : { line }
  } catch (cause) {
    return { fault: (cause as NodeJS.ErrnoException).code ?? 'no answer' }
  }
}

async function lookAtRelay({ domain, host, port, security }: KnownRelay): Promise<Finding> {
  const whose = domain === '' ? 'mail' : `mail from ${domain}`
  const greeting = await greetingOf(host, port, security === 'tls')
  if ('line' in greeting && greeting.line.startsWith('220'))
    return ok(`${whose} is sent through the relay ${host}, which answers on port ${port}`)
  const why = 'fault' in greeting ? greeting.fault : 'it does not greet'
  return warn(
    `${whose} is sent through the relay ${host}, which cannot be reached on port ${port} (${why})`,
    'look at its name, port and encryption in the settings of the site, 发信 → 中继',
  )
}

/** Many hosters close the way out to port 25; mail can then be received but not sent. */
async function lookAtOutbound(target: string, relayed: readonly string[]): Promise<Finding> {
  const [host = '', port = '25'] = target.split(':')
  const greeting = await greetingOf(host, Number(port), false)
  if ('line' in greeting) {
    if (greeting.line.startsWith('220')) return ok(`mail can be sent: ${host} answers on port ${port}`)
    return warn(`${host} does not greet on port ${port}`, 'look again later, or name another with --outbound')
  }
  const closed = 'your hoster may close port 25 to the outside: ask them to open it, or '
  return warn(
    `${host} cannot be reached on port ${port} (${greeting.fault})`,
    relayed.length === 0
      ? `${closed}send through a relay`
      : `${closed}set a relay for the whole site: only mail from ${relayed.join(', ')} has one`,
  )
}

export async function lookAtWayOut(config: Place, target: string): Promise<Finding[]> {
  const relays = await readRelays(config)
  const found = await Promise.all(relays.map(lookAtRelay))
  // With one for the whole site nothing goes to port 25 of others.
  if (relays.some(({ domain }) => domain === '')) return found
  const domains = relays.map(({ domain }) => domain)
  return [...found, await lookAtOutbound(target, domains)]
}
