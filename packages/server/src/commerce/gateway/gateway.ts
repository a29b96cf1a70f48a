/**
 * A payment gateway, as the store sees it: a way to send the buyer to, somebody to ask whether money came, and somebody
 * who sends notices. A gateway knows its protocol and its settings; it knows neither orders nor the database. It tells
 * what it read, and the orders' side (`order/hear-notice.ts`) decides what follows. `open-commerce.ts` connects the two.
 */
import type { PayOption, PayWay } from '@yanshu/contract'
import type { Log } from '../../kernel/log.ts'
import type { Fact } from '../../ledger/fact/fact.ts'
import type { SiteValues } from '../../ledger/setting/site-table.ts'

export type GatewayWay = Extract<PayWay, 'epay' | 'stripe'>

/** The part of an order that a gateway sees. The names are those of the order's row, so that a row can be passed. */
export type Bill = {
  readonly id: string
  readonly order_no: string
  readonly address: string
  readonly plan_name: string
  readonly price: number
  readonly channel: string
  /** The gateway's own name for the order, from `WayToPay`. */
  readonly gateway_ref: string
}

/** The buyer's next step. */
export type WayToPay = {
  /** Where to go; empty when there is only something to scan. */
  payUrl: string
  /** The code to scan; empty when there is only somewhere to go. */
  payQr: string
  /** The gateway's own name for the order, when it has one. */
  ref: string
}

export type GatewayAnswer =
  | { state: 'paid'; tradeNo: string; amount: number }
  | { state: 'unpaid' }
  | { state: 'unknown'; why: string }

/** A fault that a gateway finds in a notice by its own rules. */
export type NoticeFault = 'noSecret' | 'badForm' | 'badSign' | 'wrongMerchant' | 'wrongState' | 'wrongAmount'

type NoticeAbout = { orderNo: string; tradeNo: string }

/** A notice after its gateway read it. Only `paid` and `takenBack` are proved to be the gateway's own words. */
export type ReadNotice =
  | ({ state: 'paid'; amount: number } & NoticeAbout)
  /** The money went back, or the payer wants it back. */
  | ({ state: 'takenBack'; amount: number; disputed: boolean; detail: Fact } & NoticeAbout)
  | ({ state: 'refused'; reason: NoticeFault; amount: number | null; detail: Fact | null } & NoticeAbout)
  /** It is about nothing that concerns orders, or not yet. */
  | { state: 'noNews' }

export type Gateway = {
  readonly way: GatewayWay
  /** The name is held at least as long, because the gateway's page takes money so long. */
  readonly pageMs: number
  /** The choices that it opens to buyers once its settings are complete. */
  options(values: SiteValues): PayOption[]
  /** Throws an AppError when the gateway refuses or cannot be reached. */
  start(bill: Bill, from: { client: string; mobile: boolean }): Promise<WayToPay>
  ask(bill: Bill): Promise<GatewayAnswer>
  /** The order was given up: where the gateway can, its page takes no money any more. Absent where it cannot. */
  withdraw?(bill: Bill): Promise<void>
  /** Tries the settings without touching any order. */
  test(): Promise<{ ok: boolean; text: string }>
}

/** Money that comes all the same is not lost, so a gateway that does not answer here stops nobody. */
export async function withdraw(
  deps: { gateways: readonly Gateway[]; log: Log },
  order: Bill & { way: PayWay },
): Promise<void> {
  const gateway = deps.gateways.find(({ way }) => way === order.way)
  try {
    await gateway?.withdraw?.(order)
  } catch (cause) {
    deps.log.info({ err: cause, order: order.order_no }, 'a payment page could not be closed')
  }
}
