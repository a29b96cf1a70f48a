/**
 * The PROXY protocol, versions 1 and 2, as HAProxy's proxy-protocol.txt describes it. Only read from addresses the operator trusts, and then
 * required: guessing whether a header is there would let a client forge its address.
 */
import { isIPv4, isIPv6 } from 'node:net'

export type ProxyHeader =
  | { kind: 'incomplete' }
  | { kind: 'invalid' }
  /** `client` is null for the proxy's own health checks. */
  | { kind: 'header'; length: number; client: { address: string; port: number } | null }

const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const V1_MAX = 107
const V2_FIXED = 16
const V2_MAX = V2_FIXED + 2048
const INVALID: ProxyHeader = { kind: 'invalid' }

export function parseProxyHeader(octets: Buffer): ProxyHeader {
  const seen = Math.min(octets.length, SIGNATURE.length)
  if (octets.subarray(0, seen).equals(SIGNATURE.subarray(0, seen))) {
    return seen < SIGNATURE.length || octets.length < V2_FIXED ? { kind: 'incomplete' } : parseV2(octets)
  }
  return parseV1(octets)
}

function parseV1(octets: Buffer): ProxyHeader {
  if (!'PROXY '.startsWith(octets.toString('latin1', 0, 6))) return INVALID
  const end = octets.indexOf('\r\n')
  if (end < 0) return octets.length >= V1_MAX ? INVALID : { kind: 'incomplete' }
  const length = end + 2
  if (length > V1_MAX) return INVALID
  const [, family, address = '', , port = ''] = octets.toString('latin1', 0, end).split(' ')
  if (family === 'UNKNOWN') return { kind: 'header', length, client: null }
  const isAddress = family === 'TCP4' ? isIPv4(address) : family === 'TCP6' && isPlainIPv6(address)
  if (!isAddress || !/^\d{1,5}$/.test(port) || Number(port) > 65_535) return INVALID
  return { kind: 'header', length, client: { address, port: Number(port) } }
}

/** An address with a zone means something on one machine only. */
const isPlainIPv6 = (address: string): boolean => isIPv6(address) && !address.includes('%')

function parseV2(octets: Buffer): ProxyHeader {
  const versionAndCommand = octets.readUInt8(12)
  const family = octets.readUInt8(13)
  const length = V2_FIXED + octets.readUInt16BE(14)
  if (versionAndCommand >> 4 !== 2 || length > V2_MAX) return INVALID
  if (octets.length < length) return { kind: 'incomplete' }
  const command = versionAndCommand & 0x0f
  if (command === 0) return { kind: 'header', length, client: null }
  if (command !== 1) return INVALID
  const isV4 = family === 0x11
  if (!isV4 && family !== 0x21) return INVALID
  const width = isV4 ? 4 : 16
  if (length < V2_FIXED + 2 * width + 4) return INVALID
  const source = octets.subarray(V2_FIXED, V2_FIXED + width)
  const address = isV4 ? [...source].join('.') : ipv6Text(source)
  return { kind: 'header', length, client: { address, port: octets.readUInt16BE(V2_FIXED + 2 * width) } }
}

function ipv6Text(source: Buffer): string {
  return Array.from({ length: 8 }, (_, group) => source.readUInt16BE(group * 2).toString(16)).join(':')
}
