import { describe, expect, it } from 'vitest'
import { newId } from '../kernel/ids.ts'
import { makeReturnPath, readReturnPath } from './verp.ts'

describe('a return path', () => {
  const id = newId(Date.parse('2026-11-15T05:00:00Z'))
  const path = makeReturnPath('key', id, 'here.test')

  it('carries the id there and back, whatever is done to its case', () => {
    expect(path).toMatch(/^bounce-[a-z0-9]{26}-[a-z2-7]{16}@here\.test$/)
    expect(path.indexOf('@')).toBeLessThanOrEqual(64)
    expect(readReturnPath('key', path)).toBe(id)
    expect(readReturnPath('key', path.toUpperCase())).toBe(id)
  })

  it('is worth nothing with another key, id or domain', () => {
    expect(readReturnPath('other', path)).toBeNull()
    expect(readReturnPath('key', path.replace('here.test', 'far.test'))).toBeNull()
    expect(readReturnPath('key', path.replace(id, newId(0)))).toBeNull()
    for (const address of [
      '',
      'ann@here.test',
      'bounce-@here.test',
      `bounce-${id}@here.test`,
      path.slice(1),
    ]) {
      expect(readReturnPath('key', address)).toBeNull()
    }
  })

  it('is not made of an id that does not fit', () => {
    for (const bad of ['', 'a\r\nb', 'a-b', 'A', 'a'.repeat(37)]) {
      expect(() => makeReturnPath('key', bad, 'here.test')).toThrow(RangeError)
    }
  })
})
