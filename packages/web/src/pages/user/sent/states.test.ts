import { expect, test } from 'vitest'
import { summaryOf, troubleOf } from './states.tsx'

test('one state for all is said once, several are counted with the worst first', () => {
  expect(summaryOf([{ state: 'delivered' }, { state: 'delivered' }])).toBe('已送达')
  expect(summaryOf([{ state: 'delivered' }, { state: 'bounced' }, { state: 'delivered' }])).toBe(
    '1 人退信，2 人已送达',
  )
})

test("trouble is told in the other side's words, else in ours", () => {
  const recipient = {
    id: 'r1',
    address: 'a@b.cn',
    kind: 'to' as const,
    host: '',
    attempts: 1,
    lastAttemptAt: null,
    nextAttemptAt: null,
    deliveredAt: null,
    answer: '550 no such user',
  }
  const of = (reason: string) => troubleOf({ recipients: [{ ...recipient, state: 'bounced', reason }] })
  expect(of('对方没有这个邮箱')).toBe('对方没有这个邮箱')
  expect(of('')).toBe('550 no such user')
  expect(troubleOf({ recipients: [{ ...recipient, state: 'delivered', reason: '' }] })).toBe('')
})
