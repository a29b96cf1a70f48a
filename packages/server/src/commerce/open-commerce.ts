/**
 * Someone buys, or redeems a card: catalogue, orders, payments, card codes and what they hand out, put together. The
 * rest of the program sees the calls, the jobs and the routes of gateways.
 */
import type { FastifyInstance } from 'fastify'
import type { Db, Tx } from '../database/types.ts'
import type { Passwords } from '../identity/session/password.ts'
import type { Proofs } from '../identity/session/proof.ts'
import type { Job } from '../jobs/scheduler.ts'
import { type Clock, hour, second } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Secrets } from '../kernel/secrets.ts'
import type { EventHub } from '../ledger/event/event-hub.ts'
import type { SayFact } from '../ledger/fact/fact.ts'
import type { Life } from '../ledger/life/life.ts'
import type { SiteSettings } from '../ledger/setting/site-settings.ts'
import type { Rests } from '../mailbox/rest/resting-names.ts'
import type { GuardedFetch } from '../outside/guarded-fetch.ts'
import { codeHasher } from './card/card-code.ts'
import { type OpenChoice, type Presented, registerWithCard } from './card/redeem-card.ts'
import { cardRoutes } from './card/routes.ts'
import { specialNames } from './catalog/names.ts'
import { offerOf } from './catalog/repository.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { wayRoutes } from './figures/shown-ways.ts'
import { createEpay } from './gateway/epay/epay.ts'
import { readEpayNotice } from './gateway/epay/notify.ts'
import { createStripe } from './gateway/stripe/stripe.ts'
import { readStripeEvent } from './gateway/stripe/webhook.ts'
import { deliverLeftOver } from './order/deliver-order.ts'
import { expireOrders } from './order/expire-orders.ts'
import { hearNotice } from './order/hear-notice.ts'
import { ordersChannel } from './order/order.ts'
import type { OrderNews } from './order/order-news.ts'
import { bindPayRoutes } from './order/pay-routes.ts'
import { createQueryDigest } from './order/query-password.ts'
import { reconcile } from './order/reconcile.ts'
import { findOrder } from './order/repository.ts'
import { orderRoutes, storeRoutes } from './order/routes.ts'
import type { News } from './order/take-payment.ts'
import type { PostLetter } from './provision/letters.ts'
import { remind } from './provision/remind.ts'
import { welcome } from './provision/welcome.ts'
import { commerceWords } from './words/words.ts'

export type CommerceDeps = {
  db: Db
  life: Life
  clock: Clock
  log: Log
  site: SiteSettings
  secrets: Secrets
  passwords: Passwords
  proofs: Proofs
  /** The way out to gateways. */
  fetch: GuardedFetch
  hub: EventHub
  /** How visitors reach the site, without a slash at the end. */
  publicUrl: () => string
  /** The same as the operator set it; empty without. */
  setUrl: () => string
  queueOrderNews: (tx: Tx, news: OrderNews, sellerId: string | null, now: number) => Promise<number>
  tellHooks: () => void
  /** The sentence of any room's fact. */
  sayFact: SayFact
  /** Names that nobody else may have yet. */
  resting: Rests
  /** Puts a letter of the site's own into a mailbox. */
  postLetter: PostLetter
}

/** Puts news into the words that the operator reads. */
const newsOf = (news: News): { told: OrderNews; sellerId: string | null } => {
  if (news.kind === 'case')
    return {
      told: {
        id: news.orderNo,
        address: '',
        headline: commerceWords.newsOfCase(commerceWords.caseReasons[news.reason]),
        text: commerceWords.newsOfCaseOrder(news.orderNo),
      },
      sellerId: news.sellerId,
    }
  const { order } = news
  return {
    told: {
      id: order.order_no,
      address: order.address,
      headline: commerceWords.newsOfPayment(order.paid, order.renew === 1, order.address),
      text: commerceWords.newsOfPaymentOrder(order.plan_name, order.way, order.order_no),
    },
    sellerId: order.seller_id,
  }
}

export function openCommerce(deps: CommerceDeps) {
  const { db, clock, log, site, secrets, passwords, proofs, life } = deps
  const gateways = [createEpay(deps), createStripe(deps)]
  const special = (domainId: string, names: readonly string[]) => specialNames(db.query, domainId, names)

  const shop = {
    db,
    life,
    clock,
    log,
    site,
    secrets,
    passwords,
    proofs,
    gateways,
    resting: deps.resting,
    hashCode: codeHasher(secrets),
    digest: createQueryDigest({ passwords, secrets }),
    specialNames: special,
    sayFact: deps.sayFact,
    creditIsOpen: async () => {
      const { cards, payByCard } = await site.read()
      return cards && payByCard
    },
    async queueNews(tx: Tx, news: News, now: number) {
      const { told, sellerId } = newsOf(news)
      if ((await deps.queueOrderNews(tx, told, sellerId, now)) > 0) setImmediate(deps.tellHooks)
    },
    async announce(orderId: string) {
      const order = await findOrder(db.query, orderId)
      if (!order) return
      await db.bus.publish(ordersChannel, orderId)
      const { id, order_no: orderNo, status, address, seller_id: ownerId } = order
      await deps.hub.publish({
        kind: 'order',
        mailboxId: '',
        ownerId,
        order: { id, orderNo, status, address },
      })
    },
  }

  const jobs: Job[] = [
    {
      name: 'deliver-orders',
      everyMs: 10 * second,
      run: () =>
        deliverLeftOver(shop, cause => log.error({ err: cause }, 'a paid order could not be delivered')),
    },
    // Before orders are closed: one that was paid at the last moment is better delivered than closed first.
    { name: 'reconcile-payments', everyMs: 20 * second, run: () => reconcile(shop) },
    { name: 'expire-orders', everyMs: 20 * second, run: () => expireOrders(shop) },
    { name: 'welcome-buyers', everyMs: 5 * second, run: () => welcome(deps) },
    { name: 'remind-of-expiry', everyMs: hour, waitsAfterLeap: true, run: () => remind(deps) },
  ]

  return {
    jobs,
    specialNames: special,
    /** Whether there is a store to show. */
    offer: () => offerOf(db.query),
    openWithCard: (presented: Presented, choice: OpenChoice) => registerWithCard(shop, presented, choice),
    bindRoutes(app: FastifyInstance): void {
      bindPayRoutes(app, {
        log,
        takeEpay: async (params, from) => hearNotice(shop, 'epay', await readEpayNotice(shop, params), from),
        takeStripe: async (event, from) =>
          hearNotice(shop, 'stripe', await readStripeEvent(shop, event), from),
      })
    },
    handlers: {
      ...cardRoutes(shop),
      ...catalogRoutes({ db, clock }),
      ...storeRoutes(shop),
      ...orderRoutes(shop),
      ...wayRoutes({ ...shop, setUrl: deps.setUrl }),
    },
  }
}
