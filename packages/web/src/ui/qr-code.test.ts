import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { qrCode } from './qr-code.ts'

const rowsOf = (text: string) => qrCode(text)?.map(row => row.map(dark => (dark ? '#' : '.')).join('')) ?? []

/** Codes that an independent implementation made from the same text. */
test('a short text makes the smallest code, figure for figure', () => {
  expect(rowsOf('a@b.c')).toEqual([
    '#######....##.#######',
    '#.....#.......#.....#',
    '#.###.#.#..#..#.###.#',
    '#.###.#.####..#.###.#',
    '#.###.#.#...#.#.###.#',
    '#.....#.#.##..#.....#',
    '#######.#.#.#.#######',
    '........###..........',
    '#.#####...##..#####..',
    '##.###..#..####...#..',
    '.####.###.#.#.##..##.',
    '..##....#######..###.',
    '#...#.#.###.#..#.....',
    '........#.#.#..#..#.#',
    '#######..#.#.#..#..#.',
    '#.....#.#.#....##.##.',
    '#.###.#.#.##.#..#..#.',
    '#.###.#.##.#####.#...',
    '#.###.#.###.#.##.....',
    '#.....#..#.####.###..',
    '#######.###.#..#...#.',
  ])
})

test('longer texts make larger codes, with alignment, version and several blocks', () => {
  const prints = ['qingshan27@yanshu.mail', 'x'.repeat(150), 'y'.repeat(500)].map(text => {
    const rows = rowsOf(text)
    return [rows.length, createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16)]
  })
  expect(prints).toEqual([
    [25, '98e000ea0ba26f05'],
    [49, 'bbe6b068fd583d23'],
    [85, 'ee77183aa22148c2'],
  ])
})

test('a text that does not fit has no code', () => {
  expect(qrCode('x'.repeat(666))).not.toBeNull()
  expect(qrCode('x'.repeat(667))).toBeNull()
})
