import { expect, test } from 'vitest'
import { filterOfUse, readUseUrl, urlOfUse } from './use-url.ts'

const view = (query: string) => readUseUrl(new URLSearchParams(query))

test('an empty address bar shows the current address', () => {
  expect(view('')).toEqual({ address: null, filter: 'all', q: '', mail: null })
  expect(urlOfUse(view(''))).toBe('/use')
})

test('what stands there comes back the same', () => {
  const query = 'address=a.b%40yanshu.mail&filter=code&mail=m9&q=%E9%AA%8C%E8%AF%81'
  expect(view(urlOfUse(view(query)).split('?')[1] ?? '')).toEqual(view(query))
})

test('what is no address and no mail is left out', () => {
  expect(view('address=nobody&mail=%3Cb%3E&filter=x')).toEqual(view(''))
  expect(view('address=A%40X.Y').address).toBe('a@x.y')
})

test('a filter narrows the list of one mailbox', () => {
  expect(filterOfUse(view('filter=unread'), 'b1')).toEqual({ folder: 'inbox', mailbox: 'b1', unread: true })
  expect(filterOfUse(view('filter=code'), null)).toEqual({ folder: 'inbox', hasCode: true })
})

test('words narrow it from two characters on', () => {
  expect(filterOfUse(view('q=%E9%AA%8C'), null)).toEqual({ folder: 'inbox' })
  expect(filterOfUse(view('q=%E9%AA%8C%E8%AF%81&filter=spam'), null)).toEqual({ folder: 'spam', q: '验证' })
})
