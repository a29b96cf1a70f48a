import { describe, expect, it } from 'vitest'
import { createLooking, type LookingDeps } from './looking.ts'

/** Something to look for: numbers that are there, and work on each that ends when told to. */
function bench(more: Partial<LookingDeps> = {}) {
  const there: number[] = []
  const found: number[] = []
  const underWay = new Map<number, Promise<void>>()
  const ends = new Map<number, () => void>()
  const faults: unknown[] = []
  let looks = 0
  let brokenOff = 0
  let gate: Promise<void> | null = null
  const looking = createLooking({
    everyMs: 1,
    graceMs: 1,
    underWay: () => underWay.values(),
    async look() {
      looks++
      const now = there.splice(0)
      await gate
      for (const one of now) {
        found.push(one)
        const { promise, resolve } = Promise.withResolvers<void>()
        ends.set(one, resolve)
        underWay.set(
          one,
          promise.then(() => void underWay.delete(one)),
        )
      }
    },
    breakOff() {
      brokenOff++
      for (const end of ends.values()) end()
    },
    failed: cause => faults.push(cause),
    ...more,
  })
  return {
    ...{ looking, there, found, ends, faults },
    looks: () => looks,
    brokenOff: () => brokenOff,
    hold(held: Promise<void> | null) {
      gate = held
    },
  }
}

const turn = () => new Promise<void>(resolve => setImmediate(resolve))

describe('looking for work', () => {
  it('finds what came while it looked, with one look more and not one for each kick', async () => {
    const { looking, there, found, looks, hold, ends } = bench()
    const { promise, resolve } = Promise.withResolvers<void>()
    hold(promise)
    there.push(1)
    looking.kick()
    there.push(2)
    for (let times = 0; times < 5; times++) looking.kick()
    expect(looks()).toBe(1)
    hold(null)
    resolve()
    await turn()
    expect([found, looks()]).toEqual([[1, 2], 2])
    for (const end of ends.values()) end()
    await looking.stop()
  })

  it('is done when nothing is left to find and nothing is under way', async () => {
    const { looking, there, found, ends } = bench()
    there.push(1)
    let isDone = false
    const done = looking.runDue().then(() => {
      isDone = true
    })
    await turn()
    expect([found, isDone]).toEqual([[1], false])
    there.push(2)
    looking.kick()
    ends.get(1)?.()
    await turn()
    expect([found, isDone]).toEqual([[1, 2], false])
    ends.get(2)?.()
    await done
    await looking.stop()
  })

  it('looks by itself, goes on after a look that went wrong, and does first what comes before each', async () => {
    const order: string[] = []
    const third = Promise.withResolvers<void>()
    const { looking, faults } = bench({
      before: async () => {
        order.push('before')
        if (order.length === 3) throw new Error('not before')
      },
      look: async () => {
        order.push('look')
        if (order.length === 2) throw new Error('not read')
        if (order.length >= 6) third.resolve()
      },
    })
    looking.start()
    await third.promise
    await looking.stop()
    expect(order.slice(0, 6)).toEqual(['before', 'look', 'before', 'look', 'before', 'look'])
    expect(faults.map(String)).toEqual(['Error: not read', 'Error: not before'])
  })

  it('begins nothing after it was stopped, and breaks off what does not end', async () => {
    const { looking, there, found, brokenOff } = bench()
    there.push(1)
    looking.kick()
    await turn()
    const stopped = looking.stop()
    there.push(2)
    looking.kick()
    await stopped
    expect([found, brokenOff(), looking.isStopped()]).toEqual([[1], 1, true])
  })
})
