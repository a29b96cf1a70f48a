import { errors } from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nothing, unlimited } from '../../identity/access.ts'
import { day, minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { makePerson, type Person, tokenFor } from '../../testing/people.ts'
import {
  addressesOf,
  buyerPhone,
  handPay,
  purchase,
  queryPassword,
  type Shop,
  shopDomain,
  startShop,
} from '../../testing/shop.ts'

describe.each(databaseKinds)('the store on %s', kind => {
  let shop: Shop
  let other: Person
  beforeAll(async () => {
    shop = await startShop(kind)
    other = await makePerson(shop.site, 'other', { role: 'user', can: nothing, limits: unlimited })
  })
  afterAll(() => shop.site.stop())

  const byHand = { pay: { way: 'manual' } }
  const buy = (localPart: string, change: Record<string, unknown> = byHand, site = shop.site) =>
    site.call('buyEmail', { body: purchase(shop, localPart, change) })
  const bought = async (localPart: string, change: Record<string, unknown> = byHand) =>
    shop.site.ok('buyEmail', { body: purchase(shop, localPart, change) })
  const payCard = async (amount: number) => {
    const body = { kind: 'pay', count: 1, days: null, amount }
    return (await shop.site.ok('createCard', { body }, shop.admin)).codes[0] ?? ''
  }
  const withCard = (cardCode: string) => ({ pay: { way: 'card', cardCode } })
  const check = (localPart: string) =>
    shop.site.ok('checkName', { query: { domainId: shop.domainId, localPart } })
  const idOf = async (orderNo: string) =>
    (await shop.site.ok('getOrders', { query: { q: orderNo } }, shop.admin)).list[0]?.id ?? ''
  const markPaid = async (orderNo: string) =>
    shop.site.ok('markPaid', { body: { id: await idOf(orderNo) } }, shop.admin)

  describe('shows', () => {
    it('what is for sale, free short names and the ways to pay that are open', async () => {
      const store = await shop.site.ok('getAdminDomains')
      expect(store).toMatchObject({ open: true, phoneRule: 'china', holdMinutes: 15 })
      expect(store.payOptions.map(option => option.way)).toEqual(['card', 'manual'])
      const [domain] = store.list
      expect(domain?.plans.map(plan => [plan.name, plan.price, plan.days])).toEqual([
        ['一个月', 300, 30],
        ['长期', 8800, null],
      ])
      expect(domain?.samples.length).toBe(6)
      const { settings } = await shop.site.ok('getVar')
      expect(settings).toMatchObject({ store: true, storeForGood: true, storeMaySend: true })
    })

    it('of what it promises only what a plan on sale keeps', async () => {
      const { site, admin, forever } = shop
      await site.ok('editPlan', { body: { id: forever, onSale: false } }, admin)
      const { settings } = await site.ok('getVar')
      expect(settings).toMatchObject({ store: true, storeForGood: false, storeMaySend: false })
      await site.ok('editPlan', { body: { id: forever, onSale: true } }, admin)
    })

    it('whether a name can be had, and others that can', async () => {
      expect(await check('Free-Name')).toMatchObject({ localPart: 'free-name', state: 'free', namePrice: 0 })
      expect((await check('free-name')).suggestions.length).toBe(4)
      expect((await check('postmaster')).state).toBe('reserved')
      await bought('on-hold')
      expect((await check('on-hold')).state).toBe('held')
      const card = await payCard(300)
      await bought('gone', withCard(card))
      expect((await check('gone')).state).toBe('taken')
    })

    it('names with rules of their own, which nobody gets for nothing', async () => {
      const { site, admin, domainId } = shop
      const set = (body: object) => site.ok('setSpecialNames', { body: { domainId, ...body } }, admin)
      expect(await set({ names: ['888', 'vip'], kind: 'premium', price: 5000 })).toMatchObject({ set: 2 })
      await set({ names: ['boss'], kind: 'reserved' })
      expect(await check('888')).toMatchObject({ state: 'free', namePrice: 5000 })
      expect((await check('boss')).state).toBe('reserved')
      const listed = await site.ok('getSpecialNames', { query: { domainId, kind: 'premium' } }, admin)
      expect(listed).toMatchObject({ total: 2, list: [{ localPart: '888', price: 5000, taken: false }, {}] })
      expect((await bought('888')).price).toBe(5300)
      expect((await buy('boss')).body.error).toBe(errors.addressReserved.code)
      await site.app.db.transaction(async tx => {
        await tx.updateTable('domain').set({ open: 1 }).where('id', '=', domainId).execute()
      })
      const free = await site.call('regEmail', { body: { domain: shopDomain, localPart: 'vip' } })
      expect(free.body.error).toBe(errors.addressReserved.code)
      const held = await site.call('regEmail', { body: { domain: shopDomain, localPart: '888' } })
      expect([400, 409]).toContain(held.status)
      const { codes } = await site.ok('createCard', { body: { kind: 'open', count: 1, days: 30 } }, admin)
      const redeemed = await site.call('verCard', {
        body: { code: codes[0], redeem: true, domain: shopDomain, localPart: 'vip' },
      })
      expect(redeemed.body.error).toBe(errors.addressReserved.code)
      const created = await site.call(
        'createEmailAccount',
        { body: { domain: shopDomain, names: ['VIP'] } },
        other.token,
      )
      expect(created.body.error).toBe(errors.addressReserved.code)
      const rows = [{ line: 2, address: `vip@${shopDomain}` }]
      const imported = await site.ok('importEmailAccount', { body: { rows } }, other.token)
      expect(imported).toMatchObject({ made: [], failed: [{ column: 'address', msg: '这个名字不能使用' }] })
      // The owner of the domain may give its names away freely.
      await site.ok('createEmailAccount', { body: { domain: shopDomain, names: ['vip'] } }, admin)
    })
  })

  describe('has people pay by hand', () => {
    const set = (values: Record<string, unknown>) =>
      shop.site.call('updateSetting', { body: { values } }, shop.admin)

    it('only while they can be told where, and whom to ask', async () => {
      const bare = { payByHand: false, payByHandText: '', payByHandContact: '' }
      expect((await set(bare)).status).toBe(200)
      const { status, body } = await set({ payByHand: true })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['payByHandText', 'payByHandContact']])
      expect(body.fields?.payByHandText).toBe('要打开人工收款，先填这一项')
      expect((await set({ payByHand: true, payByHandText: '付到这里' })).body.fields).toHaveProperty(
        'payByHandContact',
      )
      expect((await set(handPay)).status).toBe(200)
      for (const emptied of ['payByHandText', 'payByHandContact'])
        for (const nothing of ['', null])
          expect((await set({ [emptied]: nothing })).body.fields).toHaveProperty(emptied)
      expect((await set({ epayPid: '1' })).status).toBe(200)
    })

    it('and keeps their name as long as is set, two hours unless told otherwise', async () => {
      const held = async (orderNo: string) => {
        const { list } = await shop.site.ok('getOrders', { query: { q: orderNo } }, shop.admin)
        return Date.parse(list[0]?.holdUntil ?? '') - Date.parse(list[0]?.createdAt ?? '')
      }
      const order = await bought('patient')
      expect(await held(order.orderNo)).toBe(120 * minute)
      expect(order).toMatchObject({
        instructions: handPay.payByHandText,
        contact: handPay.payByHandContact,
      })
      await set({ payByHandMinutes: 30 })
      expect(await held((await bought('hasty')).orderNo)).toBe(30 * minute)
      await set({ payByHandMinutes: null })
      expect((await shop.site.ok('getAdminDomains')).byHandMinutes).toBe(120)
    })
  })

  describe('refuses', () => {
    it.each([
      ['a negative number of everything', { expectPrice: -1 }, 'expectPrice'],
      ['a price of its own', { price: 1 }, 'price'],
      ['a status of its own', { status: 'paid' }, 'status'],
      ['a short query password', { queryPassword: '12345' }, 'queryPassword'],
      ['no password', { queryPassword: null }, 'queryPassword'],
      ['a phone of another country', { phone: '+1 202 555 0100' }, 'phone'],
      ['a phone that is none', { phone: '12345678901' }, 'phone'],
      ['a name that is none', { localPart: 'a b' }, 'localPart'],
      ['an unknown way to pay', { pay: { way: 'gold' } }, 'pay.way'],
      ['a way that is not open', { pay: { way: 'stripe' } }, 'pay.way'],
      ['no code', { pay: { way: 'card' } }, 'pay.cardCode'],
    ])('%s, at its field', async (_name, change, field) => {
      const { status, body } = await buy('never', { ...byHand, ...change })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
      expect((await check('never')).state).toBe('free')
    })

    it('another price than the one that was shown', async () => {
      const { status, body } = await buy('dear', { ...byHand, expectPrice: 299 })
      expect([status, body.msg]).toEqual([409, '价格变了，现在是 ¥3.00，请确认后再买'])
      expect((await bought('dear', { ...byHand, expectPrice: 300 })).price).toBe(300)
    })

    it('plans of other domains, plans that are not on sale, and domains that are not', async () => {
      const { site, admin, domainId } = shop
      expect((await buy('x', { ...byHand, planId: 'nosuchplan' })).status).toBe(404)
      const fields = { name: '内部', days: 1, price: 1, renewPrice: 1, quotaMb: 1, maySend: false }
      const { plan } = await site.ok('addPlan', { body: { domainId, ...fields, onSale: false } }, admin)
      expect((await buy('x', { ...byHand, planId: plan.id })).status).toBe(404)
      const local = await site.app.db.query
        .selectFrom('domain')
        .select('id')
        .where('store', '=', 0)
        .executeTakeFirstOrThrow()
      expect((await buy('x', { ...byHand, domainId: local.id })).status).toBe(404)
      await site.ok('delPlan', { body: { id: plan.id } }, admin)
    })

    it('others the plans and orders that are not theirs, as if there were none', async () => {
      const { site, domainId, month } = shop
      const { orderNo } = await bought('not-theirs')
      const id = await idOf(orderNo)
      for (const [name, request] of [
        ['getPlans', { query: { domainId } }],
        ['editPlan', { body: { id: month, price: 1 } }],
        ['delPlan', { body: { id: month } }],
        ['getSpecialNames', { query: { domainId } }],
        ['delSpecialNames', { body: { domainId, names: ['888'] } }],
        ['getOrderHistory', { query: { id } }],
        ['getOrders', { query: { domainId } }],
      ] as const) {
        expect([name, (await site.call(name, request, other.token)).status]).toEqual([name, 404])
      }
      expect(await site.ok('getOrders', {}, other.token)).toMatchObject({ list: [], total: 0 })
      for (const name of ['markPaid', 'closeOrder'] as const)
        expect((await site.call(name, { body: { id } }, other.token)).status).toBe(403)
    })
  })

  it('lets one of a hundred buyers have a name, on any number of nodes', async () => {
    const second = kind === 'postgres' ? await shop.site.secondNode() : null
    try {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, at) =>
          buy(
            'wanted',
            { ...byHand, phone: `138${String(at).padStart(8, '0')}` },
            (at % 2 && second) || shop.site,
          ),
        ),
      )
      expect(answers.filter(({ body }) => body.error === 0)).toHaveLength(1)
      for (const { body } of answers) expect([0, errors.addressTaken.code]).toContain(body.error)
    } finally {
      await second?.stop()
    }
  })

  it('takes a card’s money once, however many try to spend it', async () => {
    const code = await payCard(500)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => buy(`spend${at}`, withCard(code))),
    )
    const paid = answers.filter(({ body }) => body.error === 0)
    expect(paid).toHaveLength(1)
    expect((await addressesOf(shop)).filter(address => address.startsWith('spend'))).toEqual([
      paid[0]?.body.account?.address,
    ])
    const { card } = await shop.site.ok('verCard', { body: { code } })
    expect(card).toMatchObject({ kind: 'pay', balance: 200, state: 'unused' })
    const { body } = await buy('poor', withCard(code))
    expect(body.fields?.['pay.cardCode']).toBe('卡里还有 ¥2.00，不够付 ¥3.00')
    const redeem = await shop.site.call('verCard', { body: { code, redeem: true } })
    expect(redeem.status).toBe(409)
  })

  it('opens the mailbox in the same answer when a card pays', async () => {
    const { account, status, orderNo } = await bought('by-card', withCard(await payCard(300)))
    expect([status, account?.address]).toEqual(['done', `by-card@${shopDomain}`])
    const { address = '', password = '', token = '' } = account ?? {}
    expect((await shop.site.ok('emailList', {}, token)).total).toBe(1)
    await shop.site.ok('loginEmail', { body: { address, password } })
    const history = await shop.site.ok('getOrderHistory', { query: { id: await idOf(orderNo) } }, shop.admin)
    expect(history.history.map(({ from, to }) => [from, to])).toEqual([
      [null, 'pending'],
      ['pending', 'paid'],
      ['paid', 'done'],
    ])
    expect(history.payments).toMatchObject([{ way: 'card', amount: 300, became: 'order' }])
  })

  it('tells everyone who was a moment too late for a name the one reason', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => buy('contested')))
    const lost = answers.filter(({ status }) => status !== 200)
    expect(lost).toHaveLength(3)
    const held = '有人下了单还没付款，请换一个或稍后再试'
    for (const { body } of lost)
      expect([body.error, body.msg, body.fields]).toEqual([
        errors.addressTaken.code,
        held,
        { localPart: held },
      ])
  })

  it('holds a name for its order, lets the buyer change their mind, and lets it go in the end', async () => {
    const first = await bought('mine')
    expect((await buy('mine')).body.error).toBe(errors.addressTaken.code)
    const instead = await bought('mine', { ...byHand, instead: first.claimToken, planId: shop.forever })
    expect(instead.price).toBe(8800)
    const { order } = await shop.site.ok('openOrder', { body: { claimToken: first.claimToken } })
    expect(order.status).toBe('closed')
    shop.site.clock.advance(day + minute)
    await shop.site.app.runJobs()
    expect((await check('mine')).state).toBe('free')
  })

  it('keeps few orders waiting for money, of one phone and of one network', async () => {
    const { site, admin } = shop
    const limit = (values: object) => site.ok('updateSetting', { body: { values } }, admin)
    const order = (at: number, phone: string) => buy(`waits${at}`, { ...byHand, phone })
    // The other tests left orders unpaid.
    const { sums } = await site.ok('getOrders', {}, admin)
    await limit({ unpaidPerPhone: 2, unpaidPerClient: sums.pending + 3 })
    try {
      const together = await Promise.all([0, 1, 2, 3].map(at => order(at, '13911110000')))
      expect(together.filter(({ body }) => body.error === 0)).toHaveLength(2)
      expect(together.filter(({ body }) => body.error === errors.tooMany.code)).toHaveLength(2)
      expect((await order(4, '13911110001')).body.error).toBe(0)
      const refused = await order(5, '13911110002')
      expect([refused.status, refused.body.msg]).toEqual([429, '没付的订单太多了，请先付款，或等它们关闭'])
      expect((await check('waits5')).state).toBe('free')
      expect((await buy('waits5', withCard(await payCard(300)))).body.error).toBe(0)
    } finally {
      await limit({ unpaidPerPhone: 1000, unpaidPerClient: 1000 })
    }
  })

  it('replaces a forgotten mailbox password for the query password only', async () => {
    const { account, orderNo, claimToken } = await bought('forgot', withCard(await payCard(300)))
    const byClaim = await shop.site.call('openOrder', { body: { claimToken, resetPassword: true } })
    expect(byClaim.status).toBe(409)
    const key = { orderNo, phone: buyerPhone, queryPassword }
    const { account: fresh } = await shop.site.ok('openOrder', { body: { ...key, resetPassword: true } })
    expect(fresh?.password).not.toBe(account?.password)
    expect((await shop.site.call('emailList', {}, account?.token)).status).toBe(401)
    await shop.site.ok('loginEmail', {
      body: { address: fresh?.address ?? '', password: fresh?.password ?? '' },
    })
    const wrong = await shop.site.call('openOrder', { body: { ...key, queryPassword: 'not this one' } })
    expect(wrong.status).toBe(401)
  })

  describe.each([{ collect: true }, { resetPassword: true }])('opened with %j', wish => {
    const word = wish.collect ? 'collect' : 'reset'
    const paidFor = async (localPart: string) => {
      const { orderNo, claimToken } = await bought(localPart)
      await markPaid(orderNo)
      const query = { q: `${localPart}@${shopDomain}` }
      const [box] = (await shop.site.ok('getEmailAccount', { query }, shop.admin)).list
      const key = wish.collect ? { claimToken } : { orderNo, phone: buyerPhone, queryPassword }
      const open = () => shop.site.call('openOrder', { body: { ...key, ...wish } })
      return { id: box?.id ?? '', open }
    }
    const edit = (body: Record<string, unknown>) => shop.site.ok('editEmailAccount', { body }, shop.admin)

    it('does not hand over a mailbox that was given to an account meanwhile', async () => {
      const { id, open } = await paidFor(`${word}-given`)
      await edit({ id, ownerId: other.id, password: 'the new owner’s own' })
      expect((await open()).body.account).toBeUndefined()
      const log = { address: `${word}-given@${shopDomain}`, password: 'the new owner’s own' }
      await shop.site.ok('loginEmail', { body: log })
    })

    it('hands over a stopped mailbox only when it goes on, and logs everyone else out', async () => {
      const { id, open } = await paidFor(`${word}-stopped`)
      await edit({ id, status: 'stopped' })
      expect((await open()).body.account).toBeUndefined()
      await edit({ id, status: 'active' })
      const before = await tokenFor(shop.site, { mailboxId: id })
      const { account } = (await open()).body
      expect((await shop.site.call('emailList', {}, before)).status).toBe(401)
      await shop.site.ok('emailList', {}, account?.token)
    })
  })

  it('is delivered by the operator’s word, once', async () => {
    const { orderNo, claimToken } = await bought('confirmed')
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () =>
        shop.site.call('markPaid', { body: { id: await idOf(orderNo) } }, shop.admin),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const collected = await Promise.all(
      Array.from({ length: 5 }, () =>
        shop.site.ok('openOrder', { body: { claimToken, known: 'pending', waitSeconds: 5, collect: true } }),
      ),
    )
    expect(collected.filter(({ account }) => account !== undefined)).toHaveLength(1)
    expect((await addressesOf(shop)).filter(address => address.startsWith('confirmed@'))).toHaveLength(1)
    await expect(markPaid(orderNo)).rejects.toThrow('409')
  })
})
