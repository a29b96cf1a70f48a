import { describe, expect, it } from 'vitest'
import { unitsOf } from './characters.ts'
import { emptyList, isFull, listText, writeToken } from './token-list.ts'

function written(tokens: string[], max = 100_000): string {
  const list = emptyList(max)
  for (const token of tokens) writeToken(list, unitsOf(`-${token}-`), 1, 1 + token.length)
  return listText(list)
}

describe('a list of tokens', () => {
  it('is written with a blank between', () => {
    expect(written([])).toBe('')
    expect(written(['code', '12'])).toBe('code 12')
    expect(written(['code', '验证', 'ü', '𠮷', '\ud842'])).toBe('code 验证 ü 𠮷 \ud842')
  })

  it('grows beyond its first room', () => {
    const tokens = Array.from({ length: 20_000 }, (_, index) => `${index}é`)
    expect(written(tokens)).toBe(tokens.join(' '))
    expect(written(['x'.repeat(100_000)])).toHaveLength(100_000)
    expect(written(['short'])).toBe('short')
  })

  it('takes no more than it may', () => {
    expect(written(['a', 'b', 'c'], 2)).toBe('a b')
    const list = emptyList(1)
    expect(isFull(list)).toBe(false)
    writeToken(list, unitsOf('a'), 0, 1)
    expect(isFull(list)).toBe(true)
  })
})
