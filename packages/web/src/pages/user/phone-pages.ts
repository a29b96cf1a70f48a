import type { Page } from '@yanshu/contract'

const first: readonly Page[] = ['inbox', 'sent']

/** Room for three pages beside 我的: the mail pages first, then in the order of the rail. */
export function barPages(open: readonly Page[]): Page[] {
  return [...first.filter(page => open.includes(page)), ...open.filter(page => !first.includes(page))].slice(
    0,
    3,
  )
}
