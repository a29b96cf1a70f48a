/**
 * A payment gateway, as the store sees it: a way to send the buyer to, and somebody to ask whether money came. Notices
 * that a gateway sends by itself arrive at routes of its own and end in `take-notice.ts`, like the answers to questions.
 * A gateway knows its protocol and its settings; it must not know what an order is for.
 */
import type { Log } from '../../log.ts'
import type { OrderRow } from '../order/repository.ts'

/** What the buyer is to do. */
export type WayToPay = {
  /** Where to go; empty when there is only something to scan. */
  payUrl: string
  /** What to scan; empty when there is only somewhere to go. */
  payQr: string
  /** What the gateway calls the order, when it has a name of its own for it. */
  ref: string
}

export type GatewayAnswer =
  | { state: 'paid'; tradeNo: string; amount: number }
  | { state: 'unpaid' }
  | { state: 'unknown'; why: string }

export type Gateway = {
  readonly way: 'epay' | 'stripe'
  /** Throws an AppError when the gateway refuses or cannot be reached. */
  start(order: OrderRow, from: { client: string; mobile: boolean }): Promise<WayToPay>
  ask(order: OrderRow): Promise<GatewayAnswer>
  /** The order was given up: where the gateway can, its page takes no money any more. Absent where it cannot. */
  withdraw?(order: OrderRow): Promise<void>
  /** Tries the settings without touching any order. */
  test(): Promise<{ ok: boolean; text: string }>
}

/** Money that comes all the same is not lost, so a gateway that does not answer here stops nobody. */
export async function withdraw(
  deps: { gateways: readonly Gateway[]; log: Log },
  order: OrderRow,
): Promise<void> {
  const gateway = deps.gateways.find(({ way }) => way === order.way)
  try {
    await gateway?.withdraw?.(order)
  } catch (cause) {
    deps.log.info({ err: cause, order: order.order_no }, 'a payment page could not be closed')
  }
}
