import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/index.ts'
import { dashboardKeys } from './keys.ts'

export const spans = ['1', '7', '30'] as const
export type Span = (typeof spans)[number]

/** While the page is open the figures go on by themselves. */
const EVERY_MS = 30_000

export function useDashboard(days: Span) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return useQuery({
    queryKey: dashboardKeys.figures(days, zone),
    queryFn: ({ signal }) => api.getDashboard({ query: { days, zone } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
}
