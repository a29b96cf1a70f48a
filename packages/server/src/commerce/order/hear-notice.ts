/**
 * A notice that a gateway sent by itself, after the gateway read it (`gateway/gateway.ts`): money is taken, trouble
 * becomes a case, and everything else is heard and forgotten.
 */
import { fact } from '../../ledger/fact/fact.ts'
import type { GatewayWay, ReadNotice } from '../gateway/gateway.ts'
import { findPayment } from './payment-repository.ts'
import { findOrder, findOrderByNo } from './repository.ts'
import { type NoticeDeps, raiseAlarm, takeNotice } from './take-notice.ts'

type NoticeOf<State extends ReadNotice['state']> = Extract<ReadNotice, { state: State }>
type From = { client: string }

async function noteRefused(
  deps: NoticeDeps,
  way: GatewayWay,
  notice: NoticeOf<'refused'>,
  { client }: From,
): Promise<void> {
  const { reason, orderNo, tradeNo, amount, detail } = notice
  const order = orderNo === '' ? null : ((await findOrderByNo(deps.db.query, orderNo)) ?? null)
  await raiseAlarm(deps, {
    kind: 'callback',
    way,
    reason,
    order,
    tradeNo,
    amount,
    // The case names the order only once.
    detail: detail ?? (order || orderNo === '' ? null : fact('sawOrder', { orderNo })),
    client,
  })
}

/**
 * Money that went back changes no order: what becomes of the mailbox is the operator's to say. One that the operator has
 * noted as refunded is no news. The notice may come before the one that tells of the payment.
 */
async function noteTakenBack(
  deps: NoticeDeps,
  way: GatewayWay,
  { orderNo, tradeNo, amount, disputed, detail }: NoticeOf<'takenBack'>,
  { client }: From,
): Promise<void> {
  const { query } = deps.db
  const payment = tradeNo === '' ? undefined : await findPayment(query, way, tradeNo)
  const order = payment ? await findOrder(query, payment.order_id) : await findOrderByNo(query, orderNo)
  // A gateway tells of everything that is sold through the account, here or elsewhere.
  if (!order || order.status === 'refunded') return
  // A gateway tells the sum of all refunds, and tells it again.
  if (!disputed && amount <= order.refunded) return
  const trouble = { kind: 'payment', way, reason: 'takenBack' } as const
  await raiseAlarm(deps, { ...trouble, order, tradeNo, amount, detail, client })
}

/** True when the gateway need not say it again: the money, if there is any, is ours to look after now. */
export async function hearNotice(
  deps: NoticeDeps,
  way: GatewayWay,
  notice: ReadNotice,
  from: From,
): Promise<boolean> {
  switch (notice.state) {
    case 'noNews':
      return true
    case 'refused':
      await noteRefused(deps, way, notice, from)
      return false
    case 'takenBack':
      await noteTakenBack(deps, way, notice, from)
      return true
    case 'paid': {
      const { orderNo, tradeNo, amount } = notice
      return takeNotice(deps, { way, orderNo, tradeNo, amount }, from)
    }
  }
}
