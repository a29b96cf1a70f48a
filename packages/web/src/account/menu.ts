/** Makes the menu: the pages in their groups, only those that may be opened, and no empty group. */
import type { Page } from '@yanshu/contract'
import { pages } from '@yanshu/contract/permission'
import { pageNames } from '@yanshu/contract/permission-names'

export type MenuGroup = { title: string; items: readonly { page: Page; name: string }[] }

const titles = ['邮件', '账号', '经营', '系统'] as const

const titleOf: Readonly<Record<Page, (typeof titles)[number]>> = {
  inbox: '邮件',
  sent: '邮件',
  contentFilter: '邮件',
  emailAccount: '账号',
  sysAccount: '账号',
  domain: '账号',
  dashboard: '经营',
  card: '经营',
  interface: '系统',
  setting: '系统',
  version: '系统',
}

export function menuOf(open: readonly Page[]): MenuGroup[] {
  return titles
    .map(title => ({
      title,
      items: pages
        .filter(page => titleOf[page] === title && open.includes(page))
        .map(page => ({ page, name: pageNames[page] })),
    }))
    .filter(group => group.items.length > 0)
}
