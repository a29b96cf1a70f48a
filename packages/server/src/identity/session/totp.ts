/** Time-based one-time passwords, RFC 6238 over RFC 4226: SHA-1, 6 digits, 30 seconds, one step of leeway. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
const leeway = 1
/** A spent step so far ahead is from before the clock was set back; the codes of then do not shut out those of now. */
const mostAhead = 20
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 section 6, without padding. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(held >>> bits) & 31]
    }
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text
}

export function decodeBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const char of text) {
    const value = alphabet.indexOf(char)
    if (value < 0) throw new Error('not base32')
    held = ((held << 5) | value) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >>> bits) & 255)
    }
  }
  return Buffer.from(bytes)
}

export const newTotpSecret = (): string => encodeBase32(randomBytes(20))

/** RFC 4226 section 5.3. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = mac.readUInt8(19) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

export const stepOf = (now: number): number => Math.floor(now / stepMs)

/** The step whose code was given, or null. Steps up to `lastStep` are spent. */
export function matchingStep(secret: string, code: string, now: number, lastStep: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const current = stepOf(now)
  const spent = lastStep > current + mostAhead ? -1 : lastStep
  let found: number | null = null
  for (let step = current - leeway; step <= current + leeway; step++) {
    const same = timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))
    if (same && step > spent) found = step
  }
  return found
}

export function totpUri(secret: string, site: string, account: string): string {
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(site)}`
}
