/** Starts a shop for tests: a domain for sale with plans, a payment gateway, and buyers. */

import type { DatabaseKind } from '../database/types.ts'
import type { EpayGateway } from './epay-gateway.ts'
import { freePort } from './free-port.ts'
import { keyFor, makeDomain } from './people.ts'
import type { TestApp, TestAppOptions } from './test-app.ts'
import { startTestApp } from './test-app.ts'
import { createTestClock } from './test-clock.ts'

export const shopDomain = 'shop.example'
export const buyerPhone = '13800138000'
export const queryPassword = 'open sesame'

/** The settings that let people pay by hand. */
export const handPay = {
  payByHand: true,
  payByHandText: '付到 6222 0000 1111',
  payByHandContact: '微信 yanshu-shop',
}

export type Shop = { site: TestApp; admin: string; domainId: string; month: string; forever: string }

/** Lets the program reach a gateway on this machine, and lets one client make many orders. */
export const shopEnvironment = { YANSHU_PRIVATE_GATEWAYS: '127.0.0.1' }

export async function startShop(kind: DatabaseKind, options: TestAppOptions = {}): Promise<Shop> {
  // Gateways send their notices to this URL.
  const port = String(await freePort())
  const reached = { YANSHU_HTTP_PORT: port, YANSHU_PUBLIC_URL: `http://localhost:${port}` }
  const site = await startTestApp(kind, {
    clock: createTestClock(),
    ...options,
    environment: { ...shopEnvironment, ...reached, ...options.environment },
  })
  const { id } = await site.app.db.query
    .selectFrom('sys_account')
    .select('id')
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  // The admin uses a key, because tests turn the clock further than a session lasts.
  const admin = await keyFor(site, { id })
  const domainId = await makeDomain(site, shopDomain)
  await site.app.db.transaction(async tx => {
    await tx.updateTable('domain').set({ store: 1 }).where('id', '=', domainId).execute()
  })
  const plan = async (body: Record<string, unknown>) =>
    (await site.ok('addPlan', { body: { domainId, quotaMb: 1024, maySend: false, ...body } }, admin)).plan.id
  const month = await plan({ name: '一个月', days: 30, price: 300, renewPrice: 250 })
  const forever = await plan({ name: '长期', days: null, price: 8800, renewPrice: 6600, maySend: true })
  const values = {
    freeCreationsPerHour: 100_000,
    unpaidPerPhone: 1000,
    unpaidPerClient: 1000,
    ...handPay,
  }
  await site.ok('updateSetting', { body: { values } }, admin)
  return { site, admin, domainId, month, forever }
}

export async function useEpay(
  { site, admin }: Shop,
  gateway: EpayGateway,
  more: Record<string, unknown> = {},
) {
  const values = {
    epayUrl: gateway.url,
    epayPid: gateway.pid,
    epayKey: gateway.key,
    epayChannels: ['alipay 支付宝'],
    ...more,
  }
  await site.ok('updateSetting', { body: { values } }, admin)
}

/** The body of a purchase of one month, paid through 易支付 by default. */
export const purchase = (shop: Shop, localPart: string, change: Record<string, unknown> = {}) => ({
  domainId: shop.domainId,
  planId: shop.month,
  localPart,
  phone: buyerPhone,
  queryPassword,
  pay: { way: 'epay' },
  ...change,
})

/** Sends the buyer's browser to the gateway, which then knows the order. */
export async function visitGateway(payUrl: string | undefined): Promise<void> {
  const answer = await fetch(payUrl ?? '')
  if (answer.status !== 200) throw new Error(`the gateway answered ${answer.status}: ${await answer.text()}`)
}

export const addressesOf = async ({ site }: Pick<Shop, 'site'>): Promise<string[]> => {
  const rows = await site.app.db.query
    .selectFrom('mailbox')
    .select('address')
    .where('kind', '=', 'account')
    .orderBy('address')
    .execute()
  return rows.map(row => row.address)
}
