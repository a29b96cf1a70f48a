import { expect, test } from 'vitest'
import { sameTurn } from './same-turn.ts'

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
