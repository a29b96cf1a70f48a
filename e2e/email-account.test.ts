import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, phone, picture, settled, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { type Site, startSite } from './site.ts'

describe.runIf(hasBrowser)('the page of mailboxes', () => {
  let site: Site
  let browser: Browser
  let token: string
  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser()
    token = await site.adminToken()
    const api = site.as(token)
    await api.createSysAccount({ body: { username: 'linmu' } })
    await api.createEmailAccount({ body: { domain: 'yanshu.test', names: ['anna', 'bert'] } })
    await api.createEmailAccount({ body: { domain: 'yanshu.test', random: 25, note: '活动用' } })
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  const open = (query = '', look = {}) =>
    visit(browser, `${site.url}/user/emailAccount${query}`, { token, ...look })
  const rowOf = (page: Page, address: string) => page.getByRole('row').filter({ hasText: address })
  const accounts = async (q: string) =>
    (await site.as(token).getEmailAccount({ query: { q, pageSize: 100 } })).list
  const rowMenu = async (page: Page, address: string, item: string) => {
    await page.getByRole('button', { name: `${address} 的更多操作` }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }

  it('gives one’s holder neither its note nor the pause to undo', async () => {
    const password = 'a long pass phrase'
    const names = ['held']
    const body = { domain: 'yanshu.test', names, password, note: '逾期未付', status: 'paused' as const }
    await site.as(token).createEmailAccount({ body })
    const held = await site.as(null).loginEmail({ body: { address: 'held@yanshu.test', password } })
    const { page, close, complaints } = await visit(browser, `${site.url}/use`, { token: held.token })
    await page.getByText('暂停收信。').waitFor()
    await page.getByRole('button', { name: /^更多：固定/ }).click()
    await page.getByRole('menuitem', { name: '删除这个地址' }).waitFor()
    expect(await page.getByRole('menuitem', { name: /收信/ }).count()).toBe(0)
    expect(await page.content()).not.toContain('逾期未付')
    expect(complaints).toEqual([])
    await close()
  })

  it.each([
    ['desktop', {}],
    ['desktop-dark', { dark: true }],
    ['phone', { size: phone }],
    ['phone-dark', { size: phone, dark: true }],
  ])('lets an admin have a name at once that was given up not long ago: %s', async (look, how) => {
    const api = site.as(token)
    const [single, listed] = [`single-${look}`, `listed-${look}`]
    const { password } = await api.createSysAccount({ body: { username: `owner-${look}` } })
    const owner = await site.as(null).login({ body: { username: `owner-${look}`, password } })
    const own = site.as(owner.token)
    const { list } = await own.createEmailAccount({
      body: { domain: 'yanshu.test', names: [single, listed] },
    })
    await own.delEmailAccount({ body: { ids: list.map(({ id }) => id), keep: false } })

    const { page, close, complaints } = await open('?open=one', how)
    await page.getByLabel('名字').fill(single)
    await page.getByRole('button', { name: '新建', exact: true }).click()
    await page.getByText(/这个名字不久前有人用过，要到 20\d\d年\d+月\d+日 之后才能再用/).waitFor()
    const release = page.getByRole('button', { name: '现在放开' })
    await release.waitFor()
    await picture(page, `resting-name-${look}`)
    // The message belongs to the name that was asked for.
    await page.getByLabel('名字').fill(`${single}2`)
    await release.waitFor({ state: 'hidden' })
    await page.getByLabel('名字').fill(single)
    await release.click()
    await page.getByText(`${single}@yanshu.test 放开了，谁都可以再用`).waitFor()
    await page.getByText(/不久前有人用过/).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: '新建', exact: true }).click()
    await page.getByText('建好了 1 个').waitFor()
    await page.getByRole('button', { name: '复制全部' }).click()
    await page.getByRole('button', { name: '已存好，关掉' }).click()
    await close()

    const many = await open('?open=many', how)
    await many.page.getByRole('textbox', { name: '名单' }).fill(`${listed}\nbeside-${look}`)
    await many.page.getByRole('button', { name: '新建 2 个' }).click()
    await many.page.getByText('没成的 1 个').waitFor()
    await picture(many.page, `resting-names-${look}`)
    await many.page.getByRole('button', { name: '现在放开' }).click()
    await many.page.getByText('放开了，可以再建一次').waitFor()
    await many.close()
    expect([...complaints, ...many.complaints]).toEqual([])
  })

  it('makes one, whose password is shown once and opens it', async () => {
    const { page, close, complaints } = await open()
    await page.getByRole('button', { name: '新建邮箱' }).first().click()
    await page.getByLabel('名字').fill('wangfang')
    await page.getByRole('checkbox', { name: '不限' }).uncheck()
    await page.getByRole('button', { name: '新建', exact: true }).click()
    const made = await page.getByRole('textbox', { name: '邮箱和密码' }).inputValue()
    const [address = '', password = ''] = made.split('\t')
    expect(address).toBe('wangfang@yanshu.test')
    await page.getByRole('button', { name: '已存好，关掉' }).click()
    await page.getByText('还没有复制或下载').waitFor()
    await page.getByRole('button', { name: '不了' }).click()
    await page.getByRole('button', { name: '复制全部' }).click()
    await page.getByRole('button', { name: '已存好，关掉' }).click()
    await rowOf(page, address).waitFor()
    const { token: own } = await site.as(null).loginEmail({ body: { address, password } })
    expect(own).not.toBe('')
    expect((await accounts('wangfang'))[0]).toMatchObject({ quotaMb: 1024, ownerName: 'admin' })

    await page.getByRole('button', { name: '新建邮箱' }).first().click()
    await page.getByLabel('名字').fill('wangfang')
    await page.getByRole('button', { name: '新建', exact: true }).click()
    await page.getByText('这个地址已经有人用了').first().waitFor()
    expect(await page.getByLabel('名字').inputValue()).toBe('wangfang')
    expect(complaints).toEqual([])
    await close()
  })

  it('shows how one is opened elsewhere', async () => {
    const { page, close } = await open('?q=anna@')
    await rowMenu(page, 'anna@yanshu.test', '二维码和客户端')
    await page.getByRole('button', { name: '显示让手机接着用的二维码' }).click()
    await page.getByRole('img', { name: '在手机上接着用 anna@yanshu.test 的二维码' }).waitFor()
    await page.getByRole('button', { name: '复制登录链接' }).click()
    await page.getByRole('button', { name: '已复制' }).waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await close()
    const guest = await visit(browser, link)
    await guest.page.getByLabel('邮箱地址').waitFor()
    expect(await guest.page.getByLabel('邮箱地址').inputValue()).toBe('anna@yanshu.test')
    await guest.close()
  })

  it('imports a file after checking every line, and exports what is shown', async () => {
    const { page, close } = await open('?open=import')
    const text =
      '地址,密码,空间MB,备注\nnew1@yanshu.test,,512,"一, ""二"""\nbroken,,1,\nnew2@yanshu.test,short,,\n'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: '名单.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${text}`) })
    await page.getByText('3 行，可以导入 1 行，有问题的 2 处').waitFor()
    await page.getByRole('cell', { name: '不是完整的邮箱地址' }).waitFor()
    const [faults] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载有问题的行' }).click(),
    ])
    expect(await readFile(await faults.path(), 'utf8')).toContain('new2@yanshu.test,short')
    await page.getByRole('button', { name: '导入 1 个' }).click()
    await page.getByRole('button', { name: '复制全部' }).click()
    await page.getByRole('button', { name: '已存好，关掉' }).click()
    expect((await accounts('new1'))[0]).toMatchObject({ quotaMb: 512, note: '一, "二"' })

    await page.getByRole('searchbox', { name: '搜地址、备注' }).fill('new1')
    await page.getByText('共 1 个').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出' }).click(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv.trim().split('\r\n')).toHaveLength(2)
    expect(csv).toContain('new1@yanshu.test,,512,,正常,否,admin,"一, ""二"""')
    await close()
  })

  it.each([
    ['dark', { dark: true }, '?open=many'],
    ['phone', { size: phone }, '?open=one'],
    ['phone-dark', { size: phone, dark: true }, '?q=anna@'],
  ])('is accessible and fits in %s', async (name, look, query) => {
    const { page, close, complaints } = await open(query, look)
    await settled(page)
    await page
      .getByText(query.startsWith('?open') ? '备注' : 'anna')
      .first()
      .waitFor()
    await picture(page, `email-account-${name}`)
    await expectAccessible(page)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('shows what is about to happen to the chosen ones', async () => {
    const { page, close, complaints } = await open('?q=anna@')
    await page.getByRole('checkbox', { name: '选择 anna@yanshu.test' }).check()
    await page.getByRole('button', { name: '改空间' }).click()
    await page.getByRole('button', { name: '看会改动什么' }).click()
    await page.getByText('选中 1 个，其中 1 个会变').waitFor()
    await picture(page, 'email-account-preview')
    await page.getByRole('button', { name: '改这 1 个' }).click()
    await page.getByText('已修改 1 个').waitFor()
    await page.getByRole('checkbox', { name: '选择 anna@yanshu.test' }).check()
    await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).waitFor()
    await picture(page, 'email-account-deleting')
    await page.setViewportSize(phone)
    await page.getByRole('dialog').getByRole('button', { name: '不了' }).click()
    await picture(page, 'email-account-phone-chosen')
    expect(complaints).toEqual([])
    await close()
  })

  it('shows a user only its own, and an admin on /use only the addresses of its own account', async () => {
    const { password } = await site.as(token).createSysAccount({ body: { username: 'shenyan' } })
    const own = await site.as(null).login({ body: { username: 'shenyan', password } })
    const { page, close } = await visit(browser, `${site.url}/user/emailAccount`, { token: own.token })
    await page.getByText('还没有邮箱账号').waitFor()
    await close()
    const theirs = await site
      .as(own.token)
      .createEmail({ body: { domain: 'yanshu.test', localPart: 'theirs' } })
    const mine = await site.as(token).createEmail({ body: { domain: 'yanshu.test', localPart: 'adminsown' } })
    const use = await visit(browser, `${site.url}/use`, { token })
    await use.page.getByText(mine.mailbox.localPart).first().waitFor()
    expect(await use.page.getByText(theirs.mailbox.localPart).count()).toBe(0)
    await use.close()
  })
})
