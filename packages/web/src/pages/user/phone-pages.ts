import type { Page } from '@yanshu/contract'

const first: readonly Page[] = ['inbox', 'sent']

/** Room for so many pages beside 写信 and 我的: the mail pages first, then in the order of the rail. */
export function barPages(open: readonly Page[], most: number): Page[] {
  return [...first.filter(page => open.includes(page)), ...open.filter(page => !first.includes(page))].slice(
    0,
    most,
  )
}
