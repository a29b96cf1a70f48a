/** Notification addresses and their log from the server; the switch is shown at once and taken back when it fails. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, Calls, Webhook } from '@yanshu/contract'
import { filterKeys, hookKeys } from '../../../../account/account-keys.ts'
import { reasonOf } from '../../../../api/api-error.ts'
import { api } from '../../../../api/index.ts'
import { showError } from '../../../../ui/toast.ts'

type Hooks = AnswerOf<Calls['getWebhooks']>

const onItsWayMs = 5_000
export const logPageSize = 20

export function useHooks() {
  return useQuery({
    queryKey: hookKeys.list,
    queryFn: ({ signal }) => api.getWebhooks({}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.list.some(hook => hook.lastState === 'waiting') ? onItsWayMs : false,
  })
}

export function useHookLog(id: string, page: number) {
  return useQuery({
    queryKey: hookKeys.log(id, page),
    queryFn: ({ signal }) => api.getWebhookLog({ query: { id, page, pageSize: logPageSize } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.list.some(entry => entry.state === 'waiting') ? onItsWayMs : false,
  })
}

export function useRenewHooks(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    // The rules page offers the same addresses, by its own query.
    const keys = [hookKeys.list, hookKeys.logs, filterKeys.hooks]
    await Promise.all(keys.map(queryKey => client.invalidateQueries({ queryKey })))
  }
}

export function useSwitchHook(): (hook: Webhook, enabled: boolean) => Promise<void> {
  const client = useQueryClient()
  const renew = useRenewHooks()
  return async (hook, enabled) => {
    await client.cancelQueries({ queryKey: hookKeys.list })
    client.setQueryData<Hooks>(
      hookKeys.list,
      known =>
        known && { list: known.list.map(other => (other.id === hook.id ? { ...other, enabled } : other)) },
    )
    try {
      await api.editWebhook({ body: { id: hook.id, enabled } })
    } catch (error) {
      showError(reasonOf(error))
    }
    await renew()
  }
}

/** Mailboxes to choose from: some to begin with, then those that match what is typed. */
export function useMailboxChoices(words: string, wanted: boolean) {
  const content = words.trim()
  return useQuery({
    queryKey: hookKeys.mailboxes(content),
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
