import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Look, openContext, phone, picture, type Visit, visit, visitIn } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { sendMail } from './send-mail.ts'
import { type Site, startSite } from './site.ts'

const shelf = (page: Page) => page.getByRole('navigation', { name: '我的地址' })
const tab = (page: Page, name: string) => shelf(page).locator(`a[href$="=${name}%40yanshu.test"]`)
const anyTab = (page: Page) => shelf(page).getByRole('link').first()
const newForm = (page: Page) => page.getByRole('dialog', { name: '新地址' })
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
/** Returns the remaining time of the open address, as its ring shows it. */
const timeLeft = (page: Page) => page.getByRole('timer').last().getAttribute('aria-label')

async function menu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^更多：固定/ }).click()
  await page.getByRole('menu').getByText(item, { exact: true }).click()
}

/** Makes an address with the form, as it is or filled in by `fill`. */
async function make(page: Page, name: string, fill?: () => Promise<unknown>): Promise<void> {
  await shelf(page).getByRole('button', { name: '新地址' }).click()
  await newForm(page).getByRole('textbox', { name: '名字' }).fill(name)
  await fill?.()
  await newForm(page).getByRole('button', { name: '新建', exact: true }).click()
  await newForm(page).waitFor({ state: 'hidden' })
}

describe.runIf(hasBrowser)('addresses of a visitor in a browser', () => {
  let site: Site
  let browser: Browser
  let admin: string
  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser()
    admin = await site.adminToken()
    // All of these visitors come from one network address.
    await site.as(admin).updateSetting({ body: { values: { freeCreationsPerHour: 1000 } } })
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  const register = (localPart: string) =>
    site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart } })
  async function throwAway(localPart: string): Promise<void> {
    const own = site.as((await register(localPart)).token)
    await own.delEmailAccount({ body: { ids: (await own.emailList()).list.map(({ id }) => id) } })
  }
  /** Asks the server about the address whose token the page has. */
  async function mailboxOf(page: Page) {
    const token = await page.evaluate(() => localStorage.getItem('token'))
    const [mailbox] = (await site.as(token).emailList()).list
    if (!mailbox) throw new Error('the page has no mailbox')
    return mailbox
  }
  const tabsOf = (page: Page) =>
    shelf(page)
      .getByRole('link')
      .evaluateAll(links => links.map(link => link.getAttribute('href')))
  const arrive = (name: string, subject: string, body = 'hello') =>
    sendMail(site.smtpPort, { to: `${name}@yanshu.test`, headers: { Subject: subject }, body })
  const endsIn = (id: string, ms: number) =>
    site.as(admin).editEmailAccount({ body: { id, expiresAt: new Date(Date.now() + ms).toISOString() } })
  /** Visits a page whose clock the test can advance. */
  async function visitWithClock(path: string, look: Look = {}): Promise<Visit> {
    const context = await openContext(browser, look)
    await context.clock.install()
    return { ...(await visitIn(context, site.url + path)), close: () => context.close() }
  }
  const minutesLeft = (expiresAt: string | null) => (Date.parse(expiresAt ?? '') - Date.now()) / 60_000

  it('says at the name what is wrong with it, and keeps what else was chosen', async () => {
    await register('taken')
    await throwAway('rested')
    const { page, close, complaints } = await visit(browser, `${site.url}/use`)
    await anyTab(page).waitFor()
    await shelf(page).getByRole('button', { name: '新地址' }).click()
    const form = newForm(page)
    const name = form.getByRole('textbox', { name: '名字' })
    const submit = form.getByRole('button', { name: '新建', exact: true })
    await form.getByRole('radio', { name: '1 天' }).check()
    await form.getByLabel('提前失效').selectOption('收到几封后失效')
    const mails = form.getByRole('spinbutton', { name: '几封' })
    await mails.fill('1001')
    await form.getByText('请填 1 到 1000 的整数').waitFor()
    await submit.click()
    expect(await mails.evaluate(field => field === document.activeElement)).toBe(true)
    expect(await mails.inputValue()).toBe('1001')
    await mails.fill('5')
    await form.getByText('请填 1 到 1000 的整数').waitFor({ state: 'hidden' })
    await name.fill('-a b')
    await form.getByText('只能用字母、数字和中间的 . _ -').waitFor()
    for (const [wrong, says] of [
      ['admin', '这个名字不能使用'],
      ['Taken', '这个地址已经有人用了'],
      ['rested', /^这个名字不久前有人用过，要到 20\d\d年\d+月\d+日 之后才能再用$/],
    ] as const) {
      await name.fill(wrong)
      await submit.click()
      await form.getByRole('alert').getByText(says).waitFor()
      expect(await name.inputValue()).toBe(wrong)
      expect(await name.getAttribute('aria-invalid')).toBe('true')
      expect(await name.evaluate(field => field === document.activeElement)).toBe(true)
    }
    await picture(page, 'use-resting')
    expect(await form.getByRole('radio', { name: '1 天' }).isChecked()).toBe(true)
    expect(await form.getByRole('spinbutton', { name: '几封' }).inputValue()).toBe('5')
    await name.fill('lin.mu')
    await name.press('Enter')
    await tab(page, 'lin.mu').waitFor()
    const made = await mailboxOf(page)
    expect(made.address).toBe('lin.mu@yanshu.test')
    expect(Math.round(minutesLeft(made.expiresAt) / 60)).toBe(24)
    expect(complaints).toEqual([])
    await close()
  })

  it('gives a system account random names of the kind it wants, under its own login', async () => {
    const { password } = await site.as(admin).createSysAccount({ body: { username: 'namer' } })
    const { token } = await site.as(null).login({ body: { username: 'namer', password } })
    const { page, close, complaints } = await visit(browser, `${site.url}/use`, { token })
    await page.getByText('你名下还没有邮箱').waitFor()
    const kinds = [
      ['拼音词', /^[a-z]+\d*@/],
      ['字母', /^[a-z]+@/],
      ['数字', /^\d+@/],
      ['字母和数字', /^(?=.*[a-z])(?=.*\d)[a-z\d]+@/],
    ] as const
    for (const [kind, looks] of kinds) {
      await make(page, '', () => newForm(page).getByLabel('随机名字的样子').selectOption(kind))
      await page.getByRole('button', { name: '复制', exact: true }).click()
      await page.getByRole('button', { name: '已复制' }).waitFor()
      expect(await copied(page)).toMatch(looks)
      expect(new URL(page.url()).searchParams.get('address')).toBe(await copied(page))
    }
    expect((await site.as(token).emailList()).total).toBe(kinds.length)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token)
    expect(complaints).toEqual([])
    await close()
  })

  it('shows the test mail with its code at once, on /home, on /use and on a phone', async () => {
    for (const [path, look] of [
      ['/home', {}],
      ['/use', {}],
      ['/home', { size: phone }],
    ] as const) {
      const { page, close, complaints } = await visit(browser, site.url + path, look)
      await page.getByRole('button', { name: '发一封测试邮件' }).click()
      await page.getByText('测试邮件：你的验证码').first().waitFor()
      await page
        .getByRole('button', { name: /^复制验证码 \d{6}$/ })
        .first()
        .click()
      const { code, id } = (
        await site.as(await page.evaluate(() => localStorage.getItem('token'))).getInbox()
      ).list[0] ?? { code: '', id: '' }
      await expect.poll(() => copied(page)).toBe(code)
      await page.locator(`a[href*="${id}"]`).click()
      await page.getByRole('article').getByRole('heading', { name: '测试邮件：你的验证码' }).waitFor()
      expect(complaints).toEqual([])
      await close()
    }
  })

  it('takes no more once it has had its mails or its code, and shows how long those can be read', async () => {
    const { page, close, complaints } = await visit(browser, `${site.url}/use`)
    await make(page, 'twice', async () => {
      await newForm(page).getByRole('radio', { name: '1 天' }).check()
      await newForm(page).getByLabel('提前失效').selectOption('收到几封后失效')
      await newForm(page).getByRole('spinbutton', { name: '几封' }).fill('2')
    })
    await page.getByText('实时接收中').waitFor()
    await arrive('twice', 'one of two')
    await page.getByText('one of two').first().waitFor()
    await page.getByText('再收 1 封后失效').waitFor()
    expect(await timeLeft(page)).toMatch(/^(1 天|23 小时 59 分) 后失效$/)
    await arrive('twice', 'two of two')
    await page.getByText('two of two').first().waitFor()
    await expect.poll(() => timeLeft(page)).toMatch(/^(10 分 0 秒|9 分 \d+ 秒) 后失效$/)
    await expect(arrive('twice', 'three of two')).rejects.toThrow(/^5\d\d /)
    await page.getByRole('status').getByText('不再收新信').waitFor()

    await make(page, 'once', () => newForm(page).getByLabel('提前失效').selectOption('收到验证码后就失效'))
    await page.getByText('实时接收中').waitFor()
    await arrive('once', 'news', 'nothing to type in')
    await page.getByText('news').first().waitFor()
    expect(await timeLeft(page)).toMatch(/^(1 小时 0 分|59 分 \d+ 秒) 后失效$/)
    await arrive('once', 'Your code', 'Verification code: 482913')
    await page.getByRole('button', { name: '复制验证码 482913' }).first().waitFor()
    await expect.poll(() => timeLeft(page)).toMatch(/^(10 分 0 秒|9 分 \d+ 秒) 后失效$/)
    await expect(arrive('once', 'Another code')).rejects.toThrow(/^5\d\d /)
    expect(complaints).toEqual([])
    await close()
  })

  it('is extended, paused and resumed, pinned to the front, and deleted after a question', async () => {
    const { page, close, complaints } = await visit(browser, `${site.url}/use`)
    await make(page, 'kept')
    await make(page, 'later')
    await tab(page, 'kept').click()
    await page.getByRole('button', { name: '延长' }).first().click()
    await page.getByRole('menuitem', { name: '再用 7 天' }).click()
    await expect.poll(() => timeLeft(page)).toBe('7 天 后失效')
    await page.getByRole('button', { name: '收到验证码后就作废' }).click()
    await page.getByText('收到验证码后失效。').waitFor()
    expect((await mailboxOf(page)).endsAfterCode).toBe(true)
    expect(Math.round(minutesLeft((await mailboxOf(page)).expiresAt) / 1_440)).toBe(7)

    await page.getByRole('button', { name: '收到验证码后不作废' }).click()
    await page.getByRole('button', { name: '收到验证码后就作废' }).waitFor()
    expect((await mailboxOf(page)).endsAfterCode).toBe(false)

    await menu(page, '暂停收信')
    await page.getByText('暂停收信。').waitFor()
    await expect(arrive('kept', 'while paused')).rejects.toThrow(/^4\d\d /)
    await menu(page, '继续收信')
    await page.getByText('实时接收中').waitFor()
    await arrive('kept', 'after the pause')
    await page.getByText('after the pause').first().waitFor()

    await menu(page, '固定在前面')
    const first = shelf(page).getByRole('link').first()
    await expect.poll(() => first.textContent()).toMatch(/^kept@/)
    await page.reload()
    await expect.poll(() => first.textContent()).toMatch(/^kept@/)

    const gone = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
    await menu(page, '删除这个地址')
    const question = page.getByRole('dialog', { name: '删除这个地址' })
    await question.getByText('kept@yanshu.test 和里面的邮件会一起删除，找不回来。').waitFor()
    await question.getByRole('button', { name: '删除', exact: true }).click()
    await page.getByText('kept@yanshu.test 已删除').waitFor()
    await expect(site.as(gone).emailList()).rejects.toThrow('302')
    await expect(arrive('kept', 'too late')).rejects.toThrow(/^5\d\d /)
    expect(complaints).toEqual([])
    await close()
  })

  it('becomes an account of its own with a password that opens it elsewhere', async () => {
    const { page, close, complaints } = await visit(browser, `${site.url}/use`)
    await make(page, 'stays')
    await menu(page, '转为邮箱账号')
    const dialog = page.getByRole('dialog', { name: '转为邮箱账号' })
    await dialog.getByLabel('密码').fill('short')
    await dialog.getByLabel('密码').press('Enter')
    await dialog.getByText('密码至少 8 位').waitFor()
    await dialog.getByLabel('密码').fill('a long pass phrase')
    await dialog.getByLabel('密码').press('Enter')
    await page.getByText('长期有效。').waitFor()
    expect(await timeLeft(page)).toBe('长期有效')
    expect(await page.getByRole('button', { name: /延长|收到验证码后就作废/ }).count()).toBe(0)

    const elsewhere = await visit(browser, `${site.url}/use?address=stays@yanshu.test`)
    const form = elsewhere.page.getByRole('dialog', { name: '打开已有邮箱' })
    await form.getByLabel('密码', { exact: true }).fill('a long pass phrase')
    await form.getByRole('button', { name: '登录', exact: true }).click()
    await elsewhere.page.getByText('长期有效。').waitFor()
    // Nobody asked for another address there.
    expect(await shelf(elsewhere.page).getByRole('link').count()).toBe(1)
    await elsewhere.close()
    expect(complaints).toEqual([])
    await close()
  })

  it('lets the first address give way to one that was opened while it was being made', async () => {
    const password = 'a long pass phrase'
    const { list } = await site.as(admin).createEmailAccount({
      body: { domain: 'yanshu.test', names: ['sooner'], password },
    })
    const context = await openContext(browser)
    const held = Promise.withResolvers<void>()
    await context.route('**/api/regEmail', async route => {
      await held.promise
      await route.continue()
    })
    const { page, close, complaints } = await visitIn(context, `${site.url}/use`)
    await shelf(page)
      .getByRole('button', { name: /打开已有邮箱$/ })
      .click()
    const form = page.getByRole('dialog', { name: '打开已有邮箱' })
    await form.getByLabel('邮箱地址').fill('sooner@yanshu.test')
    await form.getByLabel('密码', { exact: true }).fill(password)
    await form.getByRole('button', { name: '登录', exact: true }).click()
    await tab(page, 'sooner').waitFor()
    held.resolve()
    await expect.poll(() => shelf(page).getByRole('link').count()).toBe(2)
    expect(await tab(page, 'sooner').getAttribute('aria-current')).toBe('page')
    expect((await mailboxOf(page)).id).toBe(list[0]?.id)
    expect(complaints).toEqual([])
    await close()
    await context.close()
  })

  it.each([
    ['a desktop', {}],
    ['a phone', { size: phone }],
  ])('stand side by side on %s, over a reload and in every window', async (_, look) => {
    const { page, context, close, complaints } = await visit(browser, `${site.url}/use`, look)
    const names = ['size' in look ? 'uno' : 'one', 'size' in look ? 'due' : 'two'] as const
    for (const name of names) await make(page, name)
    expect(await shelf(page).getByRole('link').count()).toBe(3)
    await arrive(names[0], 'for the other one')
    await tab(page, names[0]).click()
    await page.getByText('for the other one').first().waitFor()
    expect(await tab(page, names[0]).getAttribute('aria-current')).toBe('page')
    expect((await mailboxOf(page)).localPart).toBe(names[0])
    const order = await tabsOf(page)
    await page.reload()
    await page.getByText('for the other one').first().waitFor()
    expect(await tabsOf(page)).toEqual(order)

    const second = await visitIn(context, `${site.url}/use`)
    await tab(second.page, names[1]).click()
    await second.page.getByText('还没有来信').waitFor()
    // An address that one window makes or deletes is made or deleted in the other too. The other window keeps
    // its own address open.
    const made = `${names[0]}-more`
    await make(second.page, made)
    await tab(page, made).waitFor()
    expect(await tab(page, names[0]).getAttribute('aria-current')).toBe('page')
    await tab(page, made).click()
    await page.getByText('还没有来信').waitFor()
    await menu(second.page, '删除这个地址')
    await second.page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
    await expect.poll(() => tab(page, made).count()).toBe(0)
    await page.getByRole('button', { name: '复制', exact: true }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
    expect([complaints, second.complaints]).toEqual([[], []])
    await close()
  })

  it('says so when its time is over, takes no mail, and leads on', async () => {
    const { page, close, complaints } = await visitWithClock('/use')
    await make(page, 'fading')
    await page.getByText('实时接收中').waitFor()
    const first = await mailboxOf(page)
    await endsIn(first.id, 120_000)
    await arrive('fading', 'the last words')
    // It is open beside the list; an answer that is still on its way would run out of time with the clock.
    await page.getByRole('article').getByRole('heading', { name: 'the last words' }).waitFor()
    // The page asks every minute for changes that others made to the address.
    await page.clock.fastForward(61_000)
    await expect.poll(() => timeLeft(page)).toMatch(/^(1 分 0 秒|\d+ 秒) 后失效$/)
    await page.getByText('这个地址不到一分钟就失效了').waitFor()
    await page.getByRole('status').getByRole('button', { name: '延长' }).waitFor()
    await endsIn(first.id, -1)
    await page.clock.fastForward(61_000)
    await page.getByText('这个地址已失效，不再收信。').waitFor()
    // The mail on the screen can still be read; the list is gone.
    await page.getByRole('region', { name: '失效前打开的邮件' }).getByText('the last words').first().waitFor()
    expect(await page.getByRole('link', { name: 'the last words' }).count()).toBe(0)
    await tab(page, 'fading').getByText('已失效').waitFor()
    await expect(arrive('fading', 'too late')).rejects.toThrow(/^5\d\d /)
    await page.getByRole('button', { name: '从这里移走' }).click()
    await expect.poll(() => tab(page, 'fading').count()).toBe(0)
    // When the last address has ended too, a returning visitor gets a new one.
    await page.getByText('实时接收中').waitFor()
    const last = await mailboxOf(page)
    await endsIn(last.id, 30_000)
    await page.clock.fastForward(61_000)
    await page.getByText('这个地址已失效').waitFor()
    await page.goto(`${site.url}/home`)
    await page.getByText('正在收信').first().waitFor()
    await expect.poll(async () => (await mailboxOf(page)).id).not.toBe(last.id)
    expect(complaints).toEqual([])
    await close()
  })

  it('says so to a system account as well, and asks before it deletes what is left', async () => {
    const { password } = await site.as(admin).createSysAccount({ body: { username: 'holder' } })
    const { token } = await site.as(null).login({ body: { username: 'holder', password } })
    const { mailbox } = await site
      .as(token)
      .createEmail({ body: { domain: 'yanshu.test', localPart: 'fleeting' } })
    await endsIn(mailbox.id, 600_000)
    const { page, close, complaints } = await visitWithClock('/use', { token })
    await page.getByRole('button', { name: '复制', exact: true }).waitFor()
    await page.clock.fastForward(600_000)
    await page.getByText('这个地址已失效').waitFor()
    await page.getByRole('button', { name: '删除这个地址' }).click()
    const question = page.getByRole('dialog', { name: '删除这个地址' })
    await question.getByText('fleeting@yanshu.test 和里面的邮件会一起删除').waitFor()
    expect((await site.as(token).emailList()).total).toBe(1)
    await question.getByRole('button', { name: '删除', exact: true }).click()
    await page.getByText('你名下还没有邮箱').waitFor()
    expect((await site.as(token).emailList()).total).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it.each([
    ['a desktop', {}],
    ['a phone', { size: phone }],
  ])('are nobody else’s: neither the address nor a mail of it opens on %s', async (_, look) => {
    const name = 'size' in look ? 'hers' : 'his'
    const theirs = await register(name)
    await arrive(name, 'a private matter')
    await expect.poll(async () => (await site.as(theirs.token).getInbox()).list.length).toBe(1)
    const mail = (await site.as(theirs.token).getInbox()).list[0]?.id ?? ''
    const { page, close, complaints } = await visit(browser, `${site.url}/use`, look)
    await anyTab(page).waitFor()
    const own = await mailboxOf(page)
    for (const path of [`/use?mail=${mail}`, `/use?address=${own.address}&mail=${mail}`]) {
      await page.goto(site.url + path)
      await page.getByText('这封邮件已经不在了').waitFor()
      if ('size' in look) await page.getByRole('button', { name: '返回列表' }).click()
      await page.getByText('还没有来信').waitFor()
    }
    await page.goto(`${site.url}/use?address=${theirs.address}&mail=${mail}`)
    await page
      .getByRole('dialog', { name: '打开已有邮箱' })
      .getByText(`用 ${theirs.address} 的密码`)
      .waitFor()
    expect(await page.content()).not.toContain('a private matter')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '复制', exact: true }).waitFor()
    expect((await mailboxOf(page)).id).toBe(own.id)
    const token = await page.evaluate(() => localStorage.getItem('token'))
    await expect(site.as(token).getEmail({ params: { id: mail } })).rejects.toThrow('1006')
    expect(complaints).toEqual([])
    await close()
  })

  it.each([
    ['a desktop', {}],
    ['a phone', { size: phone }],
  ])('are searched on %s, each by itself', async (_, look) => {
    const onPhone = 'size' in look
    const [name, beside] = onPhone ? ['found', 'beside'] : ['sought', 'next']
    const [{ token }, other] = [await register(name), await register(beside)]
    await arrive(name, '十一月账单', 'what you owe')
    await arrive(name, 'something else')
    await arrive(beside, '别人的账单')
    await expect.poll(async () => (await site.as(token).getInbox()).list.length).toBe(2)
    await expect.poll(async () => (await site.as(other.token).getInbox()).list.length).toBe(1)
    const { page, close, complaints } = await visit(browser, `${site.url}/use`, { ...look, token })
    const list = page.getByRole('region', { name: '来信' })
    await list.getByText('something else').waitFor()
    if (onPhone) await page.getByRole('button', { name: '搜索' }).click()
    else await page.keyboard.press('/')
    await page.getByRole('textbox', { name: '搜邮件' }).pressSequentially('账单')
    await list.getByText('something else').waitFor({ state: 'hidden' })
    expect(await page.getByText('别人的').count()).toBe(0)
    await list.getByRole('link').first().click()
    await page.getByText('what you owe').last().waitFor()
    if (onPhone) await page.getByRole('button', { name: '返回列表' }).click()
    await page.getByRole('button', { name: '不搜了' }).click()
    await list.getByText('something else').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('that was deleted or taken over elsewhere says so, and another can be had', async () => {
    const { address, token } = await register('lost')
    const { page, close, complaints } = await visit(browser, `${site.url}/use?address=${address}`, { token })
    await tab(page, 'lost').waitFor()
    const { id } = await mailboxOf(page)
    await site.as(token).delEmailAccount({ body: { ids: [id] } })
    await page.reload()
    await page.getByText('这里的登录失效了：可能改过密码，也可能地址已经删除。').waitFor()
    await page.getByRole('button', { name: '用密码打开' }).click()
    await page.getByRole('dialog').getByText(`用 ${address} 的密码打开它。`).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '新建一个' }).click()
    await newForm(page).getByRole('button', { name: '新建', exact: true }).click()
    await page.getByRole('button', { name: '发一封测试邮件' }).waitFor()
    expect((await mailboxOf(page)).address).not.toBe(address)
    await tab(page, 'lost').getByText('登录已失效').waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
