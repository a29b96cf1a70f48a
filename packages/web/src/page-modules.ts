/** The chunk of each page. A page of the contract or of the public part that is not here fails the type check. */
import type { Page } from '@yanshu/contract'
import type { ComponentType } from 'react'
import type { PublicPage } from './site/paths.ts'

export type LoadPage = () => Promise<{ Component: ComponentType }>

export const publicModules: Readonly<Record<PublicPage, LoadPage>> = {
  home: () => import('./pages/home/page.tsx'),
  auth: () => import('./pages/auth/page.tsx'),
  use: () => import('./pages/use/page.tsx'),
  store: () => import('./pages/store/page.tsx'),
}

export const userModules: Readonly<Record<Page, LoadPage>> = {
  inbox: () => import('./pages/user/inbox/page.tsx'),
  sent: () => import('./pages/user/sent/page.tsx'),
  contentFilter: () => import('./pages/user/contentFilter/page.tsx'),
  emailAccount: () => import('./pages/user/emailAccount/page.tsx'),
  sysAccount: () => import('./pages/user/sysAccount/page.tsx'),
  domain: () => import('./pages/user/domain/page.tsx'),
  dashboard: () => import('./pages/user/dashboard/page.tsx'),
  card: () => import('./pages/user/card/page.tsx'),
  interface: () => import('./pages/user/interface/page.tsx'),
  setting: () => import('./pages/user/setting/page.tsx'),
  version: () => import('./pages/user/version/page.tsx'),
}
