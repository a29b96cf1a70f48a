import { describe, expect, it } from 'vitest'
import { codeAt, decodeBase32, encodeBase32, matchingStep, newTotpSecret, stepOf, totpUri } from './totp.ts'

/** RFC 6238 appendix B; our codes are the last six of its eight digits. */
const vectors: readonly [seconds: number, code: string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
]
const secret = encodeBase32(Buffer.from('12345678901234567890'))
const step = 1_000_000

describe('one-time passwords', () => {
  it.each(vectors)('are those of RFC 6238 at %d s', (seconds, code) => {
    expect(codeAt(secret, stepOf(seconds * 1000))).toBe(code.slice(2))
  })

  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('write secrets as RFC 4648 does: %j', (plain, encoded) => {
    expect(encodeBase32(Buffer.from(plain))).toBe(encoded)
    expect(decodeBase32(encoded).toString()).toBe(plain)
  })

  it('have secrets of 160 random bits', () => {
    const made = new Set(Array.from({ length: 100 }, newTotpSecret))
    expect(made.size).toBe(100)
    for (const one of made) expect(decodeBase32(one)).toHaveLength(20)
  })

  it('are good one step early or late and no more', () => {
    const now = step * 30_000 + 10_000
    const found = [-2, -1, 0, 1, 2].map(by => matchingStep(secret, codeAt(secret, step + by), now, 0))
    expect(found).toEqual([null, step - 1, step, step + 1, null])
  })

  it('are not good again, nor is an earlier one after a later', () => {
    const now = step * 30_000
    expect(matchingStep(secret, codeAt(secret, step), now, step)).toBeNull()
    expect(matchingStep(secret, codeAt(secret, step - 1), now, step)).toBeNull()
    expect(matchingStep(secret, codeAt(secret, step + 1), now, step)).toBe(step + 1)
  })

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', ' 12345', '12 345'])(
    'are six digits, unlike %j',
    code => {
      expect(matchingStep(secret, code, step * 30_000, 0)).toBeNull()
    },
  )

  it('are set up by an address that apps understand, whatever the site is called', () => {
    expect(totpUri('ABC', '雁书 & co', 'li.lei')).toBe(
      'otpauth://totp/%E9%9B%81%E4%B9%A6%20%26%20co:li.lei?secret=ABC&issuer=%E9%9B%81%E4%B9%A6%20%26%20co',
    )
  })
})
