/** A request for a certificate (PKCS #10, RFC 2986) for one name, signed with the key that the certificate will be for. */
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  alternativeNames,
  bitString,
  der,
  distinguishedName,
  ECDSA_WITH_SHA256,
  INTEGER,
  objectId,
  SEQUENCE,
  SET,
} from './der.ts'

/** PKCS #9, extensionRequest. */
const EXTENSION_REQUEST = '1.2.840.113549.1.9.14'
const MAX_SUBJECT = 64

export const newCertificateKey = (): KeyObject =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

/** Returns the request in DER. A name that is too long for a subject stands among the alternative names only. */
export function makeSigningRequest(name: string, key: KeyObject): Buffer {
  const subject = name.length > MAX_SUBJECT ? der(SEQUENCE) : distinguishedName(name)
  const wanted = der(SEQUENCE, objectId(EXTENSION_REQUEST), der(SET, der(SEQUENCE, alternativeNames(name))))
  const body = der(
    SEQUENCE,
    der(INTEGER, Buffer.from([0])),
    subject,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    der(0xa0, wanted),
  )
  const signature = sign('sha256', body, key)
  return der(SEQUENCE, body, der(SEQUENCE, objectId(ECDSA_WITH_SHA256)), bitString(signature))
}
