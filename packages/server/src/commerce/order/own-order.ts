/** An order in the words of the contract, for its buyer. */
import type { OwnOrder } from '@yanshu/contract'
import { isoTime, isoTimeOrNull } from '../../kernel/clock.ts'
import type { SiteValues } from '../../ledger/setting/site-table.ts'
import { findMailbox } from '../../mailbox/account/mailboxes.ts'
import { maskedAddress, maskedClient, maskedNumber } from '../format/masked.ts'
import type { BuyDeps } from './buy.ts'
import { quotaMbOf } from './order.ts'
import { casesOf, paymentsOf } from './payment-repository.ts'
import { listAccess, type OrderRow } from './repository.ts'
import { creditPurpose } from './take-payment.ts'

const maxLog = 20

export const maskedRow = (order: OrderRow) => ({
  orderNo: maskedNumber(order.order_no),
  address: maskedAddress(order.address),
  renew: order.renew === 1,
  plan: order.plan_name,
  price: order.price,
  status: order.status,
  createdAt: isoTime(order.created_at),
  order: null,
})

/** How to pay an order by hand, and whom to ask; nothing of any other. */
export const byHand = (
  order: Pick<OrderRow, 'status' | 'way'>,
  { payByHandText: instructions, payByHandContact: contact }: SiteValues,
): { instructions?: string; contact?: string } =>
  order.status === 'pending' && order.way === 'manual' ? { instructions, contact } : {}

export async function shownOwnOrder(deps: BuyDeps, order: OrderRow): Promise<OwnOrder> {
  const { query } = deps.db
  const payments = await paymentsOf(query, order.id)
  const cases = await casesOf(query, order.id)
  const log = await listAccess(query, order.id, maxLog)
  const pending = order.status === 'pending'
  // A later order may have renewed it.
  const mailbox = order.mailbox_id === null ? undefined : await findMailbox(query, order.mailbox_id)
  const site = await deps.site.read()
  return {
    orderNo: order.order_no,
    status: order.status,
    renew: order.renew === 1,
    address: order.address,
    plan: order.plan_name,
    days: order.days,
    quotaMb: quotaMbOf(order),
    maySend: order.may_send === 1,
    price: order.price,
    way: order.way,
    channel: order.channel,
    createdAt: isoTime(order.created_at),
    holdUntil: isoTime(order.hold_until),
    paidAt: isoTimeOrNull(order.paid_at),
    doneAt: isoTimeOrNull(order.done_at),
    expiresAt: isoTimeOrNull(mailbox ? mailbox.expires_at : order.mailbox_expires_at),
    refunded: order.refunded,
    claimed: order.collected_at !== null,
    credits: payments
      .filter(payment => payment.became === 'credit')
      .map(({ credit_code, amount }) => ({ code: deps.secrets.open(creditPurpose, credit_code), amount })),
    inHand: cases.some(one => one.kind === 'payment' && one.settled_at === null),
    ...(pending && order.pay_url !== '' ? { payUrl: order.pay_url } : {}),
    ...(pending && order.pay_qr !== '' ? { payQr: order.pay_qr } : {}),
    ...byHand(order, site),
    log: log.map(({ at, how, client, agent }) => ({
      at: isoTime(at),
      how,
      client: maskedClient(client),
      agent,
    })),
  }
}
