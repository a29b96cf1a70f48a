/** The facts that this room notes down. They stand beside the words, since all folders of the room use both. */
import type { CardKind, PayWay, SpecialKind } from '@yanshu/contract'

type Nothing = Record<string, never>

/** Changes of a plan: `true` stands for a field that is told without its value. */
type PlanChanges = {
  name?: string | undefined
  hint?: true
  days?: number | null | undefined
  price?: number | undefined
  renewPrice?: number | undefined
  quotaMb?: number | null | undefined
  maySend?: boolean | undefined
  recommended?: boolean | undefined
  onSale?: boolean | undefined
  position?: true
}

/** In the audit log. Amounts are in 分. */
type ShopActs = {
  planChanged: PlanChanges
  /** The first few names, and how many there are. */
  specialNamesSet: { names: readonly string[]; total: number; kind: SpecialKind; price: number }
  /** Codes as that to which something happened. */
  someCards: { count: number }
  /** The name that its maker gave it, where there is one. */
  cardBatch: { id: string; note: string }
  cardCount: { count: number }
  /** A payment without an order. */
  payWay: { way: PayWay }
  cardsMade: { kind: CardKind; count: number; days: number | null; amount: number | undefined }
  cardsChanged: {
    count: number
    state?: 'unused' | 'disabled' | 'revoked' | undefined
    sold?: boolean | undefined
    expiresAt?: true
    note?: true
  }
  moneyReturned: { amount: number; note: string }
  /** A person's own words. */
  noted: { note: string }
}

/** In the history of an order. */
type OrderEvents = {
  /** Names the actor of a change without a login. */
  changedBy: { who: 'buyer' | 'gateway' | 'system' }
  orderPlaced: { renew: boolean; address: string; plan: string; price: number }
  orderReplaced: Nothing
  orderRefused: Nothing
  orderOverdue: Nothing
  orderClosed: { note: string }
  paidByCard: { tail: string; amount: number }
  paidByGateway: { way: PayWay; amount: number; tradeNo: string }
  paidByHand: { amount: number; note: string }
  surplusBecameCredit: { amount: number }
  /** The goods were no longer available after the payment. */
  orderBecameCredit: { renew: boolean }
  orderDelivered: { renew: boolean }
  orderRefunded: { amount: number; toCard: boolean; note: string }
  /** A part, and what all parts make together. */
  orderRefundedPart: { amount: number; total: number; toCard: boolean; note: string }
}

/** The details seen when a case was raised. Their texts come from strangers. */
type CaseDetails = {
  sawOrder: { orderNo: string }
  sawTrade: { tradeNo: string }
  sawAmount: { amount: number }
  sawOtherWay: { way: PayWay }
  sawOtherAmount: { due: number; told: number }
  sawOddForm: Nothing
  sawNoTrade: Nothing
  sawMerchant: { merchant: string }
  sawState: { state: string }
  sawMoney: { money: string }
  sawCurrency: { currency: string }
  stripeRefunded: { amount: number }
  stripeDisputed: { amount: number }
}

/** How a case settled itself. */
type CaseEnds = {
  becameCredit: Nothing
  deliveredLater: Nothing
  refundedSince: Nothing
}

export type CommerceFacts = ShopActs & OrderEvents & CaseDetails & CaseEnds

declare module '../../ledger/fact/fact.ts' {
  interface Facts extends CommerceFacts {}
}
