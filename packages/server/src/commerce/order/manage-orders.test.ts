import { csvDocument } from '@yanshu/contract/csv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { addressesOf, buyerPhone, purchase, type Shop, shopDomain, startShop } from '../../testing/shop.ts'
import { createTestClock, noon } from '../../testing/test-clock.ts'
import { commerceFigures } from '../figures/figures.ts'

describe.each(databaseKinds)('orders for those who sell on %s', kind => {
  let shop: Shop
  let seller: Person
  let began: number
  beforeAll(async () => {
    shop = await startShop(kind, { clock: createTestClock(noon()) })
    began = shop.site.clock.now() - 1000
    seller = await makePerson(shop.site, 'seller')
    await shop.site.app.db.transaction(async tx => {
      await tx.updateTable('domain').set({ owner_id: seller.id }).where('id', '=', shop.domainId).execute()
    })
  })
  afterAll(() => shop.site.stop())

  const buy = (localPart: string, change: Record<string, unknown> = { pay: { way: 'manual' } }) =>
    shop.site.ok('buyEmail', { body: purchase(shop, localPart, change) })
  const list = (query: Record<string, unknown> = {}, token = shop.admin) =>
    shop.site.ok('getOrders', { query }, token)
  const idOf = async (orderNo: string) => (await list({ q: orderNo })).list[0]?.id ?? ''
  const paidOrder = async (localPart: string) => {
    const { orderNo } = await buy(localPart)
    const id = await idOf(orderNo)
    await shop.site.ok('markPaid', { body: { id, note: '收到转账' } }, shop.admin)
    return { id, orderNo }
  }
  const refund = (id: string, body: Record<string, unknown> = {}) =>
    shop.site.call('refundOrder', { body: { id, note: '买家不要了', ...body } }, shop.admin)

  it('are found by every way people look, and summed up', async () => {
    const { orderNo } = await paidOrder('findme')
    await buy('unpaid')
    for (const q of [orderNo.slice(4, 12).toLowerCase(), 'FINDME', orderNo])
      expect((await list({ q })).list.map(order => order.orderNo)).toEqual([orderNo])
    expect((await list({ q: buyerPhone })).total).toBe(2)
    for (const q of ['%', '_', "' OR 1=1 --", '\\']) expect((await list({ q })).total).toBe(0)
    expect((await list({ state: 'pending' })).total).toBe(1)
    expect((await list({ sort: 'price', order: 'asc', way: 'manual' })).total).toBe(2)
    expect((await list()).sums).toEqual({ paid: 1, revenue: 300, pending: 1, openCases: 0 })
    const now = shop.site.clock.now()
    const at = (ms: number) => new Date(ms).toISOString()
    expect((await list({ from: at(now - day), to: at(now + day), domainId: shop.domainId })).total).toBe(2)
    for (const none of [{ from: at(now + day) }, { to: at(now - day) }, { way: 'epay' }, { openCase: 1 }])
      expect((await list(none)).total).toBe(0)
    expect((await shop.site.call('getOrders', { query: { from: '昨天' } }, shop.admin)).status).toBe(400)
    const secret = await shop.site.call('getOrders', { query: { sort: 'query_hash' } }, shop.admin)
    expect(secret.status).toBe(400)
  })

  it('show a seller those on their own domains, without the buyer’s phone', async () => {
    const { list: theirs, total } = await list({}, seller.token)
    expect(total).toBe((await list()).total)
    expect(new Set(theirs.map(order => order.phone))).toEqual(new Set(['138****8000']))
    expect((await list({ q: buyerPhone }, seller.token)).total).toBe(0)
    const csv = await shop.site.fetch('/api/user/exportOrders', {
      headers: { authorization: `Bearer ${seller.token}` },
    })
    expect(csv.text).not.toContain(buyerPhone)
  })

  it('are exported so that no spreadsheet takes a cell for a formula', async () => {
    const { id } = await paidOrder('formula')
    await shop.site.ok('noteOrder', { body: { id, note: '=HYPERLINK("http://x","点我")' } }, shop.admin)
    const { text, headers } = await shop.site.fetch('/api/user/exportOrders?q=formula', {
      headers: { authorization: `Bearer ${shop.admin}` },
    })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toContain('attachment; filename="orders.csv"')
    const [heading, row, rest] = text.split('\r\n')
    expect(heading).toMatch(/^订单号,状态/)
    expect(csvDocument([['+1', '-', '@a', '\t=1', 'a-b', 1]])).toBe(
      `\ufeff"'+1","'-","'@a","'\t=1",a-b,1\r\n`,
    )
    expect(row).toContain(`,formula@${shopDomain},`)
    expect(row).toContain('"\'=HYPERLINK(""http://x"",""点我"")"')
    expect(rest).toBe('')
    // The export follows the filters of the table.
    const exported = async (query: string) => {
      const answer = await shop.site.fetch(`/api/user/exportOrders?${query}`, {
        headers: { authorization: `Bearer ${shop.admin}` },
      })
      return answer.text.split('\r\n').length - 2
    }
    const later = new Date(shop.site.clock.now() + day).toISOString()
    for (const [query, filter] of [
      ['state=pending', { state: 'pending' }],
      [`domainId=${shop.domainId}&way=manual`, { domainId: shop.domainId, way: 'manual' }],
      [`from=${later}`, { from: later }],
      [`to=${later}&q=${shopDomain}`, { to: later, q: shopDomain }],
    ] as const)
      expect([query, await exported(query)]).toEqual([query, (await list(filter)).total])
  })

  it('are refunded once, never for more than was paid, with or without the mailbox', async () => {
    const { id, orderNo } = await paidOrder('refunded')
    expect((await refund(id, { amount: 301 })).body.fields).toEqual({ amount: '最多退 ¥3.00' })
    expect((await refund(id, { amount: 0 })).status).toBe(400)
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund(id, { stopMailbox: true })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)])
    const { order, history } = await shop.site.ok('getOrderHistory', { query: { id } }, shop.admin)
    expect(order).toMatchObject({ status: 'refunded', refunded: 300, paid: 300 })
    expect(history.map(({ to, by }) => [to, by])).toEqual([
      ['pending', '买家'],
      ['paid', 'admin'],
      ['done', '系统'],
      ['refunded', 'admin'],
    ])
    expect(history.map(({ text }) => text)).toEqual([
      `购买 refunded@${shopDomain}，${order.plan}，¥3.00`,
      '确认收款 ¥3.00，收到转账',
      '邮箱已开通',
      '退款 ¥3.00：买家不要了',
    ])
    const box = await shop.site.app.db.query
      .selectFrom('mailbox')
      .select('status')
      .where('address', '=', `refunded@${shopDomain}`)
      .executeTakeFirstOrThrow()
    expect(box.status).toBe('stopped')
    const audited = await shop.site.ok('getAuditLog', {}, shop.admin)
    expect(audited.list.filter(row => row.target === orderNo).map(row => row.action)).toEqual([
      'refundOrder',
      'markPaid',
    ])
    const unpaid = await buy('never-paid')
    expect((await refund(await idOf(unpaid.orderNo))).status).toBe(409)
  })

  it('are refunded in parts, which never make more than was paid, each told in the history', async () => {
    const { id } = await paidOrder('in-parts')
    const revenue = (await list()).sums.revenue
    const first = await refund(id, { amount: 100, refundedBefore: 0 })
    expect(first.body.order).toMatchObject({ status: 'done', refunded: 100, paid: 300 })
    // The same request again, after its answer was lost.
    expect((await refund(id, { amount: 100, refundedBefore: 0 })).status).toBe(409)
    expect((await refund(id, { amount: 201 })).body.fields).toEqual({ amount: '最多退 ¥2.00' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => refund(id, { amount: 80 })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect((await list()).sums.revenue).toBe(revenue - 260)
    expect((await refund(id)).body.order).toMatchObject({ status: 'refunded', refunded: 300 })
    expect((await list()).sums.revenue).toBe(revenue - 300)
    expect((await refund(id, { amount: 1 })).status).toBe(409)
    const { history } = await shop.site.ok('getOrderHistory', { query: { id } }, shop.admin)
    expect(history.slice(-4).map(({ from, to, text }) => [from, to, text])).toEqual([
      ['done', 'done', '退了一部分 ¥1.00，一共退了 ¥1.00：买家不要了'],
      ['done', 'done', '退了一部分 ¥0.80，一共退了 ¥1.80：买家不要了'],
      ['done', 'done', '退了一部分 ¥0.80，一共退了 ¥2.60：买家不要了'],
      ['done', 'refunded', '退款 ¥0.40：买家不要了'],
    ])
  })

  it('give a card its money back in parts', async () => {
    const body = { kind: 'pay', count: 1, days: null, amount: 300 }
    const [code = ''] = (await shop.site.ok('createCard', { body }, shop.admin)).codes
    const id = await idOf((await buy('carded-parts', { pay: { way: 'card', cardCode: code } })).orderNo)
    const worth = async () => (await shop.site.ok('verCard', { body: { code } })).card
    await refund(id, { amount: 120 })
    expect(await worth()).toMatchObject({ balance: 120, state: 'unused' })
    await refund(id)
    expect(await worth()).toMatchObject({ balance: 300 })
  })

  it('give a card its money back', async () => {
    const { codes } = await shop.site.ok(
      'createCard',
      { body: { kind: 'pay', count: 1, days: null, amount: 300 } },
      shop.admin,
    )
    const [code = ''] = codes
    const { orderNo } = await buy('carded', { pay: { way: 'card', cardCode: code } })
    const worth = async () => (await shop.site.ok('verCard', { body: { code } })).card
    expect(await worth()).toMatchObject({ balance: 0, state: 'used' })
    const id = await idOf(orderNo)
    await Promise.all(Array.from({ length: 5 }, () => refund(id)))
    expect(await worth()).toMatchObject({ balance: 300, state: 'unused' })
    expect(await addressesOf(shop)).toContain(`carded@${shopDomain}`)
  })

  it('are closed by hand while unpaid, which lets the name go', async () => {
    const { orderNo } = await buy('closing')
    const id = await idOf(orderNo)
    const { order } = await shop.site.ok('closeOrder', { body: { id, note: '重复下单' } }, shop.admin)
    expect(order.status).toBe('closed')
    const query = { domainId: shop.domainId, localPart: 'closing' }
    expect((await shop.site.ok('checkName', { query })).state).toBe('free')
    expect((await shop.site.call('closeOrder', { body: { id } }, shop.admin)).status).toBe(409)
    // Money may come for it all the same.
    await shop.site.ok('markPaid', { body: { id } }, shop.admin)
    expect(await addressesOf(shop)).toContain(`closing@${shopDomain}`)
  })

  it('tell the operator’s webhooks of money, in the transaction in which it came', async () => {
    const admin = await shop.site.app.db.query
      .selectFrom('sys_account')
      .select('id')
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow()
    await shop.site.app.db.transaction(async tx => {
      await tx
        .insertInto('webhook')
        .values({
          id: 'hook',
          account_id: admin.id,
          mailbox_id: null,
          name: 'shop',
          kind: 'generic',
          url: 'https://hooks.example/',
          chat_id: '',
          secret: '',
          only_code: 0,
          for_mailbox_id: null,
          enabled: 1,
          created_at: 0,
        })
        .execute()
    })
    const { orderNo } = await paidOrder('told')
    const told = await shop.site.app.db.query.selectFrom('webhook_delivery').select('payload').execute()
    expect(told.map(row => JSON.parse(row.payload))).toMatchObject([
      { event: 'order', id: orderNo, subject: `收款 ¥3.00，新购 told@${shopDomain}` },
    ])
  })

  it('add up for the dashboard, less what was given back', async () => {
    const { id: half } = await paidOrder('half-back')
    await refund(half, { amount: 120 })
    const before = (await list()).sums.revenue
    const { id: whole } = await paidOrder('whole-back')
    await refund(whole)
    expect((await list()).sums.revenue).toBe(before)
    const board = await shop.site.ok('getDashboard', {}, shop.admin)
    expect(board.selling).toMatchObject({ revenueCents: before })
    const range = { from: began, to: began + 2 * day }
    const all = await commerceFigures(shop.site.app.db, { kind: 'all' }, range)
    const { sums, total } = await list()
    expect(all.figures).toEqual({
      orders: total,
      paidOrders: sums.paid,
      revenue: sums.revenue,
      cardsUsed: 2,
      openCases: 0,
    })
    expect(all.series[0]?.points.map(point => point.value)).toEqual([sums.revenue, 0])
    const nobody = await commerceFigures(shop.site.app.db, { kind: 'owner', accountId: 'nobody' }, range)
    expect(nobody.figures.revenue).toBe(0)
  })
})
