/** The queries of the mail parts. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ListFilter } from './list-filter.ts'
import { mailKeys } from './mail-keys.ts'
import { useMailSource } from './source.tsx'

/** Events keep lists fresh; new fetches are only for data that events cannot carry. */
export const STALE_MS = 60_000

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

/** Returns the first hundred of the caller's own mailboxes; others are found by typing. */
export function useMailboxes({ enabled = true } = {}) {
  const { key, api } = useMailSource()
  return useQuery({
    queryKey: mailKeys.firstBoxes(key),
    queryFn: ({ signal }) => api.emailList({ query: { pageSize: 100 } }, { signal }),
    staleTime: STALE_MS,
    enabled,
  })
}

/** Returns the first hundred, preceded by the chosen one if it is not among them. */
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

/** Returns those of these mailboxes that the caller can open. */
export function useMailboxesById(ids: readonly string[]) {
  const { key, api } = useMailSource()
  const asked = [...new Set(ids)].sort().slice(0, 100).join(',')
  return useQuery({
    queryKey: mailKeys.boxesById(key, asked),
    queryFn: async ({ signal }) => (await api.emailList({ query: { ids: asked } }, { signal })).list,
    enabled: asked !== '',
    staleTime: STALE_MS,
  })
}

export function useMailboxSearch(content: string) {
  const { key, api } = useMailSource()
  return useQuery({
    queryKey: mailKeys.boxesLike(key, content),
    queryFn: async ({ signal }) => (await api.searchEmailAccount({ query: { content } }, { signal })).list,
    enabled: content !== '',
    placeholderData: keepPreviousData,
  })
}

/** Returns the number of unread mails in a list, up to a hundred. */
export function useUnreadCount(filter: ListFilter) {
  const { key, api } = useMailSource()
  return useQuery({
    queryKey: mailKeys.count(key, filter),
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
