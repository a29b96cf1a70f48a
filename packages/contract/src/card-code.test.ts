import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cardAlphabet,
  cardDrawn,
  completeCardCode,
  groupCardCode,
  isWholeCardCode,
  parseCardCode,
} from './card-code.ts'

const letters = [...cardAlphabet]
const drawn = fc
  .array(fc.constantFrom(...letters), { minLength: cardDrawn, maxLength: cardDrawn })
  .map(list => list.join(''))
const code = drawn.map(completeCardCode)
const plainOf = (text: string) => text.replaceAll('-', '')

describe('a card code', () => {
  it('has no characters that look alike, and more than 74 bits', () => {
    expect(new Set(letters).size).toBe(31)
    expect(cardAlphabet).not.toMatch(/[01OIL]/)
    expect(cardDrawn * Math.log2(31)).toBeGreaterThan(74)
  })

  it('is read back as it was made', () => {
    fc.assert(
      fc.property(code, made => {
        expect(made).toMatch(/^(?:[2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/)
        expect(parseCardCode(made)).toBe(made)
      }),
    )
  })

  it('with any one character changed is no code', () => {
    fc.assert(
      fc.property(code, made => {
        const plain = plainOf(made)
        const typos = [...plain].flatMap((right, at) =>
          letters
            .filter(other => other !== right)
            .map(other => plain.slice(0, at) + other + plain.slice(at + 1)),
        )
        expect(typos).toHaveLength(16 * 30)
        expect(typos.filter(typo => parseCardCode(typo) !== null)).toEqual([])
      }),
    )
  })

  it('with any two different characters swapped is no code', () => {
    fc.assert(
      fc.property(code, made => {
        const plain = plainOf(made)
        const swaps = [...plain].flatMap((left, first) =>
          [...plain].flatMap((right, second) => {
            if (second <= first || left === right) return []
            const swapped = [...plain]
            swapped[first] = right
            swapped[second] = left
            return [swapped.join('')]
          }),
        )
        expect(swaps.filter(swap => parseCardCode(swap) !== null)).toEqual([])
      }),
    )
  })

  it('is read however it is typed', () => {
    const made = completeCardCode('ABCDEFGHJKMNPQR')
    const plain = plainOf(made)
    const fullWidth = [...plain].map(c => String.fromCharCode(c.charCodeAt(0) + 0xfee0)).join('')
    for (const typed of [
      made.toLowerCase(),
      plain,
      `  ${made} \n`,
      [...plain].join(' '),
      made.replaceAll('-', '——'),
      made.replaceAll('-', '–'),
      made.replaceAll('-', '－'),
      made.replaceAll('-', '\u2212'),
      `${plain.slice(0, 5)}-${plain.slice(5)}`,
      `\ufeff${made}\u200b`,
      fullWidth,
    ])
      expect(parseCardCode(typed), typed).toBe(made)
  })

  it('is nothing else', () => {
    const made = completeCardCode('ABCDEFGHJKMNPQR')
    for (const typed of ['', '-', '卡密', made.slice(0, -1), `${made}2`, 'O'.repeat(16), '😀'.repeat(8)])
      expect(parseCardCode(typed), typed).toBeNull()
    fc.assert(fc.property(fc.string({ unit: 'binary' }), typed => void parseCardCode(typed)))
  })

  it('is made from its alphabet only', () => {
    for (const wrong of ['', 'ABC', 'ABCDEFGHJKMNPQ0', 'abcdefghjkmnpqr', 'ABCDEFGHJKMNPQRS'])
      expect(() => completeCardCode(wrong)).toThrow(RangeError)
  })
})

describe('a card code being typed', () => {
  it('is put into fours', () => {
    expect(groupCardCode('abcd efgh')).toBe('ABCD-EFGH')
    expect(groupCardCode('ＡＢＣＤ－２３４５')).toBe('ABCD-2345')
    expect(groupCardCode('abcd-efgh-jkmn-pqrs-too-long')).toBe('ABCD-EFGH-JKMN-PQRS')
    expect(groupCardCode('卡密')).toBe('')
  })

  it('is whole with sixteen characters', () => {
    expect(isWholeCardCode('ABCD-EFGH-JKMN-PQRS')).toBe(true)
    expect(isWholeCardCode('ABCD-EFGH-JKMN')).toBe(false)
  })
})
