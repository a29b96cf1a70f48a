/**
 * What a gateway says about an order, by itself or when asked, judged before anything changes: is there such an order,
 * is it this gateway's, is it the whole price. Only then is the money taken and the order delivered. Whatever is wrong
 * becomes a case.
 */
import type { Log } from '../../log.ts'
import { actors, wayNames } from '../order/order.ts'
import { findOrderByNo } from '../order/repository.ts'
import { deliverOrder } from './deliver-order.ts'
import { yuan } from './money.ts'
import { caseReasons, raiseCase, type Trouble } from './pay-case.ts'
import { type PaymentDeps, takePayment } from './take-payment.ts'

export type NoticeDeps = PaymentDeps & { log: Log }

export type Notice = { way: 'epay' | 'stripe'; orderNo: string; tradeNo: string; amount: number }

/** Writes trouble down, logs it, and tells the operator when it is news. */
export async function raiseAlarm(deps: NoticeDeps, trouble: Trouble): Promise<void> {
  const now = deps.clock.now()
  const { way, reason, client } = trouble
  const orderNo = trouble.order?.order_no ?? ''
  await deps.db.transaction(async tx => {
    if (await raiseCase(tx, trouble, now))
      await deps.queueNews(tx, { kind: 'case', reason: caseReasons[reason], orderNo, sellerId: null }, now)
  })
  deps.log.warn({ way, reason, client, order: orderNo }, 'a payment needs looking at')
}

/** True when the gateway need not say it again. */
export async function takeNotice(
  deps: NoticeDeps,
  notice: Notice,
  from: { client: string },
): Promise<boolean> {
  const { way, orderNo, tradeNo, amount } = notice
  const order = await findOrderByNo(deps.db.query, orderNo)
  const refuse = async (reason: Trouble['reason'], detail: string) => {
    await raiseAlarm(deps, {
      kind: 'callback',
      way,
      reason,
      order: order ?? null,
      tradeNo,
      amount,
      detail,
      client: from.client,
    })
    return false
  }
  if (!order) return refuse('unknownOrder', `订单号 ${orderNo}`)
  if (order.way !== way) return refuse('wrongGateway', `订单用的是${wayNames[order.way]}`)
  if (amount !== order.price)
    return refuse('wrongAmount', `应付 ${yuan(order.price)}，通知说 ${yuan(amount)}`)
  const open = await deps.creditIsOpen()
  const now = deps.clock.now()
  const paid = {
    way,
    tradeNo,
    amount,
    cardId: null,
    actor: actors.gateway,
    text: `${wayNames[way]}收款 ${yuan(amount)}，交易号 ${tradeNo}`,
  }
  const taken = await deps.db.transaction(tx => takePayment(tx, deps, order.id, paid, open, now))
  if (taken === 'refused') return false
  // The money is safe; what follows is repeated by a job if it fails here.
  try {
    if (taken === 'paid') await deliverOrder(deps, order.id)
    else if (taken !== 'repeat') await deps.announce(order.id)
  } catch (cause) {
    deps.log.error({ err: cause, order: orderNo }, 'a paid order was not delivered at once')
  }
  return true
}
