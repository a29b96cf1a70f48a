/**
 * Decrypts the permission data of `getVar`: base64, the first 16 bytes are the initialisation vector,
 * AES-256-CBC, zero padding.
 */
import { decryptAes256Cbc } from './aes.ts'

const META = 'meta[name="yanshu-permission-key"]'

export function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), char => char.charCodeAt(0))
}

/** Returns the key that the server wrote into the page. */
export function keyOfPage(page: Document): Uint8Array {
  return bytesOfBase64(page.querySelector<HTMLMetaElement>(META)?.content ?? '')
}

/** Returns the JSON text; an empty one, which is no JSON, when it cannot be decrypted. */
export function readPermissionData(encrypted: string, key: () => Uint8Array): string {
  try {
    return openPermissionData(encrypted, key())
  } catch {
    return ''
  }
}

/** Returns the JSON text, trimmed and without control characters, which also removes the zero padding. */
export function openPermissionData(encrypted: string, key: Uint8Array): string {
  const bytes = bytesOfBase64(encrypted)
  const plain = decryptAes256Cbc(key, bytes.subarray(0, 16), bytes.subarray(16))
  return new TextDecoder()
    .decode(plain)
    .replace(/\p{Cc}/gu, '')
    .trim()
}
