import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hour, isoTime } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { type EpayGateway, startEpayGateway } from '../../testing/epay-gateway.ts'
import { makePerson } from '../../testing/people.ts'
import { purchase, type Shop, startShop } from '../../testing/shop.ts'

describe.each(databaseKinds)('the ways to pay on %s', kind => {
  let shop: Shop
  let gateway: EpayGateway
  beforeAll(async () => {
    gateway = await startEpayGateway()
    shop = await startShop(kind)
  })
  afterAll(async () => {
    await shop.site.stop()
    await gateway.stop()
  })

  const byAlipay = { pay: { way: 'epay', channel: 'alipay' } }
  const set = (values: Record<string, unknown>) =>
    shop.site.ok('updateSetting', { body: { values } }, shop.admin)
  const ways = async () => {
    const { list } = await shop.site.ok('getPayWays', {}, shop.admin)
    return Object.fromEntries(list.map(way => [way.way, way]))
  }
  const seenByBuyers = async () => (await shop.site.ok('getAdminDomains')).payOptions.map(({ way }) => way)
  const stateOf = async (way: string) => {
    const found = (await ways())[way]
    return [found?.state, found?.missing]
  }
  const paymentGroup = async () =>
    (await shop.site.ok('getSetting', {}, shop.admin)).groups.find(({ id }) => id === 'payment')

  it('tell which settings they lack, and buyers see one as soon as it lacks none', async () => {
    expect(await stateOf('epay')).toEqual(['off', ['epayUrl', 'epayPid', 'epayKey']])
    expect(await paymentGroup()).toMatchObject({ state: '2 种可用', tone: 'plain' })
    await set({ epayUrl: gateway.url, epayPid: gateway.pid })
    expect(await stateOf('epay')).toEqual(['missing', ['epayKey']])
    expect(await paymentGroup()).toMatchObject({ state: '2 种可用，1 种缺', tone: 'waiting' })
    expect(await seenByBuyers()).not.toContain('epay')
    await set({ epayKey: gateway.key })
    expect(await stateOf('epay')).toEqual(['ready', []])
    expect(await seenByBuyers()).toContain('epay')
    await set({ epayChannels: [] })
    expect(await stateOf('epay')).toEqual(['missing', ['epayChannels']])
    expect(await seenByBuyers()).not.toContain('epay')
    await set({ epayChannels: null })
  })

  it('are shut by their switch, and money on its way still arrives', async () => {
    const bought = await shop.site.ok('buyEmail', { body: purchase(shop, 'switched', byAlipay) })
    await fetch(bought.payUrl ?? '')
    await set({ payByEpay: false })
    expect(await stateOf('epay')).toEqual(['off', []])
    expect(await seenByBuyers()).not.toContain('epay')
    const refused = await shop.site.call('buyEmail', { body: purchase(shop, 'too-late', byAlipay) })
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['pay.way'])
    await fetch(new URL('pay', gateway.url), {
      method: 'POST',
      body: new URLSearchParams({ out_trade_no: bought.orderNo }),
      redirect: 'manual',
    })
    const { order } = await shop.site.ok('openOrder', { body: { claimToken: bought.claimToken } })
    expect(order.status).toBe('done')
    const { list } = await shop.site.ok('getOrders', { query: { q: bought.orderNo } }, shop.admin)
    expect(list[0]?.paidAt).not.toBeNull()
    expect((await ways()).epay?.lastPaidAt).toBe(list[0]?.paidAt)
    await set({ payByEpay: null })
    shop.site.clock.advance(31 * 24 * hour)
    expect((await ways()).epay?.lastPaidAt).toBeNull()
  })

  it('by card need cards to be open, and count the codes that can still pay', async () => {
    const make = (body: object) =>
      shop.site.ok(
        'createCard',
        { body: { kind: 'pay', days: null, amount: 300, count: 1, ...body } },
        shop.admin,
      )
    const before = (await ways()).card?.unused ?? 0
    await make({ count: 3 })
    const { codes } = await make({})
    await shop.site.ok('buyEmail', {
      body: purchase(shop, 'by-card', { pay: { way: 'card', cardCode: codes[0] } }),
    })
    await make({ expiresAt: isoTime(shop.site.clock.now() + hour) })
    shop.site.clock.advance(2 * hour)
    await shop.site.ok('createCard', { body: { kind: 'open', count: 2, days: 30 } }, shop.admin)
    expect((await ways()).card?.unused).toBe(before + 3)
    await set({ cards: false })
    expect(await stateOf('card')).toEqual(['missing', ['cards']])
    expect(await seenByBuyers()).not.toContain('card')
    await set({ cards: null, payByCard: false })
    expect(await stateOf('card')).toEqual(['off', []])
    await set({ payByCard: null })
  })

  it('by hand count the orders that wait for the operator', async () => {
    expect((await ways()).manual).toMatchObject({ state: 'ready', unpaid: 0 })
    await shop.site.ok('buyEmail', { body: purchase(shop, 'by-hand', { pay: { way: 'manual' } }) })
    expect((await ways()).manual?.unpaid).toBe(1)
    expect((await ways()).epay).not.toHaveProperty('unpaid')
  })

  it('are the admins’ to see', async () => {
    const user = await makePerson(shop.site, 'seller')
    expect((await shop.site.call('getPayWays', {}, user.token)).status).toBe(403)
  })
})
