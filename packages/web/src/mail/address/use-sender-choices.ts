/** Mailboxes one may send from, found by what is typed. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Found } from '../../ui/search-select.tsx'
import { sentKeys } from '../sent-keys.ts'
import { useMailSource } from '../source.tsx'

function useSenders(words: string, wanted: boolean) {
  const { key, api } = useMailSource()
  return useQuery({
    queryKey: sentKeys.senders(key, words),
    queryFn: async ({ signal }) =>
      (await api.getSenders({ query: words === '' ? {} : { q: words } }, { signal })).list,
    placeholderData: keepPreviousData,
    enabled: wanted,
    staleTime: 60_000,
  })
}

/** By their ids. */
export function useSenderChoices(words: string, wanted: boolean): Found {
  const { data, isFetching, isError } = useSenders(words, wanted)
  return {
    data: data?.map(({ mailboxId, address }) => ({ value: mailboxId, label: address })),
    isFetching,
    isError,
  }
}

/** By their addresses. */
export function useSenderAddresses(words: string, wanted: boolean): Found {
  const { data, isFetching, isError } = useSenders(words, wanted)
  return { data: data?.map(({ address }) => ({ value: address, label: address })), isFetching, isError }
}
