import { regEmail } from '@yanshu/contract/calls/mailbox'
import { expect, test } from 'vitest'
import { endRuleText, leftText, lifetimeOf, mailsFault } from './lifetime.ts'
import { minutesText } from './minutes-text.ts'

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
  expect(lifetimeOf(60, 'afterCode', '3')).toEqual({ minutes: 60, afterCode: true })
  expect(lifetimeOf(null, 'afterMails', '2')).toEqual({ afterMails: 2 })
  expect(lifetimeOf(null, 'none', '3')).toBeUndefined()
})

test('a number of mails that the call does not take is said to be wrong, and matters only where it is asked', () => {
  for (const mails of ['-3', '0', '', ' ', '2.4', '1001', 'x']) {
    expect(mailsFault(mails)).toBe('请填 1 到 1000 的整数')
    expect(lifetimeOf(60, 'afterMails', mails)).toBeNull()
    expect(lifetimeOf(60, 'none', mails)).toEqual({ minutes: 60 })
  }
  const rule = regEmail.body?.shape.lifetime
  for (const mails of ['1', '1000'])
    expect(rule?.safeParse(lifetimeOf(null, 'afterMails', mails)).success).toBe(true)
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

test('a rule that ends an address is said in words', () => {
  const text = (mailsLeft: number | null, endsAfterCode: boolean) => endRuleText({ mailsLeft, endsAfterCode })
  expect(text(null, false)).toBe(null)
  expect(text(null, true)).toBe('收到验证码后失效')
  expect(text(3, false)).toBe('再收 3 封后失效')
  expect(text(3, true)).toBe('收到验证码或再收 3 封后失效')
  expect([text(0, false), text(0, true)]).toEqual(['不再收新信', '不再收新信'])
})
