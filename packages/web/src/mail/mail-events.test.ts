import { QueryClient } from '@tanstack/react-query'
import type { Mailbox, MailRow } from '@yanshu/contract'
import { expect, test, vi } from 'vitest'
import { type MailPages, rowsOf } from './list-cache.ts'
import { hearEvents, readEvent } from './mail-events.ts'
import { mailKeys } from './mail-keys.ts'
import { boxOf, mailOf } from './testing.ts'

const event = (name: string, data: unknown) => ({ name, data: JSON.stringify(data), id: '' })

test('events are taken in our form only', () => {
  expect(readEvent(event('mail', mailOf({ id: 'x' })))).toEqual({ mail: mailOf({ id: 'x' }) })
  expect(readEvent(event('mail', { id: 'x' }))).toBeNull()
  expect(readEvent(event('unread', { mailboxId: 'b1', unread: 4 }))).toEqual({ mailboxId: 'b1', unread: 4 })
  expect(readEvent(event('unread', { mailboxId: 'b1' }))).toBeNull()
  const changed = { mailboxId: 'b1', ids: ['x'], change: { read: true } }
  expect(readEvent(event('changed', changed))).toEqual({ changed })
  expect(readEvent(event('changed', { ...changed, change: { folder: 7 } }))).toBeNull()
  expect(readEvent(event('order', {}))).toBeNull()
  expect(readEvent({ name: 'mail', data: '{', id: '' })).toBeNull()
})

/** A list of one mail and the events that reach it. */
function listening() {
  const client = new QueryClient()
  const cache = { client, source: 's' }
  const key = mailKeys.list('s', { folder: 'inbox' })
  client.setQueryData<MailPages>(key, {
    pages: [{ list: [mailOf({ id: 'old' })], nextCursor: null }],
    pageParams: [null],
  })
  client.setQueryData(mailKeys.box('s'), boxOf({ unread: 1 }))
  const told: string[][] = []
  const askAnewSoon = vi.fn()
  let changes = 0
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[2] === 'list') changes++
  })
  const hear = (...events: ReturnType<typeof event>[]) =>
    hearEvents(cache, events, {
      onMails: (mails: readonly MailRow[]) => void told.push(mails.map(mail => mail.id)),
      askAnewSoon,
    })
  const rows = () => rowsOf(client.getQueryData<MailPages>(key))
  const unread = () => client.getQueryData<Mailbox>(mailKeys.box('s'))?.unread
  return { hear, rows, unread, told, askAnewSoon, changes: () => changes }
}

const later = (id: string, second: number) =>
  mailOf({ id, receivedAt: new Date(Date.UTC(2026, 10, 16, 8, 0, second)).toISOString() })

test('mails heard together go into the list in one step, and the last count of unread mails holds', () => {
  const { hear, rows, unread, told, changes } = listening()
  hear(
    event('mail', later('a', 1)),
    event('unread', { mailboxId: 'b1', unread: 2 }),
    event('mail', later('b', 2)),
    event('unread', { mailboxId: 'b1', unread: 3 }),
  )
  expect(rows().map(mail => mail.id)).toEqual(['b', 'a', 'old'])
  expect([unread(), told, changes()]).toEqual([3, [['a', 'b']], 1])
})

test('what happened to a mail after it came happens to it, though both are heard together', () => {
  const { hear, rows, told } = listening()
  const changed = (ids: string[], change: object | null) => event('changed', { mailboxId: 'b1', ids, change })
  hear(
    event('mail', later('kept', 1)),
    event('mail', later('gone', 2)),
    changed(['kept'], { read: true }),
    changed(['gone'], null),
    event('mail', later('last', 3)),
  )
  expect(rows().map(mail => [mail.id, mail.read])).toEqual([
    ['last', false],
    ['kept', true],
    ['old', false],
  ])
  expect(told).toEqual([['kept', 'gone'], ['last']])
})

test('that many mails of a mailbox changed is asked about soon; what is not in our form stops nothing', () => {
  const { hear, rows, askAnewSoon } = listening()
  hear(
    event('changed', { mailboxId: 'b1', ids: null, change: null }),
    event('mail', { id: 'x' }),
    event('mail', later('a', 1)),
  )
  expect(askAnewSoon).toHaveBeenCalledOnce()
  expect(rows().map(mail => mail.id)).toEqual(['a', 'old'])
})
