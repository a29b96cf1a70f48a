/** Reads the PROXY header with which a connection begins, and leaves what follows it. */
import { plainAddress } from '../../../kernel/client-address.ts'
import { parseProxyHeader } from './proxy-header.ts'
import type { Silence, Wire } from './wire.ts'

export type HeardHeader =
  /** `client` is null when the proxy speaks for itself. */
  { kind: 'header'; client: { address: string; port: number } | null } | { kind: 'invalid' } | Silence

export async function readProxyHeader(wire: Wire, withinMs: number): Promise<HeardHeader> {
  let seen = Buffer.alloc(0)
  const deadline = performance.now() + withinMs
  for (;;) {
    const got = await wire.readOctets({ bytes: 4096, ms: deadline - performance.now() })
    if (got.kind !== 'octets') return got
    seen = Buffer.concat([seen, got.octets])
    const header = parseProxyHeader(seen)
    if (header.kind === 'invalid') return header
    if (header.kind === 'incomplete') continue
    wire.unread(seen.subarray(header.length))
    const { client } = header
    return { kind: 'header', client: client && { ...client, address: plainAddress(client.address) } }
  }
}
