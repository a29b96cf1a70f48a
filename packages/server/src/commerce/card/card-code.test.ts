import { parseCardCode } from '@yanshu/contract'
import { expect, it } from 'vitest'
import { createSecrets } from '../../kernel/secrets.ts'
import { codeHasher, drawCardCode, readCardCode, tailOf } from './card-code.ts'

it('draws codes that are whole, all different, and use the whole alphabet', () => {
  const codes = Array.from({ length: 2000 }, drawCardCode)
  expect(codes.every(code => parseCardCode(code) === code)).toBe(true)
  expect(new Set(codes).size).toBe(2000)
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(31)
})

it('keeps of a code a digest that only this site can make', () => {
  const code = drawCardCode()
  const ours = codeHasher(createSecrets('our master key 123456'))
  const theirs = codeHasher(createSecrets('their master key 1234'))
  expect(ours(code)).toBe(ours(code))
  expect(ours(code)).not.toBe(theirs(code))
  expect(ours(code)).toMatch(/^[\w-]{43}$/)
  expect(tailOf(code)).toBe(code.split('-')[3])
})

it('reads a code in any spelling and tells a typo at its field', () => {
  const code = drawCardCode()
  expect(readCardCode(code.toLowerCase())).toBe(code)
  expect(() => readCardCode('ABCD')).toThrow('有内容填得不对')
})
