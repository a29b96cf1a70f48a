import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextCheck, type TextFault } from './text-check.ts'

function check(pieces: string[], maxLine = 1000): TextFault | null {
  const judge = createTextCheck(maxLine)
  for (const piece of pieces) {
    const fault = judge.feed(Buffer.from(piece, 'latin1'))
    if (fault !== null) return fault
  }
  return judge.finish()
}

test.each<[string[], TextFault | null]>([
  [['a\r\nb\r\n'], null],
  [['a\r', '\nb\r\n'], null],
  [['', '\r\n', ''], null],
  [['no line break at all'], null],
  [['a\nb'], 'bare-lf'],
  [['\n'], 'bare-lf'],
  [['a\r\n\n'], 'bare-lf'],
  [['a\r\n', '\n'], 'bare-lf'],
  [['a\rb'], 'bare-cr'],
  [['a\r', 'b'], 'bare-cr'],
  [['a\r\r\n'], 'bare-cr'],
  [['a\r', '\r\n'], 'bare-cr'],
  [['a\r'], 'bare-cr'],
  [['a\r', '\n', '\n'], 'bare-lf'],
  [['a\0b\r\n'], 'nul-octet'],
])('%j gives %s', (pieces, fault) => {
  expect(check(pieces)).toBe(fault)
})

test.each<[string, string[], TextFault | null]>([
  ['a line at the limit', ['x'.repeat(8), '\r\n', 'y'.repeat(8), '\r\n'], null],
  ['a line over the limit', ['x'.repeat(11)], 'line-too-long'],
  ['a line that grows over the limit by pieces', ['xxxx', 'xxxx', 'xxxx'], 'line-too-long'],
  ['a long line between short ones', [`a\r\n${'x'.repeat(20)}\r\nb\r\n`], 'line-too-long'],
  ['many short lines in one piece', ['ab\r\n'.repeat(50)], null],
  ['short lines after a split line break', ['xxxxxxx\r', '\nxxxxxxxx\r\n'], null],
])('%s is judged by its own length', (_name, pieces, fault) => {
  expect(check(pieces, 10)).toBe(fault)
})

test('judgement does not depend on where the text is cut', () => {
  const text = fc
    .array(fc.constantFrom('\r', '\n', '\r\n', 'a', 'bcd'), { maxLength: 30 })
    .map(parts => parts.join(''))
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 40 }), (whole, cut) => {
      const isBad = /\r(?!\n)|(?<!\r)\n/.test(whole)
      expect(check([whole]) !== null).toBe(isBad)
      expect(check([whole.slice(0, cut), whole.slice(cut)]) !== null).toBe(isBad)
      expect(check([...whole]) !== null).toBe(isBad)
    }),
  )
})
