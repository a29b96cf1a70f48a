import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScriptedSmtpServer } from '../packages/server/src/testing/scripted-smtp-server.ts'
import { expectAccessible, phone, picture, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { sendMail } from './send-mail.ts'
import type { Site } from './site.ts'
import {
  composer,
  letter,
  letterFocused,
  mine,
  sendButton,
  startWritingSite,
  to,
  type WritingSite,
  writeTo,
} from './writing.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** The whole row is one link. */
const openFirst = (page: Page) => page.locator('a[href*="mail="]').first().click()

describe.runIf(hasBrowser)('sending in a browser', () => {
  let writing: WritingSite
  let site: Site
  let far: ScriptedSmtpServer
  let browser: Browser
  let token: string
  let friend: WritingSite['friend']
  beforeAll(async () => {
    writing = await startWritingSite()
    ;({ site, far, token, friend } = writing)
    browser = await openBrowser()
    // The undo time is long enough for a busy machine.
    await site.as(token).updateSetting({ body: { values: { undoSeconds: 60 } } })
    await site.as(token).setSignature({ body: { name: '林牧', signature: '林牧\n雁书' } })
  })
  afterAll(async () => {
    await browser?.close()
    await writing?.stop()
  })

  it('writes, keeps the draft over a reload, sends, takes back, sends again, and shows it delivered', async () => {
    const { page, close, complaints } = await visit(browser, `${site.url}/user/sent`, { token })
    await page.getByText('还没有发过信').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: '写信' }).first().click()
    await letter(page).waitFor()
    await page.getByRole('combobox', { name: '发件人' }).click()
    await page.getByTitle(mine).last().click()
    await writeTo(page, `朋友 <${friend.address}>`)
    await to(page).fill('far@away')
    await to(page).press('Enter')
    await page.getByLabel('主题', { exact: true }).fill('秋天的读书会')
    await letter(page).click()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('下周六下午，')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('不见不散')
    await page.keyboard.press('Control+b')
    await page.getByLabel('选附件').setInputFiles({
      name: '书单.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('一本书\n'),
    })
    await page.getByLabel('选图片').setInputFiles({ name: '海报.png', mimeType: 'image/png', buffer: pixel })
    await letter(page).locator('img[src^="blob:"]').waitFor()
    await expect.poll(async () => (await site.as(token).getDrafts()).list[0]?.attachmentCount).toBe(2)
    await page.getByText('已存草稿').waitFor()

    await page.waitForURL(/compose=draft/)
    await page.reload()
    await letter(page).getByText('不见不散').waitFor()
    expect(await letter(page).locator('strong').textContent()).toBe('不见不散')
    await letter(page).locator('img[src^="blob:"]').waitFor()
    await composer(page).getByText('书单.txt').waitFor()
    await expectAccessible(page)
    await picture(page, 'compose-desktop')

    await sendButton(page).click()
    await page.getByText('地址不完整：far@away').waitFor()
    await page.getByRole('button', { name: '去掉 far@away' }).click()
    await writeTo(page, 'zhou@far.test')
    await sendButton(page).dblclick()
    await page.getByRole('button', { name: '撤回', exact: true }).click()
    await letter(page).getByText('不见不散').waitFor()
    await composer(page).getByText('书单.txt').waitFor()
    // The current letter may still be the one that is being left.
    await expect.poll(async () => (await site.as(token).getSentEmail()).list.length).toBe(0)
    expect(far.messages).toHaveLength(0)

    await site.as(token).updateSetting({ body: { values: { undoSeconds: 0 } } })
    await sendButton(page).dblclick()
    await page.getByText('已发送', { exact: true }).last().waitFor()
    await composer(page).waitFor({ state: 'detached' })
    await page.locator('li').getByText('已送达').first().waitFor()
    await openFirst(page)
    await expect
      .poll(() => page.getByRole('list', { name: '收件人的状态' }).getByText('已送达').count())
      .toBe(2)
    await page.frameLocator('iframe').getByText('不见不散').waitFor()
    await page.getByRole('button', { name: '下载 书单.txt' }).waitFor()
    await expectAccessible(page)
    await picture(page, 'sent-desktop')

    expect(far.messages).toHaveLength(1)
    const source = far.messages[0]?.data.toString('utf8') ?? ''
    expect(source).toMatch(/^Content-Type: image\/png/m)
    expect(source).toMatch(/<strong>|=3Cstrong|PHN0cm9uZz/)
    const inbox = async () => (await site.as(friend.token).getInbox()).list
    await expect.poll(async () => (await inbox()).length).toBe(1)
    expect((await inbox()).map(mail => [mail.subject, mail.attachmentCount])).toEqual([['秋天的读书会', 1]])
    expect((await site.as(token).getDrafts()).list).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  it("shows a bounce with the other side's words, and writes anew to those it came back from", async () => {
    await site.as(token).updateSetting({ body: { values: { undoSeconds: 0 } } })
    const body = { from: mine, to: ['nobody@far.test', 'zhou@far.test'], subject: '有人在吗', text: '在吗' }
    await site.as(token).sendEmail({ body })
    const { page, close } = await visit(browser, `${site.url}/user/sent`, { token })
    await page.getByText('中继服务器不接受收件人').first().waitFor()
    await openFirst(page)
    await page.getByText('No such user here').first().waitFor()
    await page.getByText('1 人退信，1 人已送达').first().waitFor()
    await picture(page, 'sent-bounce-desktop')
    await page.getByRole('button', { name: '重发给退信的人' }).click()
    await letter(page).getByText('在吗').waitFor()
    const recipients = page.getByRole('list', { name: '收件人', exact: true }).getByRole('listitem')
    await expect.poll(() => recipients.count()).toBe(1)
    await page.getByRole('button', { name: '不写了，删掉' }).click()
    await page.getByRole('button', { name: '删掉', exact: true }).click()
    await composer(page).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: '停发名单' }).click()
    await page.getByRole('region', { name: '停发名单' }).getByText('550 5.1.1').waitFor()
    await picture(page, 'suppressions-desktop')
    await page.getByRole('button', { name: '拿掉' }).click()
    await page.getByText('名单是空的').waitFor()
    await close()
  })

  it('answers a mail from the inbox on a phone, and sends it later', async () => {
    await sendMail(site.smtpPort, {
      to: mine,
      from: '"Zhou Yu" <zhou@far.test>',
      headers: { Subject: 'lunch', 'Content-Type': 'text/html; charset=utf-8' },
      body: '<p>Lunch at <b>noon</b>?</p>',
    })
    await expect
      .poll(async () => (await site.as(token).getInbox({ query: { q: 'lunch' } })).list.length)
      .toBe(1)
    const { page, close, complaints } = await visit(browser, `${site.url}/user/inbox`, { token, size: phone })
    await page.getByText('lunch').first().waitFor()
    await openFirst(page)
    await page.getByRole('link', { name: '回复', exact: true }).click()
    await letterFocused(page)
    await page.getByRole('button', { name: '改 Zhou Yu <zhou@far.test>' }).waitFor()
    expect(await page.getByLabel('主题', { exact: true }).inputValue()).toBe('回复：lunch')
    await page.keyboard.type('好，')
    await letter(page).getByText('好，').waitFor()
    await expectAccessible(page)
    await picture(page, 'compose-phone')
    await composer(page).getByRole('button', { name: '定时' }).click()
    await page.getByRole('button', { name: /明早 8:00/ }).click()
    await page.getByText(/^将在.*发送$/).waitFor()
    await page.goto(`${site.url}/user/sent?folder=scheduled`)
    await page.getByText('回复：lunch').first().waitFor()
    await openFirst(page)
    await page.getByRole('button', { name: '现在就发' }).waitFor()
    await picture(page, 'scheduled-phone')
    await page.getByRole('button', { name: '现在就发' }).click()
    await page.getByRole('list', { name: '收件人的状态' }).getByText('已送达').waitFor()
    const answer = far.messages.at(-1)?.data.toString('utf8') ?? ''
    expect(answer).toMatch(/^In-Reply-To: </m)
    expect(complaints).toEqual([])
    await close()
  })

  it('answers from the page of a visitor whose mailbox may send', async () => {
    await site.as(token).updateSetting({ body: { values: { undoSeconds: 0 } } })
    const before = far.messages.length
    const { list } = await site.as(token).getEmailAccount({ query: { q: 'friend' } })
    await site.as(token).editEmailAccount({ body: { id: list[0]?.id ?? '', maySend: true } })
    await sendMail(site.smtpPort, {
      to: friend.address,
      from: 'zhou@far.test',
      headers: { Subject: 'dinner' },
      body: 'Dinner?',
    })
    await expect
      .poll(async () => (await site.as(friend.token).getInbox({ query: { q: 'dinner' } })).list.length)
      .toBe(1)
    const { page, close, complaints } = await visit(browser, `${site.url}/use`, {
      token: friend.token,
      dark: true,
    })
    // Here the newest mail opens by itself.
    await page.getByRole('heading', { name: 'dinner' }).waitFor()
    await page.getByRole('link', { name: '回复', exact: true }).click()
    await letterFocused(page)
    expect(await page.getByLabel('主题', { exact: true }).inputValue()).toBe('回复：dinner')
    await page.keyboard.type('我来。')
    await letter(page).getByText('我来。').waitFor()
    await expectAccessible(page)
    await picture(page, 'use-reply-dark')
    await sendButton(page).click()
    await composer(page).waitFor({ state: 'detached' })
    await expect.poll(() => far.messages.length).toBe(before + 1)
    const answer = far.messages.at(-1)?.data.toString('utf8') ?? ''
    expect(answer).toContain(`From: ${friend.address}`)
    expect(answer).toMatch(/^In-Reply-To: </m)
    expect((await site.as(friend.token).getSentEmail()).list.map(mail => mail.subject)).toEqual([
      '回复：dinner',
    ])
    expect(complaints).toEqual([])
    await close()
  })

  it('keeps the keyboard in the list when something is deleted from it', async () => {
    await site.as(token).updateSetting({ body: { values: { undoSeconds: 0 } } })
    for (const subject of ['one', 'two', 'three', 'four'])
      await site.as(token).sendEmail({ body: { from: mine, to: ['zhou@far.test'], subject, text: 'x' } })
    const { page, close } = await visit(browser, `${site.url}/user/sent?q=zhou`, { token })
    const box = (subject: string) => page.getByRole('checkbox', { name: `，${subject}` })
    const focused = () => page.evaluate(() => document.activeElement?.closest('[data-mail]')?.textContent)
    await box('four').waitFor()
    await expect.poll(() => page.locator('[data-mail]').getByText('已送达').count()).toBeGreaterThan(3)
    await box('three').focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: '删除' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toContain('two')
    // The same works from the open mail.
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'two' }).waitFor()
    await page.getByRole('region', { name: '阅读' }).getByRole('button', { name: '删除' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toContain('one')
    expect(await box('four').count()).toBe(1)
    await close()
  })

  it('shows its operator the queue, which can be paused and gone on with', async () => {
    await site.as(token).pauseQueue({ body: { paused: true } })
    await site
      .as(token)
      .sendEmail({ body: { from: mine, to: ['late@far.test'], subject: 'late', text: 'x' } })
    const { page, close } = await visit(browser, `${site.url}/user/sent?folder=queue`, { token, dark: true })
    await page.getByText('late@far.test').first().waitFor()
    await expectAccessible(page)
    await picture(page, 'queue-dark')
    await page.getByRole('button', { name: '继续发信' }).click()
    await page.getByText('队列是空的').waitFor()
    expect(far.messages.at(-1)?.recipients).toEqual(['late@far.test'])
    await close()
  })

  it('stops a sender whose mail comes back, says so where one writes, and goes on when told to', async () => {
    const values = { undoSeconds: 0, stopBounceLeast: 1, stopBouncePercent: 1 }
    await site.as(token).updateSetting({ body: { values } })
    const body = { from: friend.address, to: ['nobody@far.test'], subject: 'spam', text: 'x' }
    await site.as(friend.token).sendEmail({ body })
    await expect.poll(async () => (await site.as(token).getSendStops({})).list.length).toBe(1)
    const { page, close } = await visit(browser, `${site.url}/user/sent?folder=queue`, { token, size: phone })
    const stops = page.getByRole('list', { name: '被系统停住的' })
    await stops.getByText(friend.address).waitFor()
    await expectAccessible(page)
    await picture(page, 'send-stops-phone')
    const visitor = await visit(browser, `${site.url}/use?compose=new`, { token: friend.token })
    await visitor.page.getByText('退信太多，发信已被系统停住').waitFor()
    expect(await sendButton(visitor.page).getAttribute('aria-disabled')).toBe('true')
    await picture(visitor.page, 'compose-stopped')
    await visitor.close()
    // The operator's table says it too.
    const operator = await visit(browser, `${site.url}/user/emailAccount?tab=temporary`, { token })
    const marked = operator.page.getByRole('row').filter({ hasText: friend.address })
    await marked.getByText('停住', { exact: true }).waitFor()
    expect(await operator.page.getByText('停住', { exact: true }).count()).toBe(1)
    await picture(operator.page, 'accounts-stopped')
    await operator.close()
    await stops.getByRole('button', { name: '恢复发信' }).click()
    await stops.waitFor({ state: 'detached' })
    expect((await site.as(friend.token).getSenders()).stopped).toBeNull()
    await site.as(token).updateSetting({ body: { values: { stopBounceLeast: 50, stopBouncePercent: 20 } } })
    await close()
  })
})
