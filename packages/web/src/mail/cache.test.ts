import { InfiniteQueryObserver, QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import type { Mailbox } from '@yanshu/contract'
import { expect, test } from 'vitest'
import {
  addMails,
  boxReceived,
  catchUp,
  changedElsewhere,
  changeEverywhere,
  type MailCache,
  mailsArrived,
  setUnread,
} from './cache.ts'
import { type MailPage, type MailPages, rowsOf } from './list-cache.ts'
import type { ListFilter } from './list-filter.ts'
import { mailKeys } from './mail-keys.ts'
import { boxOf, mailOf } from './testing.ts'
import { afterReading, countOf, type Unread } from './unread-counts.ts'

function cacheWith(filters: ListFilter[], mails = [mailOf({ id: 'a' })]): MailCache {
  const client = new QueryClient()
  for (const filter of filters) {
    client.setQueryData<MailPages>(mailKeys.list('s', filter), {
      pages: [{ list: mails, nextCursor: null }],
      pageParams: [null],
    })
  }
  return { client, source: 's' }
}

const shown = (cache: MailCache, filter: ListFilter) =>
  rowsOf(cache.client.getQueryData<MailPages>(mailKeys.list('s', filter))).map(mail => mail.id)

test('an arriving mail goes into every list it belongs in and no other', () => {
  const filters: ListFilter[] = [
    { folder: 'inbox' },
    { folder: 'inbox', hasCode: true },
    { folder: 'inbox', mailbox: 'other' },
    { folder: 'spam' },
  ]
  const cache = cacheWith(filters, [])
  addMails(cache, [mailOf({ id: 'new', code: '123456' })])
  expect(filters.map(filter => shown(cache, filter))).toEqual([['new'], ['new'], [], []])
})

/** A list of one page that is being fetched; each answer comes when the test says so. */
function askedFor(filter: ListFilter) {
  const cache = cacheWith([])
  const asked: ((ids: string[]) => void)[] = []
  const observer = new InfiniteQueryObserver<MailPage, Error, MailPages, QueryKey, string | null>(
    cache.client,
    {
      queryKey: mailKeys.list('s', filter),
      queryFn: () =>
        new Promise<MailPage>(resolve => {
          asked.push(ids => resolve({ list: ids.map(id => mailOf({ id })), nextCursor: null }))
        }),
      initialPageParam: null,
      getNextPageParam: page => page.nextCursor,
    },
  )
  return { cache, asked, stop: observer.subscribe(() => undefined) }
}

test('a mail that arrives while a list is on its way is in it, though the list was looked up before', async () => {
  const filter: ListFilter = { folder: 'inbox' }
  const { cache, asked, stop } = askedFor(filter)
  mailsArrived(cache, [mailOf({ id: 'new', receivedAt: '2026-11-15T09:00:00.000Z' })])
  asked[0]?.(['a'])
  await expect.poll(() => shown(cache, filter)).toEqual(['new', 'a'])
  expect(asked).toHaveLength(1)
  stop()
})

test('when the stream opens, a list on its way is shown and then asked for once more', async () => {
  const filter: ListFilter = { folder: 'inbox' }
  const { cache, asked, stop } = askedFor(filter)
  const caughtUp = catchUp(cache)
  asked[0]?.(['a'])
  await expect.poll(() => asked.length).toBe(2)
  expect(shown(cache, filter)).toEqual(['a'])
  asked[1]?.(['new', 'a'])
  await caughtUp
  expect(shown(cache, filter)).toEqual(['new', 'a'])
  stop()
})

test('a list that was searched for is asked anew instead of guessed', () => {
  const filter: ListFilter = { folder: 'inbox', q: '发票' }
  const cache = cacheWith([filter])
  addMails(cache, [mailOf({ id: 'new' })])
  expect(shown(cache, filter)).toEqual(['a'])
  expect(cache.client.getQueryState(mailKeys.list('s', filter))?.isInvalidated).toBe(true)
})

test('a mail that moves leaves one folder and enters the other', () => {
  const cache = cacheWith([{ folder: 'inbox' }])
  cache.client.setQueryData<MailPages>(mailKeys.list('s', { folder: 'trash' }), {
    pages: [{ list: [], nextCursor: null }],
    pageParams: [null],
  })
  changeEverywhere(cache, [mailOf({ id: 'a' })], { folder: 'trash' })
  expect(shown(cache, { folder: 'inbox' })).toEqual([])
  expect(shown(cache, { folder: 'trash' })).toEqual(['a'])
})

test('a mail that is read stays in the list of unread mail until that is asked for again', () => {
  const cache = cacheWith([{ folder: 'inbox', unread: true }])
  changeEverywhere(cache, [mailOf({ id: 'a' })], { read: true })
  expect(shown(cache, { folder: 'inbox', unread: true })).toEqual(['a'])
})

test('another login’s lists are not touched', () => {
  const cache = cacheWith([{ folder: 'inbox' }])
  addMails({ client: cache.client, source: 'other' }, [mailOf({ id: 'new' })])
  expect(shown(cache, { folder: 'inbox' })).toEqual(['a'])
})

const unread: Unread = {
  total: 5,
  counts: [
    { mailboxId: 'b1', unread: 3 },
    { mailboxId: 'b2', unread: 2 },
  ],
  list: [],
}

test('the server’s count replaces ours, and the total follows', () => {
  const cache: MailCache = { client: new QueryClient(), source: 's' }
  cache.client.setQueryData(mailKeys.unread('s'), unread)
  setUnread(cache, 'b1', 0)
  expect(cache.client.getQueryData<Unread>(mailKeys.unread('s'))?.total).toBe(2)
})

test('reading counts only mails that were unread, and only those of the inbox', () => {
  const mails = [
    mailOf({ id: 'a' }),
    mailOf({ id: 'b', read: true }),
    mailOf({ id: 'c', folder: 'spam' }),
    mailOf({ id: 'd', mailboxId: 'b2' }),
  ]
  const after = afterReading(unread, mails, true)
  expect([countOf(after, 'b1'), countOf(after, 'b2'), after.total]).toEqual([2, 1, 3])
})

/** Returns the filters of the lists that are to be fetched again. */
const asked = ({ client }: MailCache) =>
  client
    .getQueryCache()
    .findAll({ queryKey: mailKeys.lists('s'), predicate: query => query.state.isInvalidated })
    .map(query => query.queryKey[3])

test('what another window did is shown; what this one did already asks for nothing', () => {
  const inbox: ListFilter = { folder: 'inbox' }
  const trash: ListFilter = { folder: 'trash' }
  const starred: ListFilter = { folder: 'starred' }
  const cache = cacheWith([inbox, starred])
  const first = () => rowsOf(cache.client.getQueryData<MailPages>(mailKeys.list('s', inbox)))[0]
  changedElsewhere(cache, ['a'], { read: true })
  expect(first()?.read).toBe(true)
  expect(asked(cache)).toEqual([])
  changeEverywhere(cache, [mailOf({ id: 'a', read: true })], { starred: true })
  changedElsewhere(cache, ['a'], { starred: true })
  expect(asked(cache)).toEqual([])
  changedElsewhere(cache, ['a'], { starred: false })
  expect(first()?.starred).toBe(false)
  expect(asked(cache)).toEqual([starred])
  changedElsewhere(cache, ['a'], { folder: 'trash' })
  expect([shown(cache, inbox), shown(cache, starred)]).toEqual([[], []])

  const other = cacheWith([inbox, trash])
  changedElsewhere(other, ['elsewhere'], { folder: 'inbox' })
  expect(asked(other)).toEqual([inbox])
  changedElsewhere(other, ['a'], null)
  expect([shown(other, inbox), shown(other, trash)]).toEqual([[], []])
})

test('mail that comes asks for its mailbox only where that may end by it, or is not known', () => {
  const asksFor = (given: Partial<Mailbox> | null, more = 0) => {
    const cache = cacheWith([])
    const box = given && boxOf(given)
    cache.client.setQueryData(mailKeys.box('s'), box)
    const list = box ? [boxOf({ id: 'b0' }), box] : []
    cache.client.setQueryData(mailKeys.firstBoxes('s'), { list, total: list.length + more })
    boxReceived(cache, 'b1')
    return [mailKeys.box('s'), mailKeys.firstBoxes('s')].map(
      queryKey => cache.client.getQueryState(queryKey)?.isInvalidated,
    )
  }
  expect(asksFor({})).toEqual([false, false])
  expect(asksFor({ mailsLeft: 1 })).toEqual([true, true])
  expect(asksFor({ endsAfterCode: true })).toEqual([true, true])
  expect(asksFor({ id: 'other' })).toEqual([true, true])
  expect(asksFor(null)).toEqual([true, true])
  // One that is not among the first of many.
  expect(asksFor({ id: 'other' }, 300)).toEqual([true, false])
  expect(asksFor({ mailsLeft: 1 }, 300)).toEqual([true, true])
})

test('a mailbox that is on its way when mail comes is asked for once more', async () => {
  const cache = cacheWith([])
  const queryKey = mailKeys.box('s')
  cache.client.setQueryData(queryKey, boxOf({}))
  const answers: ((box: Mailbox) => void)[] = []
  const observer = new QueryObserver<Mailbox>(cache.client, {
    queryKey,
    queryFn: () => new Promise(resolve => void answers.push(resolve)),
  })
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => answers.length).toBe(1)
  boxReceived(cache, 'b1')
  await expect.poll(() => answers.length).toBe(2)
  stop()
})

test('the event of a mailbox tells how many are unread in it', () => {
  const cache = cacheWith([])
  cache.client.setQueryData(mailKeys.box('s'), boxOf({ unread: 1 }))
  const unread = () => cache.client.getQueryData<Mailbox>(mailKeys.box('s'))?.unread
  setUnread(cache, 'b1', 4)
  setUnread(cache, 'other', 9)
  expect(unread()).toBe(4)
})
