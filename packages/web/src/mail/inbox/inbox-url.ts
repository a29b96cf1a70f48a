/** Reads the view of /user/inbox from its URL. Invalid values are read as the default. */

import { inboxPath } from '../../site/paths.ts'
import type { ListFilter } from '../list-filter.ts'
import { isSearched } from '../search/long-enough.ts'

export const inboxFolders = ['inbox', 'code', 'starred', 'archive', 'spam', 'trash'] as const
export type InboxFolder = (typeof inboxFolders)[number]

/** False for the id of one's own folder. */
export const isInboxFolder = (folder: string): folder is InboxFolder =>
  inboxFolders.some(one => one === folder)

export const inboxFilters = ['all', 'unread', 'code', 'attachment'] as const
export type InboxFilter = (typeof inboxFilters)[number]

export type InboxView = {
  mailbox: string | null
  /** One of those above, or the id of one's own. */
  folder: string
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
    folder: id('folder') ?? 'inbox',
    filter: inboxFilters.find(filter => filter === params.get('filter')) ?? 'all',
    q: (params.get('q') ?? '').trim().slice(0, 200),
    label: (params.get('label') ?? '').trim().slice(0, 32),
    mail: id('mail'),
    panel: params.get('panel') === 'trace' ? 'trace' : null,
  }
}

/** Returns the URL of a view; defaults are left out. */
export function inboxUrl(view: InboxView): string {
  return inboxPath({
    ...view,
    folder: view.folder === 'inbox' ? null : view.folder,
    filter: view.filter === 'all' ? null : view.filter,
  })
}

export function listFilterOf(view: InboxView): ListFilter {
  return {
    ...(view.mailbox !== null && { mailbox: view.mailbox }),
    folder: view.folder === 'code' ? 'inbox' : view.folder,
    ...(view.filter === 'unread' && { unread: true }),
    ...((view.folder === 'code' || view.filter === 'code') && { hasCode: true }),
    ...(view.filter === 'attachment' && { hasAttachment: true }),
    ...(view.label !== '' && { label: view.label }),
    ...(isSearched(view.q) && { q: view.q }),
  }
}

/** Goes to another mailbox, or to all: a folder of one's own stays behind. */
export function otherMailboxUrl(view: InboxView, mailbox: string | null): string {
  return inboxUrl({
    ...view,
    mailbox,
    folder: isInboxFolder(view.folder) ? view.folder : 'inbox',
    mail: null,
  })
}
