import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, Calls } from '@yanshu/contract'
import { api } from '../../../../api/index.ts'
import { settingKeys } from '../shared/keys.ts'

export type Relay = AnswerOf<Calls['getRelays']>['list'][number]

export function useOwnSignature() {
  return useQuery({
    queryKey: settingKeys.senders,
    queryFn: ({ signal }) => api.getSenders({ query: {} }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useForwarding(mailbox: string | null) {
  return useQuery({
    queryKey: settingKeys.forwarding(mailbox),
    queryFn: async ({ signal }) =>
      (await api.getForwarding({ query: { mailbox: mailbox ?? '' } }, { signal })).forwarding,
    enabled: mailbox !== null,
  })
}

export function useAutoReply(mailbox: string | null) {
  return useQuery({
    queryKey: settingKeys.autoReply(mailbox),
    queryFn: async ({ signal }) =>
      (await api.getAutoReply({ query: { mailbox: mailbox ?? '' } }, { signal })).autoReply,
    enabled: mailbox !== null,
  })
}

export function useRelays() {
  return useQuery({
    queryKey: settingKeys.relays,
    queryFn: async ({ signal }) => (await api.getRelays({}, { signal })).list,
  })
}

export function useRenewSending(): (
  what: 'signature' | 'relays' | 'forwarding' | 'autoReply',
) => Promise<void> {
  const client = useQueryClient()
  const keys = {
    signature: settingKeys.senders,
    relays: settingKeys.relays,
    forwarding: settingKeys.forwardings,
    autoReply: settingKeys.autoReplies,
  }
  return what => client.invalidateQueries({ queryKey: keys[what] })
}
