import { expect, test } from 'vitest'
import { positionText } from './use-reading.ts'

test('the place in the list is told, with a plus when there is more', () => {
  expect(positionText(0, 50, true)).toBe('1 / 50+')
  expect(positionText(-1, 50, true)).toBe('')
})
