/** Stripe Checkout: a page of Stripe's where the buyer pays, and its state when asked. Amounts are in 分 of CNY. */
import type Stripe from 'stripe'
import { AppError } from '../../../kernel/app-error.ts'
import { type Clock, minute } from '../../../kernel/clock.ts'
import type { SiteSettings } from '../../../ledger/setting/site-settings.ts'
import type { GuardedFetch } from '../../../outside/guarded-fetch.ts'
import { commerceWords } from '../../words/words.ts'
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
const stripePageMs = 31 * minute
const unsure = commerceWords.gatewayUnsure

/** Stripe's name for the payment: the same in the session, in its events and in refunds. */
export const tradeNoOf = (session: Pick<Stripe.Checkout.Session, 'id' | 'payment_intent'>): string =>
  typeof session.payment_intent === 'string'
    ? session.payment_intent
    : (session.payment_intent?.id ?? session.id)

export function createStripe(deps: StripeDeps): Gateway {
  const client = async () => openStripe(await deps.site.read(), deps.fetch)
  return {
    way: 'stripe',
    pageMs: stripePageMs,
    options: () => [
      { way: 'stripe', channel: '', name: commerceWords.stripeName, hint: commerceWords.stripeHint },
    ],

    async start(order) {
      const stripe = await client()
      if (!stripe) throw new AppError('conflict', { msg: commerceWords.wayClosed })
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
                  product_data: { name: commerceWords.goodsForStripe(order.address, order.plan_name) },
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
        throw new AppError('remoteRefused', { msg: commerceWords.gatewaySilent, cause })
      }
    },

    async ask(order): Promise<GatewayAnswer> {
      const stripe = await client()
      if (!stripe || order.gateway_ref === '') return { state: 'unknown', why: unsure.notSet }
      try {
        const session = await stripe.checkout.sessions.retrieve(order.gateway_ref)
        if (session.client_reference_id !== order.order_no || session.currency !== stripeCurrency)
          return { state: 'unknown', why: unsure.otherOrder }
        if (session.payment_status !== 'paid') return { state: 'unpaid' }
        return { state: 'paid', tradeNo: tradeNoOf(session), amount: session.amount_total ?? 0 }
      } catch {
        return { state: 'unknown', why: unsure.unreachable }
      }
    },

    async withdraw(order) {
      const stripe = await client()
      if (stripe && order.gateway_ref !== '') await stripe.checkout.sessions.expire(order.gateway_ref)
    },

    async test() {
      const stripe = await client()
      if (!stripe) return { ok: false, text: commerceWords.stripeNotSet }
      try {
        await stripe.balance.retrieve()
        return { ok: true, text: commerceWords.gatewayWorks }
      } catch (cause) {
        const refused = (cause as { statusCode?: number }).statusCode
        return {
          ok: false,
          text: refused === 401 ? commerceWords.stripeKeyUnknown : commerceWords.stripeUnreachable,
        }
      }
    },
  }
}
