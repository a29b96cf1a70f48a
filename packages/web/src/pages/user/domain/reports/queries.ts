import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { domainKeys } from '../../../../account/account-keys.ts'
import { api } from '../../../../api/index.ts'

export function useDomainReports(id: string, days: '7' | '30' | '90') {
  return useQuery({
    queryKey: domainKeys.reports(id, days),
    queryFn: ({ signal }) => api.getDomainReports({ query: { id, days } }, { signal }),
    placeholderData: keepPreviousData,
  })
}
