/**
 * Someone buys, or redeems a card: catalogue, orders, payments, card codes and what they hand out, put together. The
 * rest of the program sees the calls, the jobs and the routes of gateways.
 */
import type { FastifyInstance } from 'fastify'
import { type Clock, hour, second } from '../clock.ts'
import type { Db, Tx } from '../database/types.ts'
import type { Passwords } from '../identity/session/password.ts'
import type { Proofs } from '../identity/session/proof.ts'
import type { EventHub } from '../inbound/notify/event-hub.ts'
import type { OrderNews } from '../inbound/notify/webhook/webhook.ts'
import type { PostLetter } from '../inbound/receive/post-letter.ts'
import type { Job } from '../jobs/scheduler.ts'
import type { Log } from '../log.ts'
import type { SiteSettings } from '../operate/setting/site-settings.ts'
import type { GuardedFetch } from '../outside/guarded-fetch.ts'
import type { Secrets } from '../secrets.ts'
import { codeHasher } from './card/card-code.ts'
import { type OpenChoice, type Presented, registerWithCard } from './card/redeem-card.ts'
import { cardRoutes } from './card/routes.ts'
import { specialNames } from './catalog/names.ts'
import { hasGoods } from './catalog/repository.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { expireOrders } from './order/expire-orders.ts'
import { ordersChannel, wayNames } from './order/order.ts'
import { createQueryDigest } from './order/query-password.ts'
import { findOrder } from './order/repository.ts'
import { orderRoutes, storeRoutes } from './order/routes.ts'
import { deliverLeftOver } from './payment/deliver-order.ts'
import { createEpay } from './payment/epay/epay.ts'
import { takeEpayNotice } from './payment/epay/notify.ts'
import { yuan } from './payment/money.ts'
import { bindPayRoutes } from './payment/pay-routes.ts'
import { reconcile } from './payment/reconcile.ts'
import { createStripe } from './payment/stripe/stripe.ts'
import { takeStripeEvent } from './payment/stripe/webhook.ts'
import type { News } from './payment/take-payment.ts'
import { remind } from './provision/remind.ts'
import { welcome } from './provision/welcome.ts'

export type CommerceDeps = {
  db: Db
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
  queueOrderNews: (tx: Tx, news: OrderNews, sellerId: string | null, now: number) => Promise<number>
  tellHooks: () => void
  /** Puts a letter of the site's own into a mailbox. */
  postLetter: PostLetter
}

/** What the operator is told, in words. */
const newsOf = (news: News): { told: OrderNews; sellerId: string | null } => {
  if (news.kind === 'case')
    return {
      told: {
        id: news.orderNo,
        address: '',
        headline: `需要处理：${news.reason}`,
        text: `订单 ${news.orderNo || '不明'}`,
      },
      sellerId: news.sellerId,
    }
  const { order } = news
  const deed = order.renew === 1 ? '续费' : '新购'
  return {
    told: {
      id: order.order_no,
      address: order.address,
      headline: `收款 ${yuan(order.paid)}，${deed} ${order.address}`,
      text: `${order.plan_name}，${wayNames[order.way]}，订单 ${order.order_no}`,
    },
    sellerId: order.seller_id,
  }
}

export function openCommerce(deps: CommerceDeps) {
  const { db, clock, log, site, secrets, passwords, proofs } = deps
  const gateways = [createEpay(deps), createStripe(deps)]
  const special = (domainId: string, names: readonly string[]) => specialNames(db.query, domainId, names)

  const shop = {
    db,
    clock,
    log,
    site,
    secrets,
    passwords,
    proofs,
    gateways,
    hashCode: codeHasher(secrets),
    digest: createQueryDigest({ passwords, secrets }),
    specialNames: special,
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
    hasGoods: () => hasGoods(db.query),
    openWithCard: (presented: Presented, choice: OpenChoice) => registerWithCard(shop, presented, choice),
    bindRoutes(app: FastifyInstance): void {
      bindPayRoutes(app, {
        log,
        takeEpay: (params, from) => takeEpayNotice(shop, params, from),
        takeStripe: (event, from) => takeStripeEvent(shop, event, from),
      })
    },
    handlers: {
      ...cardRoutes(shop),
      ...catalogRoutes({ db, clock }),
      ...storeRoutes(shop),
      ...orderRoutes(shop),
    },
  }
}
