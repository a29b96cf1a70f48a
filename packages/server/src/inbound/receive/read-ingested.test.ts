import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { AppError } from '../../kernel/app-error.ts'
import { readIngested } from './read-ingested.ts'
import type { MemoryBudget } from './smtp/mail-room.ts'
import { createMemoryBudget, createMessageSink } from './smtp/message-sink.ts'

const roomy = () => createMemoryBudget(1_000_000)

async function read(pieces: readonly string[], budget: MemoryBudget = roomy(), messageBytes = 100_000) {
  const sink = createMessageSink({ messageBytes, messageLineBytes: messageBytes }, budget)
  const body = Readable.from(pieces.map(piece => Buffer.from(piece, 'latin1'))) as IncomingMessage
  try {
    return { text: (await readIngested(body, sink)).toString('latin1'), body, release: sink.release }
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    return { refused: cause.code, body }
  }
}

it.each([
  ['nothing', [], '\r\n'],
  ['no line end', ['abc'], 'abc\r\n'],
  ['lone line feeds', ['a\nb\n\n', '\nc\n'], 'a\r\nb\r\n\r\n\r\nc\r\n'],
  ['pairs, also split ones', ['a\r', '\nb\r\n', '\nc'], 'a\r\nb\r\n\r\nc\r\n'],
  ['single octets', [...'a\nb\r\nc\n'], 'a\r\nb\r\nc\r\n'],
])('gives every line its proper end: %s', async (_, pieces, wanted) => {
  expect((await read(pieces)).text).toBe(wanted)
})

it.each([
  ['a lone carriage return', ['a\rb\n'], 'badRequest'],
  ['a carriage return at the end', ['a\r'], 'badRequest'],
  ['NUL', ['a\0b\n'], 'badRequest'],
  ['more than is allowed', ['x'.repeat(60_000), 'x'.repeat(60_000)], 'tooLarge'],
  ['more with its line ends than is allowed', ['\n'.repeat(60_000)], 'tooLarge'],
])('refuses %s', async (_, pieces, code) => {
  expect((await read(pieces)).refused).toBe(code)
})

it('reads no further than it has to, and leaves the body open', async () => {
  const { refused, body } = await read(Array<string>(1000).fill('x'.repeat(1000)))
  expect([refused, body.destroyed, body.readableEnded]).toEqual(['tooLarge', false, false])
})

it('puts off what there is no memory for, until others are done', async () => {
  const budget = createMemoryBudget(50_000)
  const first = await read(['x'.repeat(40_000)], budget)
  expect((await read(['x'.repeat(20_000)], budget)).refused).toBe('busy')
  first.release?.()
  expect((await read(['x'.repeat(20_000)], budget)).text).toHaveLength(20_002)
})
