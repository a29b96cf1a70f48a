import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DnsServer, hasDnsServer, startDnsServer } from '../packages/server/src/testing/dns-server.ts'
import { desktop, expectAccessible, phone, picture, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { type Site, startSite } from './site.ts'

const key = {
  name: 'owner',
  algorithm: 'hmac-sha256',
  secret: Buffer.from('a secret that only the owner has!').toString('base64'),
}

describe.runIf(hasBrowser && hasDnsServer)('domains in a browser', () => {
  let dns: DnsServer
  let site: Site
  let browser: Browser
  let admin: string
  let user: string
  beforeAll(async () => {
    dns = await startDnsServer({
      zones: {
        'mailhost.test': ['mx A 1.2.3.4', 'www A 1.2.3.5'],
        '3.2.1.in-addr.arpa': ['4 PTR mx.mailhost.test.'],
        'bl.test': [],
        'hongyan.test': ['@ TXT "v=spf1 include:_spf.old-host.test ~all"', '@ MX 5 mail.old-host.test.'],
        'chisu.test': [],
        'old-host.test': ['_spf TXT "v=spf1 ip4:9.9.9.9 -all"', 'mail A 9.9.9.9'],
        'hostile.test': [
          '@ TXT "v=spf1 <img src=x onerror=window.hacked=1> ~all"',
          '_dmarc TXT "v=DMARC1; p=<script>window.hacked=1</script>"',
        ],
      },
      key,
    })
    site = await startSite({
      YANSHU_DNS_SERVERS: dns.address,
      YANSHU_MAIL_HOST: 'mx.mailhost.test',
      YANSHU_PUBLIC_URL: 'https://www.mailhost.test',
      YANSHU_PRIVATE_NAME_SERVERS: '127.0.0.1',
    })
    browser = await openBrowser()
    admin = await site.adminToken()
    await site.as(admin).updateSetting({ body: { values: { blocklists: ['bl.test'], portProbes: [] } } })
    await site.as(admin).createSysAccount({ body: { username: 'lin', password: 'a long user password' } })
    user = (await site.as(null).login({ body: { username: 'lin', password: 'a long user password' } })).token
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
    await dns?.stop()
  })

  it('sets a domain up from nothing through its own name server, and takes it back', async () => {
    const { page, close, complaints } = await visit(browser, `${site.url}/user/domain`, { token: user })
    await page.getByText('还没有域名').waitFor()
    await picture(page, 'domain-empty')
    await page.getByRole('button', { name: '添加', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('域名').fill('co.uk')
    await dialog
      .getByRole('button', { name: '添 加' })
      .or(dialog.getByRole('button', { name: '添加' }))
      .click()
    await dialog.getByText('公共后缀').waitFor()
    await dialog.getByLabel('域名').fill('Hongyan.test.')
    await picture(page, 'domain-add')
    await dialog
      .getByRole('button', { name: '添 加' })
      .or(dialog.getByRole('button', { name: '添加' }))
      .click()

    // The domain cannot do anything yet, because the proof is missing.
    await page.getByRole('heading', { name: 'hongyan.test' }).waitFor()
    await page.getByText('先证明域名是你的').waitFor()
    await page
      .getByRole('row', { name: /所有权/ })
      .getByText('缺失')
      .waitFor()
    await picture(page, 'domain-unproved')
    await page.getByRole('button', { name: '复制所有权的值' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^yanshu-verify=[0-9a-f]{32}$/)

    await page.getByRole('button', { name: '自动设置' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('自建（RFC 2136）').click()
    await drawer.getByLabel('域名服务器').fill(dns.address)
    await drawer.getByLabel('密钥名').fill('owner')
    await drawer.getByLabel('密钥（base64）').fill(Buffer.from('not the secret').toString('base64'))
    await drawer.getByRole('button', { name: '看看要改什么' }).click()
    await drawer.getByText('不认这个密钥').waitFor()
    await picture(page, 'domain-provider')
    await drawer.getByLabel('密钥（base64）').fill(key.secret)
    await drawer.getByText('加密保存，下次不用再填').click()
    await drawer.getByRole('button', { name: '看看要改什么' }).click()
    await drawer.getByText('v=spf1 mx include:_spf.old-host.test ~all').waitFor()
    await drawer.getByText('5 mail.old-host.test').waitFor()
    await picture(page, 'domain-plan')
    await expectAccessible(page)
    await drawer.getByRole('button', { name: /^写入 \d+ 条$/ }).click()

    await page.getByText('收信没有问题。').waitFor()
    await page.getByText('全部记录都正常').waitFor()
    await page.getByRole('img', { name: '送达分 100，满分 100' }).waitFor()
    await expect.poll(() => page.getByText('检查中').count()).toBe(0)
    await expect
      .poll(() => page.getByRole('row').getByText('正常', { exact: true }).count())
      .toBeGreaterThan(12)
    await picture(page, 'domain-light')
    await expectAccessible(page)

    await page.getByRole('switch', { name: '收下未知地址' }).click()
    await page.getByRole('switch', { name: '收下未知地址', checked: true }).waitFor()
    expect(await page.getByRole('switch', { name: '开放注册' }).isDisabled()).toBe(true)

    await page.getByRole('button', { name: '更换密钥' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '生成新密钥' }).click()
    await page.getByText('等记录生效，查到之后才开始签名').first().waitFor()

    await page.getByRole('button', { name: '撤回上次设置' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '撤回' }).click()
    await page.getByText('现在收不到信。').waitFor()
    await page.getByText('信现在送到别的服务器，请换成这条').waitFor()
    await expect.poll(() => page.getByText('检查中').count()).toBe(0)
    await picture(page, 'domain-wrong')

    await page.getByRole('button', { name: '删除域名' }).click()
    await page
      .getByRole('dialog')
      .getByText(/会一起删除 0 个邮箱/)
      .waitFor()
    await picture(page, 'domain-delete')
    const sure = page.getByRole('dialog').getByRole('button', { name: '删除域名' })
    expect(await sure.isEnabled()).toBe(false)
    await page.keyboard.type('not-this.test')
    expect(await sure.isEnabled()).toBe(false)
    await page.getByRole('textbox', { name: /照着输入/ }).fill('hongyan.test')
    await sure.click()
    await page.getByText('还没有域名').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('shows hostile answers as the text they are', async () => {
    const { domain } = await site.as(admin).addDomain({ body: { name: 'hostile.test' } })
    const { page, close, complaints } = await visit(browser, `${site.url}/user/domain?domain=${domain.id}`, {
      token: admin,
    })
    await page.getByText('还没有查过').first().waitFor()
    await page.getByRole('button', { name: '检查', exact: true }).click()
    await page.getByText('<script>window.hacked=1</script>').first().waitFor()
    await expect.poll(() => page.getByText('检查中').count()).toBe(0)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    expect(complaints).toEqual([])
    await close()
  })

  it.each([
    ['dark', desktop, true],
    ['phone', phone, false],
  ])('looks right in %s', async (name, size, dark) => {
    const { list } = await site.as(admin).getDomains({ query: { q: 'hostile.test' } })
    const path = `/user/domain?domain=${list[0]?.id}`
    const { page, close, complaints } = await visit(browser, site.url + path, { token: admin, size, dark })
    await page.getByRole('heading', { name: 'hostile.test' }).waitFor()
    await expect.poll(() => page.getByText('检查中').count()).toBe(0)
    await picture(page, `domain-detail-${name}`)
    await expectAccessible(page)
    if (size === phone) {
      await page.getByRole('button', { name: '更换密钥' }).scrollIntoViewIfNeeded()
      await picture(page, 'domain-detail-foot-phone')
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await page.goto(`${site.url}/user/domain?view=server`)
    await page.getByText('签名自检').waitFor()
    await picture(page, `domain-server-${name}`)
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await close()
  })
})
