/**
 * Makes identifiers and secrets. An id is 26 characters of Crockford base32: 48 bits of time, so that later
 * rows sort later, and 80 random bits, so that nobody can guess another id.
 */
import { createHash, randomBytes, randomFillSync, randomInt } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

function base32(bytes: Uint8Array): string {
  let bits = 0
  let held = 0
  let text = ''
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(held >>> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return text
}

/** Randomness is fetched for many ids at once, because every row needs one. */
const randomLength = 10
const pool = Buffer.alloc(randomLength * 256)
let poolUsed = pool.length

/** Returns 80 random bits and erases them from the pool. */
function randomPart(): string {
  if (poolUsed === pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  const bytes = pool.subarray(poolUsed, poolUsed + randomLength)
  poolUsed += randomLength
  const text = base32(bytes)
  bytes.fill(0)
  return text
}

function timePart(now: number): string {
  let time = ''
  for (let rest = now, digit = 0; digit < 10; digit++) {
    time = alphabet[rest % 32] + time
    rest = Math.floor(rest / 32)
  }
  return time
}

/** Many ids are made in one millisecond, so the last time is kept as text. */
let lastTime = { now: 0, text: timePart(0) }

export function newId(now: number): string {
  if (now !== lastTime.now) lastTime = { now, text: timePart(now) }
  return lastTime.text + randomPart()
}

/** Returns the same id for the same words, for requests that may be repeated. */
export const idOf = (words: string): string =>
  base32(createHash('sha256').update(words).digest()).slice(0, 26)

/** Makes an opaque bearer token: 256 random bits after a prefix that tells its kind. */
export const newToken = (prefix: string): string => prefix + randomBytes(32).toString('base64url')

/** Makes a secret for some minutes that fits into a small QR code: 128 random bits. */
export const newTicket = (): string => randomBytes(16).toString('base64url')

/** Returns the stored form of a token. Tokens have full entropy, so a plain digest is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Letters and digits that nobody confuses when they are read aloud or typed. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'

export function newReadablePassword(length = 14): string {
  let text = ''
  for (let i = 0; i < length; i++) text += readable[randomInt(readable.length)]
  return text
}
