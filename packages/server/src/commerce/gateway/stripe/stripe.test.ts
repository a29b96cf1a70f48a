import { errors } from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hour, minute, second } from '../../../kernel/clock.ts'
import { databaseKinds } from '../../../testing/databases.ts'
import { addressesOf, purchase, type Shop, shopDomain, startShop } from '../../../testing/shop.ts'
import { type StripeServer, type StripeSession, startStripeServer } from '../../../testing/stripe-server.ts'
import { createTestClock } from '../../../testing/test-clock.ts'

describe.each(databaseKinds)('paying through Stripe on %s', kind => {
  let shop: Shop
  let stripe: StripeServer

  beforeAll(async () => {
    const clock = createTestClock()
    stripe = await startStripeServer(clock)
    shop = await startShop(kind, { clock })
    await set({ stripeKey: stripe.key, stripeWebhookSecret: stripe.webhookSecret, stripeUrl: stripe.url })
  })
  afterAll(async () => {
    await shop.site.stop()
    await stripe.stop()
  })

  const set = (values: Record<string, unknown>) =>
    shop.site.ok('updateSetting', { body: { values } }, shop.admin)
  const order = (localPart: string, more: Record<string, unknown> = {}) =>
    shop.site.ok('buyEmail', { body: purchase(shop, localPart, { pay: { way: 'stripe' }, ...more }) })
  const statusOf = async ({ claimToken }: { claimToken: string }) =>
    (await shop.site.ok('openOrder', { body: { claimToken } })).order.status
  const idOf = async ({ orderNo }: { orderNo: string }) =>
    (await shop.site.ok('getOrders', { query: { q: orderNo } }, shop.admin)).list[0]?.id ?? ''
  const casesOf = async ({ orderNo }: { orderNo: string }) =>
    (await shop.site.ok('getPayCases', { query: { open: 1, pageSize: 100 } }, shop.admin)).list.filter(
      one => one.orderNo === orderNo,
    )

  const post = ({ body, signature }: { body: string; signature: string }) =>
    shop.site.fetch('/api/pay/stripe/webhook', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    })
  const send = async (type: string, object: object, change: { secret?: string; ago?: number } = {}) => {
    const { ago = 0, ...signing } = change
    const at = shop.site.clock.now() - ago
    return (await post(stripe.event(type, object, { at, ...signing }))).status
  }
  const completed = (session: StripeSession, change: Partial<StripeSession> = {}) =>
    send('checkout.session.completed', { ...session, ...change })

  it('sends the buyer to Stripe’s page and opens the mailbox on its signed event, once', async () => {
    const bought = await order('suixin')
    const session = stripe.sessionOf(bought.orderNo)
    expect([bought.payUrl, bought.price]).toEqual([session.url, 300])
    expect(session).toMatchObject({ amount_total: 300, currency: 'cny' })
    stripe.complete(bought.orderNo)
    const event = stripe.event('checkout.session.completed', session, { at: shop.site.clock.now() })
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(event)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await statusOf(bought)).toBe('done')
    // Another event about the same payment, and an earlier one that comes after it.
    expect(await completed(session)).toBe(200)
    expect(await completed(session, { payment_status: 'unpaid' })).toBe(200)
    expect(await send('checkout.session.expired', { ...session, status: 'expired' })).toBe(200)
    expect(await statusOf(bought)).toBe('done')
    expect(await addressesOf(shop)).toEqual([`suixin@${shopDomain}`])
    const { payments } = await shop.site.ok(
      'getOrderHistory',
      { query: { id: await idOf(bought) } },
      shop.admin,
    )
    expect(payments).toMatchObject([
      { way: 'stripe', amount: 300, became: 'order', tradeNo: `pi_${session.id}` },
    ])
  })

  it('makes one page for an order whose first answer was lost', async () => {
    const before = stripe.created.length
    stripe.loseAnswers = 1
    const bought = await order('retried')
    expect(stripe.created.length - before).toBe(1)
    expect(stripe.created.at(-1)?.idempotencyKey).not.toBe('')
    expect(bought.payUrl).toBe(stripe.sessionOf(bought.orderNo).url)
  })

  it('lets the name go when Stripe will not have the order', async () => {
    await set({ stripeKey: 'sk_test_another' })
    const body = purchase(shop, 'refused', { pay: { way: 'stripe' } })
    expect((await shop.site.call('buyEmail', { body })).body.error).toBe(errors.remoteRefused.code)
    expect(await shop.site.ok('testGateway', { body: { way: 'stripe' } }, shop.admin)).toEqual(
      expect.objectContaining({ ok: false, text: 'Stripe 不认识这个密钥' }),
    )
    await set({ stripeKey: stripe.key })
    const query = { domainId: shop.domainId, localPart: 'refused' }
    expect((await shop.site.ok('checkName', { query })).state).toBe('free')
    expect((await shop.site.ok('testGateway', { body: { way: 'stripe' } }, shop.admin)).ok).toBe(true)
  })

  it('refuses events that are not signed, old, over another amount or in another money', async () => {
    const bought = await order('target')
    const session = { ...stripe.complete(bought.orderNo) }
    const type = 'checkout.session.completed'
    expect([
      await send(type, session, { secret: 'whsec_other' }),
      await send(type, session, { ago: 301 * second }),
      (await post({ ...stripe.event(type, session, { at: shop.site.clock.now() }), signature: '' })).status,
      (await post({ body: '{}', signature: 't=1,v1=00' })).status,
      await completed(session, { amount_total: 1 }),
      await completed(session, { amount_total: 30_000 }),
      await completed(session, { currency: 'usd' }),
      await completed(session, { currency: 'jpy' }),
      await completed(session, { client_reference_id: 'YS22222222222222222222' }),
      await completed(session, { client_reference_id: null }),
    ]).toEqual(Array(10).fill(400))
    const tampered = stripe.event(type, session, { at: shop.site.clock.now() })
    expect((await post({ ...tampered, body: tampered.body.replace('300', '301') })).status).toBe(400)
    expect(await statusOf(bought)).toBe('pending')
    expect((await casesOf(bought)).map(one => [one.reason, one.count])).toEqual([['付的金额和订单不一样', 4]])
    // Within the tolerance it counts.
    expect(await send(type, session, { ago: 290 * second })).toBe(200)
    expect(await statusOf(bought)).toBe('done')
  })

  it('waits for money that comes later, and delivers it also when the order was given up', async () => {
    const [soon, late, never] = [await order('soon'), await order('late'), await order('failed')]
    for (const bought of [soon, late, never]) {
      expect(await completed(stripe.complete(bought.orderNo, 'unpaid'))).toBe(200)
      expect(await statusOf(bought)).toBe('pending')
    }
    const arrived = (bought: { orderNo: string }) =>
      send('checkout.session.async_payment_succeeded', stripe.complete(bought.orderNo))
    expect(await arrived(soon)).toBe(200)
    expect(await statusOf(soon)).toBe('done')
    const failed = stripe.sessionOf(never.orderNo)
    expect(await send('checkout.session.async_payment_failed', failed)).toBe(200)
    shop.site.clock.advance(2 * hour)
    await shop.site.app.runJobs()
    expect([await statusOf(late), await statusOf(never)]).toEqual(['closed', 'closed'])
    expect(await arrived(late)).toBe(200)
    expect(await statusOf(late)).toBe('done')
    expect(await statusOf(never)).toBe('closed')
  })

  it('closes a page whose order was given up, and keeps what was paid on one that is past', async () => {
    const first = await order('changed')
    const second = await order('changed', { instead: first.claimToken })
    expect(stripe.sessionOf(first.orderNo).status).toBe('expired')
    await shop.site.ok('closeOrder', { body: { id: await idOf(second) } }, shop.admin)
    expect(stripe.sessionOf(second.orderNo).status).toBe('expired')
    // One that was paid in that very moment: the page cannot be closed, and the money counts.
    const third = await order('changed')
    stripe.complete(third.orderNo)
    const fourth = await order('changed', { instead: third.claimToken })
    expect(await completed(stripe.sessionOf(third.orderNo))).toBe(200)
    const { order: shown } = await shop.site.ok('openOrder', { body: { claimToken: third.claimToken } })
    expect(shown).toMatchObject({ status: 'closed', credits: [{ amount: 300 }] })
    expect(await completed(stripe.complete(fourth.orderNo))).toBe(200)
    expect(await statusOf(fourth)).toBe('done')
  })

  it('asks Stripe when the event was lost', async () => {
    const bought = await order('lost')
    const recheck = async () =>
      (await shop.site.ok('recheckOrder', { body: { claimToken: bought.claimToken } })).found
    expect(await recheck()).toBe('unpaid')
    stripe.complete(bought.orderNo)
    shop.site.clock.advance(2 * minute)
    await shop.site.app.runJobs()
    expect(await statusOf(bought)).toBe('done')
    expect(await recheck()).toBe('paid')
  })

  it('tells the operator of refunds and disputes, whenever they come, and no more once it is noted', async () => {
    const paid = await order('taken-back')
    stripe.complete(paid.orderNo)
    // Events come in any order.
    expect(await send('charge.refunded', stripe.charge(paid.orderNo, 300))).toBe(200)
    expect(await casesOf(paid)).toMatchObject([{ detail: '在 Stripe 一共退了 ¥3.00', amount: 300 }])
    expect(await completed(stripe.sessionOf(paid.orderNo))).toBe(200)
    const dispute = {
      id: 'dp_1',
      object: 'dispute',
      amount: 300,
      payment_intent: `pi_${stripe.sessionOf(paid.orderNo).id}`,
    }
    expect(await send('charge.dispute.created', dispute)).toBe(200)
    expect(await casesOf(paid)).toMatchObject([{ kind: 'payment', count: 2 }])
    expect(await statusOf(paid)).toBe('done')
    await shop.site.ok('refundOrder', { body: { id: await idOf(paid), note: '已退' } }, shop.admin)
    expect(await casesOf(paid)).toEqual([])
    for (const refunded of [100, 300]) await send('charge.refunded', stripe.charge(paid.orderNo, refunded))
    expect(await casesOf(paid)).toEqual([])
    expect(await statusOf(paid)).toBe('refunded')
    // Other sales through the same Stripe account are not ours.
    const foreign = { object: 'charge', amount_refunded: 1, payment_intent: 'pi_foreign', metadata: {} }
    expect(await send('charge.refunded', foreign)).toBe(200)
  })

  it('understands refunds in parts: a case tells their sum, until as much is noted', async () => {
    const paid = await order('in-parts')
    await completed(stripe.complete(paid.orderNo))
    const refund = async (amount: number) => {
      const body = { id: await idOf(paid), amount, note: '部分退款' }
      await shop.site.ok('refundOrder', { body }, shop.admin)
    }
    await send('charge.refunded', stripe.charge(paid.orderNo, 100))
    expect(await casesOf(paid)).toMatchObject([{ detail: '在 Stripe 一共退了 ¥1.00', amount: 100 }])
    await refund(100)
    expect(await casesOf(paid)).toEqual([])
    await send('charge.refunded', stripe.charge(paid.orderNo, 100))
    expect(await casesOf(paid)).toEqual([])
    await send('charge.refunded', stripe.charge(paid.orderNo, 250))
    expect(await casesOf(paid)).toMatchObject([{ detail: '在 Stripe 一共退了 ¥2.50', amount: 250 }])
    await refund(50)
    expect(await casesOf(paid)).toHaveLength(1)
    await refund(100)
    expect(await casesOf(paid)).toEqual([])
    expect(await statusOf(paid)).toBe('done')
  })

  it('lets a case be settled once', async () => {
    const bought = await order('settled')
    await completed(stripe.complete(bought.orderNo))
    await send('charge.refunded', stripe.charge(bought.orderNo, 100))
    const [taken] = await casesOf(bought)
    const settle = () =>
      shop.site.call('settlePayCase', { body: { id: taken?.id ?? '', note: '已联系' } }, shop.admin)
    expect([(await settle()).status, (await settle()).status]).toEqual([200, 409])
    const settled = await shop.site.ok('getPayCases', { query: { open: false } }, shop.admin)
    expect(settled.list.find(one => one.id === taken?.id)?.settledNote).toBe('已联系')
  })

  it('refuses every event while no signing secret is set, and is then not offered', async () => {
    const bought = await order('unset')
    await set({ stripeWebhookSecret: null })
    expect(await completed(stripe.complete(bought.orderNo))).toBe(400)
    expect((await shop.site.ok('getAdminDomains')).payOptions.map(({ way }) => way)).not.toContain('stripe')
  })
})
