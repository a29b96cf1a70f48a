import { describe, expect, it } from 'vitest'
import { createPasswords } from './password.ts'

const passwords = createPasswords()

describe('a stored password', () => {
  it('is argon2id text with its parameters and a salt of its own', async () => {
    const [one, two] = await Promise.all([passwords.hash('same'), passwords.hash('same')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
  })

  it.each([
    ['a plain one', 'correct horse'],
    ['a long one', 'x'.repeat(256)],
    ['one of 73 bytes', `${'y'.repeat(72)}1`],
    ['one with a NUL', 'before\0after'],
    ['one in Chinese', '雁书密码一二三四'],
    ['one with an emoji', '🔑🔑🔑🔑'],
  ])('opens for %s and for nothing near it', async (_, password) => {
    const stored = await passwords.hash(password)
    const tries = [password, `${password} `, password.slice(0, password.indexOf('\0'))]
    const right = await Promise.all(tries.map(tried => passwords.verify(stored, tried)))
    expect(right).toEqual(tries.map(tried => tried === password))
  })

  it('looks at every character of a long one', async () => {
    const stored = await passwords.hash(`${'a'.repeat(200)}1`)
    expect(await passwords.verify(stored, `${'a'.repeat(200)}2`)).toBe(false)
  })

  it('is the same however a keyboard composes its characters', async () => {
    const stored = await passwords.hash('caf\u00e9 ｋｅｙ')
    expect(await passwords.verify(stored, 'cafe\u0301 key')).toBe(true)
    expect(await passwords.verify(stored, 'cafe key')).toBe(false)
  })

  it('does not open with its own hash', async () => {
    const stored = await passwords.hash('secret word')
    expect(await passwords.verify(stored, stored)).toBe(false)
  })

  it.each([
    null,
    '',
    'none',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2id$v=19$m=19456,t=2,p=1$$',
    '$argon2i$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAA',
  ])('that is none (%j) opens for nothing', async stored => {
    expect(await passwords.verify(stored, '')).toBe(false)
    expect(await passwords.verify(stored, 'anything')).toBe(false)
  })

  it('still opens when it was made with other parameters', async () => {
    const weaker = '$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$'
    const { argon2Sync } = await import('node:crypto')
    const tag = argon2Sync('argon2id', {
      message: Buffer.from('old one'),
      nonce: Buffer.from('saltsaltsaltsalt'),
      memory: 64,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    })
    const stored = weaker + tag.toString('base64').replace(/=+$/, '')
    expect(await passwords.verify(stored, 'old one')).toBe(true)
    expect(await passwords.verify(stored, 'old two')).toBe(false)
  })

  it('is worked out for twenty at once without one being lost', async () => {
    const stored = await passwords.hash('word')
    const tries = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'word' : 'other'))
    const right = await Promise.all(tries.map(tried => passwords.verify(stored, tried)))
    expect(right.filter(Boolean)).toHaveLength(10)
  })

  it('is verified while fifty are hashed in bulk, not after them', async () => {
    const stored = await passwords.hash('word')
    const ended: string[] = []
    const batch = Array.from({ length: 50 }, async (_, at) => {
      await passwords.bulk.hash(`word ${at}`)
      ended.push('hashed')
    })
    expect(await passwords.verify(stored, 'word')).toBe(true)
    ended.push('verified')
    await Promise.all(batch)
    expect(ended.filter(what => what === 'hashed')).toHaveLength(50)
    expect(ended.at(-1)).toBe('hashed')
  })
})
