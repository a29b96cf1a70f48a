import { QueryClient } from '@tanstack/react-query'
import type { SentMail } from '@yanshu/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SentPages, tellSent } from './sent-cache.ts'
import { sentKeys } from './sent-keys.ts'

const recipient = (id: string, state: SentMail['state']): SentMail['recipients'][number] => ({
  id,
  address: `${id}@far.test`,
  kind: 'to',
  state,
  reason: '',
  answer: '',
  host: '',
  attempts: 0,
  lastAttemptAt: null,
  nextAttemptAt: null,
  deliveredAt: null,
})

const mail = (id: string): SentMail => ({
  id,
  mailboxId: 'b1',
  from: 'me@yanshu.test',
  to: [],
  cc: [],
  subject: '',
  preview: '',
  createdAt: '2026-11-01T00:00:00.000Z',
  sendAt: null,
  undoUntil: null,
  state: 'queued',
  attachmentCount: 0,
  size: 1,
  recipients: [recipient('r1', 'queued'), recipient('r2', 'queued')],
})

const key = [...sentKeys.lists('user'), { folder: 'sent' }]

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function cacheWith(mails: SentMail[]) {
  const client = new QueryClient()
  const counts = { drafts: 0, scheduled: 0, queue: 0 }
  const pages: SentPages = { pages: [{ list: mails, nextCursor: null, counts }], pageParams: [null] }
  client.setQueryData(key, pages)
  return { client, source: 'user' }
}

test('an event changes the one recipient of the one mail, at once', () => {
  const cache = cacheWith([mail('m1'), mail('m2')])
  const delivered = recipient('r2', 'delivered')
  tellSent(cache, { id: 'm2', mailboxId: 'b1', state: 'queued', recipient: delivered })
  const [first, second] = cache.client.getQueryData<SentPages>(key)?.pages[0]?.list ?? []
  expect(first).toEqual(mail('m1'))
  expect(second?.recipients.map(one => one.state)).toEqual(['queued', 'delivered'])
})

test('an open mail is asked for anew as well: an answer on its way may be older than the event', async () => {
  const cache = cacheWith([])
  cache.client.setQueryData(sentKeys.one('user', 'm1'), mail('m1'))
  tellSent(cache, { id: 'm1', mailboxId: 'b1', state: 'delivered', recipient: null })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(cache.client.getQueryState(sentKeys.one('user', 'm1'))?.isInvalidated).toBe(true)
})

test('a thousand events ask for the lists once', async () => {
  const cache = cacheWith([mail('m1')])
  const asked = vi.spyOn(cache.client, 'invalidateQueries')
  for (let count = 0; count < 1000; count++)
    tellSent(cache, { id: 'm1', mailboxId: 'b1', state: 'sending', recipient: null })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked.mock.calls.filter(([filter]) => filter?.queryKey?.at(-1) === 'list')).toHaveLength(1)
})
