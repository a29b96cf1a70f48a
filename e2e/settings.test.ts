import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, picture, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { type Site, startSite } from './site.ts'

const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>'

describe.runIf(hasBrowser)('settings, abuse and acting for users in a browser', () => {
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
  const set = (values: Record<string, string | number | boolean | string[] | null>) =>
    admin().updateSetting({ body: { values } })

  it('are found by a word, changed without a restart, and have a history', async () => {
    const { page, close, complaints } = await visit(browser, `${site.url}/user/setting?tab=site`, { token })
    await page.getByRole('searchbox', { name: '搜全部设置' }).fill('最短')
    const row = page.getByRole('spinbutton', { name: '名字最短几位' })
    await expect.poll(() => page.getByRole('textbox', { name: '站点名称' }).isVisible()).toBe(false)
    await row.fill('99')
    await page.getByText('不能大于 20').waitFor()
    await page.getByRole('link', { name: /^注册.*1 项要改/ }).waitFor()
    await page.getByRole('button', { name: '保存' }).click()
    expect(await row.inputValue()).toBe('99')
    await row.fill('4')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('已保存').waitFor()
    await expect(
      site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart: 'abc' } }),
    ).rejects.toThrow('名字至少 4 位')
    await page.getByRole('button', { name: '改动历史' }).click()
    const entry = page.getByRole('dialog').getByRole('listitem').first()
    await expect.poll(() => entry.textContent()).toMatch(/名字最短几位.*admin.*默认 → 4/)
    await picture(page, 'setting-history')
    expect(complaints).toEqual([])
    await close()
    await set({ nameMinLength: null })
  })

  it('ask before what was typed is lost, by a link or a tab', async () => {
    const { page, close, complaints } = await visit(browser, `${site.url}/user/setting?tab=site`, { token })
    const name = page.getByRole('textbox', { name: '站点名称' })
    const question = page.getByRole('dialog', { name: '还有内容没有保存' })
    const inbox = page.getByRole('navigation').getByRole('link', { name: '收件箱' }).first()
    await name.fill('还没有保存')
    for (const leave of [inbox, page.getByRole('tab', { name: '通知' })]) {
      await leave.click()
      await question.waitFor()
      await picture(page, 'unsaved')
      await question.getByRole('button', { name: '留下' }).click()
      await question.waitFor({ state: 'hidden' })
      expect([await name.inputValue(), new URL(page.url()).search]).toEqual(['还没有保存', '?tab=site'])
    }
    await inbox.click()
    await question.getByRole('button', { name: '离开' }).click()
    await name.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/user/inbox')
    await page.goBack()
    await expect.poll(() => name.inputValue()).not.toBe('还没有保存')
    // Nothing is unsaved any more, so the page does not ask.
    await inbox.click()
    await page.waitForURL('**/user/inbox')
    expect(complaints).toEqual([])
    await close()
  })

  it('say what needs a restart', async () => {
    const { page, close } = await visit(browser, `${site.url}/user/setting?tab=site`, { token })
    const section = page.getByRole('region', { name: '启动时的设置' })
    await section.getByText('YANSHU_ADMIN_PASSWORD').waitFor()
    expect(await section.textContent()).toContain('已设置')
    expect(await section.textContent()).not.toContain('a long admin password')
    await close()
  })

  it('write times out in full for those who choose so', async () => {
    await admin().updateSetting({ body: { values: { dateStyle: 'exact', displayName: '站长' } } })
    const { page, close } = await visit(browser, `${site.url}/user/setting`, { token })
    await page
      .getByText(/\d{4}年\d+月\d+日 \d\d:\d\d/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: '账号菜单，站长' }).waitFor()
    await close()
    await admin().updateSetting({ body: { values: { dateStyle: null, displayName: null } } })
  })

  it('run nothing that is written into them, wherever they are shown', async () => {
    const shortHostile = '<b onclick=alert(1)>x</b>'
    await set({
      siteName: shortHostile,
      homeText: hostile.slice(0, 60),
      notice: hostile,
      legal: hostile,
      icp: hostile.slice(0, 60),
      complaintForm: false,
      epayChannels: [`alipay ${shortHostile.slice(0, 20)}`],
    })
    const { id } = await admin()
      .createSysAccount({
        body: { username: 'noted', note: hostile, password: 'a long password' },
      })
      .then(({ account }) => account)
    await admin().addBlock({ body: { kind: 'sender', patterns: ['xss.example'], note: hostile } })
    await set({ complaintForm: true })
    await site.as(null).complain({
      body: { address: 'a@yanshu.test', reason: 'other', words: hostile, contact: hostile },
    })
    for (const path of [
      '/home',
      '/user/setting?tab=site',
      `/user/sysAccount?edit=${id}`,
      '/user/sysAccount?tab=blocks',
      '/user/sysAccount?tab=complaints',
    ]) {
      const { page, close, complaints } = await visit(browser, site.url + path, { token })
      await page.locator('h1, h2').first().waitFor()
      await page.waitForFunction(() => document.readyState === 'complete')
      expect([
        path,
        await page.locator('img[src="x"], script:not([src]):not([type]), b[onclick]').count(),
      ]).toEqual([path, 0])
      expect(await page.title()).not.toMatch(/^[12]$/)
      expect(complaints).toEqual([])
      await close()
    }
    await set({
      siteName: null,
      homeText: null,
      notice: null,
      legal: null,
      icp: null,
      complaint: null,
      reservedNames: null,
    })
  })

  it('take a complaint from a visitor, and an admin stops the mailbox', async () => {
    const { address } = await site
      .as(null)
      .regEmail({ body: { domain: 'yanshu.test', localPart: 'nuisance' } })
    const visitor = await visit(browser, `${site.url}/home`)
    await visitor.page.getByRole('button', { name: '举报滥用' }).click()
    const form = visitor.page.getByRole('dialog')
    await form.getByRole('button', { name: '提交' }).click()
    await form
      .getByText(/请说明发生了什么|请填写/)
      .first()
      .waitFor()
    await form.getByLabel('被举报的邮箱').fill(address)
    await form.getByLabel(/说明/).fill('它冒充我的银行给我写信。')
    await picture(visitor.page, 'complaint')
    await form.getByRole('button', { name: '提交' }).click()
    await form.getByText(/受理编号/).waitFor()
    await visitor.close()

    const { page, close } = await visit(browser, `${site.url}/user/sysAccount?tab=complaints`, { token })
    await page.getByRole('button', { name: address }).click()
    await page.getByRole('button', { name: '停用这个邮箱' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^停\s*用$/ })
      .click()
    await page.getByText('邮箱已停用').waitFor()
    const { list } = await admin().getComplaints({ query: { q: address } })
    expect(list).toMatchObject([{ state: 'done', mailboxStatus: 'stopped' }])
    await expectAccessible(page)
    await close()
  })

  it('let an admin work in a user’s name, say so on every page, and lead back', async () => {
    await admin().createSysAccount({ body: { username: 'customer', password: 'a long password' } })
    const { page, close } = await visit(browser, `${site.url}/user/sysAccount?q=customer`, { token })
    await page.getByRole('button', { name: 'customer 的更多操作' }).click()
    await page.getByText('以它的身份登录').click()
    const band = page.getByText(/正以.*customer.*的身份操作/)
    await band.waitFor()
    await page.goto(`${site.url}/user/setting`)
    await band.waitFor()
    await picture(page, 'acting')
    await expectAccessible(page)
    await page.getByRole('button', { name: '返回我的账号' }).click()
    await page.waitForURL('**/user/sysAccount')
    await page.getByRole('heading', { name: '系统账号' }).first().waitFor()
    expect(await band.count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token)
    const { list } = await admin().getAuditLog({ query: { q: 'customer' } })
    expect(list.slice(0, 2).map(entry => entry.action)).toEqual(['loginAsEnd', 'loginAs'])
    await close()
  })

  it('let a user delete itself', async () => {
    await admin().createSysAccount({ body: { username: 'leaver', password: 'a long password' } })
    const own = (await site.as(null).login({ body: { username: 'leaver', password: 'a long password' } }))
      .token
    const { page, close } = await visit(browser, `${site.url}/user/setting`, { token: own })
    await page.getByRole('button', { name: '注销账号' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('当前密码').fill('a long password')
    await dialog.getByLabel('照着输入：leaver').fill('leaver')
    await dialog.getByRole('button', { name: '注销账号' }).click()
    await page.waitForURL('**/home')
    // There a visitor soon gets an address with a token of its own.
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(own)
    await expect(site.as(own).getSetting()).rejects.toThrow('302')
    await close()
  })
})
