import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, hour, minute } from '../../../kernel/clock.ts'
import { databaseKinds } from '../../../testing/databases.ts'
import { type EpayGateway, startEpayGateway } from '../../../testing/epay-gateway.ts'
import {
  addressesOf,
  buyerPhone,
  purchase,
  queryPassword,
  type Shop,
  shopDomain,
  startShop,
  useEpay,
  visitGateway,
} from '../../../testing/shop.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { signEpay } from './sign.ts'

describe.each(databaseKinds)('paying through 易支付 on %s', kind => {
  let shop: Shop
  let gateway: EpayGateway
  beforeAll(async () => {
    gateway = await startEpayGateway()
    shop = await startShop(kind)
    await useEpay(shop, gateway)
  })
  afterAll(async () => {
    await shop.site.stop()
    await gateway.stop()
  })

  async function order(localPart: string, change: Record<string, unknown> = {}) {
    const bought = await shop.site.ok('buyEmail', { body: purchase(shop, localPart, change) })
    await visitGateway(bought.payUrl)
    return bought
  }
  const open = (claimToken: string, more: Record<string, unknown> = {}) =>
    shop.site.ok('openOrder', { body: { claimToken, ...more } })
  const statusOf = async (claimToken: string) => (await open(claimToken)).order.status
  const notify = async (
    params: URLSearchParams | Record<string, string>,
    method = 'GET',
    node: Pick<TestApp, 'fetch'> = shop.site,
  ) => {
    const text = new URLSearchParams(params).toString()
    const answer =
      method === 'GET'
        ? await node.fetch(`/api/pay/epay/notify?${text}`)
        : await node.fetch('/api/pay/epay/notify', {
            method,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: text,
          })
    return answer
  }
  const casesOf = (orderNo: string) =>
    shop.site.app.db.query.selectFrom('pay_case').selectAll().where('order_no', '=', orderNo).execute()
  const paymentsOf = (orderNo: string) =>
    shop.site.app.db.query
      .selectFrom('payment')
      .innerJoin('shop_order', 'shop_order.id', 'payment.order_id')
      .selectAll('payment')
      .where('shop_order.order_no', '=', orderNo)
      .execute()

  it('goes from the gateway’s page to a working mailbox on the page that waits', async () => {
    const bought = await order('suixin')
    expect(bought).toMatchObject({ status: 'pending', price: 300 })
    expect(bought.orderNo).toMatch(/^YS[2-9A-HJ-NP-Z]{20}$/)
    const waiting = open(bought.claimToken, { known: 'pending', waitSeconds: 25, collect: true })
    const paid = await fetch(new URL('pay', gateway.url), {
      method: 'POST',
      body: new URLSearchParams({ out_trade_no: bought.orderNo }),
      redirect: 'manual',
    })
    expect(gateway.answers.at(-1)).toBe('success')
    const back = new URL(paid.headers.get('location') ?? '')
    const returned = await shop.site.fetch(`${back.pathname}${back.search}`, { redirect: 'manual' })
    expect([returned.status, returned.headers.get('location')]).toEqual([
      303,
      `/store?order=${bought.orderNo}`,
    ])
    // The waiting call may have come back between paid and done; the page then asks again.
    let { order: shown, account } = await waiting
    if (shown.status === 'paid')
      ({ order: shown, account } = await open(bought.claimToken, {
        known: 'paid',
        waitSeconds: 25,
        collect: true,
      }))
    expect(shown).toMatchObject({ status: 'done', address: `suixin@${shopDomain}`, claimed: true })
    const { address = '', password = '', token = '' } = account ?? {}
    expect((await shop.site.ok('emailList', {}, token)).list.map(box => box.address)).toEqual([address])
    await shop.site.ok('loginEmail', { body: { address, password } })
    const again = await open(bought.claimToken, { collect: true })
    expect(again.account).toBeUndefined()
  })

  it('takes fifty identical notices at once, on any number of nodes, as one payment', async () => {
    const { orderNo, claimToken } = await order('fifty')
    gateway.pay(orderNo)
    const notice = gateway.notice(orderNo)
    const second = kind === 'postgres' ? await shop.site.secondNode() : null
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
        const node = (at % 4 < 2 && second) || shop.site
        return notify(notice, at % 2 === 0 ? 'GET' : 'POST', node)
      }),
    )
    await second?.stop()
    expect(new Set(answers.map(({ text, status }) => `${status} ${text}`))).toEqual(new Set(['200 success']))
    expect(answers[0]?.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await statusOf(claimToken)).toBe('done')
    expect((await paymentsOf(orderNo)).map(payment => payment.became)).toEqual(['order'])
    expect((await addressesOf(shop)).filter(address => address.startsWith('fifty@'))).toHaveLength(1)
    // And a day later it is still the same one.
    shop.site.clock.advance(day)
    expect((await notify(notice)).text).toBe('success')
    expect(await paymentsOf(orderNo)).toHaveLength(1)
  })

  it('lets no two accounts end up with one name, and gives the money back as credit', async () => {
    const first = await order('twice')
    shop.site.clock.advance(16 * minute)
    await shop.site.app.runJobs()
    expect(await statusOf(first.claimToken)).toBe('closed')
    const second = await order('twice')
    expect(await gateway.tell(second.orderNo)).toBe('success')
    expect(await gateway.tell(first.orderNo)).toBe('success')
    expect(await statusOf(second.claimToken)).toBe('done')
    const { order: lost } = await open(first.claimToken)
    expect(lost.status).toBe('closed')
    expect(lost.credits).toMatchObject([{ amount: 300 }])
    const code = lost.credits[0]?.code ?? ''
    const { list } = await shop.site.ok('getCard', { query: { q: lost.orderNo } }, shop.admin)
    expect(list.map(({ note }) => note)).toEqual([`订单 ${lost.orderNo} 的付款`])
    const bought = await shop.site.ok('buyEmail', {
      body: purchase(shop, 'instead', { pay: { way: 'card', cardCode: code } }),
    })
    expect(bought).toMatchObject({ status: 'done', account: { address: `instead@${shopDomain}` } })
    const kept = JSON.stringify(await paymentsOf(first.orderNo))
    expect(kept).not.toContain(code)
  })

  it('delivers late payments, and credits money that comes twice', async () => {
    const late = await order('late')
    shop.site.clock.advance(3 * hour)
    await shop.site.app.runJobs()
    expect(await statusOf(late.claimToken)).toBe('closed')
    expect(await gateway.tell(late.orderNo)).toBe('success')
    expect(await statusOf(late.claimToken)).toBe('done')
    expect(await gateway.tell(late.orderNo, { trade_no: 'another-trade' })).toBe('success')
    const { order: shown } = await open(late.claimToken)
    expect(shown.status).toBe('done')
    expect(shown.credits).toMatchObject([{ amount: 300 }])
  })

  it('makes a case of money that comes for an order that was refunded, and nothing of a repeat', async () => {
    const { orderNo, claimToken } = await order('given-back')
    expect(await gateway.tell(orderNo)).toBe('success')
    const { list } = await shop.site.ok('getOrders', { query: { q: orderNo } }, shop.admin)
    await shop.site.ok('refundOrder', { body: { id: list[0]?.id ?? '', note: '退了' } }, shop.admin)
    expect(await gateway.tell(orderNo)).toBe('success')
    expect(await casesOf(orderNo)).toEqual([])
    expect(await gateway.tell(orderNo, { trade_no: 'after-refund' })).toBe('success')
    expect(await statusOf(claimToken)).toBe('refunded')
    expect((await casesOf(orderNo)).map(one => [one.reason, one.kind, one.amount])).toEqual([
      ['afterRefund', 'payment', 300],
    ])
    expect((await paymentsOf(orderNo)).map(payment => payment.became)).toEqual(['order', 'case'])
  })

  it('keeps the code that a payment became, whoever clears up', async () => {
    const first = await order('kept-credit')
    expect(await gateway.tell(first.orderNo)).toBe('success')
    await gateway.tell(first.orderNo, { trade_no: 'once-more' })
    const code = (await open(first.claimToken)).order.credits[0]?.code ?? ''
    const { list } = await shop.site.ok('getCard', { query: { q: code } }, shop.admin)
    const { status } = await shop.site.call('delCard', { body: { ids: [list[0]?.id] } }, shop.admin)
    expect(status).toBe(409)
    expect((await shop.site.ok('verCard', { body: { code } })).card.balance).toBe(300)
  })

  it('finds lost notices by asking, and by the button', async () => {
    const [byJob, byButton] = [await order('lost'), await order('button')]
    expect(await shop.site.ok('recheckOrder', { body: { claimToken: byButton.claimToken } })).toMatchObject({
      found: 'unpaid',
      order: { status: 'pending' },
    })
    gateway.pay(byJob.orderNo)
    gateway.pay(byButton.orderNo)
    const found = await shop.site.ok('recheckOrder', {
      body: { orderNo: byButton.orderNo, phone: buyerPhone, queryPassword },
    })
    expect(found).toMatchObject({ found: 'paid', order: { status: 'done' } })
    shop.site.clock.advance(61_000)
    await shop.site.app.runJobs()
    expect(await statusOf(byJob.claimToken)).toBe('done')
    // The notice comes after all.
    expect(await gateway.tell(byJob.orderNo)).toBe('success')
    expect(await paymentsOf(byJob.orderNo)).toHaveLength(1)
    gateway.down = true
    const silent = await shop.site.ok('buyEmail', { body: purchase(shop, 'silent') })
    const { found: nothing } = await shop.site.ok('recheckOrder', { body: { claimToken: silent.claimToken } })
    gateway.down = false
    expect(nothing).toBe('unknown')
  })

  it('has the gateway make a code to scan, and lets the name go when it will not', async () => {
    await useEpay(shop, gateway, { epayMode: 'api' })
    const scanned = await shop.site.ok('buyEmail', { body: purchase(shop, 'scan') })
    expect(scanned.payQr).toMatch(/^weixin:/)
    expect((await open(scanned.claimToken)).order.payQr).toBe(scanned.payQr)
    gateway.down = true
    const { status, body } = await shop.site.call('buyEmail', { body: purchase(shop, 'refused') })
    gateway.down = false
    expect([status, body.error]).toEqual([400, 1013])
    await useEpay(shop, gateway, { epayMode: 'page' })
    await order('refused')
    const { ok } = await shop.site.ok('testGateway', { body: { way: 'epay' } }, shop.admin)
    expect(ok).toBe(true)
  })

  it('can be set to the other way of signing', async () => {
    await useEpay(shop, gateway, { epaySign: 'amp' })
    const bought = await shop.site.ok('buyEmail', { body: purchase(shop, 'amp') })
    const fields = Object.fromEntries(new URL(bought.payUrl ?? '').searchParams)
    expect(fields.sign).toBe(signEpay(fields, gateway.key, 'amp'))
    await useEpay(shop, gateway, { epaySign: 'append' })
  })

  describe('refuses a notice and leaves the order alone', () => {
    let orderNo: string
    let claimToken: string
    beforeAll(async () => {
      ;({ orderNo, claimToken } = await order('target'))
    })

    const signedWith = (change: Record<string, string>, key = gateway.key) => {
      const { sign: _sign, sign_type: _type, ...fields } = { ...gateway.notice(orderNo), ...change }
      return { ...fields, sign: signEpay(fields, key, 'append'), sign_type: 'MD5' }
    }
    const forged: [string, () => URLSearchParams | Record<string, string>, string][] = [
      ['without a signature', () => ({ ...gateway.notice(orderNo), sign: '' }), 'badSign'],
      ['with a wrong signature', () => ({ ...gateway.notice(orderNo), sign: 'f'.repeat(32) }), 'badSign'],
      ['signed with an empty key', () => signedWith({}, ''), 'badSign'],
      ['signed with another merchant’s key', () => signedWith({}, 'another key'), 'badSign'],
      ['with a parameter that was not signed', () => ({ ...gateway.notice(orderNo), param: 'x' }), 'badSign'],
      ['for another merchant', () => signedWith({ pid: '1002' }), 'wrongMerchant'],
      [
        'about a payment that is not made',
        () => signedWith({ trade_status: 'WAIT_BUYER_PAY' }),
        'wrongState',
      ],
      ['over one 分', () => signedWith({ money: '0.01' }), 'wrongAmount'],
      ['over more than the price', () => signedWith({ money: '300.00' }), 'wrongAmount'],
      ['with three decimals', () => signedWith({ money: '3.000' }), 'wrongAmount'],
      ['with an exponent', () => signedWith({ money: '3e0' }), 'wrongAmount'],
      ['with a space in the amount', () => signedWith({ money: '3.00 ' }), 'wrongAmount'],
      ['with a sign before the amount', () => signedWith({ money: '+3.00' }), 'wrongAmount'],
      ['without a trade number', () => signedWith({ trade_no: '' }), 'badForm'],
      [
        'with a parameter twice',
        () => {
          const twice = new URLSearchParams(gateway.notice(orderNo))
          twice.append('money', '3.00')
          return twice
        },
        'badForm',
      ],
      [
        'with parameters as lists',
        () => {
          const list = new URLSearchParams(gateway.notice(orderNo))
          list.append('sign[]', 'x')
          return list
        },
        'badForm',
      ],
    ]

    it.each(forged)('%s', async (_name, params, reason) => {
      for (const method of ['GET', 'POST']) {
        const { status, text } = await notify(params(), method)
        expect([status, text]).toEqual([400, 'fail'])
      }
      expect(await statusOf(claimToken)).toBe('pending')
      const found = (await casesOf(orderNo)).find(one => one.reason === reason)
      expect(found?.count).toBeGreaterThanOrEqual(2)
      expect(found?.settled_at).toBeNull()
      expect(await paymentsOf(orderNo)).toEqual([])
    })

    it('for an order that does not exist, however often, with one row', async () => {
      const before = await shop.site.ok('getPayCases', {}, shop.admin)
      for (const no of ['YS22222222222222222222', "' OR 1=1 --", '%'])
        expect((await notify(signedWith({ out_trade_no: no }))).text).toBe('fail')
      const after = await shop.site.ok('getPayCases', {}, shop.admin)
      expect(after.total - before.total).toBe(1)
      expect(shop.site.logged.join('')).toContain('a payment needs looking at')
    })

    it('whose trade number paid for another order', async () => {
      const other = await order('other')
      expect(await gateway.tell(other.orderNo)).toBe('success')
      const used = gateway.orders.get(other.orderNo)?.tradeNo ?? ''
      expect((await notify(signedWith({ trade_no: used }))).text).toBe('fail')
      expect(await statusOf(claimToken)).toBe('pending')
      expect((await casesOf(orderNo)).map(one => one.reason)).toContain('tradeReused')
    })

    it('of a gateway that the order was not to be paid at', async () => {
      const byHand = await shop.site.ok('buyEmail', {
        body: purchase(shop, 'by-hand', { pay: { way: 'manual' } }),
      })
      const { text } = await notify(signedWith({ out_trade_no: byHand.orderNo }))
      expect(text).toBe('fail')
      expect(await statusOf(byHand.claimToken)).toBe('pending')
      expect((await casesOf(byHand.orderNo)).map(one => one.reason)).toEqual(['wrongGateway'])
    })

    it('while no key is set, whatever it is signed with', async () => {
      await shop.site.ok('updateSetting', { body: { values: { epayKey: null } } }, shop.admin)
      for (const key of ['', gateway.key]) {
        expect((await notify(signedWith({}, key))).text).toBe('fail')
      }
      expect(await statusOf(claimToken)).toBe('pending')
      expect((await casesOf(orderNo)).map(one => one.reason)).toContain('noSecret')
      await useEpay(shop, gateway)
      // And the right one is still taken.
      expect((await notify(gateway.notice(orderNo))).text).toBe('success')
      expect(await statusOf(claimToken)).toBe('done')
    })
  })

  it('keeps the key to itself', async () => {
    const { list } = await shop.site.ok('getSetting', {}, shop.admin)
    expect(list.find(entry => entry.name === 'epayKey')).toMatchObject({ kind: 'secret', value: true })
    expect(JSON.stringify(list)).not.toContain(gateway.key)
    const stored = await shop.site.app.db.query.selectFrom('setting').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(gateway.key)
    expect(shop.site.logged.join('')).not.toContain(gateway.key)
  })
})
