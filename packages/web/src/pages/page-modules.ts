/**
 * The pages there are, each a chunk of its own. The router, the rail and the public header all read this table, so a page
 * that does not exist is nowhere offered.
 */
import type { Page } from '@yanshu/contract'
import type { ComponentType } from 'react'

export type LoadPage = () => Promise<{ Component: ComponentType }>

export type PublicPage = 'home' | 'auth' | 'use' | 'store'

export const publicPages: Readonly<Partial<Record<PublicPage, LoadPage>>> = {
  home: () => import('./home/page.tsx'),
  auth: () => import('./auth/page.tsx'),
  use: () => import('./use/page.tsx'),
  store: () => import('./store/page.tsx'),
}

export const userPages: Readonly<Partial<Record<Page, LoadPage>>> = {
  inbox: () => import('./user/inbox/page.tsx'),
  sent: () => import('./user/sent/page.tsx'),
  contentFilter: () => import('./user/contentFilter/page.tsx'),
  emailAccount: () => import('./user/emailAccount/page.tsx'),
  sysAccount: () => import('./user/sysAccount/page.tsx'),
  domain: () => import('./user/domain/page.tsx'),
  dashboard: () => import('./user/dashboard/page.tsx'),
  card: () => import('./user/card/page.tsx'),
  interface: () => import('./user/interface/page.tsx'),
  setting: () => import('./user/setting/page.tsx'),
  version: () => import('./user/version/page.tsx'),
}

export function pagesToOpen(allowed: readonly Page[]): Page[] {
  return allowed.filter(page => userPages[page] !== undefined)
}
