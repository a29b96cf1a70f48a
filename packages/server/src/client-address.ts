/** Who a client is for the purpose of counting: an IPv4 address, or the /64 that an IPv6 customer is handed whole. */
import { isIPv6 } from 'node:net'

/** IPv4 seen through a dual-stack socket is written as IPv4. */
export function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

export function clientNetwork(address: string): string {
  const plain = plainAddress(address)
  return isIPv6(plain) ? `${firstFourGroups(plain)}::/64` : plain
}

function firstFourGroups(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  // A dotted tail stands for two groups but lies in the lower half, as does everything it could push aside.
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const rightGroups = right.length + (right.at(-1)?.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - rightGroups)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
