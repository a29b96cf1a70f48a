import { describe, expect, it } from 'vitest'
import { parseMailDate, parseMailDay } from './date.ts'

describe('a Date header', () => {
  it.each([
    ['Mon, 1 Jan 2024 12:00:00 +0800', '2024-01-01T04:00:00.000Z'],
    ['1 Jan 2024 12:00 GMT', '2024-01-01T12:00:00.000Z'],
    ['Mon, 01 Jan 24 12:00:00 EST', '2024-01-01T17:00:00.000Z'],
    ['Mon, 1 Jan 2024 12:00:00 -0000 (UTC)', '2024-01-01T12:00:00.000Z'],
    ['Monday, 1-January-2024 12:00:00 +0000', '2024-01-01T12:00:00.000Z'],
    ['Fri, 31 Dec 99 23:59:59 -0330', '2000-01-01T03:29:59.000Z'],
    ['2024-01-01T12:00:00+08:00', '2024-01-01T04:00:00.000Z'],
    ['Thu, 29 Feb 2024 00:00:60 +0000', '2024-02-29T00:01:00.000Z'],
    ['Sat, 31 Dec 2016 23:59:60 +0000', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2017-01-01 07:59:60+08:00', '2017-01-01T00:00:00.000Z'],
    ['Fri, 31 Dec 9999 00:00:00 +0000', '9999-12-31T00:00:00.000Z'],
  ])('%s is %s', (value, expected) => {
    expect(parseMailDate(value)).toBe(expected)
  })

  it.each([
    'Thu, 32 Foo 2024 00:00:00 +0000',
    'Thu, 30 Feb 2024 00:00:00 +0000',
    'Thu, 1 Jan 2024 25:00:00 +0000',
    'Thu, 1 Jan 1960 00:00:00 +0000',
    'Thu, 1 Jan 0000 00:00:00 +0000',
    'yesterday',
    '',
    '1',
    `${' '.repeat(100_000)}1`,
    '('.repeat(100_000),
  ])('%j is none', value => {
    expect(parseMailDate(value)).toBeNull()
  })
})

describe('the day in a date', () => {
  it('is the one that its writer had', () => {
    const march = Date.UTC(2026, 2, 2) / 86_400_000
    expect(parseMailDay('Mon, 2 Mar 2026 23:30:00 -0800')).toBe(march)
    expect(parseMailDay('2 Mar 2026 00:30:00 +0800 (CST)')).toBe(march)
    expect(parseMailDay('2026-03-02T23:59:59-12:00')).toBe(march)
    expect(parseMailDay('yesterday')).toBeNull()
  })
})
