/**
 * Names to addresses. It asks the name servers itself instead of the system's resolver: that one occupies a thread of
 * the pool that files and passwords need, and would read names of the local network from a hosts file.
 */
import { Resolver } from 'node:dns/promises'

export type HostResolver = (host: string) => Promise<readonly string[]>

const tryMs = 2000
const tries = 2

/** Servers as "address" or "address:port"; none for those of the machine. */
export function createHostResolver(servers: readonly string[] = []): HostResolver {
  return async host => {
    const resolver = new Resolver({ timeout: tryMs, tries })
    if (servers.length > 0) resolver.setServers(servers)
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  }
}
