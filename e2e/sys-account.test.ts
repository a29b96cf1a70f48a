import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, type Look, phone, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { sendMail } from './send-mail.ts'
import { type Site, startSite } from './site.ts'

const password = 'a long password'
const noLimits = { domains: null, mailboxes: null, storageMb: null, sendsPerDay: null, apiPerMinute: null }
const hostile = '<img src=x onerror="document.title=1"><b>粗</b>'

const drawer = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const press = (part: Page | Locator, name: string) => part.getByRole('button', { name, exact: true }).click()

async function rowMenu(page: Page, name: string, item: string): Promise<void> {
  await press(page, `${name} 的更多操作`)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

describe.runIf(hasBrowser)('the page of system accounts', () => {
  let site: Site
  let browser: Browser
  let token: string
  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser()
    token = await site.adminToken()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  const admin = () => site.as(token)
  const open = (query = '', look: Look = {}) =>
    visit(browser, `${site.url}/user/sysAccount${query}`, { token, ...look })
  const logIn = async (username: string, given = password) =>
    (await site.as(null).login({ body: { username, password: given } })).token
  const account = async (q: string) => (await admin().getSysAccount({ query: { q } })).list[0]
  const fits = async (page: Page) =>
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)

  it('makes one with rights and limits, which logs in and has just these', async () => {
    const { page, close, complaints } = await open()
    await press(page, '新建账号')
    const form = drawer(page, '新建账号')
    const name = form.getByRole('textbox', { name: '用户名' })
    await form.getByRole('textbox', { name: '备注' }).fill('只收信')
    for (const gone of [
      '已发送',
      '过滤规则',
      '邮箱账号',
      '域名',
      '总览',
      '卡密与订单',
      '接口',
      '版本',
      '发信',
    ])
      await form.getByRole('checkbox', { name: gone, exact: true }).uncheck()
    expect(await form.getByRole('checkbox', { name: '系统账号' }).count()).toBe(0)
    await form.getByRole('spinbutton', { name: '邮箱数' }).fill('1')
    await form.getByRole('checkbox', { name: '每分钟接口调用数不限' }).check()
    for (const [wrong, says] of [
      ['<b>x</b>', '用户名只能用'],
      ['admin', '用户名已被使用'],
    ] as const) {
      await name.fill(wrong)
      await press(form, '新建')
      await form.getByText(says).waitFor()
    }
    expect(await form.getByRole('textbox', { name: '备注' }).inputValue()).toBe('只收信')
    expect(await form.getByRole('checkbox', { name: '发信', exact: true }).isChecked()).toBe(false)
    await name.fill('reader')
    await press(form, '新建')
    const shown = drawer(page, 'reader 的密码')
    await press(shown, '复制')
    const made = await page.evaluate(() => navigator.clipboard.readText())
    await press(shown, '已存好')
    await rowOf(page, 'reader').getByText('只收信').waitFor()
    expect(await page.content()).not.toContain(made)
    expect(await account('reader')).toMatchObject({
      pages: ['inbox', 'setting'],
      can: { send: false, upload: true },
      limits: { domains: 3, mailboxes: 1, apiPerMinute: null },
    })
    expect(complaints).toEqual([])
    await close()

    const theirs = await visit(browser, `${site.url}/auth`)
    await theirs.page.getByLabel('用户名').fill('reader')
    await theirs.page.getByLabel('密码', { exact: true }).fill(made)
    await press(theirs.page, '登录')
    await theirs.page.waitForURL('**/user/inbox')
    const pages = theirs.page.getByRole('navigation').getByRole('link')
    await theirs.page.getByRole('link', { name: '设置' }).first().waitFor()
    expect(
      (await pages.allTextContents()).filter(text => /域名|账号|卡密|接口|总览|版本/.test(text)),
    ).toEqual([])
    await theirs.page.goto(`${site.url}/user/domain`)
    await theirs.page.getByText('这里需要更高的权限').waitFor()
    await theirs.page.goto(`${site.url}/use`)
    const another = drawer(theirs.page, '新地址')
    const openAnother = () => theirs.page.getByRole('button', { name: '新地址' }).click()
    await openAnother()
    await another.getByRole('textbox', { name: '名字' }).fill('first-of-one')
    await press(another, '新建')
    await another.waitFor({ state: 'hidden' })
    await openAnother()
    await another.getByText('用完了：删掉不用的，或请管理员提高上限').waitFor()
    expect(await another.getByRole('button', { name: '新建', exact: true }).isDisabled()).toBe(true)
    expect(theirs.complaints).toEqual([])
    await theirs.close()
  })

  it('opens the account that a link names, wherever it stands in the table, and says when there is none', async () => {
    const { account: made } = await admin().createSysAccount({ body: { username: 'far-away', password } })
    const { page, close, complaints } = await open(`?q=nobody&edit=${made.id}`)
    const form = drawer(page, '编辑账号')
    await expect.poll(() => form.getByLabel('用户名').inputValue()).toBe('far-away')
    await form.getByLabel('备注').fill('从链接来')
    await press(form, '保存')
    await form.waitFor({ state: 'hidden' })
    expect(await account('far-away')).toMatchObject({ note: '从链接来' })
    await close()
    for (const id of ['0'.repeat(20), '../x']) {
      const lost = await open(`?edit=${encodeURIComponent(id)}`)
      await drawer(lost.page, '编辑账号').getByText('没有这个账号，可能已经删除。').waitFor()
      await lost.page.keyboard.press('Escape')
      await expect.poll(() => lost.page.url()).not.toContain('edit=')
      await lost.close()
    }
    expect(complaints).toEqual([])
  })

  it('changes limits and rights at once, and the log says what was changed', async () => {
    const body = { username: 'grower', password, limits: { ...noLimits, mailboxes: 0 } }
    await admin().createSysAccount({ body })
    const theirs = site.as(await logIn('grower'))
    const make = () => theirs.createEmail({ body: { domain: 'yanshu.test' } })
    await expect(make()).rejects.toThrow('最多 0 个邮箱')
    const { page, close, complaints } = await open('?q=grower')
    await press(page, 'grower')
    const form = drawer(page, '编辑账号')
    expect(await form.getByRole('checkbox', { name: '域名数不限' }).isChecked()).toBe(true)
    await form.getByRole('spinbutton', { name: '邮箱数' }).fill('2')
    await form.getByRole('checkbox', { name: '制作卡密' }).check()
    await press(form, '保存')
    await page.getByText('已保存').waitFor()
    await form.waitFor({ state: 'hidden' })
    expect((await make()).mailbox.domain).toBe('yanshu.test')
    expect(await account('grower')).toMatchObject({
      limits: { domains: null, mailboxes: 2 },
      can: { createCard: true },
    })
    await page.getByRole('tab', { name: '操作记录' }).click()
    await page.getByRole('searchbox').fill('grower')
    const entry = page.getByRole('row').filter({ hasText: '上限' })
    await expect.poll(() => entry.first().textContent()).toMatch(/admin.*grower.*能做的事.*上限/)
    expect(complaints).toEqual([])
    await close()
  })

  it('gives a new password, which ends every login of the account', async () => {
    await admin().createSysAccount({ body: { username: 'forgetful', password } })
    const old = await logIn('forgetful')
    const theirs = await visit(browser, `${site.url}/user/setting`, { token: old })
    await theirs.page.getByRole('heading', { name: '设置' }).first().waitFor()
    const { page, close, complaints } = await open('?q=forgetful')
    await press(page, 'forgetful')
    await press(drawer(page, '编辑账号'), '重置密码')
    const question = drawer(page, '给 forgetful 换一个新密码？')
    await question.getByText('旧密码立即失效，它的 1 个登录也会结束。').waitFor()
    await press(question, '重置密码')
    const shown = drawer(page, 'forgetful 的密码')
    await press(shown, '复制')
    const given = await page.evaluate(() => navigator.clipboard.readText())
    await press(shown, '已存好')
    await expect(site.as(old).getSetting()).rejects.toThrow('302')
    await expect(logIn('forgetful')).rejects.toThrow('账号或密码不对')
    expect(await logIn('forgetful', given)).toMatch(/^ys_/)
    await theirs.page.reload()
    await theirs.page.waitForURL('**/auth')
    expect(complaints).toEqual([])
    await theirs.close()
    await close()
  })

  it('stops several and lets them go on', async () => {
    for (const username of ['halt-one', 'halt-two'])
      await admin().createSysAccount({ body: { username, password } })
    const old = await logIn('halt-one')
    const { page, close, complaints } = await open('?q=halt-')
    const bar = page.getByRole('toolbar', { name: '批量操作' })
    await rowOf(page, 'halt-two').waitFor()
    await page.getByRole('checkbox', { name: '全选' }).check()
    await press(bar, '停用')
    await press(drawer(page, '停用选中的 2 个账号？'), '停用')
    await page.getByText('已停用 2 个').waitFor()
    await rowOf(page, 'halt-one').getByText('已停用').waitFor()
    await expect(site.as(old).getSetting()).rejects.toThrow('302')
    await expect(logIn('halt-one')).rejects.toThrow('停用')
    await page.getByRole('checkbox', { name: '选择 halt-one' }).check()
    await press(bar, '恢复')
    await page.getByText('已恢复 halt-one').waitFor()
    expect(await logIn('halt-one')).toMatch(/^ys_/)
    expect((await account('halt-two'))?.status).toBe('stopped')
    expect(complaints).toEqual([])
    await close()
  })

  it('says what one owns before it is deleted, and hands it over or deletes it', async () => {
    for (const username of ['parting', 'vanishing']) {
      await admin().createSysAccount({ body: { username, password, note: hostile } })
      const theirs = site.as(await logIn(username))
      await theirs.createEmail({ body: { domain: 'yanshu.test', localPart: `of-${username}` } })
      await theirs.createEmail({ body: { domain: 'yanshu.test' } })
    }
    const mailboxes = async (q: string) => (await admin().getEmailAccount({ query: { q } })).list
    const { page, close, complaints } = await open('?q=ing')
    await rowOf(page, 'parting').getByText(hostile).waitFor()
    await rowMenu(page, 'parting', '删除')
    const question = drawer(page, '删除账号 parting？')
    await question.getByText('它名下还有 2 个邮箱，怎么处理').waitFor()
    await press(question, '好，先不删')
    await question.waitFor({ state: 'hidden' })
    expect(await account('parting')).toBeDefined()
    await rowMenu(page, 'parting', '删除')
    expect(await question.textContent()).not.toContain('卡密')
    await question.getByRole('radio', { name: '转到我名下，邮件都保留' }).check()
    await question.getByText('它做的卡密也转到你名下').waitFor()
    await press(question, '删除账号')
    await page.getByText('已删除 parting').waitFor()
    await expect.poll(() => rowOf(page, 'parting').count()).toBe(0)
    expect((await mailboxes('of-parting'))[0]?.ownerName).toBe('admin')

    await rowMenu(page, 'vanishing', '删除')
    const second = drawer(page, '删除账号 vanishing？')
    // A choice for one account does not carry over to the next.
    expect(await second.getByRole('radio', { name: '先不删，等我处理完这些内容' }).isChecked()).toBe(true)
    await second.getByRole('radio', { name: '一起删除：2 个邮箱和其中的全部邮件' }).check()
    await second.getByText('它做的卡密不会删除').waitFor()
    await press(second, '连同内容一起删除')
    await page.getByText('已删除 vanishing').waitFor()
    expect(await mailboxes('of-vanishing')).toEqual([])
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('does not let an admin lock itself out', async () => {
    await admin().createSysAccount({ body: { username: 'keeper', password, role: 'admin' } })
    const { page, close, complaints } = await open('?q=keeper', { token: await logIn('keeper') })
    const form = drawer(page, '编辑账号')
    for (const choice of ['普通用户', '已停用']) {
      await press(page, 'keeper')
      await form.getByRole('radio', { name: choice }).check()
      await press(form, '保存')
      await form.getByText('不能对自己的账号这样做').waitFor()
      expect(await form.getByRole('radio', { name: choice }).isChecked()).toBe(true)
      await press(form, '不改了')
      await form.waitFor({ state: 'hidden' })
    }
    await rowMenu(page, 'keeper', '删除')
    await press(page.getByRole('dialog'), '删除账号')
    await page.getByRole('dialog').getByText('不能对自己的账号这样做').waitFor()
    await press(page.getByRole('dialog'), '不了')
    // This page stays, whichever pages are taken away.
    await press(page, 'keeper')
    await form.getByRole('checkbox', { name: '总览' }).uncheck()
    await press(form, '保存')
    await page.getByText('已保存').waitFor()
    await page.reload()
    await rowOf(page, 'keeper').waitFor()
    const own = await account('keeper')
    expect([own?.role, own?.status, own?.pages.includes('sysAccount')]).toEqual(['admin', 'active', true])
    expect(own?.pages).not.toContain('dashboard')
    expect(complaints).toEqual([])
    await close()
  })

  it('keeps senders and networks out, counts them, and lets them in again', async () => {
    const box = await site.as(null).regEmail({ body: { domain: 'yanshu.test' } })
    const from = 'a@mail.nuisance.example'
    const mail = { to: box.address, from, headers: { Subject: 'again' }, body: 'again' }
    const { page, close, complaints } = await open('?tab=blocks')
    await press(page, '加进名单')
    const form = drawer(page, '加进拦截名单')
    const field = form.getByRole('textbox', { name: '内容，一行一个' })
    for (const [kind, wrong, says] of [
      ['网络地址', '203.0.113.0/99', '网段的位数不对'],
      ['网络地址', '127.0.0.0/8', '不能拦截本机'],
      ['发件人', 'nuisance.example\nnot one', '要填邮箱地址或域名'],
    ] as const) {
      await form.getByText(kind, { exact: true }).click()
      await field.fill(wrong)
      await press(form, '加进名单')
      await form.getByText(says).waitFor()
      expect(await field.inputValue()).toBe(wrong)
    }
    expect((await admin().getBlocks({ query: { q: 'nuisance' } })).total).toBe(0)
    await field.fill('nuisance.example\n\n*@Other.Nuisance.example\n')
    await form.getByRole('textbox', { name: '备注' }).fill(hostile)
    await press(form, '加进名单')
    await page.getByText('已加进 2 条').waitFor()
    await rowOf(page, 'other.nuisance.example').getByText(hostile).waitFor()
    await expect(sendMail(site.smtpPort, mail)).rejects.toThrow(/^5\d\d /)
    await expect
      .poll(async () =>
        (await admin().getBlocks({ query: { q: 'nuisance' } })).list.map(one => one.hits).sort(),
      )
      .toEqual([0, 1])
    await page.reload()
    await rowOf(page, 'nuisance.example').getByText('1 次').waitFor()
    await page.getByRole('checkbox', { name: '选择 nuisance.example', exact: true }).check()
    await press(page.getByRole('toolbar', { name: '批量操作' }), '移出名单')
    await page.getByText('已移出 1 条').waitFor()
    expect(await sendMail(site.smtpPort, mail)).toMatch(/^250 /)
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it.each([
    ['light', {}],
    ['dark', { dark: true }],
  ])('is used on a phone, with long names, in %s', async (theme, look) => {
    const username = `a-very-long-name-of-somebody-${theme.slice(0, 3)}`
    await admin().createSysAccount({ body: { username, password, note: `${hostile}${'长'.repeat(200)}` } })
    const pattern = `${'some.'.repeat(12)}${theme}.example`
    await admin().addBlock({ body: { kind: 'sender', patterns: [pattern] } })
    const { page, close, complaints } = await open(`?q=${username}`, { size: phone, ...look })
    await press(page, username)
    const form = drawer(page, '编辑账号')
    await form.getByRole('textbox', { name: '备注' }).fill('改过了')
    await fits(page)
    await expectAccessible(page)
    await press(form, '保存')
    await page.getByText('已保存').waitFor()
    await form.waitFor({ state: 'hidden' })
    await page.getByText(/，改过了$/).waitFor()
    expect((await account(username))?.note).toBe('改过了')
    await rowMenu(page, username, '删除')
    await page.getByRole('dialog').getByText('不能恢复').waitFor()
    await fits(page)
    await press(page.getByRole('dialog'), '不了')
    await page.goto(`${site.url}/user/sysAccount?tab=blocks`)
    const row = page.getByText(pattern)
    await row.waitFor()
    await fits(page)
    const box = await row.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(phone.width)
    expect(complaints).toEqual([])
    await close()
  })
})
