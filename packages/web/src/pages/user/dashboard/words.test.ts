import { expect, it } from 'vitest'
import { compareText, moneyText, pointText, rangeText, secondsText } from './words.ts'

it('compares with the span before', () => {
  expect(compareText(112, 100, '7')).toBe('比前 7 天多 12%')
  expect(compareText(79, 100, '30')).toBe('比前 30 天少 21%')
  expect(compareText(5, 5, '1')).toBe('和昨天此时一样')
  expect([compareText(0, 0, '7'), compareText(3, 0, '7')]).toEqual(['还没有', '前 7 天没有'])
})

it('names what a point stands for', () => {
  expect(pointText('2025-11-13T12:00:00', 360)).toMatch(/^11月13日 .+ 12–18 时$/)
  expect(pointText('2025-11-13T18:00:00', 360)).toMatch(/18–24 时$/)
  expect(pointText('2025-11-13T09:00:00', 60)).toBe('9–10 时')
  expect(pointText('2025-11-13T00:00:00', 1440)).toMatch(/^11月13日/)
})

it('names the span that is shown', () => {
  expect(rangeText('2025-11-09T00:00:00', '2025-11-16T00:00:00')).toBe('11月9日 至 11月15日')
  expect(rangeText('2025-11-15T00:00:00', '2025-11-16T00:00:00')).toMatch(/^11月15日/)
})

it('writes money and seconds as people do', () => {
  expect([moneyText(128_400), moneyText(990)]).toEqual(['¥1,284', '¥9.90'])
  expect([secondsText(0.04), secondsText(0.42), secondsText(12.4)]).toEqual(['0.04', '0.4', '12'])
})
