/** Killed between the payment and the mailbox: after the next start there is the one mailbox. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds, makePlace, type TestPlace } from '../../testing/databases.ts'
import { type EpayGateway, startEpayGateway } from '../../testing/epay-gateway.ts'
import { eventually } from '../../testing/eventually.ts'
import {
  addressesOf,
  purchase,
  shopDomain,
  shopEnvironment,
  startShop,
  useEpay,
  visitGateway,
} from '../../testing/shop.ts'
import { startTestApp } from '../../testing/test-app.ts'

const child = fileURLToPath(new URL('./testing/pay-child.ts', import.meta.url))

describe.each(databaseKinds)('a program that is killed on %s', kind => {
  let gateway: EpayGateway
  let place: TestPlace
  beforeAll(async () => {
    gateway = await startEpayGateway()
    place = await makePlace(kind)
  })
  afterAll(async () => {
    await gateway.stop()
    await place.remove()
  })

  it('after the money came opens one mailbox when it is up again', async () => {
    const shop = await startShop(kind, { place })
    await useEpay(shop, gateway)
    const orders: { orderNo: string; claimToken: string; moment: string }[] = []
    for (const moment of ['paid', 'delivering']) {
      const { site } = shop
      const bought = await site.ok('buyEmail', { body: purchase(shop, moment) })
      await visitGateway(bought.payUrl)
      orders.push({ ...bought, moment })
    }
    await shop.site.stop()
    for (const { orderNo, moment } of orders) {
      const { tradeNo } = gateway.pay(orderNo)
      const args = [child, place.databaseUrl, place.dataDir, orderNo, tradeNo, moment]
      const died = spawn(process.execPath, args, { stdio: 'inherit' })
      const [, signal] = await once(died, 'exit')
      expect(signal).toBe('SIGKILL')
    }
    const site = await startTestApp(kind, { place, environment: shopEnvironment })
    try {
      const left = await site.app.db.query.selectFrom('payment').select('became').execute()
      expect(left.map(payment => payment.became)).toEqual(['order', 'order'])
      await eventually('both are delivered', async () => {
        await site.app.runJobs()
        const done = await site.app.db.query.selectFrom('shop_order').select('status').execute()
        return done.every(order => order.status === 'done')
      })
      // The gateway had no answer and says it again.
      for (const { orderNo } of orders) {
        const notice = new URLSearchParams(gateway.notice(orderNo))
        expect((await site.fetch(`/api/pay/epay/notify?${notice}`)).text).toBe('success')
      }
      expect(await addressesOf({ site })).toEqual([`delivering@${shopDomain}`, `paid@${shopDomain}`])
      const handed = await site.app.db.query.selectFrom('provision').select('key').execute()
      expect(handed).toHaveLength(2)
    } finally {
      await site.stop()
    }
  })
})
