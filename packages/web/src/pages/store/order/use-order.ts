/**
 * Keeps the buyer's order up to date: the server answers when its state changes, so that the page follows the
 * payment without a click. The goods are collected once, whatever happens to the page meanwhile.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, Calls, OrderState, OwnOrder } from '@yanshu/contract'
import { useEffect } from 'react'
import { shopKeys } from '../../../account/account-keys.ts'
import { isApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import { type KeptOrder, useKeptOrders } from './kept-orders.ts'
import { useShownOnce } from './shown-once.ts'
import { useTakeAccount } from './take-account.ts'

const WAIT_SECONDS = 25
const PAUSE_MS = 300
const PAUSE_AFTER_FAILURE_MS = 4_000

export const orderKey = (orderNo: string) => ['store', 'order', orderNo] as const

const waits = (state: OrderState | undefined): boolean => state === 'pending' || state === 'paid'

export function useOrder(kept: KeptOrder) {
  const client = useQueryClient()
  const settle = useKeptOrders(state => state.settle)
  const { orderNo, claimToken } = kept
  const result = useQuery({
    queryKey: orderKey(orderNo),
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<OwnOrder>(orderKey(orderNo))?.status
      const wait = known !== undefined && waits(known) ? { known, waitSeconds: WAIT_SECONDS } : {}
      return (await api.openOrder({ body: { claimToken, ...wait } }, { signal })).order
    },
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => {
      if (state.error) return isApiError(state.error, 'wrongCredentials') ? false : PAUSE_AFTER_FAILURE_MS
      return waits(state.data?.status) ? PAUSE_MS : false
    },
    // A buyer who is paying has another page in front.
    refetchIntervalInBackground: true,
  })
  const status = result.data?.status
  useEffect(() => {
    if (status !== undefined && status !== 'pending') settle(orderNo)
  }, [status, orderNo, settle])
  return result
}

/** Collects the mailbox of a finished order, unless it was collected before. */
export function useCollect(kept: KeptOrder, order: OwnOrder | undefined) {
  const client = useQueryClient()
  const take = useTakeAccount()
  const { orderNo, claimToken } = kept
  const shown = useShownOnce(state => state.passwords[orderNo] !== undefined)
  const wanted = order?.status === 'done' && !order.renew && !order.claimed && !shown
  return useQuery({
    queryKey: shopKeys.collected(orderNo),
    // Without the signal: leaving the page must not lose what only comes once.
    queryFn: async () => {
      const answer: AnswerOf<Calls['openOrder']> = await api.openOrder({
        body: { claimToken, collect: true },
      })
      if (answer.account) await take(orderNo, answer.account)
      client.setQueryData(orderKey(orderNo), answer.order)
      return true
    },
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: 2,
  })
}
