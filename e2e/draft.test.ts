import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, picture, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { adminPassword, type Site } from './site.ts'
import { letter, mine, startWritingSite, type WritingSite } from './writing.ts'

const nextYear = `${new Date().getFullYear() + 1}-03-08`

describe.runIf(hasBrowser)('drafts and the settings of sending in a browser', () => {
  let writing: WritingSite
  let site: Site
  let browser: Browser
  let token: string
  beforeAll(async () => {
    writing = await startWritingSite()
    ;({ site, token } = writing)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await writing?.stop()
  })

  it('has an address of its own as soon as it is saved, and keeps the last words when another page is loaded', async () => {
    const { page, close } = await visit(browser, `${site.url}/user/inbox`, { token })
    await page.getByRole('link', { name: '写信' }).first().click()
    await letter(page).click()
    await page.keyboard.type('又一封')
    await page.waitForURL(/compose=draft/)
    await page.keyboard.type('，接着写')
    await page.goto(`${site.url}/user/domain`)
    await page.goBack()
    await letter(page).getByText('又一封，接着写').waitFor()
    await close()
  })

  it('loses nothing that was typed when the login ends', async () => {
    const own = await site.adminToken()
    const { draft } = await site
      .as(token)
      .saveDraft({ body: { from: mine, subject: '信', html: '<p>开头</p>' } })
    const kept = async () => (await site.as(token).getDraft({ params: { id: draft.id } })).draft.html
    const { page, close } = await visit(browser, `${site.url}/user/sent?folder=drafts`, { token: own })
    await page.locator(`a[href*="of=${draft.id}"]`).first().click()
    await letter(page).getByText('开头').waitFor()
    await letter(page).click()
    await page.keyboard.press('Control+End')
    const lost = { error: 302, url: '/auth', msg: '登录状态失效，请先登录' }
    await page.route('**/saveDraft', route => route.fulfill({ status: 401, json: lost }))
    await page.keyboard.type('，最后')
    await page.waitForURL('**/auth')
    await page.unroute('**/saveDraft')
    expect(await kept()).not.toContain('最后')
    await page.getByLabel('用户名').fill('admin')
    await page.getByLabel('密码', { exact: true }).fill(adminPassword)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    // This message disappears after a while.
    await page.getByText('上次没存上的内容找回来了').waitFor()
    await letter(page).getByText('开头，最后').waitFor()
    await expect.poll(kept).toContain('开头，最后')
    await close()
  })

  it('keeps a name, a forwarding, an automatic answer and a relay', async () => {
    const { page, close, complaints } = await visit(browser, `${site.url}/user/setting?tab=sending`, {
      token,
    })
    const part = (name: string) => page.getByRole('region', { name })
    await part('名字和签名').getByLabel('发件人显示的名字').fill('雁书客服')
    await part('名字和签名').getByRole('button', { name: '保存' }).click()
    await expect.poll(async () => (await site.as(token).getSenders()).name).toBe('雁书客服')
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
    await part('自动回复').getByLabel('到哪天为止').fill(nextYear)
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
    await part('中继').getByText(`localhost:${writing.far.port}`).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
