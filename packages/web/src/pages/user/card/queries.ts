/** The queries of the page, under one key that its changes renew. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CardKind, CardStep } from '@yanshu/contract'
import { wireRequest } from '@yanshu/contract/client'
import { routes } from '@yanshu/contract/routes'
import { useCallback, useMemo } from 'react'
import { api, fetchBytes } from '../../../api/index.ts'
import { type TableQuery, useTableQuery } from '../../../ui/table-query.ts'
import { cardKeys } from './shared/keys.ts'
import { kindNames, searchText } from './words.ts'

const kinds = Object.keys(kindNames) as CardKind[]
export const kindOptions = kinds.map(value => ({ value, label: kindNames[value] }))
export const leftOptions = [
  { value: 'true', label: '还有剩的' },
  { value: 'false', label: '没有剩的' },
] as const

/** The codes of the opened batch are a table within the table of batches. */
export const codesPrefix = 'in-'

const steps = ['left', 'sold', 'used', 'gone'] as const satisfies readonly CardStep[]
export const stepOf = (table: TableQuery): CardStep | undefined => table.filter('step', steps)

/** A whole code goes no further than the search field. */
export function useCodeSearch(prefix = ''): TableQuery {
  const table = useTableQuery(prefix)
  const { change } = table
  const guarded = useCallback<TableQuery['change']>(
    ({ q, ...changes }) => change({ ...changes, ...(q !== undefined && { q: q && searchText(q) }) }),
    [change],
  )
  return useMemo(() => ({ ...table, change: guarded }), [table, guarded])
}

export function useBatches(table: TableQuery) {
  const kind = table.filter('kind', kinds)
  const left = table.filter(
    'left',
    leftOptions.map(({ value }) => value),
  )
  const query = {
    page: table.page,
    pageSize: table.pageSize,
    ...(table.q && { q: table.q }),
    ...(kind && { kind }),
    ...(left && { left }),
  }
  return useQuery({
    queryKey: cardKeys.batches(query),
    queryFn: ({ signal }) => api.getCardBatches({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

const wanted = (batch: string, table: TableQuery) => {
  const step = stepOf(table)
  return { batch, ...(table.q && { q: table.q }), ...(step && { step }) }
}

export function useCards(batch: string, table: TableQuery) {
  const query = { page: table.page, pageSize: table.pageSize, ...wanted(batch, table) }
  return useQuery({
    queryKey: cardKeys.list(query),
    queryFn: ({ signal }) => api.getCard({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export type Exported = { batch: string; q?: string; step?: CardStep }

export const exportOf = (batch: string, table: TableQuery): Exported => wanted(batch, table)

export function exportedCards(query: Exported): Promise<Blob> {
  return fetchBytes(wireRequest(routes.exportCards, { query }))
}

/** Asks again after a change. */
export function useRenew(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: cardKeys.all })
}
