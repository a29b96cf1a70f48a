import type { PayWay } from '@yanshu/contract'

export type PaymentTable = {
  id: string
  order_id: string
  way: PayWay
  /** Unique among payments of one way: a notice that comes again finds it. */
  trade_no: string
  amount: number
  became: 'order' | 'credit' | 'case'
  /** The card it was paid with, or the card it was turned into. */
  card_id: string | null
  /** Encrypted; empty unless it became credit. */
  credit_code: string
  created_at: number
}

export type PayCaseTable = {
  id: string
  /** The same trouble again is counted, not written again: strangers cannot fill the table. */
  key: string
  kind: 'callback' | 'payment'
  way: PayWay
  reason: string
  order_id: string | null
  order_no: string
  trade_no: string
  amount: number | null
  /** A fact; empty where there is nothing to say. */
  detail: string
  client: string
  count: number
  created_at: number
  last_at: number
  settled_at: number | null
  /** A fact; empty while it is open. */
  settled_note: string
}

declare module '../../database/schema.ts' {
  interface Schema {
    payment: PaymentTable
    pay_case: PayCaseTable
  }
}
