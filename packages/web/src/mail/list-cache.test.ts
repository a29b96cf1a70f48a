import type { MailRow } from '@yanshu/contract'
import { expect, test } from 'vitest'
import {
  changeMails,
  insertMails,
  type MailPages,
  PAGE_SIZE,
  removeMails,
  rowsOf,
  sharePages,
} from './list-cache.ts'
import { mailOf } from './testing.ts'

const at = (id: string, minute: number): MailRow =>
  mailOf({ id, receivedAt: new Date(Date.UTC(2026, 10, 15, 8, minute)).toISOString() })

function pagesOf(lists: MailRow[][], nextCursor: string | null = null): MailPages {
  return {
    pages: lists.map((list, place) => ({
      list,
      nextCursor: place < lists.length - 1 ? `c${place}` : nextCursor,
    })),
    pageParams: lists.map((_, place) => (place === 0 ? null : `c${place - 1}`)),
  }
}

const ids = (pages: MailPages) => rowsOf(pages).map(mail => mail.id)

test('a new mail stands at the top', () => {
  expect(ids(insertMails(pagesOf([[at('a', 5)], [at('b', 3)]]), [at('new', 9)]))).toEqual(['new', 'a', 'b'])
})

test('a mail that comes late stands where its time says, also on a later page', () => {
  expect(ids(insertMails(pagesOf([[at('a', 9), at('b', 7)], [at('c', 3)]]), [at('late', 5)]))).toEqual([
    'a',
    'b',
    'late',
    'c',
  ])
})

test('a mail that is there already is replaced, not doubled', () => {
  const pages = insertMails(pagesOf([[at('a', 5)]]), [{ ...at('a', 5), subject: 'again' }])
  expect(rowsOf(pages).map(mail => mail.subject)).toEqual(['again'])
})

test('one beyond the end of what was fetched is left to be fetched', () => {
  const pages = pagesOf([[at('a', 5)]], 'more')
  expect(insertMails(pages, [at('old', 1)])).toBe(pages)
  expect(ids(insertMails(pagesOf([[at('a', 5)]]), [at('old', 1)]))).toEqual(['a', 'old'])
})

test('an empty list takes its first mail', () => {
  expect(ids(insertMails(pagesOf([[]]), [at('first', 1)]))).toEqual(['first'])
})

test('mails are changed and removed on whatever page they are', () => {
  const pages = pagesOf([[at('a', 5)], [at('b', 3), at('c', 2)]])
  expect(rowsOf(changeMails(pages, ['c'], mail => ({ ...mail, read: true }))).map(mail => mail.read)).toEqual(
    [false, false, true],
  )
  expect(ids(removeMails(pages, ['a', 'c']))).toEqual(['b'])
})

test('what does not concern a list leaves the very same object', () => {
  const pages = pagesOf([[at('a', 5)]])
  expect(removeMails(pages, ['x'])).toBe(pages)
  expect(changeMails(pages, ['x'], mail => mail)).toBe(pages)
})

test('a list that is asked for again keeps the mails that are the same, wherever they stand now', () => {
  const shown = pagesOf([[at('a', 9), at('b', 7)], [at('c', 3)]])
  const again = pagesOf([
    [at('new', 10), at('a', 9)],
    [{ ...at('b', 7), read: true }, at('c', 3)],
  ])
  const shared = sharePages(shown, again)
  expect(shared).toEqual(again)
  const [a, b, c] = rowsOf(shown)
  const rows = rowsOf(shared)
  expect([rows[1] === a, rows[2] === b, rows[3] === c]).toEqual([true, false, true])
})

test('a list that came again as it was is the very same, and one page of it is if only the other changed', () => {
  const shown = pagesOf([[at('a', 9)], [at('b', 7)]])
  expect(sharePages(shown, pagesOf([[at('a', 9)], [at('b', 7)]]))).toBe(shown)
  const changed = sharePages(shown, pagesOf([[at('a', 9)], [at('b', 7), at('c', 3)]]))
  expect([changed.pages[0] === shown.pages[0], changed.pages[1] === shown.pages[1]]).toEqual([true, false])
  const more = pagesOf([[at('a', 9)], [at('b', 7)]], 'more')
  expect(sharePages(shown, more)).toEqual(more)
  expect(sharePages(undefined, more)).toBe(more)
})

test('a page that grows over its size becomes two, so that asking anew asks for as many mails', () => {
  const full = Array.from({ length: PAGE_SIZE }, (_, place) => at(`old${place}`, 50 - place))
  const grown = insertMails(pagesOf([full], 'more'), [at('one', 51), at('two', 52)])
  expect(grown.pages.map(page => page.list.length)).toEqual([2, PAGE_SIZE])
  expect(grown.pageParams).toHaveLength(2)
  expect(grown.pageParams[0]).toBeNull()
  expect([grown.pages[0]?.nextCursor === null, grown.pages[1]?.nextCursor]).toEqual([false, 'more'])
  expect(ids(grown).slice(0, 3)).toEqual(['two', 'one', 'old0'])
  const many = Array.from({ length: 40 * PAGE_SIZE }, (_, place) => at(`new${place}`, 60 + place))
  const flooded = insertMails(grown, many)
  expect(rowsOf(flooded)).toHaveLength(42 * PAGE_SIZE - PAGE_SIZE + 2)
  expect(flooded.pages.length).toBe(20)
  expect(flooded.pageParams).toHaveLength(20)
})
