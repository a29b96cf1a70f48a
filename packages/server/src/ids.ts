/**
 * Identifiers and secrets. An id is 26 characters of Crockford base32: 48 bits of time, so that rows made later sort
 * later, and 80 random bits, so that nobody guesses a neighbour's.
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

/** Randomness is fetched for many ids at once: one is made for every row. */
const randomLength = 10
const pool = Buffer.alloc(randomLength * 256)
let poolUsed = pool.length

/** 80 random bits. What was given away is not kept. */
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

/** Many ids are made in one millisecond. */
let lastTime = { now: 0, text: timePart(0) }

export function newId(now: number): string {
  if (now !== lastTime.now) lastTime = { now, text: timePart(now) }
  return lastTime.text + randomPart()
}

/** The same id for the same words: for what one may ask to be made twice. */
export const idOf = (words: string): string =>
  base32(createHash('sha256').update(words).digest()).slice(0, 26)

/** An opaque bearer token: 256 random bits behind a prefix that tells what it is. */
export const newToken = (prefix: string): string => prefix + randomBytes(32).toString('base64url')

/** What is stored of a token. Tokens have full entropy, so a plain digest is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Letters and digits that cannot be mistaken for each other when read aloud or typed. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'

export function newReadablePassword(length = 14): string {
  let text = ''
  for (let i = 0; i < length; i++) text += readable[randomInt(readable.length)]
  return text
}
