import { expect, it } from 'vitest'
import { readNames } from './names-text.ts'

it('takes names apart at lines, commas and spaces, and whole addresses of the chosen domain', () => {
  const text = 'anna\r\nBert, cleo；dora@Yanshu.test\n\n  emil@other.test'
  expect(readNames(text, 'yanshu.test')).toEqual({
    names: ['anna', 'Bert', 'cleo', 'dora'],
    strange: ['emil@other.test'],
  })
})
