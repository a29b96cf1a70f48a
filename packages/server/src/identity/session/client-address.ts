/** Who a client is for the purpose of counting: an IPv4 address, or the /64 that an IPv6 customer is handed whole. */
import { isIPv6 } from 'node:net'

/** The plain address, with IPv4 in its IPv6 dress undressed. */
export function plainAddress(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  if (tail === undefined) return before
  const after = tail === '' ? [] : tail.split(':')
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
}

export function clientNetwork(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain.split('%')[0] ?? '').map(group => Number.parseInt(group, 16).toString(16))
  return `${groups.slice(0, 4).join(':')}::/64`
}
