/** Signs DNS messages (RFC 8945): both sides know a key, and neither believes a message without it. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { classes, nameBytes, readMessage, recordBytes, types, u16, WireError } from './wire.ts'

export type TsigKey = { readonly name: string; readonly algorithm: TsigAlgorithm; readonly secret: Buffer }

export const tsigAlgorithms = {
  'hmac-sha256': 'sha256',
  'hmac-sha384': 'sha384',
  'hmac-sha512': 'sha512',
} as const
export type TsigAlgorithm = keyof typeof tsigAlgorithms

const fudge = 300

function u48(value: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(value, 0, 6)
  return bytes
}

/** Section 4.3.3: the signed data besides the message itself. */
const variables = (key: TsigKey, time: Buffer, window: Buffer, error: Buffer, other: Buffer): Buffer =>
  Buffer.concat([
    nameBytes(key.name),
    u16(classes.ANY),
    Buffer.alloc(4),
    nameBytes(key.algorithm),
    time,
    window,
    error,
    u16(other.length),
    other,
  ])

const macOf = (key: TsigKey, parts: readonly Buffer[]): Buffer =>
  createHmac(tsigAlgorithms[key.algorithm], key.secret).update(Buffer.concat(parts)).digest()

export function signMessage(message: Buffer, key: TsigKey, seconds: number): { bytes: Buffer; mac: Buffer } {
  const time = u48(seconds)
  const mac = macOf(key, [message, variables(key, time, u16(fudge), u16(0), Buffer.alloc(0))])
  const data = Buffer.concat([
    nameBytes(key.algorithm),
    time,
    u16(fudge),
    u16(mac.length),
    mac,
    message.subarray(0, 2),
    u16(0),
    u16(0),
  ])
  const record = recordBytes({ name: key.name, type: types.TSIG, class: classes.ANY, ttl: 0, data })
  const bytes = Buffer.concat([message, record])
  bytes.writeUInt16BE(message.readUInt16BE(10) + 1, 10)
  return { bytes, mac }
}

export type TsigVerdict = 'good' | 'unsigned' | 'bad'

/** Section 5.3: the signature of an answer also covers the signature of its request. */
export function verifyAnswer(answer: Buffer, key: TsigKey, requestMac: Buffer, seconds: number): TsigVerdict {
  const message = readMessage(answer)
  const record = message.additional.at(-1)
  if (record?.type !== types.TSIG) return 'unsigned'
  if (record.name !== key.name.toLowerCase()) return 'bad'
  const { data } = record
  const algorithm = nameBytes(key.algorithm)
  if (data.length < algorithm.length + 10 || !data.subarray(0, algorithm.length).equals(algorithm))
    return 'bad'
  let at = algorithm.length
  const take = (size: number): Buffer => {
    if (at + size > data.length) throw new WireError('signature ends early')
    at += size
    return data.subarray(at - size, at)
  }
  const time = take(6)
  const window = take(2)
  const mac = take(take(2).readUInt16BE())
  const originalId = take(2)
  const error = take(2)
  const other = take(take(2).readUInt16BE())
  const unsigned = Buffer.from(answer.subarray(0, message.lastAt))
  originalId.copy(unsigned, 0)
  unsigned.writeUInt16BE(answer.readUInt16BE(10) - 1, 10)
  const wanted = macOf(key, [
    u16(requestMac.length),
    requestMac,
    unsigned,
    variables(key, time, window, error, other),
  ])
  if (mac.length !== wanted.length || !timingSafeEqual(mac, wanted)) return 'bad'
  return Math.abs(time.readUIntBE(0, 6) - seconds) <= window.readUInt16BE() ? 'good' : 'bad'
}
