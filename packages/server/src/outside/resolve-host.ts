/** Resolves hosts to addresses. */
import { lookup } from 'node:dns/promises'
import { type Answer, createResolver, type Resolver } from './resolver.ts'
import { dnsPatience } from './time-outs.ts'

export type HostResolver = (host: string, signal?: AbortSignal) => Promise<readonly string[]>

const found = (answer: Answer<string>): readonly string[] => (answer.kind === 'found' ? answer.records : [])

/** Returns addresses of both families; the list is empty when there are none or the look-up fails. */
export const hostResolverOf =
  (resolve: Resolver): HostResolver =>
  async (host, signal) => {
    const answers = await Promise.all([resolve('A', host, signal), resolve('AAAA', host, signal)])
    return answers.flatMap(found)
  }

/**
 * Resolves hosts that a stranger named. It asks the name servers itself: the system's resolver occupies a
 * thread of the pool that files and passwords need, and would read names of the local network from a hosts
 * file.
 */
export const createHostResolver = (servers: readonly string[] = []): HostResolver =>
  hostResolverOf(createResolver(servers, dnsPatience.host))

/** Resolves hosts that the operator named in the settings of this machine, as the machine itself does. */
export const machineResolver: HostResolver = async host => {
  const entries = await lookup(host, { all: true })
  return entries.map(({ address }) => address)
}
