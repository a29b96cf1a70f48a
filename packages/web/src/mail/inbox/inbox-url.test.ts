import { expect, test } from 'vitest'
import { inboxUrl, listFilterOf, otherMailboxUrl, readInboxUrl } from './inbox-url.ts'

const view = (query: string) => readInboxUrl(new URLSearchParams(query))

test('an empty address is the inbox of all mailboxes', () => {
  expect(view('')).toEqual({
    mailbox: null,
    folder: 'inbox',
    filter: 'all',
    q: '',
    label: '',
    mail: null,
    panel: null,
  })
  expect(inboxUrl(view(''))).toBe('/user/inbox')
})

test('what stands in the address comes back the same', () => {
  const query = 'mailbox=m1&folder=spam&filter=unread&q=%E5%8F%91%E7%A5%A8&mail=x9&panel=trace'
  expect(view(inboxUrl(view(query)).split('?')[1] ?? '')).toEqual(view(query))
})

test('strange values are read as the default', () => {
  expect(view('folder=../attic&filter=%00&mail=../x&mailbox=<b>&panel=all')).toEqual(view(''))
})

test('the folder of codes is the inbox, narrowed to mails with a code', () => {
  expect(listFilterOf(view('folder=code'))).toEqual({ folder: 'inbox', hasCode: true })
})

test('one character is not searched for, two are', () => {
  expect(listFilterOf(view('q=票'))).toEqual({ folder: 'inbox' })
  expect(listFilterOf(view('q=发票'))).toEqual({ folder: 'inbox', q: '发票' })
})

test("a folder of one's own stands in the address, and stays behind when one goes to another mailbox", () => {
  const own = view('mailbox=m1&folder=f1&mail=x9')
  expect(listFilterOf(own)).toEqual({ mailbox: 'm1', folder: 'f1' })
  expect(inboxUrl(own)).toBe('/user/inbox?mailbox=m1&folder=f1&mail=x9')
  expect(otherMailboxUrl(own, 'm2')).toBe('/user/inbox?mailbox=m2')
  expect(otherMailboxUrl(view('folder=trash'), 'm2')).toBe('/user/inbox?mailbox=m2&folder=trash')
})

test('filters narrow the list', () => {
  expect(listFilterOf(view('filter=attachment&mailbox=m1&folder=trash'))).toEqual({
    mailbox: 'm1',
    folder: 'trash',
    hasAttachment: true,
  })
})

test('a label is asked of the server as it is written', () => {
  const view = readInboxUrl(new URLSearchParams('label=账单&folder=spam'))
  expect(listFilterOf(view)).toEqual({ folder: 'spam', label: '账单' })
  expect(inboxUrl(view)).toContain('label=')
})
