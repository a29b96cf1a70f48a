import { expect, test } from 'vitest'
import { alwaysShowImages, mayShowImages } from './image-consent.ts'

function memory(text: string | null = null) {
  let kept = text
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value
    },
  }
}

test('a sender is remembered whatever the case of its address', () => {
  const storage = memory()
  alwaysShowImages('News@Example.com', storage)
  expect(mayShowImages('news@example.COM', storage)).toBe(true)
  expect(mayShowImages('other@example.com', storage)).toBe(false)
})

test('what is corrupt allows nothing', () => {
  expect(mayShowImages('a@b.c', memory('{"a'))).toBe(false)
  expect(mayShowImages('a@b.c', memory('{"0":"a@b.c"}'))).toBe(false)
})

test('a mail without a sender is never always shown', () => {
  expect(mayShowImages('', memory('[""]'))).toBe(false)
})
