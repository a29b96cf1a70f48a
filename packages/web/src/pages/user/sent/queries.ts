/** The queries and changes of /user/sent. */
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, Calls, SentFolder } from '@yanshu/contract'
import { useCallback } from 'react'
import { renewSent } from '../../../mail/sent-cache.ts'
import { sentKeys } from '../../../mail/sent-keys.ts'
import { useMailSource } from '../../../mail/source.tsx'
import type { TableQuery } from '../../../ui/table-query.ts'
import type { SentView } from './sent-url.ts'

export type DraftRow = AnswerOf<Calls['getDrafts']>['list'][number]

const PAGE_SIZE = 50
/** Events keep the lists fresh; asking again is for what they cannot tell. */
const STALE_MS = 60_000

export function useSentList(view: SentView) {
  const { key, api } = useMailSource()
  const folder: SentFolder = view.folder === 'scheduled' || view.folder === 'queue' ? view.folder : 'sent'
  const filter = {
    folder,
    ...(view.mailbox && { mailbox: view.mailbox }),
    ...(view.state && { state: view.state }),
    ...(view.q !== '' && { q: view.q }),
  }
  return useInfiniteQuery({
    queryKey: sentKeys.list(key, filter),
    queryFn: ({ pageParam, signal }) =>
      api.getSentEmail(
        { query: { ...filter, pageSize: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    staleTime: STALE_MS,
    enabled: view.folder !== 'drafts' && view.folder !== 'suppressions',
  })
}

/** How many there are in each folder, whichever is open. */
export function useSentCounts() {
  const { key, api } = useMailSource()
  return useQuery({
    queryKey: sentKeys.counts(key),
    queryFn: async ({ signal }) => (await api.getSentEmail({ query: { pageSize: 1 } }, { signal })).counts,
    staleTime: STALE_MS,
  })
}

export function useDrafts(q: string, enabled: boolean) {
  const { key, api } = useMailSource()
  return useInfiniteQuery({
    queryKey: sentKeys.draftList(key, q),
    queryFn: ({ pageParam, signal }) =>
      api.getDrafts(
        {
          query: {
            pageSize: PAGE_SIZE,
            ...(q !== '' && { q }),
            ...(pageParam !== null && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    enabled,
  })
}

export function useSent(id: string | null) {
  const { key, api } = useMailSource()
  return useQuery({
    queryKey: sentKeys.one(key, id ?? ''),
    queryFn: async ({ signal }) => (await api.getSent({ params: { id: id ?? '' } }, { signal })).mail,
    enabled: id !== null,
    staleTime: STALE_MS,
  })
}

const tableQuery = ({ q, page, pageSize }: TableQuery) => ({ page, pageSize, ...(q !== '' && { q }) })

export const queueStates = ['queued', 'sending', 'deferred'] as const

export function useQueue(table: TableQuery) {
  const { key, api } = useMailSource()
  const state = table.filter('state', queueStates)
  const query = { ...tableQuery(table), ...(state && { state }) }
  return useQuery({
    queryKey: sentKeys.queuePage(key, query),
    queryFn: ({ signal }) => api.getQueue({ query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  })
}

export function useSendStops() {
  const { key, api } = useMailSource()
  return useQuery({
    queryKey: sentKeys.stops(key),
    queryFn: async ({ signal }) => (await api.getSendStops({}, { signal })).list,
    refetchInterval: 15_000,
  })
}

export function useSuppressions(table: TableQuery) {
  const { key, api } = useMailSource()
  const query = tableQuery(table)
  return useQuery({
    queryKey: sentKeys.suppressionPage(key, query),
    queryFn: ({ signal }) => api.getSuppressions({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Everything about sent mail is asked for anew. */
export function useRenewSent(): () => Promise<void> {
  const { key } = useMailSource()
  const client = useQueryClient()
  return useCallback(() => renewSent({ client, source: key }), [client, key])
}
