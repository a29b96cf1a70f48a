import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasOnlyCrlf, withCrlf } from './line-ends.ts'

describe('lines', () => {
  it.each([
    ['', ''],
    ['a', 'a\r\n'],
    ['a\n', 'a\r\n'],
    ['a\rb', 'a\r\nb\r\n'],
    ['a\n\nb\r\n', 'a\r\n\r\nb\r\n'],
    ['a\r\r\nb', 'a\r\n\r\nb\r\n'],
    ['\n\r', '\r\n\r\n'],
    ['a\r', 'a\r\n'],
  ])('of %j end with CRLF', (text, lines) => {
    expect(withCrlf(Buffer.from(text)).toString()).toBe(lines)
  })

  it('that are right are not copied', () => {
    const right = Buffer.from('a\r\nb\r\n')
    expect(withCrlf(right)).toBe(right)
  })

  it('of anything are right afterwards, and stay so', () => {
    const text = fc.array(fc.constantFrom('\r', '\n', '\r\n', 'a', '.', '中'), { maxLength: 30 })
    fc.assert(
      fc.property(text, parts => {
        const lines = withCrlf(Buffer.from(parts.join('')))
        expect(hasOnlyCrlf(lines)).toBe(true)
        expect(withCrlf(lines).equals(lines)).toBe(true)
        expect(lines.toString().replace(/\r\n/g, '')).toBe(parts.join('').replace(/[\r\n]/g, ''))
      }),
    )
  })
})
