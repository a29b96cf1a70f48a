/**
 * Decides whether an IP address belongs to the public internet. It judges only addresses in their final form
 * and knows nothing of names, spellings or connections: code that dials turns a host into addresses first and
 * asks about each.
 *
 * The ranges follow the IANA special-purpose registries (RFC 6890 and updates). For IPv6 only the assigned
 * range 2000::/3 (RFC 4291, section 2.4) can be public; unknown addresses are refused.
 */
import { isIPv4, isIPv6 } from 'node:net'

export type AddressKind =
  | 'public'
  | 'not-an-address'
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'shared'
  | 'link-local'
  | 'site-local'
  | 'unique-local'
  | 'protocol'
  | 'documentation'
  | 'benchmark'
  | 'multicast'
  | 'reserved'
  | 'metadata'
  | 'mapped'
  | 'transition'

type Range = readonly [base: string, bits: number, kind: AddressKind]
type ByteRange = { readonly bytes: readonly number[]; readonly bits: number; readonly kind: AddressKind }

const ranges4: readonly Range[] = [
  ['0.0.0.0', 8, 'unspecified'],
  ['10.0.0.0', 8, 'private'],
  // Carrier-grade NAT (RFC 6598); one large cloud also has its metadata service here.
  ['100.64.0.0', 10, 'shared'],
  ['127.0.0.0', 8, 'loopback'],
  // Azure's host agent: the route leads to the host machine although the range is public.
  ['168.63.129.16', 32, 'metadata'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'protocol'],
  ['192.0.2.0', 24, 'documentation'],
  // 6to4 relays (RFC 7526) and AMT relays (RFC 7450).
  ['192.88.99.0', 24, 'transition'],
  ['192.52.193.0', 24, 'transition'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'benchmark'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
]

const ranges6: readonly Range[] = [
  ['::', 128, 'unspecified'],
  ['::1', 128, 'loopback'],
  // IPv4-mapped, -compatible and -translated (RFC 4291, 2.5.5; RFC 2765): an IPv4 address in disguise.
  ['::ffff:0:0', 96, 'mapped'],
  ['::ffff:0:0:0', 96, 'mapped'],
  ['::', 96, 'mapped'],
  // NAT64 for local use (RFC 8215).
  ['64:ff9b:1::', 48, 'transition'],
  ['fc00::', 7, 'unique-local'],
  ['fe80::', 10, 'link-local'],
  ['fec0::', 10, 'site-local'],
  ['ff00::', 8, 'multicast'],
  // Teredo (RFC 4380) comes before the protocol block that holds it; then 6to4 (RFC 3056).
  ['2001::', 32, 'transition'],
  ['2001::', 23, 'protocol'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, 'transition'],
  ['3ffe::', 16, 'reserved'],
  ['3fff::', 20, 'documentation'],
]

/**
 * RFC 6052, section 2.1: the well-known prefix of NAT64. Its last four bytes are the IPv4 address behind it.
 */
const nat64 = { bytes: bytes6('64:ff9b::'), bits: 96 }
const givenOut = { bytes: bytes6('2000::'), bits: 3 }

const table4: readonly ByteRange[] = ranges4.map(([base, bits, kind]) => ({
  bytes: bytes4(base),
  bits,
  kind,
}))
const table6: readonly ByteRange[] = ranges6.map(([base, bits, kind]) => ({
  bytes: bytes6(base),
  bits,
  kind,
}))

/** Returns the octets of an address. The argument must be an address. */
export const addressBytes = (address: string): number[] =>
  isIPv4(address) ? bytes4(address) : bytes6(address)

function bytes4(address: string): number[] {
  return address.split('.').map(Number)
}

function bytes6(address: string): number[] {
  const dotted = address.lastIndexOf('.') < 0 ? null : address.slice(address.lastIndexOf(':') + 1)
  const [a = 0, b = 0, c = 0, d = 0] = dotted === null ? [] : bytes4(dotted)
  const hex =
    dotted === null
      ? address
      : `${address.slice(0, -dotted.length)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  const [head = '', tail] = hex.split('::')
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const before = groups(head)
  const after = groups(tail ?? '')
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].flatMap(group => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
}

function within(bytes: readonly number[], range: Pick<ByteRange, 'bytes' | 'bits'>): boolean {
  for (let index = 0, left = range.bits; left > 0; index++, left -= 8) {
    const mask = left >= 8 ? 255 : (255 << (8 - left)) & 255
    if (((bytes[index] ?? 0) & mask) !== ((range.bytes[index] ?? 0) & mask)) return false
  }
  return true
}

const kind4 = (bytes: readonly number[]): AddressKind =>
  table4.find(range => within(bytes, range))?.kind ?? 'public'

/** RFC 5214, section 6.1: the interface identifier holds an IPv4 address to tunnel to. */
const isIsatap = (bytes: readonly number[]): boolean =>
  ((bytes[8] ?? 0) & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe

export function judgeAddress(address: string): AddressKind {
  if (isIPv4(address)) return kind4(bytes4(address))
  // A zone names an interface of this machine, so the address is not public.
  if (!isIPv6(address) || address.includes('%')) return 'not-an-address'
  const bytes = bytes6(address)
  // Networks without IPv4 reach all of it this way (RFC 6147), so the address inside decides.
  if (within(bytes, nat64)) return kind4(bytes.slice(12))
  const known = table6.find(range => within(bytes, range))
  if (known) return known.kind
  if (!within(bytes, givenOut)) return 'reserved'
  return isIsatap(bytes) ? 'transition' : 'public'
}

export const isPublicAddress = (address: string): boolean => judgeAddress(address) === 'public'
