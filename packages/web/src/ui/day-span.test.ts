import dayjs from 'dayjs'
import { expect, it } from 'vitest'
import { momentsOf, presets, readSpan, spanWords } from './day-span.ts'

const today = dayjs('2026-03-15')
const spanOf = (name: string) => presets.find(one => one.name === name)?.span(today)

it('knows the spans that people ask for', () => {
  expect(spanOf('今天')).toEqual({ from: '2026-03-15', to: '2026-03-15' })
  expect(spanOf('近 7 天')).toEqual({ from: '2026-03-09', to: '2026-03-15' })
  expect(spanOf('上月')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
})

it('reads only days from a URL', () => {
  const read = (text: string) => readSpan(new URLSearchParams(text))
  expect(read('from=2026-03-01&to=2026-03-02')).toEqual({ from: '2026-03-01', to: '2026-03-02' })
  for (const text of ['from=2026-02-30', 'from=gestern&to=', 'to=2026-3-1', ''])
    expect(read(text)).toEqual({ from: null, to: null })
})

it('takes in the whole of its last day', () => {
  const { from, to } = momentsOf({ from: '2026-03-01', to: '2026-03-01' })
  expect(dayjs(to).diff(dayjs(from), 'hour')).toBe(24)
  expect(momentsOf({ from: null, to: null })).toEqual({})
})

it.each([
  [{ from: '2026-03-15', to: '2026-03-15' }, '今天'],
  [{ from: '2026-03-02', to: '2026-03-04' }, '3月2日到3月4日'],
  [{ from: '2025-12-30', to: '2025-12-30' }, '2025年12月30日'],
  [{ from: '2026-03-02', to: null }, '3月2日起'],
  [{ from: null, to: '2026-03-02' }, '到3月2日'],
  [{ from: null, to: null }, null],
])('says %j as %s', (span, words) => {
  expect(spanWords(span, today)).toBe(words)
})
