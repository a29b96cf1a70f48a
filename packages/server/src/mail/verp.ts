/**
 * Makes return paths that carry an opaque id, so that a bounce tells which mail it is about even when its
 * text does not (VERP). A hash prevents forged ids: without it a stranger could settle the state of somebody
 * else's mail.
 */
import { isKeyedHash, keyedHash } from './keyed-hash.ts'

const hashLength = 16
const idForm = /^[a-z0-9]{1,36}$/
const localForm = /^bounce-([a-z0-9]{1,36})-([a-z2-7]{16})$/

/** The hashed text names its use and the domain, so that no other hash of ours matches. */
const hashed = (id: string, domain: string): string => `verp\0${id}\0${domain.toLowerCase()}`

/**
 * Throws for an id with characters other than a–z and 0–9, or longer than 36: the local part holds 64 octets.
 */
export function makeReturnPath(key: string | Buffer, id: string, domain: string): string {
  if (!idForm.test(id)) throw new RangeError('this id does not fit into a return path')
  return `bounce-${id}-${keyedHash(key, hashed(id, domain), hashLength)}@${domain}`
}

/** Returns the id, or null for an address that is not a return path of ours. */
export function readReturnPath(key: string | Buffer, address: string): string | null {
  const at = address.lastIndexOf('@')
  const [, id, hash] = localForm.exec(address.slice(0, Math.max(0, at)).toLowerCase()) ?? []
  if (id === undefined || hash === undefined) return null
  return isKeyedHash(key, hashed(id, address.slice(at + 1)), hash) ? id : null
}
