import { beforeEach, describe, expect, it } from 'vitest'
import { day, minute } from '../../kernel/clock.ts'
import { createTestClock, type TestClock } from '../../testing/test-clock.ts'
import { type ByteRate, createByteRate, wideFactor } from './byte-rate.ts'

const megabyte = 1_048_576
const limits = { clientMbPerMinute: 10, clientMbPerDay: 30, mailboxMbPerMinute: 4, mailboxMbPerDay: 6 }

describe('octets in a while', () => {
  let clock: TestClock
  let rate: ByteRate
  beforeEach(() => {
    clock = createTestClock()
    rate = createByteRate(clock)
  })
  const bring = (client: string, mb: number, mailboxes: string[] = []) =>
    rate.count({ client, mailboxes, bytes: mb * megabyte })
  const has = (client: string, mb: number) => rate.clientHasRoom(client, mb * megabyte, limits)

  it('are bounded for a client in a minute and in a day', () => {
    bring('203.0.113.1', 9)
    expect([has('203.0.113.1', 1), has('203.0.113.1', 2)]).toEqual([true, false])
    for (let minutes = 0; minutes < 2; minutes++) {
      clock.advance(minute)
      bring('203.0.113.1', 10)
    }
    clock.advance(minute)
    expect([has('203.0.113.1', 1), has('203.0.113.1', 2)]).toEqual([true, false])
    clock.advance(day)
    expect(has('203.0.113.1', 10)).toBe(true)
  })

  it.each([
    ['IPv4 addresses of a /24', (at: number) => `203.0.113.${at}`, '203.0.114.1'],
    ['IPv6 networks of a /48', (at: number) => `2001:db8:1:${at}::1`, '2001:db8:2:1::1'],
  ])('are bounded for all %s together', (_, client, elsewhere) => {
    for (let at = 1; at <= wideFactor; at++) bring(client(at), 10)
    expect(has(client(99), 1)).toBe(false)
    expect(has(elsewhere, 10)).toBe(true)
  })

  it('are bounded for a mailbox, whoever sends and from wherever', () => {
    for (const client of ['203.0.113.1', '127.0.0.1']) bring(client, 2, ['a@example.net'])
    const room = (address: string, mb: number) => rate.mailboxHasRoom(address, mb * megabyte, limits)
    expect([room('a@example.net', 1), room('b@example.net', 1)]).toEqual([false, true])
    clock.advance(minute)
    expect([room('a@example.net', 2), room('a@example.net', 3)]).toEqual([true, false])
  })

  it('of one message that is larger than the limit by itself are taken', () => {
    expect(has('203.0.113.1', 25)).toBe(true)
  })

  it('that were not taken in the end are not counted', () => {
    bring('203.0.113.1', 9)()
    expect(has('203.0.113.1', 10)).toBe(true)
  })

  it('from this machine are not counted, and 0 is no limit', () => {
    bring('127.0.0.1', 1000)
    bring('203.0.113.1', 1000)
    expect(has('::1', 1000)).toBe(true)
    const none = { clientMbPerMinute: 0, clientMbPerDay: 0, mailboxMbPerMinute: 0, mailboxMbPerDay: 0 }
    expect(rate.clientHasRoom('203.0.113.1', megabyte, none)).toBe(true)
  })

  it('of a day that the clock was ahead shut nobody out', () => {
    clock.advance(100 * day)
    bring('203.0.113.1', 30)
    clock.advance(-100 * day)
    expect(has('203.0.113.1', 10)).toBe(true)
  })
})
