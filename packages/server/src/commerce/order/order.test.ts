import { expect, it } from 'vitest'
import { newToken } from '../../kernel/ids.ts'
import { claimPrefix } from './buy.ts'
import { newOrderNo, readPhone } from './order.ts'

it('numbers a thousand orders so that none tells of another', () => {
  const numbers = Array.from({ length: 1000 }, newOrderNo)
  expect(new Set(numbers).size).toBe(1000)
  for (const number of numbers) expect(number).toMatch(/^YS[2-9A-HJ-NP-Z]{20}$/)
  // Each place has every letter about as often: with 32 of them, 20 places are 100 bits.
  for (let at = 2; at < 22; at++) {
    const counts = new Map<string, number>()
    for (const number of numbers) counts.set(number.charAt(at), (counts.get(number.charAt(at)) ?? 0) + 1)
    expect(counts.size).toBe(32)
    expect(Math.max(...counts.values())).toBeLessThan(80)
  }
  // No sequence: the next is larger about as often as smaller, and shares no beginning but by chance, one time in a million.
  const larger = numbers.filter((number, at) => number > (numbers[at - 1] ?? '')).length
  expect(larger).toBeGreaterThan(400)
  expect(larger).toBeLessThan(600)
  const begins = numbers.filter((number, at) => number.slice(0, 6) === numbers[at - 1]?.slice(0, 6))
  expect(begins.length).toBeLessThan(3)
  // The token that opens an order without a password is even longer.
  const claim = Buffer.from(newToken(claimPrefix).slice(claimPrefix.length), 'base64url')
  expect(claim.length * 8).toBe(256)
})

it.each([
  ['+86 138-0013-8000', '13800138000'],
  ['0086 13800138000', '13800138000'],
  ['１３８００１３８０００', '13800138000'],
])('reads the phone %s', (typed, phone) => {
  expect(readPhone(typed, 'china')).toBe(phone)
  expect(readPhone(typed, 'any')).toBe(phone)
})

it('reads phones of other countries only where the site takes them', () => {
  expect(readPhone('+1 (202) 555-0100', 'any')).toBe('+12025550100')
  for (const typed of ['+1 202 555 0100', '12345678901', '1380013800', '138001380000', 'phone', ''])
    expect(() => readPhone(typed, 'china')).toThrow()
})
