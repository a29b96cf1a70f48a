/** The rail: the pages in their groups, only those that may be opened, no group without a page. */
import { type Page, pageNames } from '@yanshu/contract'

export type MenuGroup = { title: string; items: readonly { page: Page; name: string }[] }

const groups: readonly { title: string; pages: readonly Page[] }[] = [
  { title: '邮件', pages: ['inbox', 'sent', 'contentFilter'] },
  { title: '账号', pages: ['emailAccount', 'sysAccount', 'domain'] },
  { title: '经营', pages: ['dashboard', 'card'] },
  { title: '系统', pages: ['interface', 'setting', 'version'] },
]

export function menuOf(open: readonly Page[]): MenuGroup[] {
  return groups
    .map(({ title, pages }) => ({
      title,
      items: pages.filter(page => open.includes(page)).map(page => ({ page, name: pageNames[page] })),
    }))
    .filter(group => group.items.length > 0)
}
