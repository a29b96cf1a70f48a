/**
 * Starts the built product as a shop: its domain for sale with three plans, a payment gateway, and codes to
 * pay with.
 */
import { type EpayGateway, startEpayGateway } from '../packages/server/src/testing/epay-gateway.ts'
import { type Site, startSite } from './site.ts'

export const phoneNumber = '138 0571 6021'
export const queryPassword = 'open sesame'
/** The page must show this as plain text. */
export const hostile = '<img src=x onerror="hurt=1">'

export type Shop = {
  readonly site: Site
  /** The URL under the name that the gateway sends buyers back to. */
  readonly url: string
  readonly gateway: EpayGateway
  readonly token: string
  readonly domain: { id: string; name: string }
  /** Makes a code that opens, renews or pays. */
  code(
    kind: { kind: 'open'; days: number } | { kind: 'renew'; days: number } | { kind: 'pay'; amount: number },
  ): Promise<string>
  /** Sells an address for a year to this phone, without a browser. */
  sold(localPart: string, phone?: string): Promise<string>
  stop(): Promise<void>
}

export async function startShop(): Promise<Shop> {
  const gateway = await startEpayGateway()
  const site = await startSite(port => ({
    YANSHU_PRIVATE_GATEWAYS: '127.0.0.1',
    YANSHU_PUBLIC_URL: `http://localhost:${port}`,
  }))
  const token = await site.adminToken()
  const admin = site.as(token)
  const { list } = await admin.getDomains({ query: {} })
  const [domain] = list
  if (!domain) throw new Error('a fresh site has a domain')
  await admin.editDomain({ body: { id: domain.id, store: true } })
  const plan = { domainId: domain.id, maySend: false, quotaMb: 1024 }
  await admin.addPlan({
    body: { ...plan, name: '一个月', hint: '随用随买', days: 30, price: 300, renewPrice: 250 },
  })
  const year = await admin.addPlan({
    body: {
      ...plan,
      ...{ name: '一年', days: 365, price: 2400, renewPrice: 2000 },
      ...{ quotaMb: 5120, maySend: true, recommended: true },
    },
  })
  await admin.addPlan({
    body: {
      ...plan,
      ...{ name: hostile, hint: hostile, days: null, price: 8800, renewPrice: 6600 },
      ...{ quotaMb: 10_240, maySend: true },
    },
  })
  await admin.setSpecialNames({
    body: { domainId: domain.id, names: ['zhang'], kind: 'premium', price: 18_800 },
  })
  await admin.updateSetting({
    body: {
      values: {
        ...{ epayUrl: gateway.url, epayPid: gateway.pid, epayKey: gateway.key },
        payByHand: true,
        payByHandContact: '微信 yanshu-shop',
        payByHandText: `付到 6222 0000 1111，备注写订单号\n${hostile}`,
        freeCreationsPerHour: 1000,
      },
    },
  })
  const code: Shop['code'] = async wanted => {
    const { codes } = await admin.createCard({
      body:
        wanted.kind === 'pay'
          ? { kind: 'pay', count: 1, days: null, amount: wanted.amount }
          : { ...wanted, count: 1 },
    })
    const [made] = codes
    if (made === undefined) throw new Error('no code was made')
    return made
  }
  return {
    site,
    url: site.url.replace('127.0.0.1', 'localhost'),
    gateway,
    token,
    domain,
    code,
    async sold(localPart, phone = phoneNumber) {
      const cardCode = await code({ kind: 'pay', amount: 2400 })
      const body = { domainId: domain.id, planId: year.plan.id, localPart, phone, queryPassword }
      await site.as(null).buyEmail({ body: { ...body, pay: { way: 'card', cardCode } } })
      return `${localPart}@${domain.name}`
    },
    async stop() {
      await site.stop()
      await gateway.stop()
    },
  }
}
