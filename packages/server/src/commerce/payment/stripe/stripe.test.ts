import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../../clock.ts'
import { databaseKinds } from '../../../testing/databases.ts'
import { addressesOf, purchase, type Shop, shopDomain, startShop } from '../../../testing/shop.ts'

const webhookSecret = 'whsec_test_secret'

describe.each(databaseKinds)('paying through Stripe on %s', kind => {
  let shop: Shop
  let api: Server
  /** What Stripe was asked for, and what it says of sessions when asked. */
  const asked: { path: string; auth: string; body: URLSearchParams }[] = []
  const sessions = new Map<string, Record<string, unknown>>()

  beforeAll(async () => {
    api = createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const body = new URLSearchParams(Buffer.concat(parts).toString())
      asked.push({ path: request.url ?? '', auth: String(request.headers.authorization), body })
      const json = (value: unknown) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      if (request.method === 'POST') {
        const id = `cs_test_${asked.length}`
        const session = {
          id,
          object: 'checkout.session',
          url: `https://checkout.stripe.com/${id}`,
          client_reference_id: body.get('client_reference_id'),
          currency: 'cny',
          amount_total: Number(body.get('line_items[0][price_data][unit_amount]')),
          payment_status: 'unpaid',
          payment_intent: `pi_${id}`,
        }
        sessions.set(id, session)
        return json(session)
      }
      return json(sessions.get(request.url?.split('/').at(-1) ?? '') ?? { object: 'balance' })
    })
    await new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve))
    const { port } = api.address() as AddressInfo
    shop = await startShop(kind)
    const values = {
      stripeKey: 'sk_test_key',
      stripeWebhookSecret: webhookSecret,
      stripeUrl: `http://127.0.0.1:${port}`,
    }
    await shop.site.ok('updateSetting', { body: { values } }, shop.admin)
  })
  afterAll(async () => {
    await shop.site.stop()
    api.closeAllConnections()
    await new Promise(resolve => api.close(resolve))
  })

  const order = async (localPart: string) => {
    const bought = await shop.site.ok('buyEmail', {
      body: purchase(shop, localPart, { pay: { way: 'stripe' } }),
    })
    const session = [...sessions.values()].find(one => one.client_reference_id === bought.orderNo) ?? {}
    return { ...bought, session }
  }
  const statusOf = async (claimToken: string) =>
    (await shop.site.ok('openOrder', { body: { claimToken } })).order.status

  const send = (
    type: string,
    object: Record<string, unknown>,
    change: { secret?: string; at?: number } = {},
  ) => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
    const timestamp = Math.floor((change.at ?? shop.site.clock.now()) / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: change.secret ?? webhookSecret,
      timestamp,
    })
    return shop.site.fetch('/api/pay/stripe/webhook', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    })
  }
  const completed = (session: Record<string, unknown>, change: Record<string, unknown> = {}) =>
    send('checkout.session.completed', { ...session, payment_status: 'paid', ...change })

  it('sends the buyer to Stripe’s page and opens the mailbox on its signed event, once', async () => {
    const { payUrl, price, claimToken, session } = await order('suixin')
    expect([payUrl, price]).toEqual([session.url, 300])
    expect(asked[0]).toMatchObject({ path: '/v1/checkout/sessions', auth: 'Bearer sk_test_key' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => completed(session)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await statusOf(claimToken)).toBe('done')
    expect(await addressesOf(shop)).toEqual([`suixin@${shopDomain}`])
  })

  it('refuses events that are not signed, old, over another amount or in another money', async () => {
    const { claimToken, orderNo, session } = await order('target')
    const refused = [
      await send(
        'checkout.session.completed',
        { ...session, payment_status: 'paid' },
        { secret: 'whsec_other' },
      ),
      await send(
        'checkout.session.completed',
        { ...session, payment_status: 'paid' },
        { at: shop.site.clock.now() - day },
      ),
      await completed(session, { amount_total: 1 }),
      await completed(session, { currency: 'usd' }),
      await completed(session, { client_reference_id: 'YS22222222222222222222' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    expect((await completed(session, { payment_status: 'unpaid' })).status).toBe(200)
    expect(await statusOf(claimToken)).toBe('pending')
    const { list } = await shop.site.ok('getPayCases', { query: { open: 1 } }, shop.admin)
    expect(list.filter(one => one.orderNo === orderNo)).toHaveLength(1)
    expect(list.length).toBe(3)
  })

  it('asks Stripe when the event was lost, and notes what is taken back', async () => {
    const { claimToken, orderNo, session } = await order('lost')
    session.payment_status = 'paid'
    const { found } = await shop.site.ok('recheckOrder', { body: { claimToken } })
    expect(found).toBe('paid')
    expect(await statusOf(claimToken)).toBe('done')
    expect((await send('charge.dispute.created', { payment_intent: session.payment_intent })).status).toBe(
      200,
    )
    const { list } = await shop.site.ok('getOrders', { query: { q: orderNo } }, shop.admin)
    expect(list[0]).toMatchObject({ status: 'done', openCases: 1 })
    const [taken] = (await shop.site.ok('getPayCases', { query: { open: 1 } }, shop.admin)).list
    const settle = () =>
      shop.site.call('settlePayCase', { body: { id: taken?.id ?? '', note: '已联系' } }, shop.admin)
    expect([(await settle()).status, (await settle()).status]).toEqual([200, 409])
  })

  it('refuses every event while no signing secret is set, and is then not offered', async () => {
    const { session } = await order('unset')
    await shop.site.ok('updateSetting', { body: { values: { stripeWebhookSecret: null } } }, shop.admin)
    expect((await completed(session)).status).toBe(400)
    expect((await shop.site.ok('getAdminDomains')).payOptions.map(({ way }) => way)).not.toContain('stripe')
  })
})
