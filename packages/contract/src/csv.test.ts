import { describe, expect, it } from 'vitest'
import { csvCell, csvDocument } from './csv.ts'

describe('a cell', () => {
  it.each([
    ['=1+1', `"'=1+1"`],
    ['+86 138', `"'+86 138"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\tx', `"'\tx"`],
    ['\rx', `"'\rx"`],
    ['\n=1', `"'\n=1"`],
    ['  =cmd|x', `"'  =cmd|x"`],
    ['＝1', `"'＝1"`],
    ['="x"', `"'=""x"""`],
    ['say "hi", you', '"say ""hi"", you"'],
    ['two\nlines', '"two\nlines"'],
    ['plain', 'plain'],
    ['a-b', 'a-b'],
    ['', ''],
  ])('%j is no formula and stays one cell', (value, expected) => {
    expect(csvCell(value)).toBe(expected)
  })

  it('with a number is that number', () => {
    expect([csvCell(1), csvCell(-2.5)]).toEqual(['1', '-2.5'])
  })
})

it('a table begins with the mark of UTF-8, and every line ends', () => {
  expect(
    csvDocument([
      ['地址', '数'],
      ['a', 1],
    ]),
  ).toBe('\ufeff地址,数\r\na,1\r\n')
  expect(csvDocument([])).toBe('\ufeff')
})
