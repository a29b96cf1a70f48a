import { expect, it } from 'vitest'
import { centsOf, yuanFigure, yuanText } from './money.ts'

it('writes an amount with both figures behind the point', () => {
  expect(yuanText(2400)).toBe('¥24.00')
  expect(yuanText(1)).toBe('¥0.01')
  expect(yuanText(12_805_050)).toBe('¥128,050.50')
})

it('leaves out on a price tag what says nothing', () => {
  expect(yuanFigure(2400)).toBe('24')
  expect(yuanFigure(2450)).toBe('24.50')
  expect(yuanFigure(299)).toBe('2.99')
})

it('reads 元 without losing a 分 to the binary point', () => {
  expect([0.29, 1.1, 19.99, 1.005, 88].map(centsOf)).toEqual([29, 110, 1999, 100, 8800])
})
