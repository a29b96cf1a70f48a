import { describe, expect, it } from 'vitest'
import { alike, legacyColour, parseColour } from './css-colour.ts'

const rgb = (r: number, g: number, b: number) => ({ r, g, b })

describe('colours', () => {
  it.each([
    ['a name', 'tomato', rgb(255, 99, 71)],
    ['six digits', '#336699', rgb(51, 102, 153)],
    ['three digits', '#369', rgb(51, 102, 153)],
    ['four digits, not to be seen through', '#369f', rgb(51, 102, 153)],
    ['eight digits, seen through', '#33669900', 'transparent'],
    ['an escaped digit', '#\ue0336\ue039', rgb(51, 102, 153)],
    ['commas', 'rgb(1,2,3)', rgb(1, 2, 3)],
    ['blanks and a share', 'rgb(1 2 3 / 50%)', rgb(1, 2, 3)],
    ['per cent', 'rgb(100%,0%,0%)', rgb(255, 0, 0)],
    ['hardly any of it', 'rgba(0,0,0,.05)', 'transparent'],
    ['hue and lightness', 'hsl(0,100%,50%)', rgb(255, 0, 0)],
    ['what cannot be reckoned', 'oklch(1 0 0)', 'transparent'],
    ['no name', 'nonsense', null],
    ['five digits', '#12345', null],
    ['no digit', '#ggg', null],
  ])('of styles: %s', (_, word, colour) => {
    expect(parseColour(word)).toEqual(colour)
  })

  it.each([
    ['without a hash', '336699', rgb(51, 102, 153)],
    ['too long', 'ffffffffffff', rgb(255, 255, 255)],
    ['a name', ' White ', rgb(255, 255, 255)],
    ['letters that are no digits', 'xyz', rgb(0, 0, 0)],
    ['nothing', '', null],
  ])('of attributes: %s', (_, value, colour) => {
    expect(legacyColour(value)).toEqual(colour)
  })

  it('are alike as long as no eye parts them', () => {
    expect(alike(rgb(255, 255, 255), rgb(250, 250, 250))).toBe(true)
    expect(alike(rgb(255, 255, 255), rgb(220, 220, 220))).toBe(false)
  })
})
