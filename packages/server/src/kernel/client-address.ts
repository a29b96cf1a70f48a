/**
 * Names a client for counting: by its IPv4 address, or by the /64 that a provider assigns to one IPv6
 * customer.
 */
import { isIPv6 } from 'node:net'

/** Rewrites an IPv4 address from a dual-stack socket as plain IPv4. */
export function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

export function clientNetwork(address: string): string {
  const plain = plainAddress(address)
  return isIPv6(plain) ? `${firstFourGroups(plain)}::/64` : plain
}

/**
 * The network around a client that one customer of a provider may have whole: the /24 of an IPv4 address, the /48 of an
 * IPv6 one. Narrower ones cost nothing to change; wider ones hold people who know nothing of each other.
 */
export function wideNetwork(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return `${firstFourGroups(plain).split(':').slice(0, 3).join(':')}::/48`
}

/** Whether it is this very machine that calls. */
export function isThisMachine(address: string): boolean {
  const plain = plainAddress(address)
  return plain === '::1' || plain.startsWith('127.')
}

function firstFourGroups(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  // A dotted tail counts as two groups but belongs to the lower half, so only the first four groups matter
  // here.
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const rightGroups = right.length + (right.at(-1)?.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - rightGroups)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
