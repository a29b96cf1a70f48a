/** Stripe Checkout: a page of Stripe's where the buyer pays, and its state when asked. Amounts are in 分 of CNY. */
import type Stripe from 'stripe'
import { AppError } from '../../../app-error.ts'
import { type Clock, minute } from '../../../clock.ts'
import type { SiteSettings } from '../../../operate/setting/site-settings.ts'
import type { GuardedFetch } from '../../../outside/guarded-fetch.ts'
import type { Gateway, GatewayAnswer } from '../gateway.ts'
import { openStripe } from './client.ts'

export type StripeDeps = {
  site: SiteSettings
  clock: Clock
  fetch: GuardedFetch
  publicUrl: () => string
}

export const stripeCurrency = 'cny'
/** Under which a payment's metadata has the order number. */
export const orderNoField = 'order_no'
/** Stripe lets a page expire after no less than half an hour. */
export const stripePageMs = 31 * minute

/** What Stripe calls the payment: the same in the session, in its events and in refunds. */
export const tradeNoOf = (session: Pick<Stripe.Checkout.Session, 'id' | 'payment_intent'>): string =>
  typeof session.payment_intent === 'string'
    ? session.payment_intent
    : (session.payment_intent?.id ?? session.id)

export function createStripe(deps: StripeDeps): Gateway {
  const client = async () => openStripe(await deps.site.read(), deps.fetch)
  return {
    way: 'stripe',
    async start(order) {
      const stripe = await client()
      if (!stripe) throw new AppError('conflict', { msg: '这种付款方式现在不能用，请换一种' })
      const back = `${deps.publicUrl()}/store?order=${order.order_no}`
      try {
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: order.order_no,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: stripeCurrency,
                  unit_amount: order.price,
                  product_data: { name: `${order.address}，${order.plan_name}` },
                },
              },
            ],
            success_url: back,
            cancel_url: back,
            expires_at: Math.ceil((deps.clock.now() + stripePageMs) / 1000),
            // Refunds and disputes name the payment only; its metadata leads back to the order.
            payment_intent_data: { metadata: { [orderNoField]: order.order_no } },
            // Paid in another currency, the amount would not be the price.
            adaptive_pricing: { enabled: false },
            locale: 'zh',
          },
          { idempotencyKey: order.id },
        )
        if (!session.url) throw new Error('a session without a page')
        return { payUrl: session.url, payQr: '', ref: session.id }
      } catch (cause) {
        throw new AppError('remoteRefused', { msg: '支付平台没有回应，请稍后再试或换一种付款方式', cause })
      }
    },

    async ask(order): Promise<GatewayAnswer> {
      const stripe = await client()
      if (!stripe || order.gateway_ref === '') return { state: 'unknown', why: '没有设好' }
      try {
        const session = await stripe.checkout.sessions.retrieve(order.gateway_ref)
        if (session.client_reference_id !== order.order_no || session.currency !== stripeCurrency)
          return { state: 'unknown', why: '答的是别的订单' }
        if (session.payment_status !== 'paid') return { state: 'unpaid' }
        return { state: 'paid', tradeNo: tradeNoOf(session), amount: session.amount_total ?? 0 }
      } catch {
        return { state: 'unknown', why: '现在问不到' }
      }
    },

    async withdraw(order) {
      const stripe = await client()
      if (stripe && order.gateway_ref !== '') await stripe.checkout.sessions.expire(order.gateway_ref)
    },

    async test() {
      const stripe = await client()
      if (!stripe) return { ok: false, text: '还没有设密钥' }
      try {
        await stripe.balance.retrieve()
        return { ok: true, text: '可以用' }
      } catch (cause) {
        const refused = (cause as { statusCode?: number }).statusCode
        return { ok: false, text: refused === 401 ? 'Stripe 不认识这个密钥' : '现在连接不上 Stripe' }
      }
    },
  }
}
