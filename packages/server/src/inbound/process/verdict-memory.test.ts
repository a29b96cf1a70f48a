import { describe, expect, it } from 'vitest'
import { createVerdictMemory, type Finding, maxRemembered, rememberedMs } from './verdict-memory.ts'

function setUp() {
  let time = 0
  let finds = 0
  const memory = createVerdictMemory<string>(() => time)
  const finding = (verdict: string, lasts = true) => {
    finds++
    return Promise.resolve({ verdict, lasts })
  }
  return {
    memory,
    finding,
    pass: (ms: number) => {
      time += ms
    },
    finds: () => finds,
  }
}

describe('the memory of verdicts', () => {
  it('finds a verdict once, and knows it from then on without waiting', async () => {
    const { memory, finding, finds } = setUp()
    expect(memory.recall('a')).toBeUndefined()
    expect(await memory.ask('a', () => finding('pass'))).toBe('pass')
    expect(await memory.ask('a', () => finding('fail'))).toBe('pass')
    expect(memory.recall('a')).toBe('pass')
    expect(memory.recall('b')).toBeUndefined()
    expect(finds()).toBe(1)
  })

  it('forgets it after its time, counted from when it was asked for, however often it is used', async () => {
    const { memory, finding, pass } = setUp()
    await memory.ask('a', () => finding('pass'))
    pass(rememberedMs - 1)
    expect(memory.recall('a')).toBe('pass')
    expect(await memory.ask('a', () => finding('fail'))).toBe('pass')
    pass(1)
    expect(memory.recall('a')).toBeUndefined()
    expect(await memory.ask('a', () => finding('fail'))).toBe('fail')
    expect(memory.recall('a')).toBe('fail')
  })

  it('has those share a finding who ask at the same time', async () => {
    const { memory, finding, finds } = setUp()
    const asked = ['pass', 'fail', 'none'].map(verdict => memory.ask('a', () => finding(verdict)))
    expect(memory.recall('a')).toBeUndefined()
    expect(await Promise.all(asked)).toEqual(['pass', 'pass', 'pass'])
    expect(finds()).toBe(1)
  })

  it('keeps nothing of what does not last', async () => {
    const { memory, finding } = setUp()
    expect(await memory.ask('a', () => finding('temperror', false))).toBe('temperror')
    expect(memory.recall('a')).toBeUndefined()
    expect(await memory.ask('a', () => finding('pass'))).toBe('pass')
  })

  it('hands a failure to all who wait for it, and to nobody else', async () => {
    const { memory, finding } = setUp()
    const fails = () => Promise.reject(new Error('no verdict'))
    const asked = [memory.ask('a', fails), memory.ask('a', () => finding('pass'))]
    expect((await Promise.allSettled(asked)).map(one => one.status)).toEqual(['rejected', 'rejected'])
    expect(memory.recall('a')).toBeUndefined()
    expect(await memory.ask('a', () => finding('pass'))).toBe('pass')
  })

  it('does not lose a newer verdict to an old finding that fails late', async () => {
    const { memory, finding, pass } = setUp()
    const slow = Promise.withResolvers<Finding<string>>()
    const first = memory.ask('a', () => slow.promise)
    pass(rememberedMs)
    await memory.ask('a', () => finding('pass'))
    slow.reject(new Error('too late'))
    await expect(first).rejects.toThrow('too late')
    expect(memory.recall('a')).toBe('pass')
  })

  it('holds a bounded number, and lets the oldest go', async () => {
    const { memory, finding, pass } = setUp()
    await memory.ask('first', () => finding('pass'))
    await memory.ask('second', () => finding('pass'))
    pass(rememberedMs)
    // Asked for anew, the first is the younger of the two.
    await memory.ask('first', () => finding('pass'))
    for (let i = 0; i < maxRemembered - 2; i++) await memory.ask(`${i}`, () => finding('pass'))
    await memory.ask('one more', () => finding('pass'))
    expect(memory.recall('first')).toBe('pass')
    await memory.ask('yet one more', () => finding('pass'))
    expect(memory.recall('first')).toBeUndefined()
    expect(memory.recall('0')).toBe('pass')
  })
})
