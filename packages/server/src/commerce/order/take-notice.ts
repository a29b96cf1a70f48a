/**
 * Judges a gateway's word about an order, unasked or asked, before anything changes: is there such an order, is it this
 * gateway's, is it the whole price. Only then is the money taken and the order delivered. Whatever is wrong becomes a
 * case.
 */
import type { Log } from '../../kernel/log.ts'
import { type Fact, fact } from '../../ledger/fact/fact.ts'
import type { GatewayWay } from '../gateway/gateway.ts'
import { deliverOrder } from './deliver-order.ts'
import { actors } from './order.ts'
import { raiseCase, type Trouble } from './pay-case.ts'
import { findOrderByNo } from './repository.ts'
import { type PaymentDeps, takePayment } from './take-payment.ts'

export type NoticeDeps = PaymentDeps & { log: Log }

export type Notice = { way: GatewayWay; orderNo: string; tradeNo: string; amount: number }

/** Writes trouble down, logs it, and tells the operator when it is news. */
export async function raiseAlarm(deps: NoticeDeps, trouble: Trouble): Promise<void> {
  const now = deps.clock.now()
  const { way, reason, client } = trouble
  const orderNo = trouble.order?.order_no ?? ''
  await deps.db.transaction(async tx => {
    if (await raiseCase(tx, trouble, now))
      await deps.queueNews(tx, { kind: 'case', reason, orderNo, sellerId: null }, now)
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
  const refuse = async (reason: Trouble['reason'], detail: Fact) => {
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
  if (!order) return refuse('unknownOrder', fact('sawOrder', { orderNo }))
  if (order.way !== way) return refuse('wrongGateway', fact('sawOtherWay', { way: order.way }))
  if (amount !== order.price)
    return refuse('wrongAmount', fact('sawOtherAmount', { due: order.price, told: amount }))
  const open = await deps.creditIsOpen()
  const now = deps.clock.now()
  const paid = {
    way,
    tradeNo,
    amount,
    cardId: null,
    actor: actors.gateway,
    text: fact('paidByGateway', { way, amount, tradeNo }),
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
