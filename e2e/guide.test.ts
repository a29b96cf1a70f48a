import { createServer, type Server } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DnsServer, hasDnsServer, startDnsServer } from '../packages/server/src/testing/dns-server.ts'
import { expectAccessible, phone, picture, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { sendMail } from './send-mail.ts'
import { type Site, startSite } from './site.ts'

const hostRecord = 'mx A 1.2.3.4'

describe.runIf(hasBrowser && hasDnsServer)('the guide in a browser', () => {
  let dns: DnsServer
  let site: Site
  let browser: Browser
  let relay: Server
  let admin: string
  beforeAll(async () => {
    relay = createServer(socket => socket.end('220 relay.example\r\n'))
    await new Promise<void>(resolve => relay.listen(0, '127.0.0.1', resolve))
    dns = await startDnsServer({
      zones: {
        'hongyan.mail': [hostRecord],
        '3.2.1.in-addr.arpa': ['4 PTR mx.hongyan.mail.'],
        'bl.test': [],
      },
    })
    const first = await startSite({ YANSHU_DNS_SERVERS: dns.address })
    await first.halt()
    // The password is taken out of the environment, as the guide asks.
    site = await startSite({ YANSHU_DNS_SERVERS: dns.address, YANSHU_ADMIN_PASSWORD: '' }, first.dataDir)
    browser = await openBrowser()
    admin = await site.adminToken()
    await site.as(admin).updateSetting({ body: { values: { blocklists: ['bl.test'], portProbes: [] } } })
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
    await dns?.stop()
    relay?.close()
  })

  const step = (page: Page, name: string, state: string) =>
    page.locator(`[data-step=${name}][data-state=${state}]`)
  const look = (page: Page, name: string) =>
    page.locator(`[data-step=${name}]`).getByRole('button', { name: '再查' }).click()

  it('leads from an empty folder to a site that receives and sends, and comes back when something breaks', async () => {
    const url = `${site.url}/user/dashboard`
    const { page, close, complaints } = await visit(browser, url, { token: admin })
    await page.getByRole('heading', { name: '还收不到外面的信' }).waitFor()
    await step(page, 'password', 'done').waitFor()
    await step(page, 'mailHost', 'todo').waitFor()
    await step(page, 'portIn', 'unknown').waitFor()
    await expectAccessible(page)
    await picture(page, 'guide-new')

    // Each step opens the place where it is done.
    await step(page, 'address', 'todo').getByRole('link', { name: '去填' }).click()
    await page.getByRole('textbox', { name: '公网地址' }).fill('https://mail.hongyan.mail')
    await page.getByRole('textbox', { name: '收信主机名' }).fill('mx.hongyan.mail')
    await page.getByRole('button', { name: /保存/ }).click()
    await expect
      .poll(async () => (await site.as(admin).getDomains({})).list[0]?.mailHost)
      .toBe('mx.hongyan.mail')
    await page.goto(url)
    await step(page, 'address', 'unknown').waitFor()
    await look(page, 'mailHost').catch(() => undefined)
    await step(page, 'mailHost', 'done').waitFor()

    await step(page, 'domain', 'todo').getByRole('link', { name: '加域名' }).click()
    await page.getByRole('button', { name: '添加', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('域名').fill('hongyan.mail')
    await dialog
      .getByRole('button', { name: '添 加' })
      .or(dialog.getByRole('button', { name: '添加' }))
      .click()
    await page.getByRole('heading', { name: 'hongyan.mail' }).waitFor()
    const { list } = await site.as(admin).getDomains({ query: { q: 'hongyan.mail' } })
    const id = list[0]?.id ?? ''
    const { records } = await site.as(admin).getDkim({ query: { id } })
    const zone = records
      .filter(({ settable, name }) => settable && name.endsWith('hongyan.mail'))
      .filter(({ type }) => type === 'TXT' || type === 'MX')
      .map(({ name, type, value }) => `${name}. ${type} ${type === 'TXT' ? texts(value) : `${value}.`}`)
    await dns.setZone('hongyan.mail', [hostRecord, ...zone])
    await page.goto(url)
    await step(page, 'domain', 'todo').waitFor()
    await look(page, 'domain')
    await step(page, 'domain', 'done').waitFor()

    await site.as(admin).createEmailAccount({
      body: { domain: 'hongyan.mail', names: ['hello'], password: 'a long pass phrase' },
    })
    await sendMail(site.smtpPort, { to: 'hello@hongyan.mail', body: 'The first mail.' })
    await step(page, 'firstMail', 'done').waitFor()
    const { port } = relay.address() as { port: number }
    const body = { host: '127.0.0.1', port, security: 'none', username: '' } as const
    await site.as(admin).setRelay({ body })
    await look(page, 'sending')
    await step(page, 'sending', 'done').waitFor()
    await picture(page, 'guide-half')

    // On this machine nobody comes from outside, and no authority signs.
    for (const name of ['address', 'portIn', 'certificate']) {
      await page.locator(`[data-step=${name}]`).getByRole('button', { name: '跳过' }).click()
      await step(page, name, 'skipped').or(page.getByText('开站办好了')).first().waitFor()
    }
    await page.getByText('开站办好了，5 步齐全，3 步跳过').waitFor()
    await picture(page, 'guide-done')
    await page.getByRole('button', { name: '看一遍' }).click()
    await step(page, 'sending', 'done').waitFor()
    await page.getByRole('button', { name: '收起，留一行' }).click()
    await page.getByText('开站办好了').waitFor()

    await dns.setZone('hongyan.mail', zone)
    await site.as(admin).editGuide({ body: { step: 'mailHost', act: 'look' } })
    await page.reload()
    await page.getByRole('heading', { name: '又不对了' }).waitFor()
    const broken = step(page, 'mailHost', 'broken')
    await broken.getByText('mx.hongyan.mail 没有地址').waitFor()
    await expectAccessible(page)
    await picture(page, 'guide-broken')
    expect(complaints).toEqual([])
    await close()

    const small = await visit(browser, url, { token: admin, size: phone, dark: true })
    await step(small.page, 'mailHost', 'broken').waitFor()
    await expectAccessible(small.page)
    await picture(small.page, 'guide-phone')
    expect(small.complaints).toEqual([])
    await small.close()

    await dns.setZone('hongyan.mail', [hostRecord, ...zone])
    await site.as(admin).editGuide({ body: { step: 'mailHost', act: 'look' } })
    await expect
      .poll(
        async () => (await site.as(admin).getGuide({})).list.find(({ name }) => name === 'mailHost')?.state,
      )
      .toBe('done')
  })
})

/** A text of a record holds at most 255 octets; longer ones are several. */
const texts = (value: string): string => (value.match(/.{1,200}/g) ?? []).map(part => `"${part}"`).join(' ')
