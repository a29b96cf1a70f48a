/** Makes short keyed hashes for addresses that only we can make and check. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The alphabet is lower case, because some servers change the case of local parts on the way. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** Returns `length` characters of five bits each, taken from HMAC-SHA256. */
export function keyedHash(key: string | Buffer, text: string, length: number): string {
  const digest = createHmac('sha256', key).update(text).digest()
  // Each octet gives five bits and the rest is thrown away, so no bit is used twice.
  return Array.from(digest.subarray(0, length), byte => alphabet[byte & 31]).join('')
}

/** The comparison takes as long for a wrong hash as for the right one. */
export function isKeyedHash(key: string | Buffer, text: string, hash: string): boolean {
  const right = Buffer.from(keyedHash(key, text, hash.length))
  const given = Buffer.from(hash.toLowerCase())
  return right.length === given.length && timingSafeEqual(right, given)
}
