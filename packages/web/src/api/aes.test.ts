import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decryptAes256Cbc } from './aes.ts'
import { bytesOfBase64, openPermissionData } from './permission-data.ts'

/** Seals as the server does: zeros up to a whole block, the initialisation vector in front, base64. */
function seal(text: string, key: Buffer): string {
  const iv = randomBytes(16)
  const plain = Buffer.from(text)
  const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(false)
  const padded = Buffer.concat([plain, Buffer.alloc((16 - (plain.length % 16)) % 16)])
  return Buffer.concat([iv, cipher.update(padded), cipher.final()]).toString('base64')
}

describe('decryptAes256Cbc', () => {
  it('gives back what node:crypto encrypted, for many keys and lengths', () => {
    for (let blocks = 1; blocks <= 40; blocks++) {
      const key = randomBytes(32)
      const iv = randomBytes(16)
      const plain = randomBytes(blocks * 16)
      const cipher = createCipheriv('aes-256-cbc', key, iv).setAutoPadding(false)
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
      expect(Buffer.from(decryptAes256Cbc(key, iv, sealed))).toEqual(plain)
    }
  })

  it('refuses a key, vector or cipher text of the wrong length', () => {
    const whole = new Uint8Array(16)
    expect(() => decryptAes256Cbc(new Uint8Array(16), whole, whole)).toThrow('32 bytes')
    expect(() => decryptAes256Cbc(new Uint8Array(32), new Uint8Array(8), whole)).toThrow('16 bytes')
    expect(() => decryptAes256Cbc(new Uint8Array(32), whole, new Uint8Array(20))).toThrow('whole blocks')
    expect(() => decryptAes256Cbc(new Uint8Array(32), whole, new Uint8Array(0))).toThrow('whole blocks')
  })
})

describe('openPermissionData', () => {
  const key = Buffer.from('yanshu-permission-data-cipher-01')

  it('opens Chinese JSON of every length and drops the zeros at its end', () => {
    for (let length = 0; length < 33; length++) {
      const text = JSON.stringify({ role: 'user', account: { id: '1', name: '林'.repeat(length) } })
      expect(openPermissionData(seal(text, key), key)).toBe(text)
    }
  })

  it('strips control characters and white space around the text', () => {
    expect(openPermissionData(seal('\u0007 \n{"role":"admin"}\u0085\t ', key), key)).toBe('{"role":"admin"}')
  })

  it('does not open with another key', () => {
    const other = createHash('sha256').update('another').digest()
    expect(openPermissionData(seal('{"role":"admin"}', key), other)).not.toContain('admin')
  })
})

it('the page of a fresh clone carries the default key of the server', async () => {
  const { readFile } = await import('node:fs/promises')
  const page = await readFile(new URL('../../index.html', import.meta.url), 'utf8')
  const content = page.match(/name="yanshu-permission-key" content="([^"]+)"/)?.[1] ?? ''
  const key = Buffer.from('yanshu-permission-data-cipher-01')
  expect(Buffer.from(bytesOfBase64(content))).toEqual(key)
})
