/** Signed requests of ACME (RFC 8555, section 6.2; RFC 7515), with keys on P-256. */
import { createHash, createHmac, createPublicKey, type KeyObject, sign } from 'node:crypto'

export const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url')

type Jwk = { crv: string; kty: string; x: string; y: string }

/** In the order of RFC 7638, so that it can also be the thumbprint's input. */
export function jwkOf(key: KeyObject): Jwk {
  const { crv = '', x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' })
  return { crv, kty: 'EC', x, y }
}

const thumbprint = (key: KeyObject): string =>
  createHash('sha256')
    .update(JSON.stringify(jwkOf(key)))
    .digest('base64url')

/** RFC 8555, section 8.1. */
export const keyAuthorization = (token: string, key: KeyObject): string => `${token}.${thumbprint(key)}`

/** RFC 8555, section 8.4: the text of the record. */
export const dnsAnswer = (authorization: string): string =>
  createHash('sha256').update(authorization).digest('base64url')

export type Jws = { protected: string; payload: string; signature: string }

/** `payload` null asks for something instead of sending (POST-as-GET). */
export function signRequest(key: KeyObject, header: Record<string, unknown>, payload: unknown): Jws {
  const head = base64url(JSON.stringify({ alg: 'ES256', ...header }))
  const body = payload === null ? '' : base64url(JSON.stringify(payload))
  const signature = sign('sha256', Buffer.from(`${head}.${body}`), { key, dsaEncoding: 'ieee-p1363' })
  return { protected: head, payload: body, signature: base64url(signature) }
}

/** Binds the new account to one that the operator has with the authority (RFC 8555, section 7.3.4). */
export function bindExternalAccount(
  key: KeyObject,
  { kid, hmac, url }: { kid: string; hmac: string; url: string },
): Jws {
  const head = base64url(JSON.stringify({ alg: 'HS256', kid, url }))
  const body = base64url(JSON.stringify(jwkOf(key)))
  const signature = createHmac('sha256', Buffer.from(hmac, 'base64url')).update(`${head}.${body}`)
  return { protected: head, payload: body, signature: signature.digest('base64url') }
}
