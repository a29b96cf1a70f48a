import { expect, it } from 'vitest'
import { minute } from '../../kernel/clock.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createSignedMails } from './signed-mails.ts'

const message = Buffer.from('Subject: a\r\n\r\nb\r\n')

function bench(answer: (count: number) => Buffer | null = count => Buffer.from(`signed ${count}`)) {
  const clock = createTestClock()
  let count = 0
  const sign = async () => answer(++count)
  return { clock, signed: createSignedMails(sign, clock), signings: () => count }
}

it('signs a mail once for all who get it in one go', async () => {
  const { signed, signings } = bench()
  const all = await Promise.all([1, 2, 3].map(() => signed('a', message, 'x.test')))
  expect(all.map(String)).toEqual(['signed 1', 'signed 1', 'signed 1'])
  expect(String(await signed('b', message, 'x.test'))).toBe('signed 2')
  expect(signings()).toBe(2)
})

it('signs anew after a while, for another domain, and when the clock was set back', async () => {
  const { signed, clock } = bench()
  await signed('a', message, 'x.test')
  clock.advance(minute)
  expect(String(await signed('a', message, 'x.test'))).toBe('signed 2')
  expect(String(await signed('a', message, 'y.test'))).toBe('signed 3')
  clock.advance(-2 * minute)
  expect(String(await signed('a', message, 'y.test'))).toBe('signed 4')
})

it('does not remember that it could not', async () => {
  const { signed } = bench(count => (count === 1 ? null : Buffer.from('signed')))
  expect(await signed('a', message, 'x.test')).toBeNull()
  expect(String(await signed('a', message, 'x.test'))).toBe('signed')
})

it('keeps few, and none that is large', async () => {
  const { signed, signings } = bench()
  const large = Buffer.alloc(2 * 1024 * 1024)
  await signed('large', large, 'x.test')
  await signed('large', large, 'x.test')
  expect(signings()).toBe(2)
  for (let at = 0; at <= 50; at++) await signed(`mail ${at}`, message, 'x.test')
  const before = signings()
  await signed('mail 50', message, 'x.test')
  expect(signings()).toBe(before)
  await signed('mail 0', message, 'x.test')
  expect(signings()).toBe(before + 1)
})
