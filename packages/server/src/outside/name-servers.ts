/** Chooses the name servers: those of the settings, or those of the machine. */
import { Resolver } from 'node:dns'
import { isIPv6 } from 'node:net'
import { minute } from '../kernel/clock.ts'

export type NameServer = { readonly address: string; readonly port: number }

/** Machines change networks, and reading their settings again costs 50 µs. */
const heldMs = minute

/** "1.1.1.1", "127.0.0.1:5353", "::1" or "[::1]:5353". */
export function readNameServer(text: string): NameServer {
  const bracketed = /^\[(?<address>.+)\](?::(?<port>\d+))?$/.exec(text)?.groups
  if (bracketed) return { address: bracketed.address ?? '', port: Number(bracketed.port ?? 53) }
  if (isIPv6(text)) return { address: text, port: 53 }
  const [address = '', port = '53'] = text.split(':')
  return { address, port: Number(port) }
}

/** Without any in the settings it uses those that the machine has at that moment. */
export function nameServersOf(servers: readonly string[]): () => readonly NameServer[] {
  if (servers.length > 0) {
    const set = servers.map(readNameServer)
    return () => set
  }
  let held: readonly NameServer[] = []
  let until = 0
  return () => {
    if (performance.now() >= until) {
      held = new Resolver().getServers().map(readNameServer)
      until = performance.now() + heldMs
    }
    return held
  }
}
