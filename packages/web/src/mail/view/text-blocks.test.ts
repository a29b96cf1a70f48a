import { expect, test } from 'vitest'
import { blockText, guessBlockHeight, textBlocks } from './text-blocks.ts'

const lengths = (text: string) => textBlocks(text).map(block => block.length)

test('an ordinary text is one block', () => {
  expect(textBlocks('你好\n\n再见')).toEqual(['你好\n\n再见'])
})

test('a long text is cut behind its lines, and nothing of it is lost', () => {
  const text = `${'hello world '.repeat(6)}\n`.repeat(14_000)
  const blocks = textBlocks(text)
  expect(blocks.length).toBeGreaterThan(40)
  expect(blocks.slice(0, -1).every(block => block.endsWith('\n') && block.length <= 20_000)).toBe(true)
  expect(blocks.join('')).toBe(text)
})

test.each([
  ['letters', 'a'.repeat(900_000)],
  ['words', 'hello world '.repeat(75_000)],
  ['quotation marks', '>'.repeat(900_000)],
  ['beginnings of addresses', 'http://'.repeat(120_000)],
  ['emoji', `a${'😀'.repeat(100_000)}`],
  ['a blank line before', `\n${'a'.repeat(50_000)}`],
])('an endless line of %s is cut into pieces, between characters', (_, text) => {
  const blocks = textBlocks(text)
  expect(Math.max(...lengths(text))).toBeLessThanOrEqual(20_000)
  expect(blocks.every(block => block.isWellFormed())).toBe(true)
  expect(blocks.join('')).toBe(text)
})

test('words stay whole where an endless line is cut', () => {
  const blocks = textBlocks('hello world '.repeat(5_000))
  expect(blocks.slice(0, -1).every(block => /(?:hello|world) $/.test(block))).toBe(true)
})

test('a letter keeps the marks that languages set upon it, and no heap of them', () => {
  const thai = 'ก็่ ที่สุด'
  expect(textBlocks(thai)).toEqual([thai])
  expect(textBlocks(`a${'\u0300'.repeat(60_000)}b`)).toEqual([`a${'\u0300'.repeat(30)}b`])
  const many = `a${'\u0300'.repeat(30)}`.repeat(2_000)
  expect(textBlocks(many).every(block => block.startsWith('a'))).toBe(true)
  expect(textBlocks(many).join('')).toBe(many)
})

test('a block ends its last line by itself, and empty lines before its end stay', () => {
  expect(['a\n', 'a\n\n', '\n', 'a'].map(blockText)).toEqual(['a', 'a\n\n', '\n', 'a'])
})

test('a block is guessed to be as tall as its lines', () => {
  expect(guessBlockHeight(`a\n\n${'b'.repeat(160)}`)).toBe(4 * 27)
})
