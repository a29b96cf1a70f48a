/**
 * A self-signed certificate for the first start, so that STARTTLS works before anybody has installed a real one: X.509 version 3
 * (RFC 5280) with an ECDSA P-256 key, written in DER by hand. Senders on port 25 do not verify names (RFC 7435), so it keeps mail from being read on the way.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import {
  alternativeNames,
  bitString,
  DIGITAL_SIGNATURE,
  der,
  distinguishedName,
  ECDSA_WITH_SHA256,
  extension,
  INTEGER,
  objectId,
  pem,
  SEQUENCE,
  time,
} from './der.ts'

const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'

const DAY_MS = 86_400_000

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
    extension(KEY_USAGE, true, DIGITAL_SIGNATURE),
    extension(EXTENDED_KEY_USAGE, false, der(SEQUENCE, objectId(SERVER_AUTH))),
    alternativeNames(hostname),
  )
}

/** Positive and without a leading zero octet (RFC 5280 section 4.1.2.2). */
function serialNumber(): Buffer {
  const serial = randomBytes(16)
  serial.writeUInt8((serial.readUInt8(0) & 0x3f) | 0x40, 0)
  return serial
}
