/**
 * Money has come for an order. One transaction writes the payment down and moves the order to paid; the trade number is
 * unique, so a notice that comes again changes nothing. Money that the order cannot take becomes credit, or a case for
 * the operator: never nothing. Delivery is a step of its own, which a job repeats until it is done.
 */
import type { PayWay } from '@yanshu/contract'
import type { Db, Tx } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { type Fact, fact } from '../../ledger/fact/fact.ts'
import type { HashCode } from '../card/card-code.ts'
import { issueCredit } from '../card/credit.ts'
import type { GrantDeps } from '../provision/grants.ts'
import type { CaseReason } from './case-reasons.ts'
import { moveOrder, writeHistory } from './move-order.ts'
import { actors } from './order.ts'
import { raiseCase } from './pay-case.ts'
import { findPayment, insertPayment, type PaymentRow, paymentsOf, setPayment } from './payment-repository.ts'
import { lockOrder, type OrderRow } from './repository.ts'

export type PaymentDeps = GrantDeps & {
  db: Db
  clock: Clock
  secrets: Secrets
  hashCode: HashCode
  /** Whether codes can be used at all: without, credit would be worth nothing. */
  creditIsOpen: () => Promise<boolean>
  /** Queues what those who look after the shop are told, in the transaction in which it happened. */
  queueNews: (tx: Tx, news: News, now: number) => Promise<void>
  /** Tells every page that shows or waits for an order that it has changed. After the commit. */
  announce: (orderId: string) => Promise<void>
}

export type News =
  | { kind: 'paid'; order: OrderRow }
  | { kind: 'case'; reason: CaseReason; orderNo: string; sellerId: string | null }

export type Paid = {
  way: PayWay
  tradeNo: string
  amount: number
  /** The card it was paid with. */
  cardId: string | null
  actor: Fact
  text: Fact
}

/** Refused only when the trade number is another order's. */
export type Taken = 'paid' | 'repeat' | 'credit' | 'case' | 'refused'

/** The purpose under which the code of a credit is sealed. */
export const creditPurpose = 'order-credit'

export async function becomeCredit(
  tx: Tx,
  deps: PaymentDeps,
  order: OrderRow,
  payment: PaymentRow,
  now: number,
): Promise<void> {
  const credit = { amount: payment.amount, orderNo: order.order_no }
  const { code, cardId } = await issueCredit(tx, deps.hashCode, credit, now)
  const credit_code = deps.secrets.seal(creditPurpose, code)
  await setPayment(tx, payment.id, { became: 'credit', card_id: cardId, credit_code })
}

type PaymentTrouble = 'afterRefund' | 'alreadyMarked' | 'surplus' | 'undeliverable'

export async function raisePaymentCase(
  tx: Tx,
  deps: PaymentDeps,
  order: OrderRow,
  payment: PaymentRow,
  reason: PaymentTrouble,
  now: number,
): Promise<void> {
  const isNews = await raiseCase(
    tx,
    {
      kind: 'payment',
      way: payment.way,
      reason,
      order,
      tradeNo: payment.trade_no,
      amount: payment.amount,
      detail: fact('sawAmount', { amount: payment.amount }),
      client: '',
    },
    now,
  )
  const { order_no: orderNo, seller_id: sellerId } = order
  if (isNews) await deps.queueNews(tx, { kind: 'case', reason, orderNo, sellerId }, now)
}

async function becomeCase(
  tx: Tx,
  deps: PaymentDeps,
  order: OrderRow,
  payment: PaymentRow,
  reason: PaymentTrouble,
  now: number,
): Promise<void> {
  await setPayment(tx, payment.id, { became: 'case' })
  await raisePaymentCase(tx, deps, order, payment, reason, now)
}

/** The order has been paid before: this is money too many. */
async function takeSurplus(
  tx: Tx,
  deps: PaymentDeps,
  order: OrderRow,
  payment: PaymentRow,
  open: boolean,
  now: number,
): Promise<Taken> {
  const before = (await paymentsOf(tx, order.id)).filter(other => other.id !== payment.id)
  const byHand = before.some(other => other.way === 'manual' && other.became === 'order')
  if (order.status === 'refunded') await becomeCase(tx, deps, order, payment, 'afterRefund', now)
  // Most likely the very payment that the operator saw and confirmed.
  else if (byHand && payment.way !== 'manual')
    await becomeCase(tx, deps, order, payment, 'alreadyMarked', now)
  else if (!open) await becomeCase(tx, deps, order, payment, 'surplus', now)
  else {
    await becomeCredit(tx, deps, order, payment, now)
    await writeHistory(
      tx,
      {
        orderId: order.id,
        from: order.status,
        to: order.status,
        actor: actors.system,
        text: fact('surplusBecameCredit', { amount: payment.amount }),
      },
      now,
    )
    return 'credit'
  }
  return 'case'
}

/** The amount was compared with the price before; whether the order can take it is decided here. */
export async function takePayment(
  tx: Tx,
  deps: PaymentDeps,
  orderId: string,
  paid: Paid,
  open: boolean,
  now: number,
): Promise<Taken> {
  const order = await lockOrder(tx, deps.db.kind, orderId)
  if (!order) throw new Error('an order is never deleted')
  const payment: PaymentRow = {
    id: newId(now),
    order_id: order.id,
    way: paid.way,
    trade_no: paid.tradeNo,
    amount: paid.amount,
    became: 'order',
    card_id: paid.cardId,
    credit_code: '',
    created_at: now,
  }
  if (!(await insertPayment(tx, payment))) {
    const first = await findPayment(tx, paid.way, paid.tradeNo)
    if (first?.order_id === order.id) return 'repeat'
    await raiseCase(
      tx,
      {
        kind: 'callback',
        way: paid.way,
        reason: 'tradeReused',
        order,
        tradeNo: paid.tradeNo,
        amount: paid.amount,
        detail: fact('sawTrade', { tradeNo: paid.tradeNo }),
        client: '',
      },
      now,
    )
    return 'refused'
  }
  if (order.status !== 'pending' && order.status !== 'closed')
    return takeSurplus(tx, deps, order, payment, open, now)
  const moved = await moveOrder(
    tx,
    order,
    {
      to: 'paid',
      change: {
        paid: paid.amount,
        paid_at: now,
        trade_no: paid.tradeNo,
        next_check_at: null,
        pay_url: '',
        pay_qr: '',
      },
      actor: paid.actor,
      text: paid.text,
    },
    now,
  )
  await deps.queueNews(tx, { kind: 'paid', order: moved }, now)
  return 'paid'
}
