/** What /use shows, as it stands in the address bar. */
import type { ListFilter } from '../../mail/list-filter.ts'
import { addressPath } from '../../paths.ts'

export const useFilters = ['all', 'unread', 'code', 'spam'] as const
export type UseFilter = (typeof useFilters)[number]

export type UseView = { address: string | null; filter: UseFilter; mail: string | null }

export function readUseUrl(params: URLSearchParams): UseView {
  const address = params.get('address')?.trim().toLowerCase() ?? ''
  const mail = params.get('mail') ?? ''
  return {
    address: /^[^@\s]{1,64}@[^@\s]{1,253}$/.test(address) ? address : null,
    filter: useFilters.find(filter => filter === params.get('filter')) ?? 'all',
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
  }
}
