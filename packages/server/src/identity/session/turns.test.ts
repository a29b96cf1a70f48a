import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that ends when it is told to, and a list of what has begun. */
function workshop() {
  const turns = createTurns(2)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const results: Promise<string>[] = []
  const start = (how: 'inTurn' | 'inBulk', name: string) => {
    const result = turns[how](() => {
      begun.push(name)
      const { promise, resolve } = Promise.withResolvers<string>()
      ends.set(name, () => resolve(name))
      return promise
    })
    results.push(result)
    return result
  }
  const settled = () => new Promise(resolve => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { begun, start, end, settled, results }
}

describe('work in turns', () => {
  it('runs as much at once as there are places, the rest in the order it came', async () => {
    const { begun, start, end, settled } = workshop()
    for (const name of ['a', 'b', 'c', 'd']) void start('inTurn', name)
    await settled()
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    await end('a')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })

  it('in bulk takes one place, and no other while somebody waits', async () => {
    const { begun, start, end, settled, results } = workshop()
    for (const name of ['bulk 1', 'bulk 2', 'bulk 3']) void start('inBulk', name)
    await settled()
    expect(begun).toEqual(['bulk 1'])
    for (const name of ['a', 'b', 'c']) void start('inTurn', name)
    await settled()
    expect(begun).toEqual(['bulk 1', 'a'])
    await end('bulk 1')
    await end('a')
    expect(begun).toEqual(['bulk 1', 'a', 'b', 'c'])
    await end('b')
    await end('c')
    expect(begun.slice(4)).toEqual(['bulk 2'])
    await end('bulk 2')
    await end('bulk 3')
    expect(await Promise.all(results)).toHaveLength(6)
  })

  it('goes on after work that failed', async () => {
    const { inTurn, inBulk } = createTurns(1)
    const fail = () => Promise.reject(new Error('broken'))
    const all = await Promise.allSettled([inBulk(fail), inTurn(fail), inBulk(async () => 1), inTurn(fail)])
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'rejected'])
  })
})
