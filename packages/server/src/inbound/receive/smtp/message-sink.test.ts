import { expect, test } from 'vitest'
import { createMemoryBudget, createMessageSink } from './message-sink.ts'

const MEGABYTE = 1024 * 1024
const limits = { messageBytes: 4 * MEGABYTE, messageLineBytes: MEGABYTE }
const line = Buffer.from(`${'x'.repeat(98)}\r\n`)

test('a message comes out as it went in, however it was cut', async () => {
  const sink = createMessageSink(limits, createMemoryBudget(64 * MEGABYTE))
  const text = Buffer.concat(Array<Buffer>(9000).fill(line))
  for (let at = 0; at < text.length; at += 777) sink.push(text, at, Math.min(at + 777, text.length))
  const finished = await sink.finish()
  if (!finished.ok) throw new Error(finished.fault)
  expect(finished.raw.equals(text)).toBe(true)
})

const messageOf = async (octets: Buffer): Promise<Buffer> => {
  const sink = createMessageSink(limits, createMemoryBudget(64 * MEGABYTE))
  sink.push(octets, 0, octets.length)
  const finished = await sink.finish()
  sink.release()
  if (!finished.ok) throw new Error(finished.fault)
  return finished.raw
}

test('what was given away stays as it is when the next message comes', async () => {
  const text = (letter: string, length: number) => Buffer.from(`${letter.repeat(length - 2)}\r\n`)
  const sizes = [40, 10_000, 16_384, 16_385, 70_000]
  const given = await Promise.all(sizes.map(async size => ({ raw: await messageOf(text('a', size)), size })))
  for (const size of sizes) expect((await messageOf(text('b', size))).equals(text('b', size))).toBe(true)
  for (const { raw, size } of given) expect(raw.equals(text('a', size))).toBe(true)
})

test('a usual message is in memory that threads share, a large one in memory that changes hands', async () => {
  expect((await messageOf(line)).buffer).toBeInstanceOf(SharedArrayBuffer)
  const large = await messageOf(Buffer.concat(Array<Buffer>(9000).fill(line)))
  expect(large.buffer).toBeInstanceOf(ArrayBuffer)
  expect(large.buffer.byteLength).toBe(large.length)
})

test('single octets are held in few blocks, not in a buffer each', () => {
  let takings = 0
  const sink = createMessageSink(limits, {
    take: () => {
      takings++
      return true
    },
    give: () => undefined,
  })
  for (let index = 0; index < 200_000; index++) sink.push(line, 0, 1)
  expect(sink.size()).toBe(200_000)
  expect(takings).toBeLessThan(6)
})

test('one octet too many and everything held is let go at once', async () => {
  let held = 0
  let most = 0
  const sink = createMessageSink(limits, {
    take: octets => {
      held += octets
      most = Math.max(most, held)
      return true
    },
    give: octets => {
      held -= octets
    },
  })
  while (sink.size() + line.length <= limits.messageBytes) sink.push(line, 0, line.length)
  expect(sink.fault()).toBeNull()
  for (let index = 0; index < 100_000; index++) sink.push(line, 0, line.length)
  expect(await sink.finish()).toEqual({ ok: false, fault: 'message-too-big' })
  expect(held).toBe(0)
  expect(most).toBeLessThan(limits.messageBytes * 1.2)
})

test('all connections share one budget, and a refused message gives its part back', async () => {
  const budget = createMemoryBudget(2 * MEGABYTE)
  const first = createMessageSink(limits, budget)
  const second = createMessageSink(limits, budget)
  for (let index = 0; index < 12_000; index++) first.push(line, 0, line.length)
  for (let index = 0; index < 12_000; index++) second.push(line, 0, line.length)
  expect(first.fault()).toBeNull()
  expect(await second.finish()).toEqual({ ok: false, fault: 'out-of-memory-budget' })
  first.release()
  first.release()
  expect(budget.take(2 * MEGABYTE)).toBe(true)
  expect(budget.take(1)).toBe(false)
})
