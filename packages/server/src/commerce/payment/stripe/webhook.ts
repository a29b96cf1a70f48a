/** Events from Stripe: signed over the raw body, no older than some minutes, and only those about payments count. */
import type Stripe from 'stripe'
import type { SiteSettings } from '../../../operate/setting/site-settings.ts'
import { findOrder, findOrderByNo } from '../../order/repository.ts'
import { yuan } from '../money.ts'
import type { CaseReason } from '../pay-case.ts'
import { findPayment } from '../repository.ts'
import { type NoticeDeps, raiseAlarm, takeNotice } from '../take-notice.ts'
import { orderNoField, stripeCurrency, tradeNoOf } from './stripe.ts'

export type StripeNotifyDeps = NoticeDeps & { site: SiteSettings }

const toleranceSeconds = 300

async function readEvent(
  deps: StripeNotifyDeps,
  secret: string,
  body: Buffer,
  signature: string,
): Promise<Stripe.Event | null> {
  const { default: StripeClient } = await import('stripe')
  try {
    return StripeClient.webhooks.constructEvent(
      body,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      deps.clock.now(),
    )
  } catch {
    return null
  }
}

const idOf = (thing: string | { id: string } | null): string =>
  typeof thing === 'string' ? thing : (thing?.id ?? '')

/**
 * Money that went back changes no order: what becomes of the mailbox is the operator's to say. One that the operator has
 * noted as refunded is no news. The event may come before the one that tells of the payment.
 */
async function noteTakenBack(
  deps: StripeNotifyDeps,
  { tradeNo, orderNo, amount, detail }: { tradeNo: string; orderNo: string; amount: number; detail: string },
  { client }: { client: string },
): Promise<true> {
  const { query } = deps.db
  const payment = tradeNo === '' ? undefined : await findPayment(query, 'stripe', tradeNo)
  const order = payment ? await findOrder(query, payment.order_id) : await findOrderByNo(query, orderNo)
  // Stripe tells of everything that is sold through the account, here or elsewhere.
  if (!order || order.status === 'refunded') return true
  const trouble = { kind: 'payment', way: 'stripe', reason: 'takenBack' } as const
  await raiseAlarm(deps, { ...trouble, order, tradeNo, amount, detail, client })
  return true
}

/** True when Stripe need not say it again. */
export async function takeStripeEvent(
  deps: StripeNotifyDeps,
  given: { body: Buffer; signature: string },
  from: { client: string },
): Promise<boolean> {
  const { stripeWebhookSecret: secret } = await deps.site.read()
  const refuse = async (
    reason: CaseReason,
    about: { orderNo?: string; tradeNo?: string; amount?: number; detail?: string } = {},
  ) => {
    const { orderNo = '', tradeNo = '', amount = null, detail = '' } = about
    const order = orderNo === '' ? null : ((await findOrderByNo(deps.db.query, orderNo)) ?? null)
    const { client } = from
    await raiseAlarm(deps, {
      kind: 'callback',
      way: 'stripe',
      reason,
      order,
      tradeNo,
      amount,
      detail,
      client,
    })
    return false
  }
  if (secret === '') return refuse('noSecret')
  const event = await readEvent(deps, secret, given.body, given.signature)
  if (!event) return refuse('badSign')
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = event.data.object
      // Bank transfers complete the page first and pay later; the later event tells.
      if (session.payment_status !== 'paid') return true
      const orderNo = session.client_reference_id ?? ''
      const tradeNo = tradeNoOf(session)
      const amount = session.amount_total ?? 0
      if (session.currency !== stripeCurrency)
        return refuse('wrongAmount', { orderNo, tradeNo, detail: `币种 ${session.currency}` })
      return takeNotice(deps, { way: 'stripe', orderNo, tradeNo, amount }, from)
    }
    case 'charge.refunded': {
      const { payment_intent, metadata, amount_refunded: amount } = event.data.object
      const about = { tradeNo: idOf(payment_intent), orderNo: metadata[orderNoField] ?? '', amount }
      return noteTakenBack(deps, { ...about, detail: `在 Stripe 退了 ${yuan(amount)}` }, from)
    }
    case 'charge.dispute.created': {
      const { payment_intent, amount } = event.data.object
      const about = { tradeNo: idOf(payment_intent), orderNo: '', amount }
      return noteTakenBack(deps, { ...about, detail: `付款人对 ${yuan(amount)} 提出了争议` }, from)
    }
    default:
      return true
  }
}
