import dayjs from 'dayjs'
import { expect, test } from 'vitest'
import { usualTimes } from './usual-times.ts'

const times = (now: string) =>
  usualTimes(dayjs(now)).map(({ label, at }) => `${label} ${at.format('MM-DD HH:mm')}`)

test('the usual times are ahead of now', () => {
  expect(times('2026-11-11T10:20:30')).toEqual([
    '一小时后 11-11 11:20',
    '今晚 20:00 11-11 20:00',
    '明早 8:00 11-12 08:00',
    '下周一 8:00 11-16 08:00',
  ])
})

test('in the evening there is no tonight, and on Sunday tomorrow is Monday', () => {
  expect(times('2026-11-15T21:00:00')).toEqual(['一小时后 11-15 22:00', '明早 8:00 11-16 08:00'])
})

test('on Monday the next one is meant', () => {
  expect(times('2026-11-16T09:00:00').at(-1)).toBe('下周一 8:00 11-23 08:00')
})
