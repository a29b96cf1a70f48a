/** What counts as one client: an IPv4 address, or the /64 that an IPv6 customer is given. */
import { isIPv6 } from 'node:net'

/** IPv4 seen through a dual-stack socket is written as IPv4. */
export function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

export function clientKey(address: string): string {
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

export type Admission = {
  /** Counts a connection in; false when its client has too many already. */
  enter(address: string): boolean
  leave(address: string): void
}

export function createAdmission(limitPerClient: number): Admission {
  const open = new Map<string, number>()
  return {
    enter(address) {
      const key = clientKey(address)
      const count = open.get(key) ?? 0
      if (count >= limitPerClient) return false
      open.set(key, count + 1)
      return true
    },
    leave(address) {
      const key = clientKey(address)
      const count = open.get(key) ?? 0
      if (count <= 1) open.delete(key)
      else open.set(key, count - 1)
    },
  }
}
