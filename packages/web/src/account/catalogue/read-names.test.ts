import { expect, it } from 'vitest'
import { readNames } from './read-names.ts'

it('reads names however they were pasted', () => {
  expect(readNames('888\n Zhang, li、wang；888  a.b@hongyan.test\n\n')).toEqual([
    '888',
    'zhang',
    'li',
    'wang',
    'a.b',
  ])
  expect(readNames(' \n')).toEqual([])
})
