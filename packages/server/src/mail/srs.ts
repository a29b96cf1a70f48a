/**
 * The Sender Rewriting Scheme: forwarded mail leaves with a sender in our own domain, which SPF allows, and a bounce to that
 * sender finds its way back. SRS0 for the first forwarder, SRS1 for those after it, which lead straight back to the first.
 * Hash and age keep us from becoming a relay for whoever writes such addresses himself.
 */
import { day } from '../clock.ts'
import { readEnvelopeAddress } from './address/envelope-address.ts'
import { isKeyedHash, keyedHash } from './keyed-hash.ts'

export type SrsReverse =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'notSrs' | 'forged' | 'expired' }

const hashLength = 8
const maxAgeDays = 21
/** Two characters of five bits: days, counted round after 1024. */
const stampDigits = 'abcdefghijklmnopqrstuvwxyz234567'
const stampRange = 1024
const dotString = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/

const srs0Form = /^srs0[=+-]([a-z2-7]{8})=([a-z2-7]{2})=([^=@]+)=(.+)$/i
const srs1Form = /^srs1[=+-]([a-z2-7]{8})=([^=@]+)=([=+-].+)$/i
const anySrs0 = /^srs0([=+-].+)$/i
const anySrs1 = /^srs1[=+-][^=]+=([^=@]+)=([=+-].+)$/i

const dayOf = (now: number): number => Math.floor(now / day) % stampRange

function stampOf(now: number): string {
  const count = dayOf(now)
  return `${stampDigits[count >> 5]}${stampDigits[count & 31]}`
}

function ageOf(stamp: string, now: number): number {
  const [high = '', low = ''] = stamp.toLowerCase()
  const made = stampDigits.indexOf(high) * 32 + stampDigits.indexOf(low)
  return (dayOf(now) - made + stampRange) % stampRange
}

const hashed = (kind: 'srs0' | 'srs1', ...parts: string[]): string =>
  [kind, ...parts].join('\0').toLowerCase()

/**
 * The sender to forward with. The null sender stays what it is; null for a sender that has no such form, which is then
 * forwarded with a return path of our own.
 */
export function srsForward(
  key: string | Buffer,
  sender: string,
  ourDomain: string,
  now: number,
): string | null {
  if (sender === '') return ''
  const read = readEnvelopeAddress(sender)
  if (read === null || !dotString.test(read.local)) return null
  const { local, domain } = read
  const later = anySrs1.exec(local)
  const first = anySrs0.exec(local)
  const [host, rest] = later !== null ? [later[1], later[2]] : first !== null ? [domain, first[1]] : []
  let rewritten: string
  if (host !== undefined && rest !== undefined) {
    rewritten = `SRS1=${keyedHash(key, hashed('srs1', host, rest), hashLength)}=${host}=${rest}`
  } else {
    const stamp = stampOf(now)
    const hash = keyedHash(key, hashed('srs0', stamp, domain, local), hashLength)
    rewritten = `SRS0=${hash}=${stamp}=${domain}=${local}`
  }
  return readEnvelopeAddress(`${rewritten}@${ourDomain}`)?.address ?? null
}

/** Where a bounce to such an address goes: the sender, or the first forwarder. */
export function srsReverse(key: string | Buffer, address: string, now: number): SrsReverse {
  const local = address.slice(0, Math.max(0, address.lastIndexOf('@')))
  const [, hash1, host, rest] = srs1Form.exec(local) ?? []
  if (hash1 !== undefined && host !== undefined && rest !== undefined) {
    if (!isKeyedHash(key, hashed('srs1', host, rest), hash1)) return { kind: 'forged' }
    return { kind: 'address', address: `SRS0${rest}@${host}` }
  }
  const [, hash, stamp, domain, original] = srs0Form.exec(local) ?? []
  if (hash === undefined || stamp === undefined || domain === undefined || original === undefined) {
    return { kind: /^srs[01][=+-]/i.test(local) ? 'forged' : 'notSrs' }
  }
  if (!isKeyedHash(key, hashed('srs0', stamp, domain, original), hash)) return { kind: 'forged' }
  if (ageOf(stamp, now) > maxAgeDays) return { kind: 'expired' }
  return { kind: 'address', address: `${original}@${domain}` }
}
