import { expect, test } from 'vitest'
import { markParts } from './marked.tsx'

const found = (text: string, words: string) =>
  markParts(text, words)
    .filter(part => part.found)
    .map(part => part.text)

test('every place is found, whatever the case', () => {
  expect(found('GitHub and github', 'gitHUB')).toEqual(['GitHub', 'github'])
})

test('each word is found by itself, the longer one where two begin', () => {
  expect(found('本周精选 Weekly', 'weekly  精选')).toEqual(['精选', 'Weekly'])
  expect(found('发票明细与发票', '发票 发票明细')).toEqual(['发票明细', '发票'])
})

test('the parts put together are the text', () => {
  const parts = markParts('订单发票与发票明细', '发票')
  expect(parts.map(part => part.text).join('')).toBe('订单发票与发票明细')
  expect(parts.map(part => part.at)).toEqual([0, 2, 4, 5, 7])
})

test('nothing is marked when nothing was searched for', () => {
  expect(found('text', '  ')).toEqual([])
})

test('letters that change their length with their case do not shift the marks', () => {
  expect(markParts('İstanbul', 'stan')).toEqual([{ at: 0, text: 'İstanbul', found: false }])
})
