import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type MailRoomFacts, newMailRoom, openMailRoom } from './mail-room.ts'
import { createMessageSink, type MessageSink } from './message-sink.ts'

const MEGABYTE = 1024 * 1024
const limits = { messageBytes: 25 * MEGABYTE, messageLineBytes: MEGABYTE }

function makeRoom(limitMb: number): { facts: MailRoomFacts; sink(): MessageSink } {
  const folder = mkdtempSync(join(tmpdir(), 'yanshu-room-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const facts = newMailRoom(join(folder, 'coming'), limitMb)
  return { facts, sink: () => createMessageSink(limits, openMailRoom(facts)) }
}

const usedKb = ({ counts }: MailRoomFacts) => [...counts]

/** Every line is another. */
const textOf = (lines: number, mark: string): Buffer =>
  Buffer.from(Array.from({ length: lines }, (_, at) => `${mark}${String(at).padStart(80, '.')}\r\n`).join(''))

function pushed(sink: MessageSink, text: Buffer, pieces: number): MessageSink {
  for (let at = 0; at < text.length; at += pieces) sink.push(text, at, Math.min(at + pieces, text.length))
  return sink
}

test.each([1, 777, 65_536])(
  'a large message waits on disk and comes out as it went in, in pieces of %d',
  async pieces => {
    const { facts, sink } = makeRoom(64)
    const text = textOf(pieces === 1 ? 5000 : 40_000, 'a')
    const message = pushed(sink(), text, pieces)
    expect(facts.counts[0]).toBeLessThanOrEqual(256)
    const finished = await message.finish()
    if (!finished.ok) throw new Error(finished.fault)
    expect(finished.raw.equals(text)).toBe(true)
    message.release()
    message.release()
    expect(usedKb(facts)).toEqual([0, 0, 0])
  },
)

test('forty-nine that bring nine megabytes and leave hold little memory while they are here, and none afterwards', () => {
  const { facts, sink } = makeRoom(16)
  const text = textOf(9000, 'b')
  const all = Array.from({ length: 49 }, () => {
    const message = sink()
    for (let part = 0; part < 12; part++) pushed(message, text, 65_536)
    return message
  })
  expect(all.map(message => message.fault())).toEqual(all.map(() => null))
  expect(facts.counts[0]).toBeLessThanOrEqual(16 * 1024)
  for (const message of all) message.release()
  expect(usedKb(facts)).toEqual([0, 0, 0])
  expect(readdirSync(facts.folder)).toEqual([])
})

test('what is read back waits for its turn, also where another thread has the room, and one is always let in', async () => {
  const { facts, sink } = makeRoom(4)
  const texts = ['a', 'b', 'c'].map(mark => textOf(60_000, mark))
  const messages = texts.map(text => pushed(sink(), text, 65_536))
  let most = 0
  const raws = await Promise.all(
    messages.map(async message => {
      const finished = await message.finish()
      most = Math.max(most, facts.counts[1] ?? 0)
      message.release()
      return finished.ok ? finished.raw : null
    }),
  )
  expect(raws.map((raw, at) => raw?.equals(texts[at] ?? Buffer.alloc(0)))).toEqual([true, true, true])
  expect(most).toBe(1)
})

test('small messages go to disk too while there is no memory, and none is refused', async () => {
  const { sink } = makeRoom(0)
  const text = textOf(300, 'd')
  const finished = await pushed(sink(), text, 1000).finish()
  expect(finished.ok && finished.raw.equals(text)).toBe(true)
})

test('a disk that takes no more is told of, and nothing stays behind', async () => {
  const { facts } = makeRoom(1)
  const message = createMessageSink(limits, openMailRoom({ ...facts, folder: '/dev/null/nowhere' }))
  expect(await pushed(message, textOf(20_000, 'e'), 65_536).finish()).toEqual({
    ok: false,
    fault: 'out-of-memory-budget',
  })
  expect(usedKb(facts)).toEqual([0, 0, 0])
})
