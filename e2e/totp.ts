/** Computes the code that an authenticator app would show (RFC 6238), for tests. */
import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function authenticatorCode(secret: string, at: number): string {
  const bits = [...secret].map(char => alphabet.indexOf(char).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const place = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(place) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
