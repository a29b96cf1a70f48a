/** The query keys of the mail parts. They begin with the source, so that two logins never mix. */
import type { ListFilter } from './list-filter.ts'

export const mailKeys = {
  every: ['mail'] as const,
  all: (source: string) => ['mail', source] as const,
  lists: (source: string) => ['mail', source, 'list'] as const,
  list: (source: string, filter: ListFilter) => ['mail', source, 'list', filter] as const,
  ones: (source: string) => ['mail', source, 'one'] as const,
  one: (source: string, id: string) => ['mail', source, 'one', id] as const,
  source: (source: string, id: string) => ['mail', source, 'one', id, 'source'] as const,
  file: (source: string, id: string, file: string) => ['mail', source, 'one', id, 'file', file] as const,
  /** What was answered to the invitation in a mail, during this visit. */
  answered: (source: string, id: string) => ['mail', source, 'answered', id] as const,
  attached: (source: string, id: string, file: string) =>
    ['mail', source, 'one', id, 'attached', file] as const,
  /** Pictures of a letter, or of one that is attached to it. */
  pictures: (source: string, id: string, attached: string | undefined, kind: 'cids' | 'remote') =>
    ['mail', source, 'one', id, ...(attached === undefined ? [] : ['attached', attached]), kind] as const,
  /** The source as text: the same bytes for every caller. */
  text: (id: string, size: number) => ['mail', 'text', id, size] as const,
  pdf: (file: string) => ['pdf', file] as const,
  unread: (source: string) => ['mail', source, 'unread'] as const,
  boxes: (source: string) => ['mail', source, 'boxes'] as const,
  firstBoxes: (source: string) => ['mail', source, 'boxes', {}] as const,
  boxesById: (source: string, ids: string) => ['mail', source, 'boxes', { ids }] as const,
  boxesLike: (source: string, content: string) => ['mail', source, 'boxes', content] as const,
  /** The one mailbox of a visitor's token. */
  box: (source: string) => ['mail', source, 'box'] as const,
  counts: (source: string) => ['mail', source, 'count'] as const,
  count: (source: string, filter: ListFilter) => ['mail', source, 'count', filter] as const,
  /** The folders of a mailbox; they carry counts, so they are fetched anew with those. */
  folders: (source: string, mailbox: string) => ['mail', source, 'count', 'folders', mailbox] as const,
  trace: (source: string, query: object) => ['mail', source, 'trace', query] as const,
  range: (source: string, range: object | null) => ['mail', source, 'range', range] as const,
  contacts: (source: string, q: string) => ['mail', source, 'contacts', q] as const,
}

/** The figures of the home page, which every arriving mail changes. */
export const figuresKey = ['figures'] as const

/** A ticket for another device; each time one is asked for it is another. */
export const ticketKey = (mailbox: string | null, asked: number) => ['ticket', mailbox, asked] as const

/** Addresses on the public pages. */
export const addressKeys = {
  first: ['first-address'] as const,
  stray: (isStray: boolean) => ['stray-token', isStray] as const,
  domains: (own: boolean) => ['address-domains', own] as const,
}
