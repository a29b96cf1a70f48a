/**
 * A push message as only its browser can read it: RFC 8291 (message encryption for Web Push) over RFC 8188 (aes128gcm).
 * Pure: keys and salt come in.
 */
import { createCipheriv, createECDH, hkdfSync } from 'node:crypto'

export type BrowserKeys = { publicKey: Buffer; authSecret: Buffer }
/** Made anew for each message. */
export type MessageKeys = { privateKey: Buffer; salt: Buffer }

/** RFC 8291 section 4: push services take 4096 bytes; head, tag and the sign of the end leave this much. */
export const maxPlainBytes = 4096 - 86 - 17

const recordSize = 4096
/** RFC 8188 section 2: the mark of the last record. */
const lastRecord = 2

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

export function encryptPush(plain: Buffer, browser: BrowserKeys, keys: MessageKeys): Buffer {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(keys.privateKey)
  const own = ecdh.getPublicKey()
  const shared = ecdh.computeSecret(browser.publicKey)
  // RFC 8291 section 3.4.
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.publicKey, own])
  const material = derive(shared, browser.authSecret, info, 32)
  // RFC 8188 sections 2.2 and 2.3.
  const key = derive(material, keys.salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(material, keys.salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(plain), cipher.update(Buffer.of(lastRecord)), cipher.final()])
  const head = Buffer.alloc(21)
  keys.salt.copy(head)
  head.writeUInt32BE(recordSize, 16)
  head[20] = own.length
  return Buffer.concat([head, own, body, cipher.getAuthTag()])
}
