import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../../api/index.ts'

const SENDERS = ['setting', 'senders']
const RELAYS = ['setting', 'relays']
const FORWARDING = ['setting', 'forwarding']

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

export function useRelays() {
  return useQuery({
    queryKey: RELAYS,
    queryFn: async ({ signal }) => (await api.getRelays({}, { signal })).list,
  })
}

export function useRenewSending(): (what: 'signature' | 'relays' | 'forwarding') => Promise<void> {
  const client = useQueryClient()
  const keys = { signature: SENDERS, relays: RELAYS, forwarding: FORWARDING }
  return what => client.invalidateQueries({ queryKey: keys[what] })
}
