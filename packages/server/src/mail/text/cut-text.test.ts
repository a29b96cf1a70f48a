import { expect, it } from 'vitest'
import { cutText } from './cut-text.ts'

it.each([
  ['short', 5, 'short'],
  ['longer', 5, 'longe'],
  ['ab😀', 3, 'ab'],
  ['ab😀', 4, 'ab😀'],
  ['a😀😀', 3, 'a😀'],
  ['a😀😀', 4, 'a😀'],
])('of %j it leaves in %d units %j', (text, length, left) => {
  expect(cutText(text, length)).toBe(left)
})
