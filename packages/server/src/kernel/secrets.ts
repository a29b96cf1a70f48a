/**
 * Protects stored secrets with one master key, from which a key for each purpose is derived. A value sealed
 * for one purpose cannot be opened with another.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Secrets = {
  /** Derives a key of 32 bytes for signing or encrypting one kind of thing. */
  derive(purpose: string): Buffer
  seal(purpose: string, plain: string): string
  open(purpose: string, sealed: string): string
}

const minKeyLength = 16

/**
 * Writes the whole key under another name and then links it: one of several processes wins, and none reads
 * half a key.
 */
function makeKeyFile(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
  } finally {
    unlinkSync(draft)
  }
}

/** Returns the master key of the data folder; the first start makes it. */
export function masterKeyOfFolder(dataDir: string): string {
  const path = join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(path)) makeKeyFile(path)
  const key = readFileSync(path, 'utf8').trim()
  if (key.length < minKeyLength) throw new Error(`${path} holds no key; put back the one from your backup`)
  return key
}

export function createSecrets(master: string): Secrets {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', master, 'yanshu', purpose, 32))
  return {
    derive,
    seal(purpose, plain) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', derive(purpose), iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', derive(purpose), bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
