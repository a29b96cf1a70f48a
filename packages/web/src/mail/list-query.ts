/** A list of mails, page by page. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { type MailPages, PAGE_SIZE, sharePages } from './list-cache.ts'
import type { ListFilter } from './list-filter.ts'
import { mailKeys } from './mail-keys.ts'
import { STALE_MS } from './queries.ts'
import { useMailSource } from './source.tsx'

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
