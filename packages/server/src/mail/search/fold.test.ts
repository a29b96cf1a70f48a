import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, foldedUnitsOf, maxIndexedChars } from './fold.ts'

const folded = (text: string): string => {
  const units = foldedUnitsOf(text)
  return Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le')
}

const anyCharacter = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom('\u200c', '\u200d', '\u200b', '\u00ad', '\ufe0f', 'م', 'A', '要', '\u0001', '\u0002'),
)

describe('folding by table', () => {
  it('is the same as by the rules for every unit, whatever stands beside it', () => {
    for (let unit = 0; unit < 0x10000; unit++) {
      const char = String.fromCharCode(unit)
      const text = `A${char}B\u0301${char}\u0301가${char} ${char}`
      if (folded(text) !== fold(text)) expect.fail(`U+${unit.toString(16)}`)
      if (folded(`É${char}Z`) !== fold(`É${char}Z`)) expect.fail(`U+${unit.toString(16)} alone`)
    }
  })

  it('is not tried for what melts into the character before it', () => {
    const before = new Map<string, string>()
    for (let point = 0; point < 0x30000; point++) {
      const char = String.fromCodePoint(point)
      const parts = [...char.normalize('NFD')]
      if (parts.length > 1) before.set(parts.at(-1) ?? '', parts.slice(0, -1).join(''))
    }
    expect(before.size).toBeGreaterThan(50)
    for (const [last, first] of before) expect(folded(`${first}${last}`)).toBe(fold(`${first}${last}`))
  })

  it.each([
    'ΟΔΟΣ ΣΑΣ',
    'pay\u00adment \u200b\u034f\u200c \u034f',
    '\u200cمی\u200cخواهم م\u200c\u200cب م\u200b\u200cب ﻡ\u200cب',
    '👩\u200d💻❤\ufe0f',
    'İ',
    'ㄱㅏ',
    'ｶﾞ',
    '😀 ❤️ A',
    '\ud83dA',
    '𝐀𝐁',
    '\ufdfa',
    '',
    'A\0B',
    '１２３ＡＢＣ，！',
  ])('is the same for "%s"', text => expect(folded(text)).toBe(fold(text)))

  it('is the same for any text, and for one longer than is indexed', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), text => {
        expect(folded(text)).toBe(fold(text))
      }),
    )
    const long = 'Äb'.repeat(maxIndexedChars)
    expect(folded(long)).toBe(fold(long))
  })
})
