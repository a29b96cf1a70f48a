import type { AnswerOf, Calls, Certificate } from '@yanshu/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop, expectAccessible, type Look, phone, picture, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { type Site, startSite } from './site.ts'

const dayMs = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * dayMs + 3_600_000).toISOString()

const certificate = (given: Partial<Certificate>): Certificate => ({
  ...{ name: '', purpose: 'site', domain: '', state: 'good', source: 'authority' },
  ...{ issuer: "Let's Encrypt", validFrom: inDays(-29), validUntil: inDays(61), renewsAt: inDays(30) },
  ...{ triedAt: inDays(-29), obtainedAt: inDays(-29), failures: 0, way: 'http', said: '', advice: '' },
  triesLeft: 4,
  ...given,
})

/** As on a site that has them for a while; the server of this test has no authority to ask. */
const busy: AnswerOf<Calls['getCertificates']> = {
  authority: {
    ...{ on: true, terms: true, directory: 'https://acme-v02.api.letsencrypt.org/directory', way: 'auto' },
    ...{ account: 'https://acme-v02.api.letsencrypt.org/acme/acct/184402917', said: '', advice: '' },
    ...{ contact: 'postmaster@yanshu.mail', nextAt: null },
  },
  list: [
    certificate({ name: 'yanshu.mail' }),
    certificate({ name: 'mx.yanshu.mail', purpose: 'mail' }),
    certificate({
      ...{ name: 'mta-sts.hongyan.mail', purpose: 'domain', domain: 'hongyan.mail', state: 'failing' },
      ...{
        validFrom: inDays(-81),
        validUntil: inDays(9),
        failures: 9,
        triedAt: inDays(0),
        renewsAt: inDays(1),
      },
      said: 'connection: 203.0.113.25 did not answer on port 80 for mta-sts.hongyan.mail (HTTP-01)',
      advice: '签发方从外面连不上这台机器的 80 端口。放行 TCP 80 并转到网页端口，或者改用 DNS 验证。',
    }),
    certificate({
      ...{ name: 'autoconfig.qingniao.mail', purpose: 'domain', domain: 'qingniao.mail', state: 'waiting' },
      ...{ source: 'selfSigned', validFrom: null, validUntil: null, failures: 1, obtainedAt: null },
      advice: '名字指到 198.51.100.7，还没有只指到 203.0.113.25。',
    }),
  ],
}

const looks: readonly (readonly [string, Look])[] = [
  ['light', { size: desktop }],
  ['dark', { size: desktop, dark: true }],
  ['phone', { size: phone }],
  ['phone-dark', { size: phone, dark: true }],
]

describe.runIf(hasBrowser)('certificates in a browser', () => {
  let site: Site
  let browser: Browser
  let token: string
  beforeAll(async () => {
    site = await startSite({
      YANSHU_PUBLIC_URL: 'http://www.example.com',
      YANSHU_MAIL_HOST: 'mx.example.com',
    })
    browser = await openBrowser()
    token = await site.adminToken()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })
  const url = () => `${site.url}/user/setting?tab=certificate`

  it.each(looks)('say that nothing is asked for yet, and how each one is: %s', async (name, look) => {
    const { page, close, complaints } = await visit(browser, url(), { token, ...look })
    await page.getByText('mx.example.com').waitFor()
    await page.getByRole('link', { name: '去打开' }).waitFor()
    await picture(page, `certificate-off-${name}`)
    await page.route('**/api/admin/getCertificates', route => route.fulfill({ json: { error: 0, ...busy } }))
    await page.reload()
    await page.getByText('放行 TCP 80', { exact: false }).waitFor()
    await expectAccessible(page)
    await picture(page, `certificate-${name}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })
})
