import { describe, expect, it } from 'vitest'
import { chunkLength, isAsciiText, isPlainAscii } from './plain-ascii.ts'

describe('plain ASCII', () => {
  it('is told character by character, wherever it stands', () => {
    for (let unit = 0; unit < 0x10000; unit++) {
      const char = String.fromCharCode(unit)
      const isPlain = /^[\t\n\f -~]$/.test(char)
      for (let before = 0; before < 4; before++) {
        const text = `${'abc'.slice(0, before)}${char}\n~ ~`
        if (isPlainAscii(text) !== isPlain) expect.fail(`U+${unit.toString(16)} at ${before}`)
        if (isPlainAscii(text.slice(0, before + 1)) !== isPlain) expect.fail(`U+${unit.toString(16)} last`)
      }
      if (isAsciiText(`a${char}`) !== unit < 0x80) expect.fail(`U+${unit.toString(16)}`)
    }
  })

  it('is told of texts of any length', () => {
    const long = 'x'.repeat(chunkLength)
    for (const text of ['', long, `${long}y\n`, `${long}${long}`]) {
      expect(isPlainAscii(text)).toBe(true)
      expect(isAsciiText(text)).toBe(true)
      expect(isPlainAscii(`${text}\0`)).toBe(false)
      expect(isAsciiText(`${text}\0`)).toBe(true)
      expect(isPlainAscii(`${text}…`)).toBe(false)
      expect(isAsciiText(`${text}…`)).toBe(false)
    }
  })
})
