import type { AccessHow, OrderState, PayWay } from '@yanshu/contract'
import type { Flag } from '../../database/schema.ts'

/** The terms are copied from the plan: an order stays as it was when prices change. */
export type ShopOrderTable = {
  id: string
  order_no: string
  claim_hash: string
  /** Digits, with a plus before a foreign country's. */
  phone: string
  query_hash: string
  status: OrderState
  renew: Flag
  address: string
  local_part: string
  domain_id: string | null
  domain_name: string
  /** The owner of the domain when it was ordered. */
  seller_id: string | null
  plan_id: string
  plan_name: string
  days: number | null
  quota_bytes: number | null
  may_send: Flag
  price: number
  paid: number
  refunded: number
  way: PayWay
  channel: string
  /** The gateway's name for it before it is paid. */
  gateway_ref: string
  trade_no: string
  pay_url: string
  pay_qr: string
  mailbox_id: string | null
  mailbox_expires_at: number | null
  note: string
  client: string
  created_at: number
  hold_until: number
  paid_at: number | null
  done_at: number | null
  /** When mailbox and password were handed to the buyer. */
  collected_at: number | null
  /** When the gateway is asked next; null when there is nothing to ask any more. */
  next_check_at: number | null
  checks: number
}

export type OrderEventTable = {
  order_id: string
  /** The how-manieth change of the order: several may happen in one millisecond. */
  seq: number
  at: number
  from_status: OrderState | null
  to_status: OrderState
  /** Facts. */
  actor: string
  text: string
}

/** One row for each way and client, the newest time: looking often does not fill the table. */
export type OrderAccessTable = {
  order_id: string
  how: AccessHow
  client: string
  agent: string
  at: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    shop_order: ShopOrderTable
    order_event: OrderEventTable
    order_access: OrderAccessTable
  }
}
