import { expect, it } from 'vitest'
import { endText, holdText, priceHint, roomText } from './words.ts'

it('says how much room there is', () => {
  expect(roomText(null)).toBe('不限')
  expect(roomText(512)).toBe('512 MB')
  expect(roomText(5120)).toBe('5 GB')
  expect(roomText(1536)).toBe('1.5 GB')
})

it('counts the days from the payment', () => {
  expect(endText(365, new Date('2026-11-15T10:00:00'))).toBe('2027年11月15日')
  expect(endText(null, new Date())).toBe('长期有效')
})

it('counts down in two units', () => {
  expect(holdText(872)).toBe('14 分 32 秒')
  expect(holdText(86_390)).toBe('23 小时 59 分')
})

it('says what a plan comes to a month, unless the seller says something better', () => {
  expect(priceHint({ hint: '', days: 365 }, 2400)).toBe('合每月 ¥2')
  expect(priceHint({ hint: '', days: 30 }, 300)).toBe('')
  expect(priceHint({ hint: '', days: null }, 8800)).toBe('一次付清')
  expect(priceHint({ hint: '<b>随用随买</b>', days: 365 }, 2400)).toBe('<b>随用随买</b>')
})
