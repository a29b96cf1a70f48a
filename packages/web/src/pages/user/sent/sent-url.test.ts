import { expect, test } from 'vitest'
import { readSentUrl, type SentView, sentUrl } from './sent-url.ts'

const read = (search: string) => readSentUrl(new URLSearchParams(search))

test('a view is read back from its own address', () => {
  const view: SentView = { folder: 'scheduled', mailbox: 'b1', state: 'bounced', q: '发票', mail: 'm1' }
  expect(read(sentUrl(view).split('?')[1] ?? '')).toEqual(view)
})

test('the usual view has a bare address', () => {
  expect(sentUrl(read(''))).toBe('/user/sent')
})

test('strange values are read as the default', () => {
  expect(read('folder=attic&state=lost&mail=%3Cb%3E&mailbox=a%20b')).toEqual({
    folder: 'sent',
    mailbox: null,
    state: null,
    q: '',
    mail: null,
  })
})
