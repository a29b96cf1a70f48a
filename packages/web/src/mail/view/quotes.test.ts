import { expect, test } from 'vitest'
import { readQuotes } from './quotes.ts'

const levels = (text: string) => readQuotes(text).letter.map(({ level, text: run }) => [level, run])
const whole = (text: string) => {
  const { letter, tail } = readQuotes(text)
  return [...letter, ...tail].map(run => run.text).join('')
}
const lines = (count: number, line = '> 原来的话') => Array.from({ length: count }, () => line).join('\n')

test('lines are read by the marks before them, with and without blanks between', () => {
  expect(levels('好的\n> 一\n> > 二\n>> 二\n>又一\n\n此致')).toEqual([
    [0, '好的\n'],
    [1, '> 一\n'],
    [2, '> > 二\n>> 二\n'],
    [1, '>又一\n'],
    [0, '\n此致'],
  ])
})

test('a line that compares and the prompt of a program are no quotes', () => {
  for (const text of ['>100 元包邮', '>100\n>200', '>>> print(1)\n1\n>>> exit()', 'a > b', ' > x']) {
    expect(levels(text)).toEqual([[0, text]])
  }
})

test('deeper quotes than anybody follows stay at the last level', () => {
  expect(levels(`> 一\n${'> '.repeat(5_000)}底`).map(([level]) => level)).toEqual([1, 5])
})

test('a long quote at the end is told apart from the letter, empty lines within it too', () => {
  const quoted = `${lines(6)}\n\n${lines(6)}\n`
  const { letter, tail } = readQuotes(`收到。\n\n张三 写道：\n${quoted}`)
  expect(letter.map(run => run.text)).toEqual(['收到。\n\n张三 写道：\n'])
  expect(tail.map(run => run.text).join('')).toBe(quoted)
})

test('one endless line that is quoted is long as well', () => {
  expect(readQuotes(`收到。\n> ${'话'.repeat(2_000)}`).tail).toHaveLength(1)
})

test.each([
  ['short', `收到。\n${lines(3)}`],
  ['followed by words', `收到。\n${lines(20)}\n此致`],
  ['all there is', lines(20)],
  ['all there is but for whose it is', `\n2026年11月18日，张三\n<zhang@example.com> 写道：\n\n${lines(20)}`],
])('a quote that is %s stays in the letter', (_, text) => {
  expect(readQuotes(text).tail).toEqual([])
  expect(whole(text)).toBe(text)
})

test.each([
  ['marks without words', lines(100_000, '>')],
  ['a letter before as many', `收到。\n${lines(100_000, '>')}`],
  ['levels', `a\n> b\n${'>'.repeat(5_000)} c`],
  ['levels by turns', lines(50_000, '> a\n>> b')],
  ['quotes by turns', lines(50_000, '> a\nb')],
  ['one line of marks', `> a\n${'>'.repeat(1_000_000)}`],
  ['blanks', `a\n> b\n${' '.repeat(500_000)}\n${'\n'.repeat(200_000)}`],
])('%s cost no more than their length, and nothing of them is lost', (_, text) => {
  const started = process.cpuUsage()
  const { letter, tail } = readQuotes(text)
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1e6).toBeLessThan(2)
  expect(whole(text)).toBe(text)
  expect(letter.length + tail.length).toBeLessThan(4_010)
})
