/** The queries of the page, under one key that its changes and the live stream renew. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, Calls, DnsRecord, Domain } from '@yanshu/contract'
import { useMemo } from 'react'
import { domainKeys } from '../../../account/account-keys.ts'
import { api } from '../../../api/index.ts'

export type DomainDetail = AnswerOf<Calls['getDkim']>

export function useDomains(q: string) {
  return useQuery({
    queryKey: domainKeys.list(q),
    queryFn: ({ signal }) => api.getDomains({ query: { pageSize: 100, ...(q && { q }) } }, { signal }),
  })
}

export function useDomainDetail(id: string) {
  return useQuery({
    queryKey: domainKeys.detail(id),
    queryFn: ({ signal }) => api.getDkim({ query: { id } }, { signal }),
  })
}

export function useDeliverability() {
  return useQuery({
    queryKey: domainKeys.server,
    queryFn: ({ signal }) => api.getDeliverability({}, { signal }),
    staleTime: 60_000,
  })
}

export type DomainCache = {
  /** Asks for everything again. */
  renew: () => Promise<void>
  /** Puts what a check found into its place, without asking again. */
  found: (domain: Domain, records: readonly DnsRecord[]) => void
}

export function useDomainCache(): DomainCache {
  const client = useQueryClient()
  return useMemo(
    () => ({
      renew: () => client.invalidateQueries({ queryKey: domainKeys.all }),
      found: (domain, records) => {
        const fresh = new Map(records.map(record => [record.key, record]))
        client.setQueryData<DomainDetail>(domainKeys.detail(domain.id), known => {
          if (!known) return known
          const there = new Set(known.records.map(record => record.key))
          return {
            ...known,
            domain,
            records: [
              ...known.records.map(record => fresh.get(record.key) ?? record),
              ...records.filter(record => !there.has(record.key)),
            ],
          }
        })
      },
    }),
    [client],
  )
}
