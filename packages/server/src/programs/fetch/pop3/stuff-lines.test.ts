import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stuffed, topOf } from './stuff-lines.ts'

const onWire = (text: string, piece = 7): string =>
  Buffer.concat([...stuffed(Buffer.from(text, 'latin1'), piece)]).toString('latin1')

it.each([
  ['', '.\r\n'],
  ['a\r\n', 'a\r\n.\r\n'],
  ['unended', 'unended\r\n.\r\n'],
  ['.\r\n', '..\r\n.\r\n'],
  ['.a\r\n..b\r\nc.\r\n', '..a\r\n...b\r\nc.\r\n.\r\n'],
  // Only imported mail may hold a bare line feed; a client that takes it for a line end must find no end there.
  ['a\n.\r\n', 'a\n..\r\n.\r\n'],
])('%j goes over the wire as %j', (text, wire) => {
  expect(onWire(text)).toBe(wire)
})

it('gives back every message of whole lines, wherever it is cut', () => {
  const line = fc.string({ unit: fc.constantFrom('.', 'a', ' ', '\xff'), maxLength: 12 })
  fc.assert(
    fc.property(fc.array(line), fc.integer({ min: 1, max: 20 }), (lines, piece) => {
      const raw = lines.map(text => `${text}\r\n`).join('')
      const wire = onWire(raw, piece)
      const read = wire.split('\r\n').map(text => (text.startsWith('.') ? text.slice(1) : text))
      expect(wire.indexOf('\r\n.\r\n')).toBe(lines.length === 0 ? -1 : wire.length - 5)
      expect(
        read
          .slice(0, -2)
          .map(text => `${text}\r\n`)
          .join(''),
      ).toBe(raw)
    }),
  )
})

it('shows the header and as many lines as are asked for', () => {
  const mail = Buffer.from('A: 1\r\nB: 2\r\n\r\none\r\ntwo\r\nthree')
  expect(topOf(mail, 0).toString()).toBe('A: 1\r\nB: 2\r\n\r\n')
  expect(topOf(mail, 2).toString()).toBe('A: 1\r\nB: 2\r\n\r\none\r\ntwo\r\n')
  expect(topOf(mail, 999_999_999)).toEqual(mail)
  expect(topOf(Buffer.from('no blank line\r\n'), 0).toString()).toBe('no blank line\r\n')
})
