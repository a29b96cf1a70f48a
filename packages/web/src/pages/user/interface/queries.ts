/** What the page asks of the server: the key and its use, and a few things of the caller's own to make examples with. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Known } from '@yanshu/contract/placeholders'
import { usePermission } from '../../../account/permission.ts'
import { api } from '../../../api/index.ts'

const KEY = ['interface', 'key']

export function useKey() {
  const { can } = usePermission()
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.getKey({}, { signal }),
    enabled: can.useApi,
  })
}

export function useRenewKey(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: KEY })
}

/** The caller's own first mailbox, its newest mail and a domain to make mailboxes on; nothing of anybody else's. */
export function useKnown(): Known {
  const { data } = useQuery({
    queryKey: ['interface', 'known'],
    queryFn: async ({ signal }): Promise<Known> => {
      const [boxes, domains] = await Promise.all([
        api.emailList({ query: { pageSize: 1, own: true } }, { signal }),
        api.getArrDomains({}, { signal }),
      ])
      const [box] = boxes.list
      const [mail] = box
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
  return useQuery({ queryKey: ['getWebhooks'], queryFn: ({ signal }) => api.getWebhooks({}, { signal }) })
}
