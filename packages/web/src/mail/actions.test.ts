import { QueryClient } from '@tanstack/react-query'
import type { MailRow } from '@yanshu/contract'
import { expect, test } from 'vitest'
import { type MailActions, mailActions, movedWords } from './actions.ts'
import { mailsArrived, setUnread } from './cache.ts'
import { type MailPages, rowsOf } from './list-cache.ts'
import type { ListFilter } from './list-filter.ts'
import { mailKeys } from './mail-keys.ts'
import { mailOf } from './testing.ts'
import type { Unread } from './unread-counts.ts'

test('one mail that was moved is named, several are counted', () => {
  expect(movedWords([{ subject: '周报' }], 'trash')).toBe('已移到回收站：周报')
  expect(movedWords([{ subject: '' }], 'spam')).toBe('已移到垃圾邮件：没有主题')
  expect(movedWords([{ subject: '周报' }], { id: 'f1', name: '票据' })).toBe('已移到“票据”：周报')
  expect(movedWords([{ subject: '一' }, { subject: '二' }], 'inbox')).toBe('已移到收件箱，2 封')
  expect(movedWords([{ subject: '很'.repeat(40) }], 'trash')).toBe(`已移到回收站：${'很'.repeat(24)}…`)
})

/** A page with two mails, one of them unread, and a server that answers when the test says so. */
function page() {
  const client = new QueryClient()
  const cache = { client, source: 's' }
  const inbox: ListFilter = { folder: 'inbox' }
  const trash: ListFilter = { folder: 'trash' }
  const show = (filter: ListFilter, list: MailRow[]) =>
    client.setQueryData<MailPages>(mailKeys.list('s', filter), {
      pages: [{ list, nextCursor: null }],
      pageParams: [null],
    })
  const [a, b] = [
    mailOf({ id: 'a' }),
    mailOf({ id: 'b', read: true, starred: true, receivedAt: '2026-11-15T07:00:00.000Z' }),
  ]
  show(inbox, [a, b])
  show(trash, [])
  client.setQueryData<Unread>(mailKeys.unread('s'), {
    total: 1,
    counts: [{ mailboxId: 'b1', unread: 1 }],
    list: [],
  })
  const refusals: (() => void)[] = []
  const refused = () =>
    new Promise<never>((_, reject) => void refusals.push(() => reject(new Error('the net is away'))))
  const actions = mailActions({
    api: { setReadEmail: refused, updateEmail: refused, delEmail: refused },
    cache,
  })
  const rows = (filter: ListFilter) =>
    rowsOf(client.getQueryData<MailPages>(mailKeys.list('s', filter))).map(mail => mail.id)
  return {
    ...{ cache, actions, mails: [a, b] },
    shown: () => ({
      inbox: rows(inbox),
      trash: rows(trash),
      marks: rowsOf(client.getQueryData<MailPages>(mailKeys.list('s', inbox))).map(mail =>
        [mail.read ? 'read' : 'unread', mail.starred ? 'starred' : 'plain'].join(' '),
      ),
      unread: client.getQueryData<Unread>(mailKeys.unread('s'))?.total,
    }),
    isAskedAnew: () => client.getQueryState(mailKeys.list('s', inbox))?.isInvalidated,
    refuse: () => refusals.shift()?.(),
  }
}

test.each<[string, (actions: MailActions, mails: MailRow[]) => void]>([
  ['moved', (actions, mails) => actions.move(mails, 'trash')],
  ["moved to a folder of one's own", (actions, mails) => actions.move(mails, { id: 'f1', name: '票据' })],
  ['read', (actions, mails) => actions.setRead(mails, true)],
  ['made unread', (actions, mails) => actions.setRead(mails, false)],
  ['starred', (actions, mails) => actions.star(mails, true)],
])('what could not be %s is as it was, and mail that came meanwhile stays', async (_, act) => {
  const { cache, actions, mails, shown, refuse, isAskedAnew } = page()
  const before = shown()
  act(actions, mails)
  expect(shown()).not.toEqual(before)
  mailsArrived(cache, [mailOf({ id: 'new', receivedAt: '2026-11-16T08:00:00.000Z' })])
  const { unread = 0 } = shown()
  setUnread(cache, 'b1', unread + 1)
  refuse()
  await expect.poll(isAskedAnew).toBe(true)
  expect(shown()).toEqual({
    inbox: ['new', ...before.inbox],
    trash: [],
    marks: ['unread plain', ...before.marks],
    unread: 2,
  })
})

test('of two things done to a mail, the one that was refused is taken back and the other stays', async () => {
  const { actions, mails, shown, refuse, isAskedAnew } = page()
  actions.star(mails, true)
  actions.setRead(mails, true)
  refuse()
  await expect.poll(isAskedAnew).toBe(true)
  expect(shown().marks).toEqual(['read plain', 'read starred'])
})
