/**
 * Makes the signing keys of a domain. There are two, because RFC 8463 asks senders to keep an RSA signature
 * beside Ed25519. They are made in the thread pool and encrypted before they reach the database.
 */
import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Secrets } from '../kernel/secrets.ts'
import type { DkimAlgorithm } from './dns/record-texts.ts'

const purpose = 'dkim'
const rsaBits = 2048
const algorithms: readonly DkimAlgorithm[] = ['rsa', 'ed25519']

const makePair = promisify(generateKeyPair)

export type MadeKey = {
  algorithm: DkimAlgorithm
  selector: string
  /** Encrypted. */
  private_key: string
  public_key: string
}

/**
 * Makes a label that shows the kind and the date, so that two rotations cannot be confused: `ysr-20260501`.
 * RFC 6376, section 3.1, allows any label.
 */
function selectorOf(algorithm: DkimAlgorithm, now: number, taken: ReadonlySet<string>): string {
  const date = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
  const base = `${algorithm === 'rsa' ? 'ysr' : 'yse'}-${date}`
  let selector = base
  for (let round = 2; taken.has(selector); round++) selector = `${base}-${round}`
  return selector
}

async function makeKey(algorithm: DkimAlgorithm): Promise<{ privateKey: KeyObject; publicKey: KeyObject }> {
  return algorithm === 'rsa' ? makePair('rsa', { modulusLength: rsaBits }) : makePair('ed25519', {})
}

/**
 * RFC 6376, section 3.6.1: RSA is a DER SubjectPublicKeyInfo. RFC 8463, section 4: Ed25519 is its 32 bare
 * bytes.
 */
function publicText(algorithm: DkimAlgorithm, key: KeyObject): string {
  const der = key.export({ type: 'spki', format: 'der' })
  return (algorithm === 'rsa' ? der : der.subarray(-32)).toString('base64')
}

/** Makes both keys, under selectors that none of the given ones has. */
export async function makeKeys(
  deps: { secrets: Secrets },
  now: number,
  taken: readonly string[],
): Promise<MadeKey[]> {
  const used = new Set(taken)
  return Promise.all(
    algorithms.map(async algorithm => {
      const { privateKey, publicKey } = await makeKey(algorithm)
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
      return {
        algorithm,
        selector: selectorOf(algorithm, now, used),
        private_key: deps.secrets.seal(purpose, pem),
        public_key: publicText(algorithm, publicKey),
      }
    }),
  )
}

export const openKey = (secrets: Secrets, sealed: string): KeyObject =>
  createPrivateKey(secrets.open(purpose, sealed))

const maxOpen = 500

/** Opens keys and remembers them for code that signs a lot, because opening takes longer than signing. */
export function createKeyRing(secrets: Secrets): (sealed: string) => KeyObject {
  const open = new Map<string, KeyObject>()
  return sealed => {
    const known = open.get(sealed)
    if (known) return known
    if (open.size >= maxOpen) open.clear()
    const key = openKey(secrets, sealed)
    open.set(sealed, key)
    return key
  }
}
