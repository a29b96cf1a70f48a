/**
 * Cases: what a person must look at. A notice that is not what it should be changes no order, but is written down,
 * logged and told to the operator; money that came and bought nothing is written down likewise. The same trouble again
 * is counted, so that strangers can fill neither the table nor the operator's telephone.
 */
import type { PayCase, PayWay } from '@yanshu/contract'
import { isoTime, isoTimeOrNull } from '../../clock.ts'
import type { Tx } from '../../database/types.ts'
import { newId } from '../../ids.ts'
import type { PayCaseRow } from './repository.ts'
import { putCase } from './repository.ts'

export const caseReasons = {
  noSecret: '还没有设密钥，却收到了支付通知',
  badForm: '支付通知的参数不对',
  badSign: '支付通知的签名不对',
  wrongMerchant: '支付通知里的商户号不是本站的',
  wrongState: '支付通知说的不是付款成功',
  unknownOrder: '支付通知说的订单不存在',
  wrongGateway: '通知来自别的支付方式',
  wrongAmount: '付的金额和订单不一样',
  tradeReused: '同一笔交易号用在了两个订单上',
  alreadyMarked: '人工确认过收款，又收到了平台的付款通知',
  afterRefund: '已退款的订单又收到了付款',
  surplus: '一个订单付了两次，又不能换成卡密',
  undeliverable: '付了款，名字已被占用，又不能换成卡密',
  takenBack: '付款在支付平台被退回或有争议',
} as const
export type CaseReason = keyof typeof caseReasons

export type Trouble = {
  kind: 'callback' | 'payment'
  way: PayWay
  reason: CaseReason
  /** Null when there is no such order. */
  order: { id: string; order_no: string } | null
  tradeNo: string
  amount: number | null
  detail: string
  client: string
}

/** One line of what a stranger wrote. */
const plain = (text: string, length: number): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, length)

/** Of notices only order and reason tell one trouble from another: what else they say is the sender's choice. */
const keyOf = (trouble: Trouble): string =>
  [
    trouble.kind,
    trouble.way,
    trouble.reason,
    trouble.order?.id ?? '',
    ...(trouble.kind === 'payment' ? [trouble.tradeNo] : []),
  ].join(':')

/** Writes it down; true when it is news. */
export function raiseCase(tx: Tx, trouble: Trouble, now: number): Promise<boolean> {
  return putCase(tx, {
    id: newId(now),
    key: keyOf(trouble),
    kind: trouble.kind,
    way: trouble.way,
    reason: trouble.reason,
    order_id: trouble.order?.id ?? null,
    order_no: trouble.order?.order_no ?? '',
    trade_no: plain(trouble.tradeNo, 100),
    amount: trouble.amount,
    detail: plain(trouble.detail, 500),
    client: trouble.client,
    count: 1,
    created_at: now,
    last_at: now,
    settled_at: null,
    settled_note: '',
  })
}

export const shownCase = (row: PayCaseRow): PayCase => ({
  id: row.id,
  at: isoTime(row.created_at),
  lastAt: isoTime(row.last_at),
  count: row.count,
  kind: row.kind,
  way: row.way,
  reason: caseReasons[row.reason as CaseReason],
  orderId: row.order_id,
  orderNo: row.order_no,
  tradeNo: row.trade_no,
  amount: row.amount,
  detail: row.detail,
  settledAt: isoTimeOrNull(row.settled_at),
  settledNote: row.settled_note,
})
