/** What a table shows (search, filters, sort, page) lives in the URL, so that it can be linked to and gone back to. */
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'

export const PAGE_SIZES = [20, 50, 100] as const

/** Applies changes to the parameters; an empty value removes one. Whatever changes the rows leads back to page one. */
export function changeParams(
  params: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  if (!('page' in changes)) next.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  if (next.get('page') === '1') next.delete('page')
  return next
}

function wholeNumber(text: string | null, fallback: number): number {
  return text !== null && /^[1-9][0-9]{0,5}$/.test(text) ? Number(text) : fallback
}

export type TableQuery = {
  page: number
  pageSize: number
  q: string
  sort: string | null
  order: 'asc' | 'desc'
  /** A filter's value when it is one of those that are offered. */
  filter: <Value extends string>(name: string, values: readonly Value[]) => Value | undefined
  change: (changes: Readonly<Record<string, string | null>>) => void
}

export function readTableQuery(params: URLSearchParams): Omit<TableQuery, 'change'> {
  const size = wholeNumber(params.get('pageSize'), PAGE_SIZES[0])
  return {
    page: wholeNumber(params.get('page'), 1),
    pageSize: PAGE_SIZES.find(offered => offered === size) ?? PAGE_SIZES[0],
    q: params.get('q') ?? '',
    sort: params.get('sort'),
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
    filter: (name, values) => values.find(value => value === params.get(name)),
  }
}

export function useTableQuery(): TableQuery {
  const [params, setParams] = useSearchParams()
  return useMemo(
    () => ({
      ...readTableQuery(params),
      change: changes => setParams(known => changeParams(known, changes), { replace: true }),
    }),
    [params, setParams],
  )
}
