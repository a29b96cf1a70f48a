import { expect, test } from 'vitest'
import { anchorAt, scrollBy } from './anchor.ts'
import { noPicks, pick, stillThere } from './picks.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const picked = (picks: { ids: ReadonlySet<string> }) => [...picks.ids].sort()

test('one press picks one, another lets it go', () => {
  const one = pick(noPicks, order, 'b', true, false)
  expect(picked(one)).toEqual(['b'])
  expect(picked(pick(one, order, 'b', false, false))).toEqual([])
})

test('with shift all between are picked, in either direction', () => {
  expect(picked(pick(pick(noPicks, order, 'd', true, false), order, 'b', true, true))).toEqual([
    'b',
    'c',
    'd',
  ])
})

test('a range whose beginning has left the list is only the one pressed', () => {
  expect(picked(pick({ ids: new Set(), last: 'gone' }, order, 'c', true, true))).toEqual(['c'])
})

test('what leaves the list is no longer picked', () => {
  const picks = { ids: new Set(['a', 'x']), last: 'a' }
  expect(picked(stillThere(picks, order))).toEqual(['a'])
  expect(stillThere({ ids: new Set(['a']), last: 'a' }, order).last).toBe('a')
})

test('rows that come above what is read do not move it', () => {
  const anchor = anchorAt(order, 250, 100)
  expect(anchor).toEqual({ id: 'c', index: 2 })
  expect(scrollBy(anchor, ['n1', 'n2', ...order], 250, 100)).toBe(200)
  expect(scrollBy(anchor, order.slice(1), 250, 100)).toBe(-100)
})

test('at the top new rows push', () => {
  expect(scrollBy(anchorAt(order, 0, 100), ['n1', ...order], 0, 100)).toBe(0)
})
