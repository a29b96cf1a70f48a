import { describe, expect, it } from 'vitest'
import { countdownText, spanText } from './countdown-text.ts'
import { fullTime, shortTime } from './time-text.ts'

const now = new Date(2026, 10, 15, 14, 30, 0)
const at = (...parts: [number, number, number, number?, number?, number?]) => new Date(...parts)

describe('shortTime', () => {
  it('says it as people do', () => {
    expect(shortTime(at(2026, 10, 15, 14, 29, 31), now)).toBe('刚刚')
    expect(shortTime(at(2026, 10, 15, 14, 18), now)).toBe('12 分钟前')
    expect(shortTime(at(2026, 10, 15, 13, 31), now)).toBe('59 分钟前')
    expect(shortTime(at(2026, 10, 15, 9, 41), now)).toBe('09:41')
    expect(shortTime(at(2026, 10, 14, 14, 20), now)).toBe('昨天 14:20')
    expect(shortTime(at(2026, 2, 5, 8), now)).toBe('3月5日')
    expect(shortTime(at(2024, 2, 5, 8), now)).toBe('2024年3月5日')
  })

  it('calls a time slightly ahead of our clock just now', () => {
    expect(shortTime(at(2026, 10, 15, 14, 30, 20), now)).toBe('刚刚')
  })

  it('counts minutes across midnight before it says yesterday', () => {
    const early = new Date(2026, 10, 15, 0, 10)
    expect(shortTime(at(2026, 10, 14, 23, 50), early)).toBe('20 分钟前')
    expect(shortTime(at(2026, 10, 14, 22, 50), early)).toBe('昨天 22:50')
  })

  it('knows yesterday across the turn of the year', () => {
    expect(shortTime(at(2025, 11, 31, 8), new Date(2026, 0, 1, 12))).toBe('昨天 08:00')
  })
})

it('fullTime always has the hour', () => {
  expect(fullTime(at(2026, 10, 15, 10, 32), now)).toBe('今天 10:32')
  expect(fullTime(at(2026, 10, 14, 10, 32), now)).toBe('昨天 10:32')
  expect(fullTime(at(2026, 2, 5, 10, 32), now)).toBe('3月5日 10:32')
  expect(fullTime(at(2024, 2, 5, 10, 32), now)).toBe('2024年3月5日 10:32')
})

it('countdownText goes from days to minutes and never below zero', () => {
  expect(countdownText(12 * 86_400 + 5)).toBe('12 天')
  expect(countdownText(3 * 3_600 + 7 * 60)).toBe('3 小时 7 分')
  expect(countdownText(52 * 60 + 14.9)).toBe('52 分 14 秒')
  expect(countdownText(-3)).toBe('0 秒')
})

it('spanText takes the largest unit', () => {
  expect(spanText(41 * 86_400)).toBe('41 天')
  expect(spanText(3 * 3_600 + 10)).toBe('3 小时')
  expect(spanText(5)).toBe('1 分钟')
})

it('a lifetime of seven days is shown as seven days, not six', () => {
  expect(countdownText(7 * 86_400 - 1)).toBe('7 天')
  expect(countdownText(1.4 * 86_400)).toBe('1 天')
})
