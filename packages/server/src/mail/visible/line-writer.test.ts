import { describe, expect, it } from 'vitest'
import { type LineWriter, makeLineWriter, type Style } from './line-writer.ts'

const STYLE: Style = { size: 16, strong: false, quoted: false, struck: false, pre: false }

function lines(write: (writer: LineWriter) => void): string[] {
  const writer = makeLineWriter()
  write(writer)
  return writer.finish().map(block => block.text)
}

describe('lines', () => {
  it.each<[string, (writer: LineWriter) => void, string[]]>([
    [
      'collapse blanks, also between pieces',
      writer => {
        writer.write('a \n b ', STYLE)
        writer.write(' c', STYLE)
      },
      ['a b c'],
    ],
    [
      'end at a break and are never empty',
      writer => {
        writer.write('a', STYLE)
        writer.breakLine()
        writer.breakLine()
        writer.write(' ', STYLE)
        writer.write('b', STYLE)
      },
      ['a', 'b'],
    ],
    [
      'keep the ends of text laid out by its writer',
      w => w.write('a\n b', { ...STYLE, pre: true }),
      ['a', 'b'],
    ],
    [
      'hold the cells of a row',
      writer => {
        writer.startRow()
        for (const cell of ['a', 'b']) {
          writer.startCell()
          writer.write(cell, STYLE)
          writer.breakLine()
        }
        writer.endRow()
        writer.write('c', STYLE)
      },
      ['a\tb', 'c'],
    ],
    [
      'are cut where they are too long',
      w => w.write('a'.repeat(4_500), STYLE),
      [2_000, 2_000, 500].map(n => 'a'.repeat(n)),
    ],
  ])('%s', (_, write, expected) => {
    expect(lines(write)).toEqual(expected)
  })

  it('know their largest letters, what is strong and what is struck out', () => {
    const writer = makeLineWriter()
    writer.write('ab ', STYLE)
    writer.write('cd', { ...STYLE, size: 30, struck: true })
    writer.write('ef', { ...STYLE, strong: true, struck: true })
    expect(writer.finish()).toEqual([
      { text: 'ab cdef', size: 30, strong: true, quoted: false, struck: [[3, 7]] },
    ])
  })

  it('tell where the next sign falls', () => {
    const writer = makeLineWriter()
    writer.write('ab', STYLE)
    expect(writer.place()).toEqual({ block: 0, start: 2 })
    writer.breakLine()
    expect(writer.place()).toEqual({ block: 1, start: 0 })
  })

  it('are full at their limit', () => {
    const writer = makeLineWriter()
    writer.write('word '.repeat(10_000), STYLE)
    expect(writer.isFull()).toBe(true)
  })
})
