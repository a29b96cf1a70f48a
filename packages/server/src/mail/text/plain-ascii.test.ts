import { describe, expect, it } from 'vitest'
import { asciiOctets, chunkLength, isPlainAscii } from './plain-ascii.ts'

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
      if ((asciiOctets(`a${char}`) !== null) !== unit < 0x80) expect.fail(`U+${unit.toString(16)}`)
    }
  })

  it('is told of texts of any length', () => {
    const long = 'x'.repeat(chunkLength)
    for (const text of ['', long, `${long}y\n`, `${long}${long}`]) {
      expect(isPlainAscii(text)).toBe(true)
      expect(isPlainAscii(`${text}\0`)).toBe(false)
      expect(isPlainAscii(`${text}…`)).toBe(false)
    }
  })

  it('has its octets, up to a chunk', () => {
    const octets = asciiOctets('Code\t7~')
    expect(octets && Buffer.from(octets).toString('latin1')).toBe('Code\t7~')
    expect(asciiOctets('')).toHaveLength(0)
    expect(asciiOctets('x'.repeat(chunkLength))).toHaveLength(chunkLength)
    expect(asciiOctets('x'.repeat(chunkLength + 1))).toBeNull()
  })
})
