import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ScriptedSmtpServer,
  startScriptedSmtp,
} from '../packages/server/src/testing/scripted-smtp-server.ts'
import { expectAccessible, hasBrowser, openBrowser, phone, picture, visit } from './browser.ts'
import { sendMail } from './send-mail.ts'
import { adminPassword, type Site, startSite } from './site.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const composer = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('textbox', { name: '正文' }) })
const letter = (page: Page) => page.getByRole('textbox', { name: '正文' })
const to = (page: Page) => page.getByRole('combobox', { name: '收件人' })
const sendButton = (page: Page) => composer(page).getByRole('button', { name: '发送', exact: true })

/** The whole row is one link. */
const openFirst = (page: Page) => page.locator('a[href*="mail="]').first().click()

async function writeTo(page: Page, address: string): Promise<void> {
  await to(page).fill(address)
  await to(page).press('Enter')
}

describe.runIf(hasBrowser)('sending in a browser', () => {
  let site: Site
  let far: ScriptedSmtpServer
  let browser: Browser
  let token: string
  let friend: { address: string; token: string }
  const mine = 'lin@yanshu.test'

  beforeAll(async () => {
    far = await startScriptedSmtp({
      rcpt: address => (address.startsWith('nobody@') ? '550 5.1.1 No such user here' : undefined),
    })
    site = await startSite()
    browser = await openBrowser()
    token = await site.adminToken()
    friend = await site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart: 'friend' } })
    await site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart: 'lin' } })
    const relay = { host: '127.0.0.1', port: far.port, security: 'none' as const, username: '' }
    await site.as(token).setRelay({ body: relay })
    // Time enough to take it back on a busy machine.
    await site.as(token).updateSetting({ body: { values: { undoSeconds: 60 } } })
    await site.as(token).setSignature({ body: { name: '林牧', signature: '林牧\n雁书' } })
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
    await far?.stop()
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
    expect(far.messages).toHaveLength(0)
    expect((await site.as(token).getSentEmail()).list).toHaveLength(0)

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
    const inbox = await site.as(friend.token).getInbox()
    expect(inbox.list.map(mail => [mail.subject, mail.attachmentCount])).toEqual([['秋天的读书会', 1]])
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
    expect(await page.getByRole('list', { name: '收件人', exact: true }).getByRole('listitem').count()).toBe(
      1,
    )
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
    await letter(page).waitFor()
    await page.getByRole('button', { name: '改 Zhou Yu <zhou@far.test>' }).waitFor()
    expect(await page.getByLabel('主题', { exact: true }).inputValue()).toBe('回复：lunch')
    await page.keyboard.type('好，')
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
    const { page, close, complaints } = await visit(browser, `${site.url}/use`, {
      token: friend.token,
      dark: true,
    })
    // The newest mail is open by itself here.
    await page.getByRole('heading', { name: 'dinner' }).waitFor()
    await page.getByRole('link', { name: '回复', exact: true }).click()
    await letter(page).waitFor()
    expect(await page.getByLabel('主题', { exact: true }).inputValue()).toBe('回复：dinner')
    await page.keyboard.type('我来。')
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
    await page.getByText('队列是空的').waitFor({ timeout: 20_000 })
    expect(far.messages.at(-1)?.recipients).toEqual(['late@far.test'])
    await close()
  })

  it('stops a sender whose mail comes back, says so where one writes, and goes on when told to', async () => {
    const values = { undoSeconds: 0, stopBounceLeast: 1, stopBouncePercent: 1 }
    await site.as(token).updateSetting({ body: { values } })
    const body = { from: friend.address, to: ['nobody@far.test'], subject: 'spam', text: 'x' }
    await site.as(friend.token).sendEmail({ body })
    const { page, close } = await visit(browser, `${site.url}/user/sent?folder=queue`, { token, size: phone })
    const stops = page.getByRole('list', { name: '被系统停住的' })
    await stops.getByText(friend.address).waitFor({ timeout: 20_000 })
    await expectAccessible(page)
    await picture(page, 'send-stops-phone')
    const visitor = await visit(browser, `${site.url}/use?compose=new`, { token: friend.token })
    await visitor.page.getByText('退信太多，发信已被系统停住').waitFor()
    expect(await sendButton(visitor.page).getAttribute('aria-disabled')).toBe('true')
    await picture(visitor.page, 'compose-stopped')
    await visitor.close()
    // One who can lift it is told where, also when writing from somebody else's; the table says it too.
    const { draft } = await site
      .as(token)
      .saveDraft({ body: { from: friend.address, subject: 'x', html: '' } })
    const operator = await visit(browser, `${site.url}/user/sent?compose=draft&of=${draft.id}`, { token })
    await operator.page.getByText('可以在“已发送”的“队列”里恢复').waitFor()
    expect(await sendButton(operator.page).getAttribute('aria-disabled')).toBe('true')
    await operator.page.goto(`${site.url}/user/emailAccount?tab=temporary`)
    const marked = operator.page.getByRole('row').filter({ hasText: friend.address })
    await marked.getByText('停住', { exact: true }).waitFor()
    expect(await operator.page.getByText('停住', { exact: true }).count()).toBe(1)
    await picture(operator.page, 'accounts-stopped')
    await operator.close()
    await site.as(token).delDraft({ body: { ids: [draft.id] } })
    await stops.getByRole('button', { name: '恢复发信' }).click()
    await stops.waitFor({ state: 'detached' })
    expect((await site.as(friend.token).getSenders()).stopped).toBeNull()
    await site.as(token).updateSetting({ body: { values: { stopBounceLeast: 50, stopBouncePercent: 20 } } })
    await close()
  })

  it('opens the draft again, and no empty letter, when one comes back to where it was left', async () => {
    const { page, close } = await visit(browser, `${site.url}/user/inbox`, { token })
    const begin = async () => {
      await page.goto(`${site.url}/user/inbox`)
      await page.getByRole('link', { name: '写信' }).first().click()
      await letter(page).click()
    }
    // The first words are under way to the server when one leaves.
    await begin()
    const held = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await page.route('**/saveDraft', async route => {
      asked.resolve()
      await held.promise
      await route.continue()
    })
    await page.keyboard.type('半句')
    await asked.promise
    await page.goBack()
    await composer(page).waitFor({ state: 'detached' })
    const saved = page.waitForResponse('**/saveDraft')
    held.resolve()
    await saved
    await page.unroute('**/saveDraft')
    // Saving does not open it again where one has gone.
    await expect.poll(async () => (await site.as(token).getDrafts()).list[0]?.preview ?? '').toContain('半句')
    expect(page.url()).not.toContain('compose')
    await page.goForward()
    await page.waitForURL(/compose=draft/)
    await letter(page).getByText('半句').waitFor()

    // They are saved: the letter has an address of its own, whichever way one leaves.
    await begin()
    await page.keyboard.type('又一封')
    await page.waitForURL(/compose=draft/)
    await page.keyboard.type('，接着写')
    await page.goto(`${site.url}/user/domain`)
    await page.goBack()
    await letter(page).getByText('又一封，接着写').waitFor()
    await close()
  })

  it('loses nothing that was typed when one goes back, or when the login ends', async () => {
    const own = await site.adminToken()
    const { draft } = await site
      .as(token)
      .saveDraft({ body: { from: mine, subject: '信', html: '<p>开头</p>' } })
    const kept = async () => (await site.as(token).getDraft({ params: { id: draft.id } })).draft.html
    const { page, close } = await visit(browser, `${site.url}/user/sent?folder=drafts`, { token: own })
    const open = async () => {
      await page.goto(`${site.url}/user/sent?folder=drafts`)
      await page.locator(`a[href*="of=${draft.id}"]`).first().click()
      await letter(page).getByText('开头').waitFor()
      await letter(page).click()
      await page.keyboard.press('Control+End')
    }
    await open()
    await page.keyboard.type('，接着')
    await expect.poll(kept).toContain('开头，接着')
    await page.keyboard.type('，后来')
    await page.goBack()
    await expect.poll(kept).toContain('开头，接着，后来')

    await open()
    const lost = { error: 302, url: '/auth', msg: '登录状态失效，请先登录' }
    await page.route('**/saveDraft', route => route.fulfill({ status: 401, json: lost }))
    await page.keyboard.type('，最后')
    await page.waitForURL('**/auth')
    await page.unroute('**/saveDraft')
    expect(await kept()).not.toContain('最后')
    await page.getByLabel('用户名').fill('admin')
    await page.getByLabel('密码', { exact: true }).fill(adminPassword)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await letter(page).getByText('开头，接着，后来，最后').waitFor()
    await page.getByText('上次没存上的内容找回来了').waitFor()
    await expect.poll(kept).toContain('开头，接着，后来，最后')
    await close()
  })

  it('never saves over what another window wrote, and keeps a name, a forwarding, an automatic answer and a relay', async () => {
    const { draft } = await site
      .as(token)
      .saveDraft({ body: { from: mine, subject: 'one', html: '<p>one</p>' } })
    const { page, close, complaints } = await visit(
      browser,
      `${site.url}/user/sent?compose=draft&of=${draft.id}`,
      { token },
    )
    await letter(page).getByText('one').waitFor()
    await site.as(token).saveDraft({ body: { id: draft.id, version: draft.version, subject: 'two' } })
    await page.getByLabel('主题', { exact: true }).fill('three')
    await page.getByText('这份草稿在别处改过了').waitFor()
    expect((await site.as(token).getDraft({ params: { id: draft.id } })).draft.subject).toBe('two')
    await page.getByRole('button', { name: '保留这里的' }).click()
    await page.getByText('已存草稿').waitFor()
    expect((await site.as(token).getDraft({ params: { id: draft.id } })).draft.subject).toBe('three')

    await page.goto(`${site.url}/user/setting?tab=sending`)
    const part = (name: string) => page.getByRole('region', { name })
    await part('名字和签名').getByLabel('发件人显示的名字').fill('雁书客服')
    await part('名字和签名').getByRole('button', { name: '保存' }).click()
    await expect.poll(async () => (await site.as(token).getSenders()).name).toBe('雁书客服')
    // None of the mailboxes is the admin's own, so none is chosen beforehand.
    for (const name of ['转发', '自动回复']) {
      await part(name).getByLabel('哪个邮箱').click()
      await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByTitle(mine).click()
    }
    await part('转发').getByLabel('转发到').fill('keep@far.test')
    await part('转发').getByLabel('转发到').press('Enter')
    await part('转发').getByRole('button', { name: '保存' }).click()
    await page.getByText('已保存，新来的信会转过去').waitFor()
    await part('自动回复').getByLabel('自动回复来信').check()
    await part('自动回复').getByRole('button', { name: '保存' }).click()
    await part('自动回复').getByText('请写下要回复的话').waitFor()
    await part('自动回复').getByLabel('正文').fill('我在休假')
    await part('自动回复').getByLabel('到哪天为止').fill('2027-03-08')
    await part('自动回复').getByLabel('到哪天为止').press('Enter')
    await part('自动回复').getByRole('button', { name: '保存' }).click()
    await page.getByText('已保存，来信会自动回复').waitFor()
    const { list } = await site.as(token).getSenders()
    const mailbox = list.find(one => one.address === mine)?.mailboxId ?? ''
    const { autoReply } = await site.as(token).getAutoReply({ query: { mailbox } })
    expect(autoReply).toMatchObject({ enabled: true, from: null, text: '我在休假' })
    await expectAccessible(page)
    await picture(page, 'sending-settings')
    await part('中继').getByRole('button', { name: '改全站的中继' }).click()
    await page.getByRole('dialog').getByLabel('主机名').fill('localhost')
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await part('中继').getByText(`localhost:${far.port}`).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
