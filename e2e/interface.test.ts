import { readFileSync } from 'node:fs'
import { callNames } from '@yanshu/contract'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, phone, picture, settled, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { sendMail } from './send-mail.ts'
import { type Site, startSite } from './site.ts'

describe.runIf(hasBrowser)('/user/interface in a browser', () => {
  let site: Site
  let browser: Browser
  let token: string
  let address: string
  /** A mail in somebody else's mailbox. */
  let other: string
  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser()
    token = await site.adminToken()
    const made = await site.as(token).createEmail({ body: { domain: 'yanshu.test', localPart: 'ci-bot' } })
    address = made.mailbox.address
    // This mailbox is newer than the admin's own, and must not appear in the samples.
    const theirs = await site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart: 'alice' } })
    await sendMail(site.smtpPort, { to: theirs.address, body: 'not for you' })
    other = (await site.as(theirs.token).emailList()).list[0]?.id ?? ''
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  const open = (search = '', options: Parameters<typeof visit>[2] = {}) =>
    visit(browser, `${site.url}/user/interface${search}`, { token, ...options })

  const answered = (page: Page) => page.getByRole('region', { name: '服务器的回答' })

  it('makes a key, shows it whole once, and calls with it', async () => {
    const { page, close, complaints } = await open('?call=emailList')
    await page.getByRole('button', { name: '生成密钥' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: '生 成' })
      .or(page.getByRole('dialog').getByRole('button', { name: '生成', exact: true }))
      .click()
    const key = await page.getByText(/^ysk_[\w-]{43}$/).textContent()
    await page.getByRole('button', { name: '已存好' }).click()
    await page
      .getByText(`${key?.slice(0, 10)}`)
      .first()
      .waitFor()
    await expect.poll(() => page.getByText(key ?? '').count()).toBe(0)
    await page.getByRole('button', { name: '接口密钥' }).click()
    await page.getByRole('button', { name: '发送' }).click()
    // The match is exact, because times and numbers in the answer may have the same digits.
    await answered(page).getByText('200', { exact: true }).waitFor()
    expect(await answered(page).textContent()).toContain(address)
    await page.reload()
    await page.getByText(/启用，.*[^没]用过/).waitFor()
    expect(await page.content()).not.toContain(key ?? 'no key')
    expect(complaints).toEqual([])
    await close()
  })

  it('names every call of the contract, and finds them by a word', async () => {
    const { page, close } = await open()
    const links = page.getByRole('navigation', { name: '全部调用' }).locator('a[href*="call="]')
    await links.first().waitFor()
    expect(await links.count()).toBe(callNames.length)
    await page.getByRole('searchbox', { name: '搜调用' }).fill('验证码')
    await expect.poll(() => links.count()).toBeLessThan(callNames.length)
    await page.getByRole('searchbox', { name: '搜调用' }).fill('waitEmail')
    await expect
      .poll(() => links.evaluateAll(all => all.map(link => link.getAttribute('href'))))
      .toEqual(['/user/interface?call=waitEmail'])
    await links.click()
    await page.getByRole('heading', { name: /等一封/ }).waitFor()
    expect(page.url()).toContain('call=waitEmail')
    await close()
  })

  it('waits for a mail in the console, and shows the sample that a program would use', async () => {
    const { page, close } = await open('?call=waitEmail')
    await expect.poll(() => page.getByLabel('mailbox', { exact: true }).inputValue()).toBe(address)
    const sample = page.getByRole('figure', { name: 'curl 代码' })
    await expect.poll(() => sample.textContent()).toContain(`mailbox=${address}`)
    await page.getByLabel('timeout', { exact: true }).fill('99')
    await page.getByRole('button', { name: '发送' }).click()
    await page.getByText(/timeout：/).waitFor()
    await page.getByLabel('timeout', { exact: true }).fill('20')
    await page.getByRole('button', { name: '发送' }).click()
    await page.getByText('正在等回答…').waitFor()
    await sendMail(site.smtpPort, { to: address, body: 'Your verification code is 482913' })
    await answered(page).getByText('"482913"').waitFor()
    await page.getByRole('button', { name: 'Python' }).click()
    await page
      .getByRole('figure', { name: 'Python 代码' })
      .getByText('urllib.request.Request')
      .first()
      .waitFor()
    await picture(page, 'interface-answered')
    await close()
  })

  it('asks before it makes a call after which something is gone', async () => {
    const { page, close } = await open('?call=delEmailAccount')
    // The page names nothing of the caller's by itself, and tells which values to supply and where to find
    // them.
    const body = page.getByLabel('正文', { exact: true })
    expect(await body.inputValue()).toContain('MAILBOX_ID')
    const toPutIn = page.getByRole('list', { name: '要换成自己的' })
    await toPutIn.getByText('MAILBOX_ID 换成邮箱的编号，见 emailList').waitFor()
    await page.getByRole('button', { name: '发送' }).click()
    await page.getByText('请先把 MAILBOX_ID 换成邮箱的编号').waitFor()
    await picture(page, 'interface-put-in')
    const { list } = await site.as(token).emailList({ query: {} })
    await body.fill(JSON.stringify({ ids: list.map(({ id }) => id) }))
    await expect.poll(() => toPutIn.count()).toBe(0)
    await page.getByRole('button', { name: '发送' }).click()
    await page.getByRole('dialog').getByText('真的执行 delEmailAccount？').waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /不\s*了/ })
      .click()
    expect(await answered(page).count()).toBe(0)
    await close()
  })

  it('shows nothing of anybody else, and in what changes something nothing of one’s own', async () => {
    const { page, close } = await open('?call=getForwarding')
    const shown = page.getByLabel('mailbox', { exact: true })
    await expect.poll(() => shown.inputValue()).not.toBe('MAILBOX_ID')
    const { list } = await site.as(token).emailList({ query: {} })
    expect(list.map(({ id }) => id)).toContain(await shown.inputValue())
    expect(await shown.inputValue()).not.toBe(other)
    // From here on the page knows the caller's own things.
    for (const call of ['editEmailAccount', 'setForwarding', 'setAutoReply', 'sendTestMail']) {
      await page.locator(`a[href$="call=${call}"]`).first().click()
      const sample = page.getByRole('figure', { name: 'curl 代码' })
      await sample.getByText(`/${call}`).waitFor()
      expect(await sample.textContent()).toContain('MAILBOX_ID')
    }
    await close()
  })

  it('says that without a mailbox the trash of all the own ones is emptied', async () => {
    const { page, close } = await open('?call=emptyTrash')
    const body = page.getByLabel('正文', { exact: true })
    expect(await body.inputValue()).toContain('MAILBOX_ID')
    await body.fill('{}')
    await page.getByRole('button', { name: '发送' }).click()
    await page.getByRole('dialog').getByText('涉及名下所有的邮箱').waitFor()
    await close()
  })

  it('shows the event stream at work', async () => {
    const { page, close } = await open('?guide=live')
    // The sample above grows when the mailbox is known; a press on what moves away is none.
    await settled(page)
    await page.getByRole('button', { name: '开始监听' }).click()
    await page.getByText('已连上，等事件来').waitFor()
    await page.getByRole('button', { name: '现在等一封' }).click()
    await page.getByRole('button', { name: '发一封测试邮件' }).click()
    const events = page.getByRole('list', { name: '收到的事件' })
    await events.getByText('mail', { exact: true }).first().waitFor()
    await page.getByText(/^等了 .* 秒/).waitFor()
    await close()
  })

  it('checks a signature in the browser', async () => {
    const { page, close } = await open('?guide=hooks')
    const body = '{"event":"mail"}'
    const timestamp = String(Math.floor(Date.now() / 1000))
    const { createHmac } = await import('node:crypto')
    const signature = `v1=${createHmac('sha256', 'shared').update(`${timestamp}.${body}`).digest('hex')}`
    await page.getByLabel('签名密钥').fill('shared')
    await page.getByLabel('Yanshu-Timestamp').fill(timestamp)
    await page.getByLabel('Yanshu-Signature').fill(signature)
    await page.getByLabel('正文，一字不差').fill(body)
    await page.getByRole('button', { name: '验一下' }).click()
    await page.getByText('签名正确，时间也新').waitFor()
    await page.getByLabel('正文，一字不差').fill(`${body} `)
    await page.getByRole('button', { name: '验一下' }).click()
    await page.getByText(/^签名不对：/).waitFor()
    await close()
  })

  it('gives openapi.json for download', async () => {
    const { page, close } = await open()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'openapi.json' }).click(),
    ])
    const document = JSON.parse(readFileSync((await download.path()) ?? '', 'utf8')) as { openapi: string }
    expect(document.openapi).toBe('3.1.0')
    await close()
  })

  it('is usable on a phone, from the list to a call and back', async () => {
    const { page, close } = await open('', { size: phone })
    await page
      .getByRole('link', { name: /getInbox/ })
      .first()
      .click()
    await page.getByRole('button', { name: '发送' }).waitFor()
    await settled(page)
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
    await page.getByRole('link', { name: '全部调用' }).click()
    await page.getByRole('link', { name: '开始使用' }).waitFor()
    await close()
  })
})
