/** Tests hostile prices, numbers, pages, sorts and searches of the shop. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../testing/databases.ts'
import { addressesOf, buyerPhone, purchase, type Shop, shopDomain, startShop } from '../testing/shop.ts'

const hostile = [
  ...[
    "'",
    '"',
    '`',
    '\\',
    '%',
    '_',
    '%%',
    ';',
    '--',
    '/*',
    ')',
    "' OR '1'='1",
    "'; DROP TABLE shop_order; --",
  ],
  ...[
    '1 UNION SELECT password_hash FROM mailbox',
    '$gt',
    '{"$gt":""}',
    '[]',
    '#{7*7}',
    '{{7*7}}',
    '../../etc',
  ],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'NULL', 'undefined', 'NaN', '1e309'],
  ...[
    '-1',
    '0x10',
    '\u202e',
    '\u0000',
    '\ud800',
    'İ',
    'ß',
    '田中さん',
    '👩‍👩‍👧',
    'a'.repeat(200),
    '\r\nX: y',
  ],
]

describe.each(databaseKinds)('the shop on %s', kind => {
  let shop: Shop
  beforeAll(async () => {
    shop = await startShop(kind)
    await shop.site.ok('buyEmail', { body: purchase(shop, 'there', { pay: { way: 'manual' } }) })
  })
  afterAll(() => shop.site.stop())

  const buy = (change: Record<string, unknown>) =>
    shop.site.call('buyEmail', { body: purchase(shop, 'tampered', { pay: { way: 'manual' }, ...change }) })

  it('takes no number, price, money or coupon from the buyer', async () => {
    for (const quantity of [-1, 0, 1.5, 1e9, '1']) expect((await buy({ quantity })).status).toBe(400)
    for (const more of [
      { currency: 'USD' },
      { coupon: 'A' },
      { coupons: ['A', 'A'] },
      { price: 0 },
      { amount: 1 },
      { days: 9999 },
      { quotaMb: 9999 },
      { maySend: true },
      { paid: 300 },
      { claimToken: 'x' },
      { expectPrice: '300' },
      { expectPrice: 300.5 },
      { expectPrice: 2 ** 53 + 1 },
    ])
      expect([more, (await buy(more)).status]).toEqual([more, 400])
    const query = { domainId: shop.domainId, localPart: 'tampered' }
    expect((await shop.site.ok('checkName', { query })).state).toBe('free')
  })

  it('keeps the price of an order when the plan’s changes between cart and payment', async () => {
    const { site, admin, month } = shop
    const { orderNo } = await site.ok('buyEmail', {
      body: purchase(shop, 'cart', { pay: { way: 'manual' }, expectPrice: 300 }),
    })
    await site.ok('editPlan', { body: { id: month, price: 900, days: 1 } }, admin)
    const dearer = await buy({ expectPrice: 300 })
    expect([dearer.status, dearer.body.msg]).toEqual([409, '价格变了，现在是 ¥9.00，请确认后再买'])
    const { list } = await site.ok('getOrders', { query: { q: orderNo } }, admin)
    const { order } = await site.ok('markPaid', { body: { id: list[0]?.id ?? '' } }, admin)
    expect(order).toMatchObject({ price: 300, paid: 300, days: 30, status: 'done' })
    await site.ok('editPlan', { body: { id: month, price: 300, days: 30 } }, admin)
  })

  it('keeps money in whole 分 within bounds that plan and name together cannot pass', async () => {
    const { site, admin, domainId } = shop
    const plan = { domainId, name: '贵', days: 30, price: 100, renewPrice: 100, quotaMb: 1, maySend: false }
    const add = (change: Record<string, unknown>) =>
      site.call('addPlan', { body: { ...plan, ...change } }, admin)
    for (const price of [0, -1, 1.5, 2 ** 31, 2 ** 53 + 1, 50_000_001, '100', null, '007'])
      expect([price, (await add({ price })).status]).toEqual([price, 400])
    for (const quotaMb of [-1, 0, 2 ** 53, 1.1, '1'])
      expect([quotaMb, (await add({ quotaMb })).status]).toEqual([quotaMb, 400])
    for (const days of [-1, 0, 36_501, 1e9]) expect([days, (await add({ days })).status]).toEqual([days, 400])
    const raw = await site.fetch('/api/user/addPlan', {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify(plan).replace('100', '1e309'),
    })
    expect(raw.status).toBe(400)
    const dear = await site.ok('addPlan', { body: { ...plan, price: 50_000_000 } }, admin)
    const names = { domainId, names: ['dearest'], kind: 'premium', price: 50_000_000 }
    await site.ok('setSpecialNames', { body: names }, admin)
    const bought = await site.ok('buyEmail', {
      body: purchase(shop, 'dearest', { pay: { way: 'manual' }, planId: dear.plan.id }),
    })
    expect(bought.price).toBe(100_000_000)
  })

  it('gives no page beyond bounds, no order by secrets, and takes no operators', async () => {
    const { site, admin } = shop
    for (const name of ['getOrders', 'getCard', 'getPayCases'] as const) {
      for (const query of [
        { pageSize: 1e9 },
        { pageSize: 0 },
        { pageSize: -1 },
        { page: 0 },
        { page: -1 },
        { page: 1.5 },
        { page: 'NaN' },
        { page: 'Infinity' },
        { page: '1e309' },
        { page: 2 ** 53 + 1 },
      ])
        expect([name, query, (await site.call(name, { query }, admin)).status]).toEqual([name, query, 400])
      expect((await site.ok(name, { query: { page: 1_000_000, pageSize: 100 } }, admin)).list).toEqual([])
    }
    for (const sort of ['claim_hash', 'query_hash', 'phone', 'password_hash', 'createdAt; --', ''])
      expect([sort, (await site.call('getOrders', { query: { sort } }, admin)).status]).toEqual([sort, 400])
    for (const query of ['q[$gt]=', 'state[$ne]=pending', 'state=pending&state=done', 'order=sideways'])
      expect([
        query,
        (await site.fetch(`/api/user/getOrders?${query}`, { headers: { authorization: `Bearer ${admin}` } }))
          .status,
      ]).toEqual([query, 400])
  })

  it('takes whatever is written as text, in every search, name, number and code', async () => {
    const { site, admin, domainId } = shop
    const orders = (await site.ok('getOrders', {}, admin)).total
    const addresses = await addressesOf(shop)
    for (const text of hostile) {
      const found = await site.call('getOrders', { query: { q: text } }, admin)
      expect([text, [200, 400].includes(found.status), found.body.total ?? 0]).toEqual([text, true, 0])
      const answers = await Promise.all([
        site.call('getCard', { query: { q: text } }, admin),
        site.call('getSpecialNames', { query: { domainId, q: text } }, admin),
        site.call('checkName', { query: { domainId, localPart: text } }),
        site.call('checkName', { query: { domainId: text, localPart: 'x' } }),
        site.call('queryOrder', { query: { phone: text } }),
        site.call('queryOrder', { query: { phone: buyerPhone, orderNo: text } }),
        site.call('openOrder', { body: { claimToken: text } }),
        site.call('verCard', { body: { code: text } }),
        ...(/^[a-z\d]+$/i.test(text) ? [] : [buy({ localPart: text })]),
        buy({ planId: text }),
        buy({ phone: text }),
        site.call('getOrderHistory', { query: { id: text } }, admin),
      ])
      for (const { status } of answers) expect([text, status < 500]).toEqual([text, true])
      expect(answers[5]?.body).not.toMatchObject({ list: [{}] })
      await site.app.db.transaction(async tx => {
        await tx.deleteFrom('throttle').execute()
      })
    }
    expect((await site.ok('getOrders', {}, admin)).total).toBe(orders)
    expect(await addressesOf(shop)).toEqual(addresses)
    expect(addresses).toContain(`cart@${shopDomain}`)
  })
})
