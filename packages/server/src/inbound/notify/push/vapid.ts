/** Tells push services who sends: a signed token for each of them (RFC 8292), with a key that is made once and kept sealed. */
import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { Db } from '../../../database/types.ts'
import { hour } from '../../../kernel/clock.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { keepFirstValue } from '../../../ledger/setting/kept-settings.ts'

const setting = { scope: 'instance', name: 'vapidKey' } as const
const purpose = 'vapid'
/** RFC 8292 section 2: no more than a day. */
const goodForMs = 12 * hour

export type Vapid = {
  /** base64url, as the browser wants it when it subscribes. */
  readonly publicKey: string
  /** The Authorization header for one endpoint. */
  authorization(endpoint: string, now: number): string
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** The first of several nodes writes the key; all of them read the one that is there. */
export async function readVapidKey(db: Db, secrets: Secrets, now: number): Promise<Buffer> {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const fresh = secrets.seal(purpose, ecdh.getPrivateKey().toString('base64url'))
  const kept = await db.transaction(tx =>
    keepFirstValue(tx, setting.scope, setting.name, JSON.stringify(fresh), now),
  )
  const key = Buffer.from(secrets.open(purpose, JSON.parse(kept) as string), 'base64url')
  // Leading zeros are not kept by every maker of keys.
  return Buffer.concat([Buffer.alloc(32 - key.length), key])
}

function keyObject(privateKey: Buffer, publicKey: Buffer): KeyObject {
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: text(privateKey),
    x: text(publicKey.subarray(1, 33)),
    y: text(publicKey.subarray(33)),
  }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}

export function createVapid(privateKey: Buffer, contact: () => string): Vapid {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  const publicKey = ecdh.getPublicKey()
  const key = keyObject(privateKey, publicKey)
  const json = (value: unknown): string => text(Buffer.from(JSON.stringify(value)))
  return {
    publicKey: text(publicKey),
    authorization(endpoint, now) {
      const claims = {
        aud: new URL(endpoint).origin,
        exp: Math.floor((now + goodForMs) / 1000),
        sub: contact(),
      }
      const signed = `${json({ typ: 'JWT', alg: 'ES256' })}.${json(claims)}`
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${signed}.${text(signature)}, k=${text(publicKey)}`
    },
  }
}
