/** The queries of the page: the key and its use, and a few of the caller's own things for examples. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Known } from '@yanshu/contract/placeholders'
import { hookKeys } from '../../../../account/account-keys.ts'
import { usePermission, useReaches } from '../../../../account/permission.ts'
import { api } from '../../../../api/index.ts'
import { interfaceKeys } from './keys.ts'

export function useKey() {
  const { can } = usePermission()
  return useQuery({
    queryKey: interfaceKeys.key,
    queryFn: ({ signal }) => api.getKey({}, { signal }),
    enabled: can.useApi,
  })
}

export function useRenewKey(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: interfaceKeys.key })
}

/** The caller's own first mailbox, its newest mail and a domain to make mailboxes on; nothing of anybody else's. */
export function useKnown(): Known {
  const readsMail = useReaches('inbox')
  const { data } = useQuery({
    queryKey: interfaceKeys.known,
    queryFn: async ({ signal }): Promise<Known> => {
      const [boxes, domains] = await Promise.all([
        api.emailList({ query: { pageSize: 1 } }, { signal }),
        api.getArrDomains({}, { signal }),
      ])
      const [box] = boxes.list
      const [mail] =
        box && readsMail
          ? (await api.getInbox({ query: { mailbox: box.id, pageSize: 1 } }, { signal })).list
          : []
      const [domain] = domains.list
      return {
        ...(box ? { mailboxId: box.id, address: box.address } : {}),
        ...(mail ? { mailId: mail.id } : {}),
        ...(domain ? { domain } : {}),
      }
    },
    staleTime: 60_000,
  })
  return data ?? nothingKnown
}

const nothingKnown: Known = {}

export function useHookList() {
  return useQuery({ queryKey: hookKeys.list, queryFn: ({ signal }) => api.getWebhooks({}, { signal }) })
}
