import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../../api/index.ts'
import type { Found } from '../../../../ui/search-select.tsx'
import { settingKeys } from '../shared/keys.ts'

export function useAppPasswords(mailbox: string) {
  return useQuery({
    queryKey: settingKeys.appPasswords(mailbox),
    queryFn: ({ signal }) => api.getAppPasswords({ query: { id: mailbox } }, { signal }),
  })
}

export function useRenewAppPasswords(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: settingKeys.allAppPasswords })
}

function useOwnMailboxes(words: string, wanted: boolean) {
  const content = words.trim()
  return useQuery({
    queryKey: settingKeys.ownMailboxes(content),
    queryFn: async ({ signal }) => {
      const { list } = await (content === ''
        ? api.emailList({ query: { pageSize: 20 } }, { signal })
        : api.searchEmailAccount({ query: { content } }, { signal }))
      return list
    },
    placeholderData: keepPreviousData,
    enabled: wanted,
    staleTime: 60_000,
  })
}

export const useFirstMailboxes = () => useOwnMailboxes('', true)

export function useMailboxFound(words: string, wanted: boolean): Found {
  const { data, isFetching, isError } = useOwnMailboxes(words, wanted)
  return { data: data?.map(({ id, address }) => ({ value: id, label: address })), isFetching, isError }
}
