/**
 * The orders that were made in this browser, each with its claim token: `yanshu.orders`. With it a buyer who comes back
 * from paying, reloads, or returns tomorrow finds the order again. Nothing here asks the server.
 */
import { create } from 'zustand'

const KEY = 'yanshu.orders'
const MOST = 20

export type KeptOrder = {
  orderNo: string
  claimToken: string
  address: string
  renew: boolean
  /** Masked; to name it, not to call it. */
  phone: string
  madeAt: string
  /** Not paid for yet, as far as is known here. */
  open: boolean
}

export type OrderStorage = Pick<Storage, 'getItem' | 'setItem'>

function readEntry(value: unknown): KeptOrder[] {
  if (typeof value !== 'object' || value === null) return []
  const { orderNo, claimToken, address, renew, phone, madeAt, open } = value as Record<string, unknown>
  if (typeof orderNo !== 'string' || typeof claimToken !== 'string' || typeof address !== 'string') return []
  if (orderNo === '' || claimToken === '' || typeof madeAt !== 'string' || Number.isNaN(Date.parse(madeAt)))
    return []
  return [
    {
      orderNo,
      claimToken,
      address,
      renew: renew === true,
      phone: typeof phone === 'string' ? phone : '',
      madeAt,
      open: open === true,
    },
  ]
}

/** Returns the stored orders and drops invalid entries. */
export function readOrders(text: string | null): KeptOrder[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.flatMap(readEntry).slice(0, MOST) : []
  } catch {
    return []
  }
}

type OrdersState = {
  orders: readonly KeptOrder[]
  keep: (order: KeptOrder) => void
  /** It is paid or given up: nothing more to do about it. */
  settle: (orderNo: string) => void
  forget: (orderNo: string) => void
}

export function createKeptOrders(storage: () => OrderStorage) {
  const stored = () => {
    try {
      return readOrders(storage().getItem(KEY))
    } catch {
      return []
    }
  }
  return create<OrdersState>()(set => {
    // Another tab may have kept one in between; it must not be lost.
    const write = (next: (orders: readonly KeptOrder[]) => readonly KeptOrder[]) =>
      set(({ orders }) => {
        const latest = stored()
        const changed = next(latest.length === 0 ? orders : latest).slice(0, MOST)
        try {
          storage().setItem(KEY, JSON.stringify(changed))
        } catch {
          // Without storage they last for this visit.
        }
        return { orders: changed }
      })
    return {
      orders: stored(),
      keep: order => write(orders => [order, ...orders.filter(({ orderNo }) => orderNo !== order.orderNo)]),
      settle: orderNo =>
        write(orders =>
          orders.map(order => (order.orderNo === orderNo && order.open ? { ...order, open: false } : order)),
        ),
      forget: orderNo => write(orders => orders.filter(order => order.orderNo !== orderNo)),
    }
  })
}

export const useKeptOrders = createKeptOrders(() => localStorage)
