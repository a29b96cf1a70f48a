/** Reads the view of /use from its URL. */
import type { ListFilter } from '../../mail/list-filter.ts'
import { isSearched } from '../../mail/search/long-enough.ts'
import { addressPath } from '../../site/paths.ts'

export const useFilters = ['all', 'unread', 'code', 'spam'] as const
export type UseFilter = (typeof useFilters)[number]

export type UseView = { address: string | null; filter: UseFilter; q: string; mail: string | null }

/** An address with all of its letters; null for whichever is open. */
export const atAddress = (address: string | null): UseView => ({ address, filter: 'all', q: '', mail: null })

export function readUseUrl(params: URLSearchParams): UseView {
  const address = params.get('address')?.trim().toLowerCase() ?? ''
  const mail = params.get('mail') ?? ''
  return {
    address: /^[^@\s]{1,64}@[^@\s]{1,253}$/.test(address) ? address : null,
    filter: useFilters.find(filter => filter === params.get('filter')) ?? 'all',
    q: (params.get('q') ?? '').trim().slice(0, 200),
    mail: /^[0-9A-Za-z_-]{1,64}$/.test(mail) ? mail : null,
  }
}

export function urlOfUse(view: UseView): string {
  return addressPath({ ...view, filter: view.filter === 'all' ? null : view.filter })
}

/** A visitor's token sees its own mailbox only; an account must name the one it wants. */
export function filterOfUse(view: UseView, mailbox: string | null): ListFilter {
  return {
    folder: view.filter === 'spam' ? 'spam' : 'inbox',
    ...(mailbox !== null && { mailbox }),
    ...(view.filter === 'unread' && { unread: true }),
    ...(view.filter === 'code' && { hasCode: true }),
    ...(isSearched(view.q) && { q: view.q }),
  }
}
