import { screen, waitFor, within } from '@testing-library/react'
import type { AnswerOf, Calls, OwnOrder } from '@yanshu/contract'
import { expect, it } from 'vitest'
import { type Answers, Broken, Refused } from '../../testing/fake-server.ts'
import { button, faultOf, fill, pressTwice, written } from '../../testing/look.ts'
import { openPart, visitor } from '../../testing/open-part.tsx'
import { Component } from './page.tsx'

const plan = { hint: '', quotaMb: 1024, maySend: false, recommended: false }
const catalogue: AnswerOf<Calls['getAdminDomains']> = {
  open: true,
  list: [
    {
      id: 'd1',
      name: 'yanshu.test',
      samples: ['yunshu'],
      plans: [
        { ...plan, id: 'month', name: '一个月', days: 30, price: 300, renewPrice: 250 },
        { ...plan, id: 'year', name: '一年', days: 365, price: 2400, renewPrice: 2000, recommended: true },
      ],
    },
  ],
  payOptions: [
    { way: 'manual', channel: '', name: '人工收款', hint: '店主确认后开通' },
    { way: 'card', channel: '', name: '卡密', hint: '有码直接开通' },
  ],
  phoneRule: 'china',
  holdMinutes: 15,
  byHandMinutes: 120,
}

const soon = () => new Date(Date.now() + 900_000).toISOString()

const orderOf = (given: Partial<OwnOrder>): OwnOrder => ({
  orderNo: 'YS1',
  status: 'pending',
  renew: false,
  address: 'suixin@yanshu.test',
  plan: '一年',
  days: 365,
  quotaMb: 1024,
  maySend: false,
  price: 2400,
  way: 'manual',
  channel: '',
  createdAt: new Date().toISOString(),
  holdUntil: soon(),
  paidAt: null,
  doneAt: null,
  expiresAt: null,
  refunded: 0,
  claimed: false,
  credits: [],
  inHand: false,
  instructions: '付到 6222 0000 1111',
  log: [],
  ...given,
})

const states = { admin: 'reserved', zhang: 'free', taken: 'taken', held: 'held' } as const

const shop: Answers = {
  getAdminDomains: () => catalogue,
  checkName: ({ query: { localPart } }) => ({
    localPart,
    state: states[localPart as keyof typeof states] ?? 'free',
    restsUntil: null,
    namePrice: localPart === 'zhang' ? 18_800 : 0,
    suggestions: ['suixin2', 'suixin3'],
  }),
  startAuth: () => ({ challenge: null, proofNeeded: false, registration: false, twoFactor: false }),
  buyEmail: () => ({
    orderNo: 'YS1',
    status: 'pending',
    claimToken: 'claim',
    price: 2400,
    holdUntil: soon(),
  }),
  openOrder: () => ({ order: orderOf({}) }),
}

const open = (query = '', answers = shop) =>
  openPart(<Component />, { at: `/store${query}`, answers, as: visitor })

const field = (name: string) => screen.findByLabelText(name, { selector: 'input' })

async function fillIn(user: ReturnType<typeof open>['user'], name: string): Promise<void> {
  await fill(user, await field('名字'), name)
  await fill(user, await field('手机号'), '138 0571 6021')
  await fill(user, await field('查询密码'), 'open sesame')
  await screen.findByText('可以用')
}

it('tells of a name whether it can be had, and puts its price on the bill', async () => {
  const { user, server } = open()
  const name = await field('名字')
  const bill = within(screen.getByRole('complementary', { name: '订单' }))
  for (const [typed, says] of [
    ['suixin', '可以用'],
    ['admin', '留着不卖'],
    ['taken', '有人用了'],
    ['held', '有人正在买'],
    ['zhang', '靓号，另加 ¥188'],
  ] as const) {
    await fill(user, name, typed)
    await screen.findByText(says)
  }
  bill.getByText('212.00')
  const asked = server.asked('checkName').length
  await fill(user, name, 'a b')
  await screen.findByText(/只能用字母、数字和中间的/)
  expect(server.asked('checkName')).toHaveLength(asked)
  await fill(user, name, 'suixin')
  await user.click(await button('suixin2'))
  await waitFor(() => expect(written(name)).toBe('suixin2'))
  await screen.findByText('可以用')
})

it('never shows the verdict on another name than the one that stands there', async () => {
  const { user, server } = open()
  const slow = Promise.withResolvers<void>()
  server.answer({
    checkName: async ({ query: { localPart } }) => {
      if (localPart === 'first') await slow.promise
      const state = localPart === 'first' ? 'free' : 'taken'
      return { localPart, state, restsUntil: null, namePrice: 0, suggestions: [] }
    },
  })
  await fill(user, await field('名字'), 'first')
  await waitFor(() =>
    expect(server.asked('checkName').map(({ query }) => query.localPart)).toContain('first'),
  )
  await fill(user, await field('名字'), 'second')
  await screen.findByText('有人用了')
  slow.resolve()
  await user.click(screen.getByRole('radio', { name: /一个月/ }))
  expect(screen.queryByText('可以用')).toBeNull()
  expect((await button('下单')).getAttribute('aria-disabled')).toBe('true')
})

it('shows every plan and what it comes to, with the one most people choose chosen', async () => {
  const { user } = open()
  const year = await screen.findByRole<HTMLInputElement>('radio', { name: /一年/ })
  const bill = within(screen.getByRole('complementary', { name: '订单' }))
  expect(year.checked).toBe(true)
  bill.getByText('24.00')
  await user.click(screen.getByRole('radio', { name: /一个月/ }))
  await bill.findByText('3.00')
  await user.click(await button('给已有的续费'))
  await bill.findByText('2.50')
})

it('has the plans stand by price, says each term once, and offers no choice among one domain', async () => {
  const list = catalogue.list.map(domain => ({ ...domain, plans: domain.plans.toReversed() }))
  open('', { ...shop, getAdminDomains: () => ({ ...catalogue, list }) })
  await screen.findByRole('radio', { name: /一年/ })
  const plans = screen.getAllByRole('radio', { name: /天/ }).map(radio => radio.closest('label')?.textContent)
  expect(plans.map(text => text?.slice(0, 3))).toEqual(['一个月', '一年多'])
  expect(plans[0]?.match(/30 天/g)).toHaveLength(1)
  expect(screen.queryByRole('radiogroup', { name: '域名' })).toBeNull()
})

it('says what is wrong at its field, and orders nothing then', async () => {
  const { user, server } = open()
  await fill(user, await field('名字'), 'suixin')
  await screen.findByText('可以用')
  await fill(user, await field('手机号'), '1380571602')
  await user.click(await button('下单'))
  await waitFor(async () => expect(faultOf(await field('手机号'))).toContain('请填写 11 位的中国大陆手机号'))
  expect(faultOf(await field('查询密码'))).toContain('查询密码至少 6 位')
  expect(server.asked('buyEmail')).toEqual([])
})

it('puts what the server says at its field, asks anew what is for sale, and keeps what was typed', async () => {
  const { user, server } = open()
  server.answer({
    buyEmail: () => {
      throw new Refused('invalidInput', { fields: { phone: '这个号码下单太多' } })
    },
  })
  await fillIn(user, 'suixin')
  await user.click(await button('下单'))
  await waitFor(async () => expect(faultOf(await field('手机号'))).toContain('这个号码下单太多'))
  expect(written(await field('查询密码'))).toBe('open sesame')
  expect(server.asked('getAdminDomains').length).toBeGreaterThan(1)
  expect(sessionStorage.getItem('yanshu.store-form')).not.toContain('open sesame')
})

it('gives the loser of a race for a name one reason', async () => {
  const { user, server } = open()
  const held = '有人下了单还没付款，请换一个或稍后再试'
  await fillIn(user, 'suixin')
  server.answer({
    checkName: ({ query: { localPart } }) => ({
      ...{ localPart, state: 'held', restsUntil: null, namePrice: 0, suggestions: [] },
    }),
    buyEmail: () => {
      throw new Refused('addressTaken', { msg: held, fields: { localPart: held } })
    },
  })
  await user.click(await button('下单'))
  await waitFor(async () => expect(faultOf(await field('名字'))).toContain(held))
  await waitFor(async () => expect((await button('下单')).getAttribute('aria-disabled')).toBe('true'))
  expect(screen.queryByText('有人正在买')).toBeNull()
  expect(screen.getAllByText(held)).toHaveLength(1)
  await fill(user, await field('名字'), 'other')
  await screen.findByText('有人正在买')
})

it('says for how long the name is kept, and whom to ask about a payment by hand', async () => {
  const { user, server } = open()
  server.answer({ openOrder: () => ({ order: orderOf({ contact: '微信 shop' }) }) })
  await fillIn(user, 'suixin')
  screen.getByText(/名字替你留 2 小时/)
  await user.click(await button('下单'))
  await screen.findByText('微信 shop')
})

it('orders once, however often one presses, for the price that was shown', async () => {
  const { user, server, place } = open()
  const bought = Promise.withResolvers<void>()
  server.answer({
    buyEmail: async () => {
      await bought.promise
      return { orderNo: 'YS1', status: 'pending', claimToken: 'claim', price: 2400, holdUntil: soon() }
    },
  })
  await fillIn(user, 'suixin')
  const order = await button('下单')
  pressTwice(order)
  await waitFor(() => expect(order.getAttribute('aria-busy')).toBe('true'))
  await user.click(order)
  await waitFor(() => expect(server.asked('buyEmail')).toHaveLength(1))
  bought.resolve()
  await screen.findByRole('heading', { name: '等你付款' })
  expect(server.asked('buyEmail').map(({ body }) => body)).toMatchObject([
    { domainId: 'd1', planId: 'year', localPart: 'suixin', expectPrice: 2400, pay: { way: 'manual' } },
  ])
  expect(place()).toContain('order=YS1')
  await screen.findByText('付到 6222 0000 1111')
})

it('says to look for the order before trying again when no answer came: it could be to pay twice', async () => {
  const { user, server } = open()
  server.answer({
    buyEmail: () => {
      throw new Broken()
    },
  })
  await fillIn(user, 'suixin')
  await user.click(await button('下单'))
  await screen.findByText(/没有收到回应。先到“查订单”里看看/)
  expect(written(await field('名字'))).toBe('suixin')
})

it('asks for the code where one pays with a code, and sends it along', async () => {
  const { user, server } = open()
  await fillIn(user, 'suixin')
  await user.click(screen.getByRole('radio', { name: /卡密/ }))
  await user.click(await button('用卡密付款'))
  await screen.findByText('请输入卡密')
  expect(server.asked('buyEmail')).toEqual([])
  await fill(user, await field('付款卡密'), 'abcdefghjkmnpqrs')
  await user.click(await button('用卡密付款'))
  await screen.findByRole('heading', { name: '等你付款' })
  expect(server.asked('buyEmail')[0]?.body.pay).toEqual({ way: 'card', cardCode: 'ABCD-EFGH-JKMN-PQRS' })
  expect(server.asked('startAuth')[0]?.body.purpose).toBe('verCard')
})

it('opens by itself when the money is confirmed, and shows the password until it is put away', async () => {
  const { user, server } = open()
  const paid = Promise.withResolvers<void>()
  const done = orderOf({
    status: 'done',
    paidAt: soon(),
    doneAt: soon(),
    expiresAt: '2027-11-15T00:00:00.000Z',
  })
  const account = { address: done.address, password: 'only-once-1', token: 'ys_bought', expiresAt: null }
  server.answer({
    openOrder: async ({ body }) => {
      if (body.collect) return { order: { ...done, claimed: true }, account }
      if (body.known === undefined) return { order: orderOf({}) }
      await paid.promise
      return { order: done }
    },
    getVar: () => {
      throw new Refused('busy')
    },
    getInbox: () => ({ list: [], nextCursor: null }),
    emailList: () => ({ list: [], total: 0, nextCursor: null, mailboxLimit: null }),
  })
  await fillIn(user, 'suixin')
  await user.click(await button('下单'))
  await screen.findByRole('heading', { name: '等你付款' })
  paid.resolve()
  await screen.findByRole('heading', { name: '邮箱开好了' })
  await screen.findByText('only-once-1')
  expect(localStorage.getItem('token')).toBe('ys_bought')
  expect(localStorage.getItem('yanshu.addresses')).not.toContain('only-once-1')
  expect(server.asked('openOrder').filter(({ body }) => body.collect)).toHaveLength(1)
  await screen.findByText('正在收信')
  await user.click(await button('已存好，收起'))
  await screen.findByText('已经显示过')
})

it('never goes on with the same name at another domain when the one to renew is not for sale', async () => {
  open('?renew=suixin%40elsewhere.example')
  await screen.findByText('suixin@elsewhere.example 不能在这里续费，它的域名没有在卖。')
  expect(screen.queryByLabelText('名字')).toBeNull()
})

it('takes the name out of a whole address', async () => {
  const { user } = open()
  await fill(user, await field('名字'), 'suixin@yanshu.test')
  expect(written(await field('名字'))).toBe('suixin')
})

it('keeps query password and claim token out of every URL', async () => {
  const { user, server, place } = open('?tab=orders')
  server.answer({ queryOrder: () => ({ list: [] }) })
  await fill(user, await field('手机号'), '138 0571 6021')
  await fill(user, await field('查询密码'), '芝麻 开门')
  await user.click(screen.getByRole('button', { name: '查订单' }))
  await screen.findByText('这个手机号下没有订单。')
  const [asked] = server.asked('queryOrder')
  expect(asked?.headers).toEqual({ 'x-query-password': '芝麻 开门' })
  expect(Object.keys(asked?.query ?? {})).toEqual(['phone'])
  await user.click(await screen.findByRole('tab', { name: '买邮箱' }))
  await fillIn(user, 'suixin')
  await user.click(await button('下单'))
  await user.click(await screen.findByText('换个付法，或改一改再下单'))
  await waitFor(() => expect(server.asked('checkName').at(-1)?.headers).toEqual({ 'x-claim-token': 'claim' }))
  for (const { query } of server.asked('checkName')) expect(JSON.stringify(query)).not.toContain('claim')
  expect(place()).not.toMatch(/claim|芝麻|%/)
})

it('says what the gateway answered when one has paid and nothing happens', async () => {
  const { user, server } = open()
  server.answer({
    openOrder: () => ({ order: orderOf({ way: 'epay' }) }),
    recheckOrder: () => ({ order: orderOf({ way: 'epay' }), found: 'unpaid' }),
  })
  await fillIn(user, 'suixin')
  await user.click(await button('下单'))
  await user.click(await button('我已付款，没有反应'))
  await screen.findByText(/支付平台说还没有收到这笔钱/)
})

it('says so when the shop is not open, when it sells nothing, and when it cannot be asked', async () => {
  const { user, server } = open('', {
    getAdminDomains: () => {
      throw new Broken()
    },
  })
  await screen.findByText(/连不上服务器/)
  server.answer({ getAdminDomains: () => ({ ...catalogue, open: false, list: [] }) })
  await user.click(await button(/重试|再试/))
  await screen.findByText(/商店没有开放/)
})

it('shows nothing of one phone any more when another is asked for', async () => {
  const { user, server } = open('?tab=orders')
  const row = {
    ...{ orderNo: 'Y…01', address: 'l…@yanshu.test', renew: false, plan: '一年', price: 2400 },
    ...{ status: 'done' as const, createdAt: new Date().toISOString(), order: null },
  }
  server.answer({ queryOrder: () => ({ list: [row] }) })
  await fill(user, await field('手机号'), '13805716021')
  await user.click(await button('查订单'))
  await screen.findByText('l…@yanshu.test')
  await fill(user, await field('手机号'), '13805716022')
  expect(screen.queryByText('l…@yanshu.test')).toBeNull()

  await user.click(await button('查订单'))
  await screen.findByText('l…@yanshu.test')
  server.answer({
    queryOrder: () => {
      throw new Refused('tooMany')
    },
  })
  await fill(user, await field('查询密码'), 'open sesame')
  await user.click(await button('查订单'))
  await screen.findByText('操作太频繁，请稍后再试')
  expect(screen.queryByText('l…@yanshu.test')).toBeNull()
})
