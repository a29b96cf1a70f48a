/**
 * A self-signed certificate for the first start, so that STARTTLS works before anybody has installed a real one: X.509 version 3
 * (RFC 5280) with an ECDSA P-256 key, written in DER by hand. Senders on port 25 do not verify names (RFC 7435), so it keeps mail from being read on the way.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'

const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_ID = 0x06
const UTF8_STRING = 0x0c
const SEQUENCE = 0x30
const SET = 0x31
const UTC_TIME = 0x17
const GENERALIZED_TIME = 0x18

const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'
const COMMON_NAME = '2.5.4.3'
const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const SUBJECT_ALT_NAME = '2.5.29.17'
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'

/** RFC 5280 appendix A.1, ub-common-name. */
const MAX_COMMON_NAME = 64
const DAY_MS = 86_400_000
const TRUE = Buffer.from([0x01, 0x01, 0xff])

export type SelfSigned = { key: string; cert: string }

/** `hostname` is a domain name in ASCII or an IP address. Valid from a day before `now`, for clocks that are behind. */
export function makeSelfSigned(options: { hostname: string; now?: Date; days?: number }): SelfSigned {
  const now = (options.now ?? new Date()).getTime()
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(SEQUENCE, objectId(ECDSA_WITH_SHA256))
  const name = distinguishedName(options.hostname)
  const toBeSigned = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, serialNumber()),
    algorithm,
    name,
    der(SEQUENCE, time(new Date(now - DAY_MS)), time(new Date(now + (options.days ?? 3650) * DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions(options.hostname)),
  )
  const signature = sign('sha256', toBeSigned, privateKey)
  const certificate = der(SEQUENCE, toBeSigned, algorithm, bitString(signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', certificate),
  }
}

function extensions(hostname: string): Buffer {
  return der(
    SEQUENCE,
    extension(BASIC_CONSTRAINTS, true, der(SEQUENCE)),
    // digitalSignature: the first bit, seven unused.
    extension(KEY_USAGE, true, Buffer.from([BIT_STRING, 2, 7, 0x80])),
    extension(EXTENDED_KEY_USAGE, false, der(SEQUENCE, objectId(SERVER_AUTH))),
    extension(SUBJECT_ALT_NAME, false, der(SEQUENCE, alternativeName(hostname))),
  )
}

function extension(id: string, isCritical: boolean, value: Buffer): Buffer {
  return der(SEQUENCE, objectId(id), isCritical ? TRUE : Buffer.alloc(0), der(OCTET_STRING, value))
}

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

function distinguishedName(commonName: string): Buffer {
  const value = der(UTF8_STRING, Buffer.from(commonName.slice(0, MAX_COMMON_NAME), 'utf8'))
  return der(SEQUENCE, der(SET, der(SEQUENCE, objectId(COMMON_NAME), value)))
}

/** Positive and without a leading zero octet (RFC 5280 section 4.1.2.2). */
function serialNumber(): Buffer {
  const serial = randomBytes(16)
  serial.writeUInt8((serial.readUInt8(0) & 0x3f) | 0x40, 0)
  return serial
}

/** UTCTime up to 2049, GeneralizedTime from then on (RFC 5280 section 4.1.2.5). */
function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
  return date.getUTCFullYear() < 2050
    ? der(UTC_TIME, Buffer.from(digits.slice(2)))
    : der(GENERALIZED_TIME, Buffer.from(digits))
}

function objectId(dotted: string): Buffer {
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

function bitString(octets: Buffer): Buffer {
  return der(BIT_STRING, Buffer.from([0]), octets)
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag, ...length(content.length)]), content])
}

function length(count: number): number[] {
  if (count < 0x80) return [count]
  if (count < 0x100) return [0x81, count]
  return [0x82, count >> 8, count & 0xff]
}

function pem(label: string, octets: Buffer): string {
  const lines = octets.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
