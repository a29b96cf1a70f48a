import { expect, test } from 'vitest'
import { nextPlace } from './kept-focus.ts'

const order = ['a', 'b', 'c']
const at = (id: string | null, openId: string | null = null) => ({ order, openId, id })

test('a row that goes away is followed by the next, the last one by the one before', () => {
  expect(nextPlace(at('b'), ['a', 'c'], null)).toEqual({ id: 'c', isMeant: true })
  expect(nextPlace(at('c'), ['a', 'b'], null)).toEqual({ id: 'b', isMeant: true })
  expect(nextPlace(at('b', 'b'), ['a', 'c'], null)).toEqual({ id: 'c', isMeant: true })
})

test('a mail that is closed leaves one at its row, another that is opened at that one', () => {
  expect(nextPlace(at('b', 'b'), order, null)).toEqual({ id: 'b', isMeant: true })
  expect(nextPlace(at('b', 'b'), order, 'c')).toEqual({ id: 'c', isMeant: true })
})

test('nobody is taken to the list by opening a mail, by mail that comes, or by another list', () => {
  expect(nextPlace(at(null), order, 'a').isMeant).toBe(false)
  expect(nextPlace(at('b', 'b'), ['new', ...order], 'b').isMeant).toBe(false)
  expect(nextPlace(at('b'), ['x', 'y', 'z'], null)).toEqual({ id: null, isMeant: false })
})
