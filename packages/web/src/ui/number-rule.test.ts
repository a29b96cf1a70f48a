import { expect, it } from 'vitest'
import { numberFault } from './number-rule.ts'

it('refuses what is out of bounds, and says which bound', () => {
  const bounds = { min: 1, max: 36_500 }
  expect(numberFault(-5, bounds)).toBe('不能小于 1')
  expect(numberFault(36_501, bounds)).toBe('不能大于 36,500')
  expect(numberFault(1.5, bounds)).toBe('要填整数')
  expect(numberFault(1, bounds)).toBeNull()
  expect(numberFault(36_500, bounds)).toBeNull()
})

it('counts the digits of money as they were typed', () => {
  const yuan = { min: 0.01, max: 500_000, digits: 2 }
  for (const good of [0.01, 0.1, 0.29, 1.1, 19.99, 500_000]) expect(numberFault(good, yuan)).toBeNull()
  expect(numberFault(0.001, yuan)).toBe('不能小于 0.01')
  expect(numberFault(1.005, yuan)).toBe('最多 2 位小数')
})

it('lets only that be left empty which may be', () => {
  expect(numberFault(null, { min: 1, max: 2 })).toBe('请填写')
  expect(numberFault(null, { min: 1, max: 2, optional: true })).toBeNull()
  expect(numberFault(Number.NaN, { min: 1, max: 2, optional: true })).toBe('请填写数字')
})
