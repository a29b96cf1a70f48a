import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop, expectAccessible, phone, picture, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { sendMail } from './send-mail.ts'
import { hostile, phoneNumber, queryPassword, type Shop, startShop } from './shop.ts'

async function fill(page: Page, name: string, given: { number?: string } = {}): Promise<void> {
  await page.getByRole('textbox', { name: '名字' }).fill(name)
  await page.getByLabel('手机号', { exact: true }).fill(given.number ?? phoneNumber)
  await page.getByLabel('查询密码', { exact: true }).fill(queryPassword)
}

/** Sends a mail with a code from outside and waits for it on the page without a reload. */
async function receive(shop: Shop, page: Page, address: string, code: string): Promise<void> {
  await page.getByText('正在收信').waitFor()
  await sendMail(shop.site.smtpPort, {
    to: address,
    headers: { Subject: `login ${code}` },
    body: `你的验证码是 ${code}，5 分钟内有效。`,
  })
  await page.getByText(`login ${code}`).first().waitFor()
}

async function expectFits(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(over).toBeLessThanOrEqual(0)
}

/** Pays on the page of a renewal with a code. */
async function renew(page: Page, code: string, number: string): Promise<void> {
  // The page before has fields of the same names.
  await page.getByText(/谁都可以替它付/).waitFor()
  await page.getByLabel('手机号', { exact: true }).fill(number)
  await page.getByLabel('查询密码', { exact: true }).fill(queryPassword)
  await page.getByText('有码直接开通').click()
  await page.getByLabel('付款卡密').fill(code)
  await page.getByRole('button', { name: '用卡密付款' }).click()
  await page.getByRole('heading', { name: '续费好了' }).waitFor()
  await page.getByText(/有效期到 20\d\d年/).waitFor()
}

const looks = [
  ['desktop', {}],
  ['desktop-dark', { dark: true }],
  ['phone', { size: phone }],
  ['phone-dark', { size: phone, dark: true }],
] as const

const shownPassword = (page: Page) => page.locator('dd code').first().textContent()

describe.runIf(hasBrowser)('the store in a browser', () => {
  let shop: Shop
  let browser: Browser
  beforeAll(async () => {
    shop = await startShop()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.stop()
  })
  const at = (name: string) => `${name}@${shop.domain.name}`

  it('tells of a name that was given up not long ago when it can be had', async () => {
    const me = shop.site.as(shop.token)
    const { list } = await me.createEmailAccount({ body: { domain: shop.domain.name, names: ['rested'] } })
    await me.delEmailAccount({ body: { ids: list.map(({ id }) => id), keep: false } })
    for (const [look, how] of looks) {
      const { page, close } = await visit(browser, `${shop.url}/store`, how)
      await page.getByRole('textbox', { name: '名字' }).fill('rested')
      await page.getByText(/^刚有人用过，20\d\d年\d+月\d+日后才能买$/).waitFor()
      await picture(page, `store-resting-${look}`)
      await expectFits(page)
      await close()
    }
  })

  it('tells who comes second that a name is being bought, and its buyer goes on in another tab', async () => {
    const { page, context, close } = await visit(browser, `${shop.url}/store`)
    const second = await visit(browser, `${shop.url}/store`)
    for (const one of [page, second.page]) {
      await fill(one, 'liangren')
      await one.getByText('可以用').waitFor()
      await one.getByText('店主确认后开通').click()
    }
    await page.getByRole('button', { name: '下单' }).click()
    await page.getByRole('heading', { name: '等你付款' }).waitFor()
    await second.page.getByRole('button', { name: '下单' }).click()
    await second.page
      .getByText(/有人(正在买|下了单还没付款)/)
      .first()
      .waitFor()
    const other = await context.newPage()
    await other.goto(`${shop.url}/store`)
    await other.getByRole('link', { name: '接着付款' }).click()
    await other.getByRole('heading', { name: '等你付款' }).waitFor()
    await second.close()
    await close()
  })

  it('sells for a card code: the mailbox opens on the same page, and a reload keeps it', async () => {
    const code = await shop.code({ kind: 'pay', amount: 5000 })
    const { page, close, complaints } = await visit(browser, `${shop.url}/store`)
    await fill(page, 'suixin')
    await page.getByText('可以用').waitFor()
    await picture(page, 'store-light')
    await expectAccessible(page)
    await expectFits(page)
    await page.getByText('有码直接开通').click()
    await page.getByLabel('付款卡密').fill(code.toLowerCase())
    await page.getByRole('button', { name: '用卡密付款' }).dblclick()
    await page.getByRole('heading', { name: '邮箱开好了' }).waitFor()
    const password = (await shownPassword(page)) ?? ''
    await receive(shop, page, at('suixin'), '705318')
    await page
      .getByRole('button', { name: /705318|705 318/ })
      .first()
      .waitFor()
    await picture(page, 'store-paid-light')
    await expectAccessible(page)
    await page.reload()
    await page.getByText('login 705318').first().waitFor()
    await page.getByText('欢迎，邮箱开通了').first().waitFor()
    expect(await shownPassword(page)).toBe(password)
    await shop.site.as(null).loginEmail({ body: { address: at('suixin'), password } })
    await page.getByRole('button', { name: '已存好，收起' }).click()
    await page.reload()
    await page.getByText('已经显示过').waitFor()
    const { total } = await shop.site.as(shop.token).getOrders({ query: { q: at('suixin') } })
    expect(total).toBe(1)
    expect(complaints).toEqual([])
    await close()
  })

  it.each([
    { name: 'desktop', size: desktop, buyer: 'liuyun', lost: true },
    { name: 'phone', size: phone, buyer: 'qingfeng', lost: false },
  ])(
    'sells through a gateway, on a $name: pay there, come back, and mail arrives; notice lost: $lost',
    async ({ size, buyer, name, lost }) => {
      shop.gateway.loseNotices = lost
      const { page, close } = await visit(browser, `${shop.url}/store`, { size })
      await fill(page, buyer)
      await page.getByText('可以用').waitFor()
      if (name === 'phone') await picture(page, 'store-phone')
      await expectFits(page)
      await page.getByRole('button', { name: '用支付宝付款' }).click()
      await page.getByRole('heading', { name: '测试收银台' }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: '等你付款' }).waitFor()
      await picture(page, `store-pay-${name}`)
      await page.getByRole('link', { name: '去支付宝付款' }).click()
      await page.getByRole('button', { name: '确认付款' }).click()
      if (lost) await page.getByRole('button', { name: '我已付款，没有反应' }).click()
      await page.getByRole('heading', { name: '邮箱开好了' }).waitFor()
      shop.gateway.loseNotices = false
      await receive(shop, page, at(buyer), '246810')
      await picture(page, `store-paid-${name}`)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      if (name === 'phone') {
        await page.locator('li', { hasText: 'login 246810' }).locator('a[href*="mail="]').click()
        await page.getByRole('heading', { name: 'login 246810' }).waitFor()
        await page.getByRole('button', { name: '返回列表' }).click()
      }
      await close()
    },
  )

  it('opens by itself when the operator confirms the money, and shows what was written as text', async () => {
    const { page, close } = await visit(browser, `${shop.url}/store`)
    await fill(page, 'shanju', { number: '139 0000 2222' })
    await page.getByText('可以用').waitFor()
    await page.locator('label', { hasText: hostile }).first().click()
    await page.getByText('店主确认后开通').click()
    await page.getByRole('button', { name: '下单' }).click()
    await page.getByRole('heading', { name: '等你付款' }).waitFor()
    await page.getByText('付到 6222 0000 1111').waitFor()
    await picture(page, 'store-pay-manual')
    const operator = await visit(browser, `${shop.url}/user/card?tab=orders&q=shanju`, { token: shop.token })
    const desk = operator.page
    await desk.getByRole('button', { name: /shanju.*更多操作/ }).click()
    await desk.getByRole('menuitem', { name: '标记已付款' }).click()
    await desk.getByLabel('备注').fill(hostile)
    await desk.getByRole('button', { name: '标记已付款' }).last().click()
    await desk.getByText('已确认收款').waitFor()
    await page.getByRole('heading', { name: '邮箱开好了' }).waitFor()
    await desk.getByRole('button', { name: 'shanju' }).first().click()
    await desk.getByRole('heading', { name: '经过' }).waitFor()
    await picture(desk, 'user-card-orders-drawer-light')
    for (const one of [page, desk]) {
      expect(await one.evaluate(() => 'hurt' in window)).toBe(false)
      expect(await one.locator('img[src="x"]').count()).toBe(0)
    }
    expect(operator.complaints).toEqual([])
    await operator.close()
    await close()
  })

  it('shows orders by phone masked, with the password whole, and gives a new password', async () => {
    const address = await shop.sold('yanlai')
    const { page, close } = await visit(browser, `${shop.url}/store?tab=orders`)
    await page.getByLabel('手机号', { exact: true }).fill(phoneNumber)
    await page.getByRole('button', { name: '查订单' }).click()
    const found = page.getByRole('region', { name: '查到的订单' })
    await found.getByText('内容打了码').waitFor()
    expect(await found.textContent()).not.toContain(address)
    await page.getByLabel('查询密码', { exact: true }).fill('not that one')
    await page.getByRole('button', { name: '查订单' }).click()
    await page.getByText('手机号、订单号或查询密码不对').waitFor()
    await page.getByLabel('查询密码', { exact: true }).fill(queryPassword)
    await page.getByRole('button', { name: '查订单' }).click()
    await found.getByRole('button', { name: new RegExp(address) }).click()
    await found.getByText(/谁看过这一单/).click()
    await found.getByText('只凭手机号').first().waitFor()
    await picture(page, 'store-orders-light')
    await expectAccessible(page)
    await found.getByRole('button', { name: '重设邮箱密码' }).click()
    await page.getByRole('button', { name: '重设', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `${address} 的密码` })
    const password = (await dialog.locator('[class*=secret]').textContent()) ?? ''
    await shop.site.as(null).loginEmail({ body: { address: address, password } })
    await page.goto(`${shop.url}/store?renew=${address}`)
    await renew(page, await shop.code({ kind: 'pay', amount: 2000 }), phoneNumber)
    await close()
  })

  it('lets a phone buy with a code, find the order by its number, and renew', async () => {
    const code = await shop.code({ kind: 'pay', amount: 2400 + 2000 })
    const { page, close, complaints } = await visit(browser, `${shop.url}/store`, { size: phone })
    const number = '136 0000 4444'
    await fill(page, 'yanqu', { number })
    await page.getByText('可以用').waitFor()
    await page.getByText('有码直接开通').click()
    await page.getByLabel('付款卡密').fill(code)
    await page.getByRole('button', { name: '用卡密付款' }).dblclick()
    await page.getByRole('heading', { name: '邮箱开好了' }).waitFor()
    await page.getByRole('link', { name: '去查订单' }).click()
    await page.getByLabel('手机号', { exact: true }).fill(number)
    await page.getByLabel('查询密码', { exact: true }).fill(queryPassword)
    await page.getByRole('button', { name: '查订单' }).click()
    const found = page.getByRole('region', { name: '查到的订单' })
    // The only order is open at once.
    await found.getByText(/谁看过这一单/).waitFor()
    await expectFits(page)
    await found
      .getByRole('button', { name: '续费' })
      .or(found.getByRole('link', { name: '续费' }))
      .click()
    await renew(page, code, number)
    await expectFits(page)
    const { list } = await shop.site.as(shop.token).getOrders({ query: { q: at('yanqu') } })
    expect(list.map(order => [order.renew, order.status])).toEqual([
      [true, 'done'],
      [false, 'done'],
    ])
    expect(complaints).toEqual([])
    await close()
  })

  it.each([
    { name: 'desktop', size: desktop, buyer: 'wenzhu' },
    { name: 'phone', size: phone, buyer: 'luobo' },
  ])('redeems a code on /use, on a $name', async ({ size, buyer }) => {
    const code = await shop.code({ kind: 'open', days: 30 })
    const { page, close } = await visit(browser, `${shop.url}/use?address=${at('nobody')}`, { size })
    await page.getByRole('tab', { name: '卡密' }).click()
    await page.getByLabel('卡密', { exact: true }).fill(code)
    await page.getByRole('button', { name: '查看卡密' }).click()
    await page.getByLabel('名字', { exact: true }).fill(buyer)
    await page.getByRole('button', { name: '使用这张卡' }).click()
    await page.getByText('邮箱已开通').waitFor()
    // The password is shown once, so Escape does not close this dialog. The browser holds the mailbox
    // already.
    await page.keyboard.press('Escape')
    expect(await page.getByText('邮箱已开通').isVisible()).toBe(true)
    const held = await page.evaluate(() => localStorage.getItem('yanshu.addresses') ?? '')
    const password = (await page.locator('code[class*=password]').textContent()) ?? ''
    expect([held.includes(at(buyer)), password.length > 8, held.includes(password)]).toEqual([
      true,
      true,
      false,
    ])
    await page.getByRole('button', { name: '进入邮箱' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByText(at(buyer)).or(page.getByText(buyer)).first().waitFor()
    await close()
  })

  it('shows the operator what is sold, and lets the catalogue be edited', async () => {
    const address = await shop.sold('shanshui', '139 0000 3333')
    const { page, close, complaints } = await visit(browser, `${shop.url}/user/card?tab=orders`, {
      token: shop.token,
    })
    await page.getByText(/共 \d+ 单/).waitFor()
    await picture(page, 'user-card-orders-light')
    await expectAccessible(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出 CSV' }).click()
    const csv = readFileSync(await (await saving).path(), 'utf8')
    expect(csv).toContain(address)
    await page.getByRole('button', { name: '下单日期' }).click()
    // The test does not choose yesterday: around midnight some orders would belong to that day.
    await page.getByRole('menuitem', { name: '上月' }).click()
    await page.getByText('没有符合条件的订单').waitFor()
    expect(new URL(page.url()).searchParams.has('from')).toBe(true)
    await page.getByRole('button', { name: /下单日期：上月，取消/ }).click()
    await page.getByRole('button', { name: '状态', exact: true }).click()
    await page.getByRole('menuitem', { name: '已开通' }).click()
    await page
      .getByText(address.split('@')[0] ?? '')
      .first()
      .waitFor()
    await page.getByRole('tab', { name: '套餐' }).click()
    await page.getByRole('button', { name: '加一个套餐' }).click()
    await page.getByLabel('名称').fill('三个月')
    await page.getByLabel('价格（元）', { exact: true }).fill('7.5')
    await page.getByRole('button', { name: '加上' }).click()
    await page.getByText('¥7.50').first().waitFor()
    await page.getByRole('button', { name: '加名字' }).click()
    await page.getByLabel('名字', { exact: true }).fill('888, Wang\n888')
    await page.getByLabel('名字钱（元）').fill('66')
    await page.getByRole('button', { name: '设好' }).click()
    await page.getByText('靓号，¥66.00').first().waitFor()
    await picture(page, 'user-card-plans-light')
    await expectAccessible(page)
    expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
    await page.getByRole('tab', { name: '待处理' }).click()
    await page.getByText(/没有要处理的事/).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('makes many codes with how far it is, stops when asked, and shows them once', async () => {
    const { page, close, complaints } = await visit(browser, `${shop.url}/user/card?make=1`, {
      token: shop.token,
      size: phone,
    })
    // Each portion waits until the test has looked at the page.
    const looked = Promise.withResolvers<void>()
    let portions = 0
    await page.route('**/api/user/createCard', async route => {
      portions++
      if (portions === 2) await looked.promise
      await route.continue()
    })
    await page.getByLabel('张数').fill('10000')
    await page.getByLabel('备注', { exact: true }).fill('=1+1')
    await page.getByRole('button', { name: '制作 10,000 张' }).click()
    await page.getByText('正在制作 1,000 / 10,000').waitFor()
    await picture(page, 'user-card-making-phone')
    await page.getByRole('button', { name: '停下' }).click()
    looked.resolve()
    await page.getByText('做好了 2,000 张').waitFor()
    await page.getByText('没有做完：你停下了').waitFor()
    expect(portions).toBe(2)
    const saved = async (name: string) => {
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name }).click()
      return readFileSync(await (await saving).path(), 'utf8')
    }
    const txt = await saved('下载 TXT')
    expect(new Set(txt.trim().split('\r\n')).size).toBe(2000)
    const csv = await saved('下载 CSV')
    expect(csv.trim().split('\r\n')).toHaveLength(2001)
    expect(csv).toContain(`"'=1+1"`)
    await page.getByRole('button', { name: '已存好，关掉' }).click()
    await page.getByRole('heading', { name: /^手里还有 2,\d+ 张/ }).waitFor()
    const [code = ''] = txt.split('\r\n')
    expect(await page.content()).not.toContain(code)
    expect(complaints).toEqual([])
    await close()
  })
})
