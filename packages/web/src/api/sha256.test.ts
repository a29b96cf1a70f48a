import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256Hex } from './sha256.ts'

it('agrees with node:crypto for every length around the block borders, and beyond ASCII', () => {
  for (const length of [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 128, 1000]) {
    for (const text of ['a'.repeat(length), '雁书'.repeat(length)]) {
      expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'))
    }
  }
})
