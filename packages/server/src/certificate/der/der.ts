/** Writes the few forms of DER (X.690) of which our certificates and requests for certificates are made. */
import { isIPv4, isIPv6 } from 'node:net'

export const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_ID = 0x06
const UTF8_STRING = 0x0c
export const SEQUENCE = 0x30
export const SET = 0x31
const UTC_TIME = 0x17
const GENERALIZED_TIME = 0x18

export const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'
const COMMON_NAME = '2.5.4.3'
const SUBJECT_ALT_NAME = '2.5.29.17'

/** RFC 5280 appendix A.1, ub-common-name. */
const MAX_COMMON_NAME = 64
const TRUE = Buffer.from([0x01, 0x01, 0xff])

export function extension(id: string, isCritical: boolean, value: Buffer): Buffer {
  return der(SEQUENCE, objectId(id), isCritical ? TRUE : Buffer.alloc(0), der(OCTET_STRING, value))
}

export const alternativeNames = (hostname: string): Buffer =>
  extension(SUBJECT_ALT_NAME, false, der(SEQUENCE, alternativeName(hostname)))

/** The bits of digitalSignature: the first of eight. */
export const DIGITAL_SIGNATURE = Buffer.from([BIT_STRING, 2, 7, 0x80])

/** GeneralName (RFC 5280 section 4.2.1.6): [2] dNSName or [7] iPAddress. */
function alternativeName(hostname: string): Buffer {
  if (isIPv4(hostname)) return der(0x87, Buffer.from(hostname.split('.').map(Number)))
  if (isIPv6(hostname)) return der(0x87, ipv6Octets(hostname))
  return der(0x82, Buffer.from(hostname, 'ascii'))
}

function ipv6Octets(address: string): Buffer {
  // The URL parser writes any spelling, dotted tails included, as plain groups.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  const octets = Buffer.alloc(16)
  groups.forEach((group, index) => {
    octets.writeUInt16BE(Number.parseInt(group, 16), index * 2)
  })
  return octets
}

export function distinguishedName(commonName: string): Buffer {
  const value = der(UTF8_STRING, Buffer.from(commonName.slice(0, MAX_COMMON_NAME), 'utf8'))
  return der(SEQUENCE, der(SET, der(SEQUENCE, objectId(COMMON_NAME), value)))
}

/** UTCTime up to 2049, GeneralizedTime from then on (RFC 5280 section 4.1.2.5). */
export function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
  return date.getUTCFullYear() < 2050
    ? der(UTC_TIME, Buffer.from(digits.slice(2)))
    : der(GENERALIZED_TIME, Buffer.from(digits))
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const octets = [first * 40 + second]
  for (const part of rest) octets.push(...base128(part))
  return der(OBJECT_ID, Buffer.from(octets))
}

function base128(value: number): number[] {
  const octets = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    octets.unshift((rest % 128) | 0x80)
  }
  return octets
}

export function bitString(octets: Buffer): Buffer {
  return der(BIT_STRING, Buffer.from([0]), octets)
}

export function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag, ...length(content.length)]), content])
}

function length(count: number): number[] {
  if (count < 0x80) return [count]
  if (count < 0x100) return [0x81, count]
  return [0x82, count >> 8, count & 0xff]
}

export function pem(label: string, octets: Buffer): string {
  const lines = octets.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
