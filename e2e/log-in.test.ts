import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { phone, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { adminPassword, type Site, startSite } from './site.ts'
import { authenticatorCode } from './totp.ts'

async function fillIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

describe.runIf(hasBrowser)('logging in with a browser', () => {
  let site: Site
  let browser: Browser
  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  it('opens the user area, on a phone as well', async () => {
    const { page, close, complaints } = await visit(browser, `${site.url}/user/version`, { size: phone })
    await page.waitForURL('**/auth')
    await fillIn(page, 'admin', adminPassword)
    await page.waitForURL('**/user/**')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^ys_/)
    expect(complaints).toEqual([])
    await close()
  })

  it('says so at a wrong password and keeps what was typed', async () => {
    const { page, close } = await visit(browser, `${site.url}/auth`)
    await fillIn(page, 'nobody', 'not the password')
    await page.getByText('账号或密码不对').waitFor()
    expect(await page.getByLabel('用户名').inputValue()).toBe('nobody')
    await close()
  })

  it('solves the proof of work by itself once the client has become a nuisance', async () => {
    const { page, close } = await visit(browser, `${site.url}/auth`)
    for (let attempt = 0; attempt < 5; attempt++) {
      await page.getByLabel('密码', { exact: true }).fill('')
      const answered = page.waitForResponse('**/api/login')
      await fillIn(page, 'admin', `wrong ${attempt}`)
      await answered
      await page.getByText('账号或密码不对').waitFor()
    }
    const refused = await fetch(`${site.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: adminPassword }),
    })
    expect(await refused.json()).toMatchObject({ error: 2004 })
    await fillIn(page, 'admin', adminPassword)
    await page.waitForURL('**/user/**')
    await close()
  })

  it('asks for the second factor once it is on, and takes a recovery code in its place', async () => {
    const other = await startSite()
    const token = await other.adminToken()
    const { secret } = await other.as(token).startTotp({ body: { password: adminPassword } })
    const { recoveryCodes } = await other
      .as(token)
      .confirmTotp({ body: { totp: authenticatorCode(secret, Date.now()) } })

    const first = await visit(browser, `${other.url}/auth`)
    await fillIn(first.page, 'admin', adminPassword)
    await first.page.getByText('两步验证码').waitFor()
    // The code that turned it on is used up, and the next one is valid already.
    const next = authenticatorCode(secret, Date.now() + 30_000)
    await first.page.locator('.ant-otp input').first().click()
    await first.page.keyboard.type(next)
    await first.page.waitForURL('**/user/**')
    await first.close()

    const second = await visit(browser, `${other.url}/auth`)
    await fillIn(second.page, 'admin', adminPassword)
    await second.page.getByRole('button', { name: /备用码/ }).click()
    await second.page.getByLabel('备用码').fill(recoveryCodes[0] ?? '')
    await second.page.getByRole('button', { name: '登录', exact: true }).click()
    await second.page.waitForURL('**/user/**')
    await second.close()
    await other.stop()
  })

  it('registers a mailbox, which can then log in', async () => {
    const { page, close } = await visit(browser, `${site.url}/auth?tab=register`)
    await page.getByLabel('名字').fill('linmu')
    await page.getByLabel('密码', { exact: true }).fill('a good password')
    const again = page.getByLabel(/再输/)
    if (await again.count()) await again.fill('a good password')
    await page.getByRole('button', { name: '注册', exact: true }).click()
    await page.waitForURL('**/user/**')
    await close()

    const later = await visit(browser, `${site.url}/auth?tab=email`)
    await later.page.getByLabel('邮箱地址').fill('linmu@yanshu.test')
    await later.page.getByLabel('密码', { exact: true }).fill('a good password')
    await later.page.getByRole('button', { name: '登录', exact: true }).click()
    await later.page.waitForURL('**/user/**')
    await later.close()
  })

  it('logs in for this visit where the browser stores nothing, and says that it does not', async () => {
    const other = await startSite()
    const password = 'a long pass phrase'
    await other.as(await other.adminToken()).createEmailAccount({
      body: { domain: 'yanshu.test', names: ['unkept'], password },
    })
    const context = await browser.newContext({ locale: 'zh-CN' })
    await context.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('forbidden', 'SecurityError')
        },
      })
    })
    const page = await context.newPage()
    await page.goto(`${other.url}/auth?tab=email`)
    await page.getByText('浏览器没让本站存数据').waitFor()
    await page.getByLabel('邮箱地址').fill('unkept@yanshu.test')
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL('**/user/**')
    await page.getByText('unkept@yanshu.test').first().waitFor()
    expect(await page.getByText('网络断了').count()).toBe(0)
    await context.close()
    await other.stop()
  })

  it('fetches nothing of a page that asks for a login, and opens it after', async () => {
    const site = await startSite()
    const context = await browser.newContext({ locale: 'zh-CN' })
    const page = await context.newPage()
    const fetched: string[] = []
    page.on('request', request => fetched.push(request.url()))
    await page.goto(`${site.url}/user/version?a=1`)
    await page.waitForURL('**/auth')
    await page.getByLabel('用户名').waitFor()
    expect(fetched.filter(url => /user-layout/.test(url))).toEqual([])
    await page.getByLabel('用户名').fill('admin')
    await page.getByLabel('密码', { exact: true }).fill(adminPassword)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL('**/user/version?a=1')
    await page.getByRole('heading', { name: '版本' }).first().waitFor()
    expect(fetched.filter(url => /user-layout/.test(url))).not.toEqual([])
    await context.close()
    await site.stop()
  })

  it('begins with the kind of account whose login has ended', async () => {
    // On this site no client has been conspicuous yet.
    const other = await startSite()
    const password = 'a long pass phrase'
    await other.as(await other.adminToken()).createEmailAccount({
      body: { domain: 'yanshu.test', names: ['ended'], password },
    })
    const { page, close } = await visit(browser, `${other.url}/auth?tab=email`)
    await page.getByLabel('邮箱地址').fill('ended@yanshu.test')
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL('**/user/**')
    const token = await page.evaluate(() => localStorage.getItem('token'))
    await other.as(token).logout()
    await page.goto(`${other.url}/user/inbox`)
    await page.waitForURL('**/auth')
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    await expect.poll(() => tab('邮箱').getAttribute('aria-selected')).toBe('true')
    await tab('系统账号').click()
    await page.getByLabel('用户名').waitFor()
    await page.reload()
    await expect.poll(() => tab('系统账号').getAttribute('aria-selected')).toBe('true')
    await close()
    await other.stop()
  })
})
