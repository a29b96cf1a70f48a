import { describe, expect, it } from 'vitest'
import { isLength, lengthOf, mayPush, pixelsOf } from './css-length.ts'

const pixels = (value: string) => {
  const length = lengthOf(value)
  return length === null ? null : Math.round(pixelsOf(length) * 100) / 100
}

describe('lengths', () => {
  it.each([
    ['pixels are themselves', '12px', 12],
    ['with a sign', '+12px', 12],
    ['below nought', '-3px', -3],
    ['with a point first', '.5px', 0.5],
    ['with an exponent', '10e-3px', 0.01],
    ['without a unit', '0', 0],
    ['points', '12pt', 15.96],
    ['letters are 16 pixels', '2em', 32],
    ['per cent are of the letters', '50%', 8],
    ['the window is 800 wide', '10vw', 80],
    ['what takes away counts as none', 'calc(16px - 16px)', 0],
    ['the least of several counts', 'min(3px,16px)', 3],
    ['a function without lengths is none', 'calc(x)', 0],
    ['an unknown unit is no length', '1foo', null],
    ['a word is no length', 'auto', null],
    ['two are no length', '1px 2px', null],
    ['a blank before the unit is no length', '1 px', null],
  ])('%s: %s', (_, value, expected) => {
    expect(pixels(value)).toBe(expected)
    expect(isLength(value)).toBe(expected !== null)
  })

  it.each([
    ['10px', false],
    ['100px', true],
    ['5em', true],
    ['5%', true],
    ['0 auto', false],
  ])('%s may push a text out of sight: %s', (value, expected) => {
    expect(mayPush(value)).toBe(expected)
  })
})
