/** Events from Stripe: signed over the raw body, no older than some minutes, and only those about payments count. */
import type Stripe from 'stripe'
import type { Clock } from '../../../kernel/clock.ts'
import { fact } from '../../../ledger/fact/fact.ts'
import type { SiteSettings } from '../../../ledger/setting/site-settings.ts'
import type { NoticeFault, ReadNotice } from '../gateway.ts'
import { orderNoField, stripeCurrency, tradeNoOf } from './stripe.ts'

export type StripeEventDeps = { site: SiteSettings; clock: Clock }

const toleranceSeconds = 300

async function readSigned(
  deps: StripeEventDeps,
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

const unproved = (reason: NoticeFault): ReadNotice => ({
  state: 'refused',
  reason,
  orderNo: '',
  tradeNo: '',
  amount: null,
  detail: null,
})

function readSession(session: Stripe.Checkout.Session): ReadNotice {
  // Bank transfers complete the page first and pay later; the later event tells.
  if (session.payment_status !== 'paid') return { state: 'noNews' }
  const about = { orderNo: session.client_reference_id ?? '', tradeNo: tradeNoOf(session) }
  if (session.currency !== stripeCurrency)
    return {
      state: 'refused',
      reason: 'wrongAmount',
      ...about,
      amount: null,
      detail: fact('sawCurrency', { currency: session.currency ?? '' }),
    }
  return { state: 'paid', ...about, amount: session.amount_total ?? 0 }
}

export async function readStripeEvent(
  deps: StripeEventDeps,
  given: { body: Buffer; signature: string },
): Promise<ReadNotice> {
  const { stripeWebhookSecret: secret } = await deps.site.read()
  if (secret === '') return unproved('noSecret')
  const event = await readSigned(deps, secret, given.body, given.signature)
  if (!event) return unproved('badSign')
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return readSession(event.data.object)
    case 'charge.refunded': {
      const { payment_intent, metadata, amount_refunded: amount } = event.data.object
      const about = { tradeNo: idOf(payment_intent), orderNo: metadata[orderNoField] ?? '', amount }
      return { state: 'takenBack', ...about, disputed: false, detail: fact('stripeRefunded', { amount }) }
    }
    case 'charge.dispute.created': {
      const { payment_intent, amount } = event.data.object
      const about = { tradeNo: idOf(payment_intent), orderNo: '', amount }
      return { state: 'takenBack', ...about, disputed: true, detail: fact('stripeDisputed', { amount }) }
    }
    default:
      return { state: 'noNews' }
  }
}
