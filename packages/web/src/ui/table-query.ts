/**
 * Keeps the state of a table (search, filters, sort, page) in the URL, so that it can be linked to and
 * returned to. A table within another has names of its own there: the same with a prefix.
 */
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'

export const PAGE_SIZES = [20, 50, 100] as const

/**
 * Applies changes to the parameters; an empty value removes one. A change of the rows leads back to page one.
 */
export function changeParams(
  params: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
  prefix = '',
): URLSearchParams {
  const next = new URLSearchParams(params)
  const page = `${prefix}page`
  if (!('page' in changes)) next.delete(page)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(prefix + name)
    else next.set(prefix + name, value)
  }
  if (next.get(page) === '1') next.delete(page)
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
  /** Returns a filter's value if it is one of the offered ones. */
  filter: <Value extends string>(name: string, values: readonly Value[]) => Value | undefined
  change: (changes: Readonly<Record<string, string | null>>) => void
}

export function readTableQuery(params: URLSearchParams, prefix = ''): Omit<TableQuery, 'change'> {
  const read = (name: string) => params.get(prefix + name)
  const size = wholeNumber(read('pageSize'), PAGE_SIZES[0])
  return {
    page: wholeNumber(read('page'), 1),
    pageSize: PAGE_SIZES.find(offered => offered === size) ?? PAGE_SIZES[0],
    q: read('q') ?? '',
    sort: read('sort'),
    order: read('order') === 'desc' ? 'desc' : 'asc',
    filter: (name, values) => values.find(value => value === read(name)),
  }
}

export function useTableQuery(prefix = ''): TableQuery {
  const [params, setParams] = useSearchParams()
  return useMemo(
    () => ({
      ...readTableQuery(params, prefix),
      change: changes => setParams(known => changeParams(known, changes, prefix), { replace: true }),
    }),
    [params, setParams, prefix],
  )
}
