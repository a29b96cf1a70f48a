/** Opens the permission data of `getVar`: base64, the first 16 bytes the initialisation vector, AES-256-CBC, zeros. */
import { decryptAes256Cbc } from './aes.ts'

const META = 'meta[name="yanshu-permission-key"]'

export function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), char => char.charCodeAt(0))
}

/** The key that the server wrote into the page. */
export function keyOfPage(page: Document): Uint8Array {
  return bytesOfBase64(page.querySelector<HTMLMetaElement>(META)?.content ?? '')
}

/** The JSON text inside, without control characters (the zero padding is of these) and trimmed. */
export function openPermissionData(encrypted: string, key: Uint8Array): string {
  const bytes = bytesOfBase64(encrypted)
  const plain = decryptAes256Cbc(key, bytes.subarray(0, 16), bytes.subarray(16))
  return new TextDecoder()
    .decode(plain)
    .replace(/\p{Cc}/gu, '')
    .trim()
}
