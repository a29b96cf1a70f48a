import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSlotList } from './slot-list.ts'

const slot = (domain: string) => ({ domain, sender_key: 'account:1' })
const lookMs = 30

describe('the slots with something due', () => {
  const names = (slots: readonly { domain: string }[]) => slots.map(({ domain }) => domain)
  const slow = (...domains: string[]) => wait(lookMs).then(() => domains.map(slot))

  it('take turns between two looks; who has nothing more is left out', async () => {
    const list = createSlotList()
    expect(list.known()).toEqual([])
    await list.find(() => slow('a', 'b', 'c'))
    list.served(slot('a'), false)
    expect(names(list.known())).toEqual(['b', 'c', 'a'])
    list.served(slot('c'), true)
    list.served(slot('unknown'), false)
    expect(names(list.known())).toEqual(['b', 'a'])
  })

  it('are looked for anew only after many times as long as a look took', async () => {
    const list = createSlotList()
    await list.find(() => slow('a'))
    const began = performance.now()
    expect(names(await list.find(() => slow('b')))).toEqual(['b'])
    expect(performance.now() - began).toBeGreaterThan(8 * lookMs)
  })

  it('are not believed for long', async () => {
    const list = createSlotList()
    await list.find(async () => [slot('a')])
    await expect.poll(() => list.known()).toEqual([])
  })
})
