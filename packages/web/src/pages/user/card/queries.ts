/** What the page asks of the server, under one key that its changes renew. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CardState } from '@yanshu/contract'
import { useSearchParams } from 'react-router'
import { api } from '../../../api/index.ts'
import type { TableQuery } from '../../../ui/table-query.ts'
import { stateNames } from './words.ts'

const states = Object.keys(stateNames) as CardState[]
export const stateOptions = states.map(value => ({ value, label: stateNames[value] }))

const KEY = 'card'

export function useBatch(): string | null {
  const [params] = useSearchParams()
  return params.get('batch')
}

export function useCards(table: TableQuery) {
  const batch = useBatch()
  const state = table.filter('state', states)
  const query = {
    page: table.page,
    pageSize: table.pageSize,
    ...(table.q && { q: table.q }),
    ...(state && { state }),
    ...(batch && { batch }),
  }
  return useQuery({
    queryKey: [KEY, query],
    queryFn: ({ signal }) => api.getCard({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Asks again after a change. */
export function useRenew(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [KEY] })
}
