/** Going on with a mailbox on a phone: two devices that share nothing but what one reads off the other's screen. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, openContext, phone, type Visit, visit, visitIn } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { sendMail } from './send-mail.ts'
import { type Site, startSite } from './site.ts'

const stamp = (page: Page) => page.getByRole('img', { name: /^在手机上接着用 .* 的二维码$/ })
const show = (page: Page) => page.getByRole('button', { name: '显示让手机接着用的二维码' })
const goOn = (page: Page) => page.getByRole('button', { name: '接着用', exact: true })
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

/** Does what brings the code to the screen, and returns the link in it. */
async function linkShown(page: Page, act: () => Promise<unknown>): Promise<string> {
  const answer = page.waitForResponse(response => response.url().endsWith('/api/user/makeTicket'))
  await act()
  const { url } = (await (await answer).json()) as { url: string }
  await stamp(page).waitFor()
  return url
}

describe.runIf(hasBrowser)('a phone that goes on with the address on a screen', () => {
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

  const atHome = async () => {
    const screen = await visit(browser, `${site.url}/home`)
    await show(screen.page).waitFor()
    const kept = await screen.page.evaluate(() => localStorage.getItem('yanshu.addresses') ?? '[]')
    const [{ address = '' } = {}] = JSON.parse(kept) as { address?: string }[]
    return { ...screen, address }
  }
  const asPhone = (link: string) => visit(browser, new URL(link, site.url).href, { size: phone })

  it('has a log-in of its own, and both get the next letter', async () => {
    const screen = await atHome()
    const link = await linkShown(screen.page, () => show(screen.page).click())
    const context = await openContext(browser, { size: phone })
    const requests: string[] = []
    context.on('request', request => requests.push(request.url() + (request.headers().referer ?? '')))
    const other: Visit = await visitIn(context, new URL(link, site.url).href)
    await goOn(other.page).waitFor()
    // It has not made an address of its own meanwhile.
    expect(await tokenOf(other.page)).toBeNull()
    await goOn(other.page).click()
    await other.page.getByRole('button', { name: '复制', exact: true }).waitFor()
    await expect.poll(() => new URL(other.page.url()).searchParams.get('address')).toBe(screen.address)
    const ticket = new URL(link, site.url).hash.slice('#ticket='.length)
    expect(ticket.length).toBeGreaterThan(20)
    expect(requests.filter(url => url.includes(ticket))).toEqual([])
    expect(other.page.url()).not.toContain(ticket)

    const [first, second] = [await tokenOf(screen.page), await tokenOf(other.page)]
    expect(second).not.toBe(first)
    await sendMail(site.smtpPort, { to: screen.address, headers: { Subject: 'to both' }, body: 'hello' })
    await screen.page.getByText('to both').first().waitFor()
    await other.page.getByText('to both').first().waitFor()
    await expectAccessible(screen.page)
    expect([screen.complaints, other.complaints]).toEqual([[], []])
    await context.close()
    await screen.close()
  })

  it('is told plainly that the code was used before, and how to go on', async () => {
    const screen = await atHome()
    const link = await linkShown(screen.page, () => show(screen.page).click())
    const first = await asPhone(link)
    await goOn(first.page).click()
    await first.page.getByRole('button', { name: '复制', exact: true }).waitFor()
    // The way back does not lead to a code that was used.
    await first.page.goBack()
    await expect.poll(() => first.page.url()).not.toContain('#ticket')
    await first.close()

    const second = await asPhone(link)
    await expectAccessible(second.page)
    await goOn(second.page).click()
    await second.page.getByRole('heading', { name: '这个二维码用不了了' }).waitFor()
    await expectAccessible(second.page)
    await second.page.getByRole('link', { name: '用地址和密码打开' }).click()
    await second.page.getByLabel('邮箱地址').waitFor()
    await second.close()
    await screen.close()
  })

  it('reads the code on /use as well, beside one that only tells the address', async () => {
    const screen = await visit(browser, `${site.url}/use`)
    const open = screen.page.getByRole('button', { name: '二维码', exact: true })
    await open.waitFor()
    const link = await linkShown(screen.page, () => open.click())
    await screen.page.getByRole('button', { name: '只抄地址' }).click()
    await screen.page.getByRole('img', { name: /^\S+@yanshu\.test 的二维码$/ }).waitFor()
    expect(await stamp(screen.page).count()).toBe(0)
    const other = await asPhone(link)
    await other.page.getByRole('link', { name: '不了' }).click()
    await expect.poll(() => other.page.url()).not.toContain('#ticket')
    await other.close()
    const again = await asPhone(link)
    await goOn(again.page).click()
    await again.page.getByRole('button', { name: '复制', exact: true }).waitFor()
    await again.close()
    await screen.close()
  })

  it('that was logged in to an account says so first', async () => {
    const screen = await atHome()
    const link = await linkShown(screen.page, () => show(screen.page).click())
    const other = await visit(browser, new URL(link, site.url).href, {
      size: phone,
      token: await site.adminToken(),
    })
    await other.page.getByText('这里现在登录着系统账号 admin').waitFor()
    await goOn(other.page).click()
    await other.page.getByRole('button', { name: '复制', exact: true }).waitFor()
    await other.page
      .getByText(screen.address.split('@')[0] ?? '')
      .first()
      .waitFor()
    await other.close()
    await screen.close()
  })
})
