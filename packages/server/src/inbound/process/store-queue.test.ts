import { expect, test } from 'vitest'
import { createStoreQueue } from './store-queue.ts'

/** Notes which items were stored together. */
function startQueue(
  manyComing: () => boolean,
  fails: (items: readonly number[]) => boolean = () => false,
  pressure: { isPressed(): boolean; clock?: () => number } = { isPressed: () => false },
) {
  const groups: number[][] = []
  const store = createStoreQueue(
    async (items: readonly number[]) => {
      if (fails(items)) throw new Error('not these')
      groups.push([...items])
      return items.map(item => item * 10)
    },
    { maxTogether: 3, atOnce: 1, manyComing, ...pressure },
  )
  return { groups, store }
}

test('what is ready in one turn of the event loop is stored together, up to the limit', async () => {
  const { groups, store } = startQueue(() => false)
  expect(await Promise.all([1, 2, 3, 4].map(store))).toEqual([10, 20, 30, 40])
  expect(groups).toEqual([[1, 2, 3], [4]])
})

test('while many more are coming the first waits for others', async () => {
  const { groups, store } = startQueue(() => true)
  const first = store(1)
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(groups).toEqual([])
  expect(await Promise.all([first, store(2), store(3)])).toEqual([10, 20, 30])
  expect(groups).toEqual([[1, 2, 3]])
})

test('and no longer than a moment when they do not come', async () => {
  const { groups, store } = startQueue(() => true)
  expect(await store(1)).toBe(10)
  expect(await Promise.all([store(2), store(3)])).toEqual([20, 30])
  expect(groups).toEqual([[1], [2, 3]])
})

test('one that cannot be stored fails alone', async () => {
  const { groups, store } = startQueue(
    () => false,
    items => items.includes(2),
  )
  const results = await Promise.allSettled([1, 2, 3].map(store))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(groups).toEqual([[1], [3]])
})

const never = () => false

test('what is ready gives way while mail is accepted too fast, and is stored when that is over', async () => {
  let pressed = true
  const { groups, store } = startQueue(never, never, { isPressed: () => pressed })
  const stored = [1, 2, 3, 4].map(store)
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(groups).toEqual([])
  pressed = false
  expect(await Promise.all(stored)).toEqual([10, 20, 30, 40])
  expect(groups).toEqual([[1, 2, 3], [4]])
})

test('and when it has waited long enough, whatever else comes in', async () => {
  let now = 0
  const { groups, store } = startQueue(never, never, { isPressed: () => true, clock: () => now })
  const first = store(1)
  await new Promise(setImmediate)
  expect(groups).toEqual([])
  now = 10_001
  expect(await first).toBe(10)
})
