/**
 * Changes a list that is already on the page. The functions are pure, so that read, star, delete and arriving
 * mail show at once.
 */
import type { InfiniteData } from '@tanstack/react-query'
import type { MailRow } from '@yanshu/contract'

export type MailPage = { list: MailRow[]; nextCursor: string | null }
export type MailPages = InfiniteData<MailPage, string | null>

export function rowsOf(pages: Pick<MailPages, 'pages'> | undefined): MailRow[] {
  return pages?.pages.flatMap(page => page.list) ?? []
}

/** The number of mails in one request. */
export const PAGE_SIZE = 50
/** Pages are split only up to this number, because a new fetch requests each page. */
const MOST_PAGES = 20

const isNewer = (one: MailRow, other: MailRow) => Date.parse(one.receivedAt) >= Date.parse(other.receivedAt)

/**
 * Inserts mails by their time. A mail that is already there is replaced; one beyond the end is left to be
 * fetched.
 */
export function insertMails(pages: MailPages, mails: readonly MailRow[]): MailPages {
  return mails.reduce(insertMail, pages)
}

function insertMail(pages: MailPages, mail: MailRow): MailPages {
  const known = pages.pages.some(page => page.list.some(row => row.id === mail.id))
  if (known) return changeMails(pages, [mail.id], () => mail)
  const at = pages.pages.findIndex(page => page.list.some(row => isNewer(mail, row)))
  const target = at === -1 ? pages.pages.length - 1 : at
  const last = pages.pages[target]
  if (!last || (at === -1 && last.nextCursor !== null)) return pages
  const row = at === -1 ? last.list.length : last.list.findIndex(other => isNewer(mail, other))
  return withPage(pages, target, { ...last, list: last.list.toSpliced(row, 0, mail) })
}

/**
 * Splits a page that has grown too large. A list is fetched again page by page, and without the split it
 * would come back shorter, without the mails being read.
 */
function withPage(pages: MailPages, at: number, page: MailPage): MailPages {
  const over = page.list.length - PAGE_SIZE
  if (over <= 0 || pages.pages.length >= MOST_PAGES) return { ...pages, pages: pages.pages.with(at, page) }
  const newer = { list: page.list.slice(0, over), nextCursor: BETWEEN }
  const older = { ...page, list: page.list.slice(over) }
  return {
    pages: pages.pages.toSpliced(at, 1, newer, older),
    pageParams: pages.pageParams.toSpliced(at + 1, 0, BETWEEN),
  }
}

/** The cursor between the halves of a page that we split; nobody uses it, since the next page is there. */
const BETWEEN = ''

export function changeMails(
  pages: MailPages,
  ids: readonly string[],
  change: (mail: MailRow) => MailRow,
): MailPages {
  return mapLists(pages, ids, list => list.map(mail => (ids.includes(mail.id) ? change(mail) : mail)))
}

export function removeMails(pages: MailPages, ids: readonly string[]): MailPages {
  return mapLists(pages, ids, list => list.filter(mail => !ids.includes(mail.id)))
}

/** Pages with none of the mails stay the same objects, so that nothing is drawn again for them. */
function mapLists(pages: MailPages, ids: readonly string[], map: (list: MailRow[]) => MailRow[]): MailPages {
  if (!pages.pages.some(page => page.list.some(mail => ids.includes(mail.id)))) return pages
  return {
    ...pages,
    pages: pages.pages.map(page =>
      page.list.some(mail => ids.includes(mail.id)) ? { ...page, list: map(page.list) } : page,
    ),
  }
}

/**
 * Mails that did not change keep the same object at any place in the new list. (The query cache compares rows
 * by place, so after one new mail at the top every row would differ.)
 */
export function sharePages(shown: MailPages | undefined, fresh: MailPages): MailPages {
  if (!shown || shown === fresh) return fresh
  const known = new Map(rowsOf(shown).map(mail => [mail.id, mail]))
  const share = (mail: MailRow) => {
    const one = known.get(mail.id)
    return one && (one === mail || isSame(one, mail)) ? one : mail
  }
  const pages = fresh.pages.map((page, at) => {
    const list = page.list.map(share)
    const before = shown.pages[at]
    const isSame = before?.nextCursor === page.nextCursor && isSameList(before.list, list)
    return isSame ? before : { ...page, list }
  })
  const isAllSame = isSameList(shown.pages, pages) && isSameList(shown.pageParams, fresh.pageParams)
  return isAllSame ? shown : { ...fresh, pages }
}

/** True when two mails, or two of their values, are equal; labels are lists. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function isSameList<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at])
}
