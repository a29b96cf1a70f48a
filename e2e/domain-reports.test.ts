import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  googleXml,
  gz,
  microsoftXml,
  reportMail,
  tlsReport,
  zip,
} from '../packages/server/src/mail/report/testing/sample-reports.ts'
import { desktop, expectAccessible, phone, picture, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { sendText } from './send-mail.ts'
import { type Site, startSite } from './site.ts'

const name = 'hongyan.test'
const day = 86_400_000

describe.runIf(hasBrowser)('the reports about a domain in a browser', () => {
  let site: Site
  let browser: Browser
  let admin: string
  let id: string
  beforeAll(async () => {
    site = await startSite({ YANSHU_DNS_SERVERS: '127.0.0.1:9', YANSHU_MAIL_HOST: 'mx.mailhost.test' })
    browser = await openBrowser()
    admin = await site.adminToken()
    id = (await site.as(admin).addDomain({ body: { name } })).domain.id
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  const page = (look: Parameters<typeof visit>[2] = {}) =>
    visit(browser, `${site.url}/user/domain?domain=${id}&view=reports`, { token: admin, ...look })

  it('say that there are none yet, and where they come from', async () => {
    const { page: open, close, complaints } = await page()
    await open.getByText('这些天还没有收到报告。').waitFor()
    await picture(open, 'domain-reports-empty')
    expect(complaints).toEqual([])
    await close()
  })

  async function report(ago: number): Promise<void> {
    const at = Date.now() - ago * day
    const to = `postmaster@${name}`
    const bad = ago < 12 && ago > 8 ? 84 : 0
    const records = [
      { ip: '203.0.113.25', count: 300 + ((ago * 37) % 200) },
      { ip: '192.0.2.7', count: 5, spf: 'fail' },
      {
        ip: '192.0.2.70',
        count: ago % 7 === 0 ? 44 : 1,
        dkim: 'fail',
        spf: 'fail',
        auth: '<spf><domain>kuaixin.test</domain><result>pass</result></spf>',
      },
      ...(bad
        ? [9, 10, 11].map(end => ({
            ip: `198.51.100.${end}`,
            count: bad / 3,
            dkim: 'fail',
            spf: 'fail',
            disposition: 'quarantine',
            auth: '',
          }))
        : []),
      { ip: '198.18.4.4', count: 2, dkim: 'fail', spf: 'fail', reason: 'mailing_list', auth: '' },
    ]
    const google = zip([['a.xml', Buffer.from(googleXml({ domain: name, at, id: `g${ago}`, records }))]])
    const microsoft = gz(microsoftXml({ domain: name, at, id: `m${ago}`, records: records.slice(0, 2) }))
    const failures = bad ? [{ type: 'certificate-expired', count: 12, host: 'mx2.mailhost.test' }] : []
    const tls = gz(
      tlsReport({ domain: name, at, id: `t${ago}`, good: 280, failures, mxHost: 'mx.mailhost.test' }),
    )
    const raw = reportMail(
      [
        { type: 'application/zip', name: 'a.zip', content: google },
        { type: 'application/gzip', name: 'a.xml.gz', content: microsoft },
        { type: 'application/tlsrpt+gzip', name: 'a.json.gz', content: tls },
      ],
      { to },
    )
    await sendText(site.smtpPort, { from: 'noreply@google.com', to, text: raw.toString() })
  }

  it('show who sends in its name, day by day, in both themes and on a phone', async () => {
    for (let ago = 29; ago >= 1; ago--) await report(ago)
    await expect
      .poll(async () => (await site.as(admin).getDomainReports({ query: { id } })).reports, {
        timeout: 20_000,
      })
      .toBe(87)
    for (const look of [
      {},
      { dark: true },
      { size: phone },
      { size: phone, dark: true },
      { size: desktop },
    ]) {
      const { page: open, close, complaints } = await page(look)
      await open
        .getByText('一两天')
        .or(open.getByText('谁在用你的名义发信', { exact: true }))
        .first()
        .waitFor()
      await open.getByText('kuaixin.test').waitFor()
      await expectAccessible(open)
      const size = look.size === phone ? 'phone' : 'desktop'
      await picture(open, `domain-reports-${size}-${look.dark ? 'dark' : 'light'}`)
      await open.getByText('mx2.mailhost.test').scrollIntoViewIfNeeded()
      await picture(open, `domain-reports-${size}-${look.dark ? 'dark' : 'light'}-end`)
      expect(complaints).toEqual([])
      await close()
    }
  })

  it('turn into a table, and to another span', async () => {
    const { page: open, close } = await page()
    await open.getByRole('button', { name: '看表格' }).click()
    await open.getByRole('columnheader', { name: '没通过' }).waitFor()
    await open.getByRole('button', { name: '7 天', exact: true }).click()
    await expect.poll(() => open.locator('tbody tr').count()).toBeLessThan(12)
    await open.getByText('3 个地址').waitFor({ state: 'detached' })
    await close()
  })
})
