/** Events from Stripe: signed over the raw body, no older than some minutes, and only those about payments count. */
import type Stripe from 'stripe'
import { openSetting, type SiteSettings } from '../../../operate/setting/site-settings.ts'
import { findOrder, findOrderByNo } from '../../order/repository.ts'
import type { CaseReason } from '../pay-case.ts'
import { findPayment } from '../repository.ts'
import { type NoticeDeps, raiseAlarm, takeNotice } from '../take-notice.ts'
import { stripeCurrency, tradeNoOf } from './stripe.ts'

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

/** True when Stripe need not say it again. */
export async function takeStripeEvent(
  deps: StripeNotifyDeps,
  given: { body: Buffer; signature: string },
  from: { client: string },
): Promise<boolean> {
  const { stripeWebhookSecret } = await deps.site.read()
  const secret = openSetting(deps.secrets, 'stripeWebhookSecret', stripeWebhookSecret)
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
  if (secret === null) return refuse('noSecret')
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
    case 'charge.refunded':
    case 'charge.dispute.created': {
      const { payment_intent: intent } = event.data.object
      const tradeNo = typeof intent === 'string' ? intent : (intent?.id ?? '')
      const payment = await findPayment(deps.db.query, 'stripe', tradeNo)
      if (!payment) return true
      const order = (await findOrder(deps.db.query, payment.order_id)) ?? null
      const { client } = from
      const { amount } = payment
      await raiseAlarm(deps, {
        kind: 'payment',
        way: 'stripe',
        reason: 'takenBack',
        order,
        tradeNo,
        amount,
        detail: event.type === 'charge.refunded' ? '在 Stripe 退了款' : '付款人提出了争议',
        client,
      })
      return true
    }
    default:
      return true
  }
}
