import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, phone, picture, settled, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { sendMail } from './send-mail.ts'
import { type Site, startSite } from './site.ts'

describe.runIf(hasBrowser)('the dashboard', () => {
  let site: Site
  let browser: Browser
  let token: string
  let box: { address: string; token: string }
  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser()
    token = await site.adminToken()
    box = await site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart: 'busy' } })
    const senders = ['github.com', 'github.com', 'jd.com']
    for (const [at, domain] of senders.entries())
      await sendMail(site.smtpPort, {
        to: box.address,
        headers: { From: `a@${domain}`, Subject: `mail ${at}` },
        body: at === 0 ? '你的验证码是 705318，5 分钟内有效。' : '你好',
      })
    await sendMail(site.smtpPort, {
      to: 'nobody-there@yanshu.test',
      headers: { Subject: 'x' },
      body: 'x',
    }).catch(() => undefined)
    for (;;) {
      const { figures } = await site.as(token).getDashboard({})
      if (figures.received === 3 && figures.refused === 1) break
      await wait(100)
    }
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  const figure = (page: Awaited<ReturnType<typeof visit>>['page'], name: string) =>
    page.locator('dl > div').filter({ hasText: name }).locator('dd').first().textContent()

  it('shows an admin what came, from whom, what was refused and how the node is', async () => {
    const { page, close, complaints } = await visit(browser, `${site.url}/user/dashboard`, { token })
    await page
      .getByRole('img', { name: /来信，按时间的柱状图/ })
      .locator('svg')
      .waitFor()
    expect(await figure(page, '收信')).toMatch(/^3/)
    expect(await figure(page, '取出验证码')).toMatch(/^1/)
    expect(await figure(page, '拒收')).toMatch(/^1/)
    const senders = page.getByRole('region', { name: '来信最多' })
    expect((await senders.getByRole('listitem').allInnerTexts())[0]).toMatch(/github\.com\s+2/)
    await page.getByRole('region', { name: '没有收下的原因' }).getByText('没有这个邮箱').waitFor()
    await page.getByRole('region', { name: '系统' }).getByText('在运行').waitFor()
    expect(await page.getByText('发信去向').count()).toBe(
      (await site.as(token).getDashboard({})).sending ? 1 : 0,
    )
    await picture(page, 'dashboard-admin')
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('has a table for those who cannot see the chart, and the span in the URL', async () => {
    const { page, close } = await visit(browser, `${site.url}/user/dashboard`, { token })
    await page.getByRole('button', { name: '看表格' }).click()
    const table = page.getByRole('table', { name: '来信' })
    await expect.poll(() => table.getByRole('row').count()).toBe(29)
    await page.getByRole('button', { name: '今天' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('days')).toBe('1')
    await expect.poll(() => table.getByRole('row').count()).toBe(25)
    // All three are in one row, or in two when an hour ended between them; none is shown when midnight has
    // passed since.
    const query = { days: '1', zone: 'Asia/Shanghai' } as const
    const received = async () => (await site.as(token).getDashboard({ query })).figures.received
    const shown = async () => {
      const rows = (await table.getByRole('row').allInnerTexts()).slice(1)
      return rows.reduce((sum, row) => sum + Number(row.split('\t')[1]), 0)
    }
    await expect.poll(async () => (await shown()) === (await received())).toBe(true)
    await close()
  })

  it('shows a mailbox its own figures and nothing of the machine', async () => {
    const { page, close } = await visit(browser, `${site.url}/user/dashboard?days=30`, { token: box.token })
    await page
      .getByRole('img', { name: /来信，按时间的柱状图/ })
      .locator('svg')
      .waitFor()
    expect(await figure(page, '收信')).toMatch(/^3/)
    expect(await page.getByText('新邮箱', { exact: true }).count()).toBe(0)
    for (const name of ['系统', '从收下到你看见', '邮箱'])
      expect(await page.getByRole('main').getByRole('region', { name, exact: true }).count()).toBe(0)
    await close()
  })

  it.each([
    ['dark', { dark: true }],
    ['phone', { size: phone }],
    ['phone-dark', { size: phone, dark: true }],
  ])('is accessible and fits in %s', async (name, look) => {
    const { page, close, complaints } = await visit(browser, `${site.url}/user/dashboard`, { token, ...look })
    await settled(page)
    await page
      .getByRole('img', { name: /来信，按时间的柱状图/ })
      .locator('svg')
      .waitFor()
    await picture(page, `dashboard-${name}`)
    await expectAccessible(page)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('brings charts along only where they are shown', async () => {
    const { page, close } = await visit(browser, `${site.url}/home`)
    await settled(page)
    const scripts = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(entry => entry.name)
          .filter(name => /bars/.test(name)),
      )
    expect(await scripts()).toEqual([])
    await close()
    const shown = await visit(browser, `${site.url}/user/dashboard`, { token })
    await shown.page
      .getByRole('img', { name: /来信，按时间的柱状图/ })
      .locator('svg')
      .waitFor()
    const loaded = await shown.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(entry => entry.name)
        .filter(name => /bars/.test(name)),
    )
    expect(loaded.length).toBeGreaterThan(0)
    await shown.close()
  })
})
