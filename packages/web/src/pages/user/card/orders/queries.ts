/** The queries of the orders, under one key that every change renews. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OrderState, PayWay } from '@yanshu/contract'
import { wireRequest } from '@yanshu/contract/client'
import { routes } from '@yanshu/contract/routes'
import { orderStateNames } from '../../../../account/goods/words.ts'
import { api, fetchBytes } from '../../../../api/index.ts'
import { type DaySpan, momentsOf } from '../../../../ui/day-span.ts'
import type { TableQuery } from '../../../../ui/table-query.ts'
import { orderKeys } from '../shared/keys.ts'

export const wayNames: Readonly<Record<PayWay, string>> = {
  card: '卡密',
  epay: '易支付',
  stripe: 'Stripe',
  manual: '人工收款',
}

const states = Object.keys(orderStateNames) as OrderState[]
const ways = Object.keys(wayNames) as PayWay[]
const sorts = ['createdAt', 'paidAt', 'price', 'address', 'status'] as const

/** With the domains that one sells on, where there are several. */
export const orderFilters = (domains: readonly { id: string; name: string }[]) => [
  {
    name: 'state',
    label: '状态',
    options: states.map(value => ({ value, label: orderStateNames[value] })),
  },
  { name: 'way', label: '付款方式', options: ways.map(value => ({ value, label: wayNames[value] })) },
  ...(domains.length > 1
    ? [
        {
          name: 'domain',
          label: '域名',
          options: domains.map(({ id, name }) => ({ value: id, label: `@${name}` })),
        },
      ]
    : []),
  { name: 'openCase', label: '待处理', options: [{ value: '1', label: '有' }] },
]

/** The table of orders as its URL says. */
export type OrdersView = { table: TableQuery; span: DaySpan; domainId: string | null }

/** Returns the filter of the table; the export uses the same. */
function filterOf({ table, span, domainId }: OrdersView) {
  const state = table.filter('state', states)
  const way = table.filter('way', ways)
  const sort = sorts.find(name => name === table.sort)
  return {
    ...(table.q && { q: table.q }),
    ...(state && { state }),
    ...(way && { way }),
    ...(table.filter('openCase', ['1']) && { openCase: true }),
    ...(domainId !== null && { domainId }),
    ...momentsOf(span),
    ...(sort && { sort, order: table.order }),
  }
}

export const isNarrowed = (view: OrdersView): boolean => {
  const { sort: _, order: __, ...rest } = filterOf(view)
  return Object.keys(rest).length > 0
}

export function useOrders(view: OrdersView) {
  const { page, pageSize } = view.table
  const query = { page, pageSize, ...filterOf(view) }
  return useQuery({
    queryKey: orderKeys.list(query),
    queryFn: ({ signal }) => api.getOrders({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function exportedOrders(view: OrdersView): Promise<Blob> {
  return fetchBytes(wireRequest(routes.exportOrders, { query: filterOf(view) }))
}

export function useHistory(id: string | null) {
  return useQuery({
    queryKey: orderKeys.history(id),
    queryFn: ({ signal }) => api.getOrderHistory({ query: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
  })
}

export function useCases(table: TableQuery, open: boolean) {
  const query = { page: table.page, pageSize: table.pageSize, ...(open && { open }) }
  return useQuery({
    queryKey: orderKeys.cases(query),
    queryFn: ({ signal }) => api.getPayCases({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** How many wait for a person, for the tab. */
export function useOpenCases(enabled: boolean): number | undefined {
  return useQuery({
    queryKey: orderKeys.caseCount,
    queryFn: async ({ signal }) =>
      (await api.getPayCases({ query: { pageSize: 1, open: true } }, { signal })).total,
    enabled,
    retry: false,
  }).data
}

export function useRenewOrders(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: orderKeys.all })
}
