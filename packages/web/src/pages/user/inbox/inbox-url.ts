/** What /user/inbox shows, as it stands in the address bar. What is strange there is read as the default. */

import type { ListFilter } from '../../../mail/list-filter.ts'
import { inboxPath } from '../../../paths.ts'

export const inboxFolders = ['inbox', 'code', 'starred', 'spam', 'trash'] as const
export type InboxFolder = (typeof inboxFolders)[number]

export const inboxFilters = ['all', 'unread', 'code', 'attachment'] as const
export type InboxFilter = (typeof inboxFilters)[number]

export type InboxView = {
  mailbox: string | null
  folder: InboxFolder
  filter: InboxFilter
  q: string
  label: string
  mail: string | null
  panel: 'trace' | null
}

const ID = /^[0-9A-Za-z_-]{1,64}$/

export function readInboxUrl(params: URLSearchParams): InboxView {
  const id = (name: string) => {
    const value = params.get(name)
    return value !== null && ID.test(value) ? value : null
  }
  return {
    mailbox: id('mailbox'),
    folder: inboxFolders.find(folder => folder === params.get('folder')) ?? 'inbox',
    filter: inboxFilters.find(filter => filter === params.get('filter')) ?? 'all',
    q: (params.get('q') ?? '').trim().slice(0, 200),
    label: (params.get('label') ?? '').trim().slice(0, 32),
    mail: id('mail'),
    panel: params.get('panel') === 'trace' ? 'trace' : null,
  }
}

/** The address of a view; defaults are left out. */
export function inboxUrl(view: InboxView): string {
  return inboxPath({
    ...view,
    folder: view.folder === 'inbox' ? null : view.folder,
    filter: view.filter === 'all' ? null : view.filter,
  })
}

/** The server searches from two characters on. */
export const SHORTEST_SEARCH = 2

export function listFilterOf(view: InboxView): ListFilter {
  return {
    ...(view.mailbox !== null && { mailbox: view.mailbox }),
    folder: view.folder === 'code' ? 'inbox' : view.folder,
    ...(view.filter === 'unread' && { unread: true }),
    ...((view.folder === 'code' || view.filter === 'code') && { hasCode: true }),
    ...(view.filter === 'attachment' && { hasAttachment: true }),
    ...(view.label !== '' && { label: view.label }),
    ...([...view.q].length >= SHORTEST_SEARCH && { q: view.q }),
  }
}
