import { expect, it } from 'vitest'
import type { MailboxCaller } from '../../kernel/call/caller.ts'
import { createOpenStreams, maxStreams } from './open-streams.ts'

const caller = (sessionId: string): MailboxCaller => ({
  ...{ role: 'mailbox', client: '', agent: '', mailboxId: 'm', address: '', maySend: false },
  sessionId,
})

it('gives a place that was left to the next, and only then ends the oldest of that login', () => {
  const streams = createOpenStreams()
  const ended: number[] = []
  const leave = Array.from({ length: maxStreams }, (_, at) => streams.add(caller('a'), () => ended.push(at)))
  streams.add(caller('b'), () => ended.push(-1))
  expect([streams.isFull(caller('a')), streams.isFull(caller('b'))]).toEqual([true, false])
  leave[7]?.()
  expect(streams.isFull(caller('a'))).toBe(false)
  streams.add(caller('a'), () => ended.push(maxStreams))
  expect(ended).toEqual([])
  for (let more = 0; more < 8; more++) streams.add(caller('a'), () => undefined)
  expect(ended).toEqual([0, 1, 2, 3, 4, 5, 6, 8])
})

it('lets a stream end that leaves while it is ended', () => {
  const streams = createOpenStreams()
  let left = 0
  for (let at = 0; at <= maxStreams; at++) {
    const leave = streams.add(caller('a'), () => {
      left++
      leave()
    })
  }
  expect(left).toBe(1)
})
