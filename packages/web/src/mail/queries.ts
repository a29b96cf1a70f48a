/** What the mail parts ask the server for. Keys begin with the source, so that two logins never mix. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type MailPages, PAGE_SIZE, sharePages } from './list-cache.ts'
import type { ListFilter } from './list-filter.ts'
import { useMailSource } from './source.tsx'

export const mailKeys = {
  all: (source: string) => ['mail', source] as const,
  lists: (source: string) => ['mail', source, 'list'] as const,
  list: (source: string, filter: ListFilter) => ['mail', source, 'list', filter] as const,
  one: (source: string, id: string) => ['mail', source, 'one', id] as const,
  unread: (source: string) => ['mail', source, 'unread'] as const,
  boxes: (source: string) => ['mail', source, 'boxes'] as const,
  ownBoxes: (source: string) => ['mail', source, 'boxes', { own: true }] as const,
  /** The one mailbox of a visitor's token. */
  box: (source: string) => ['mail', source, 'box'] as const,
  counts: (source: string) => ['mail', source, 'count'] as const,
}

/** The figures of the home page, which every arriving mail changes. */
export const figuresKey = ['figures'] as const

/** Events keep lists fresh; asking again is for what they cannot tell. */
const STALE_MS = 60_000

export function useMailList(filter: ListFilter) {
  const { key, api } = useMailSource()
  return useInfiniteQuery({
    queryKey: mailKeys.list(key, filter),
    queryFn: ({ pageParam, signal }) =>
      api.getInbox(
        { query: { ...filter, pageSize: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    structuralSharing: (shown, fresh) => sharePages(shown as MailPages | undefined, fresh as MailPages),
    staleTime: STALE_MS,
  })
}

export function useMail(id: string | null) {
  const { key, api } = useMailSource()
  return useQuery({
    queryKey: mailKeys.one(key, id ?? ''),
    queryFn: async ({ signal }) => (await api.getEmail({ params: { id: id ?? '' } }, { signal })).mail,
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useUnread(enabled = true) {
  const { key, api } = useMailSource()
  return useQuery({
    queryKey: mailKeys.unread(key),
    queryFn: ({ signal }) => api.getUnreadEmail({}, { signal }),
    staleTime: STALE_MS,
    enabled,
  })
}

/** The mailboxes one can open, or for an admin only those of its own account: the first hundred; more are found by typing. */
export function useMailboxes({ own = false } = {}) {
  const { key, api } = useMailSource()
  return useQuery({
    queryKey: own ? mailKeys.ownBoxes(key) : [...mailKeys.boxes(key), { own }],
    queryFn: ({ signal }) => api.emailList({ query: { pageSize: 100, ...(own && { own }) } }, { signal }),
    staleTime: STALE_MS,
  })
}

/** The first hundred, and before them the chosen one if it is none of them. */
export function useMailboxesWith(chosen: string | null) {
  const first = useMailboxes()
  const isListed = first.data?.list.some(({ id }) => id === chosen) ?? true
  const others = useMailboxesById(chosen === null || isListed ? [] : [chosen]).data
  const { data, isError, refetch } = first
  return {
    isError,
    refetch,
    data: useMemo(() => data && { ...data, list: [...(others ?? []), ...data.list] }, [data, others]),
  }
}

/** Those of the mailboxes that one can open. */
export function useMailboxesById(ids: readonly string[]) {
  const { key, api } = useMailSource()
  const asked = [...new Set(ids)].sort().slice(0, 100).join(',')
  return useQuery({
    queryKey: [...mailKeys.boxes(key), { ids: asked }],
    queryFn: async ({ signal }) => (await api.emailList({ query: { ids: asked } }, { signal })).list,
    enabled: asked !== '',
    staleTime: STALE_MS,
  })
}

export function useMailboxSearch(content: string) {
  const { key, api } = useMailSource()
  return useQuery({
    queryKey: [...mailKeys.boxes(key), content],
    queryFn: async ({ signal }) => (await api.searchEmailAccount({ query: { content } }, { signal })).list,
    enabled: content !== '',
    placeholderData: keepPreviousData,
  })
}

/** How many unread mails a list has, up to a hundred. */
export function useUnreadCount(filter: ListFilter) {
  const { key, api } = useMailSource()
  return useQuery({
    queryKey: [...mailKeys.counts(key), filter],
    queryFn: async ({ signal }) => {
      const { list, nextCursor } = await api.getInbox(
        { query: { ...filter, unread: true, pageSize: 100 } },
        { signal },
      )
      return nextCursor === null ? list.length : 100
    },
    staleTime: STALE_MS,
  })
}
