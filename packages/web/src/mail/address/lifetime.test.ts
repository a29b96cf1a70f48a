import { expect, test } from 'vitest'
import { keepingTime, leftText, lifetimeOf, minutesText } from './lifetime.ts'

test('a time is said in its largest whole unit', () => {
  expect([10, 60, 90, 1_440, 10_080, 0].map(minutesText)).toEqual([
    '10 分钟',
    '1 小时',
    '90 分钟',
    '1 天',
    '7 天',
    '长期',
  ])
})

test('a rule may stand beside a time, and nothing chosen is nothing asked', () => {
  expect(lifetimeOf(60, 'afterCode', 3)).toEqual({ minutes: 60, afterCode: true })
  expect(lifetimeOf(null, 'afterMails', 2.4)).toEqual({ afterMails: 2 })
  expect(lifetimeOf(null, 'none', 3)).toBeUndefined()
})

test('the number of mails stays within what the call takes', () => {
  expect(lifetimeOf(null, 'afterMails', -3)).toEqual({ afterMails: 1 })
  expect(lifetimeOf(null, 'afterMails', Number.NaN)).toEqual({ afterMails: 1 })
  expect(lifetimeOf(null, 'afterMails', 9_999)).toEqual({ afterMails: 1000 })
})

test('what is left is rounded down, so that it is never promised too long', () => {
  const now = new Date('2026-11-15T08:00:00Z')
  const after = (seconds: number) => leftText(new Date(now.getTime() + seconds * 1000).toISOString(), now)
  expect(after(3 * 3600 + 3599)).toBe('还有 3 小时')
  expect(after(41 * 60 + 59)).toBe('还有 41 分钟')
  expect(after(30)).toBe('不到 1 分钟')
  expect(after(0)).toBe('已失效')
  expect(after(3 * 86_400)).toBe('还有 3 天')
  expect(leftText(null, now)).toBe('长期有效')
})

test('a rule that is added takes no time away, if any offered time is long enough', () => {
  const now = new Date('2026-11-15T08:00:00Z')
  const offered = [60, 10, 10_080, 1_440]
  const ends = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
  expect(keepingTime(offered, ends(59.9), now)).toBe(60)
  expect(keepingTime(offered, ends(61), now)).toBe(1_440)
  expect(keepingTime(offered, ends(10_079), now)).toBe(10_080)
  expect(keepingTime(offered, null, now)).toBe(10_080)
  expect(keepingTime([10, 0], null, now)).toBe(0)
  expect(keepingTime([0, 10], ends(11), now)).toBe(0)
  expect(keepingTime([], ends(11), now)).toBe(undefined)
})
