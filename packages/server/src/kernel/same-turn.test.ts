import { expect, test } from 'vitest'
import { gatherTurn, sameTurn } from './same-turn.ts'

const nextTurn = () => new Promise(setImmediate)

test('what is asked again in the same turn is read once, and anew in the next', async () => {
  const asked: string[] = []
  const find = sameTurn(async (name: string, owner: string | null) => {
    asked.push(`${name}/${owner}`)
    return asked.length
  })
  expect(await Promise.all([find('a', null), find('a', null), find('b', null), find('a', 'x')])).toEqual([
    1, 1, 2, 3,
  ])
  await nextTurn()
  expect(await find('a', null)).toBe(4)
})

test('a failure is not kept for longer than others', async () => {
  let broken = true
  const find = sameTurn(async (name: string) => {
    if (broken) throw new Error('no')
    return name
  })
  const failed = await Promise.allSettled([find('a'), find('a')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  broken = false
  await nextTurn()
  expect(await find('a')).toBe('a')
})

test('what is given in one turn is handed on together, in its order, and what comes meanwhile in the next', async () => {
  const handed: number[][] = []
  const give = gatherTurn<number>(items => {
    handed.push(items)
    if (items.includes(2)) give(9)
  })
  give(1)
  give(2)
  expect(handed).toEqual([])
  await nextTurn()
  expect(handed).toEqual([[1, 2]])
  await nextTurn()
  expect(handed).toEqual([[1, 2], [9]])
})

test('no more is held than may be', async () => {
  const handed: number[][] = []
  const give = gatherTurn<number>(items => handed.push(items), 2)
  for (const item of [1, 2, 3]) give(item)
  expect(handed).toEqual([[1, 2]])
  await nextTurn()
  expect(handed).toEqual([[1, 2], [3]])
})
