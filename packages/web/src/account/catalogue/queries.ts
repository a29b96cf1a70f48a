/** The queries for the catalogue of a domain. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SpecialKind } from '@yanshu/contract'
import { api } from '../../api/index.ts'
import { catalogueKeys, shopKeys } from '../account-keys.ts'

/** Those that are proved: nothing can be sold on others yet. */
export function useOwnDomains() {
  return useQuery({
    queryKey: catalogueKeys.domains,
    queryFn: async ({ signal }) =>
      (await api.getDomains({ query: { pageSize: 100 } }, { signal })).list.filter(
        ({ verified }) => verified,
      ),
  })
}

export function usePlans(domainId: string) {
  return useQuery({
    queryKey: catalogueKeys.plans(domainId),
    queryFn: async ({ signal }) => (await api.getPlans({ query: { domainId } }, { signal })).list,
  })
}

export const namesPageSize = 20

export function useSpecialNames(
  domainId: string,
  asked: { page: number; q: string; kind: SpecialKind | undefined },
) {
  const query = {
    domainId,
    page: asked.page,
    pageSize: namesPageSize,
    ...(asked.q !== '' && { q: asked.q }),
    ...(asked.kind && { kind: asked.kind }),
  }
  return useQuery({
    queryKey: catalogueKeys.names(domainId, query),
    queryFn: ({ signal }) => api.getSpecialNames({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Asks again after a change; the store page shows the same goods. */
export function useRenewCatalogue(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: catalogueKeys.all }),
      client.invalidateQueries({ queryKey: shopKeys.all }),
    ])
  }
}
