/** Every URL of the application. Nothing else spells a path out. */
import type { Page } from '@yanshu/contract'

export const paths = {
  root: '/',
  home: '/home',
  auth: '/auth',
  use: '/use',
  store: '/store',
  user: '/user',
} as const

/** Pages for everyone; those of people who are logged in are the contract's. */
export const publicPages = ['home', 'auth', 'use', 'store'] as const
export type PublicPage = (typeof publicPages)[number]

/** Served by the server itself, outside the application. */
export const outside = {
  /** Where a registration number of mainland China is looked up. */
  icp: 'https://beian.miit.gov.cn/',
  openApi: '/openapi.json',
} as const

export const authTabs = ['system', 'email', 'card', 'register', 'forgot'] as const
export type AuthTab = (typeof authTabs)[number]

export function authPath(tab: AuthTab): string {
  return tab === 'system' ? paths.auth : `${paths.auth}?tab=${tab}`
}

export function userPath(page: Page): string {
  return `${paths.user}/${page}`
}

export function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

export type InboxQuery = Partial<
  Record<'mailbox' | 'folder' | 'filter' | 'q' | 'label' | 'mail' | 'panel', string | null>
>

export function inboxPath(query: InboxQuery): string {
  return withQuery(userPath('inbox'), query)
}

/** /use with one of the addresses and one of its mails open. */
export type UseQuery = Partial<Record<'address' | 'mail' | 'filter' | 'q', string | null>>

export function addressPath(query: UseQuery): string {
  return withQuery(paths.use, query)
}

/** The ticket in the fragment of /use, with which this device goes on with a mailbox. No server is sent a fragment. */
export const ticketIn = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('ticket')

export function homePath(query: { mail?: string | null }): string {
  return withQuery(paths.home, query)
}

export const storeTabs = ['buy', 'orders', 'card'] as const
export type StoreTab = (typeof storeTabs)[number]

/**
 * /store: a tab; or one order, with one of the mails of what was bought; or the form again to change an order that is not
 * paid yet, or to renew an address.
 */
export type StoreQuery = Partial<Record<'tab' | 'order' | 'mail' | 'change' | 'renew', string | null>>

export function storePath(query: StoreQuery): string {
  return withQuery(paths.store, query)
}

export type SentQuery = Partial<Record<'folder' | 'mailbox' | 'state' | 'q' | 'mail', string | null>>

export function sentPath(query: SentQuery): string {
  return withQuery(userPath('sent'), query)
}

/** The table of mailboxes; with `look`, somebody else's mailbox that an admin looks at there. */
export type LookQuery = Partial<Record<'look' | 'folder' | 'q' | 'mail' | 'panel', string | null>>

export function lookPath(query: LookQuery): string {
  return withQuery(userPath('emailAccount'), query)
}

/** The log of what admins did. */
export function auditPath(): string {
  return withQuery(userPath('sysAccount'), { tab: 'log' })
}

/** A new filter, its first conditions taken from a mail. */
export function newFilterPath(from: { sender: string; subject: string; mailbox: string }): string {
  return withQuery(userPath('contentFilter'), {
    new: '1',
    from: from.sender,
    subject: from.subject,
    mailbox: from.mailbox,
  })
}

/** The page of domains: one of them, or the machine itself. */
export function domainPath(query: Partial<Record<'domain' | 'view' | 'q', string | null>>): string {
  return withQuery(userPath('domain'), query)
}

/** Where a log-in may send the browser: a path of this site, never another host. */
export function isOwnPath(url: string): boolean {
  return /^\/(?![/\\])/.test(url)
}
