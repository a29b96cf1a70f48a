import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../../api/index.ts'

const SENDERS = ['setting', 'senders']
const RELAYS = ['setting', 'relays']
const FORWARDING = ['setting', 'forwarding']
const AUTO_REPLY = ['setting', 'autoReply']

export function useOwnSignature() {
  return useQuery({
    queryKey: SENDERS,
    queryFn: ({ signal }) => api.getSenders({ query: {} }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useForwarding(mailbox: string | null) {
  return useQuery({
    queryKey: [...FORWARDING, mailbox],
    queryFn: async ({ signal }) =>
      (await api.getForwarding({ query: { mailbox: mailbox ?? '' } }, { signal })).forwarding,
    enabled: mailbox !== null,
  })
}

export function useAutoReply(mailbox: string | null) {
  return useQuery({
    queryKey: [...AUTO_REPLY, mailbox],
    queryFn: async ({ signal }) =>
      (await api.getAutoReply({ query: { mailbox: mailbox ?? '' } }, { signal })).autoReply,
    enabled: mailbox !== null,
  })
}

export function useRelays() {
  return useQuery({
    queryKey: RELAYS,
    queryFn: async ({ signal }) => (await api.getRelays({}, { signal })).list,
  })
}

export function useRenewSending(): (
  what: 'signature' | 'relays' | 'forwarding' | 'autoReply',
) => Promise<void> {
  const client = useQueryClient()
  const keys = { signature: SENDERS, relays: RELAYS, forwarding: FORWARDING, autoReply: AUTO_REPLY }
  return what => client.invalidateQueries({ queryKey: keys[what] })
}
