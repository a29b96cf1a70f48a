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
    await api.createEmailAccount({ body: { domain: 'yanshu.test', random: 450, note: '活动用' } })
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

  it('makes what is pasted, says which were not made, and makes many with random names', async () => {
    const { page, close } = await open('?open=many')
    await page
      .getByRole('textbox', { name: '名单' })
      .fill('carl\ndora@yanshu.test, carl\ncleo@other.test\nbad name\nanna')
    await page.getByText('共 3 个名字，另有 3 个建不了：carl 等，名单里有重复').waitFor()
    await page.getByRole('button', { name: '新建 3 个' }).click()
    await page.getByText('建好了 2 个').waitFor()
    for (const text of ['名单里有重复', '这个地址已经有人用了', '不是选中的域名', '只能用字母、数字'])
      await page.getByText(text).waitFor()
    await page.getByRole('button', { name: '复制全部' }).click()
    await page.getByRole('button', { name: '已存好，关掉' }).click()

    await page.getByRole('button', { name: '批量新建' }).click()
    await page.getByText('随机生成', { exact: true }).click()
    await page.getByLabel('个数').fill('450')
    await page.getByRole('textbox', { name: '备注' }).fill('随机的')
    // The last portion waits until the page has been looked at.
    const looked = Promise.withResolvers<void>()
    let portions = 0
    await page.route('**/api/user/createEmailAccount', async route => {
      if (++portions === 3) await looked.promise
      await route.continue()
    })
    await page.getByRole('button', { name: '新建 450 个' }).click()
    await page.getByText('正在新建 400 / 450').waitFor()
    looked.resolve()
    await page.getByText('建好了 450 个').waitFor()
    const lines = (await page.getByRole('textbox', { name: '邮箱和密码' }).inputValue()).split('\n')
    expect(new Set(lines).size).toBe(450)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载 CSV' }).click(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    expect([csv.charCodeAt(0), csv.trim().split('\r\n').length]).toEqual([0xfeff, 451])
    await close()
  })

  it('finds, filters and sorts by what is in the URL', async () => {
    const { page, close } = await open('?q=anna@')
    await rowOf(page, 'anna@yanshu.test').waitFor()
    await page.getByText('共 1 个').waitFor()
    await page.getByRole('searchbox', { name: '搜地址、备注' }).fill('活动用')
    await page.getByText('共 450 个').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('活动用')
    await page.getByRole('button', { name: '状态', exact: true }).click()
    await page.getByRole('menuitem', { name: '已暂停' }).click()
    await page.getByText('没有符合条件的邮箱').waitFor()
    await page.getByRole('button', { name: /状态：已暂停，取消/ }).click()
    await page.getByRole('columnheader', { name: '地址' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('address')
    const names = () => page.locator('tbody tr td:nth-child(2) b').allInnerTexts()
    await expect.poll(async () => (await names()).join() === (await names()).toSorted().join()).toBe(true)
    expect(await names()).toHaveLength(20)
    await page.getByRole('button', { name: '下一页' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe('2')
    await close()
  })

  it('changes all that a filter means, after showing what would change', async () => {
    const { page, close } = await open('?q=活动用')
    await page.getByText('共 450 个').waitFor()
    await page.getByRole('checkbox', { name: '全选' }).check()
    await page.getByRole('button', { name: '选符合条件的全部 450 个' }).click()
    await page.getByRole('button', { name: '改空间' }).click()
    const dialog = page.getByRole('dialog', { name: '修改 450 个邮箱' })
    await dialog.getByRole('spinbutton').fill('2048')
    await dialog.getByRole('button', { name: '看会改动什么' }).click()
    await dialog.getByText('选中 450 个，其中 450 个会变').waitFor()
    expect((await accounts('活动用')).some(row => row.quotaMb === 2048)).toBe(false)
    await picture(page, 'email-account-preview')
    await dialog.getByRole('button', { name: '改这 450 个' }).click()
    await page.getByText('已修改 450 个').waitFor()
    expect((await accounts('活动用')).every(row => row.quotaMb === 2048)).toBe(true)
    await close()
  })

  it('resets the passwords of the chosen ones and hands them to another', async () => {
    const { page, close } = await open('?q=bert')
    await page.getByRole('checkbox', { name: '选择 bert@yanshu.test' }).check()
    await page.getByRole('button', { name: '重置密码' }).click()
    await page.getByRole('button', { name: '看会改动什么' }).click()
    await page.getByRole('button', { name: '改这 1 个' }).click()
    const [address = '', password = ''] = (
      await page.getByRole('textbox', { name: '新密码' }).inputValue()
    ).split('\t')
    await site.as(null).loginEmail({ body: { address, password } })
    await page.getByRole('button', { name: '复制全部' }).click()
    await page.getByRole('button', { name: '已存好，关掉' }).click()

    await page.getByRole('checkbox', { name: '选择 bert@yanshu.test' }).check()
    await page.getByRole('button', { name: '转给别人' }).click()
    await page.getByRole('combobox', { name: '归属' }).click()
    await page.getByTitle('linmu').click()
    await page.getByRole('button', { name: '看会改动什么' }).click()
    await page.getByRole('button', { name: '改这 1 个' }).click()
    await rowOf(page, 'bert@yanshu.test').getByText('linmu').waitFor()
    await close()
  })

  it('edits one and pauses it', async () => {
    const { page, close } = await open('?q=anna@')
    await rowMenu(page, 'anna@yanshu.test', '修改')
    await page.getByRole('textbox', { name: '备注' }).fill('投稿')
    await page.getByRole('button', { name: '保存' }).click()
    await rowOf(page, 'anna@yanshu.test').getByText('投稿').waitFor()
    await rowMenu(page, 'anna@yanshu.test', '暂停收信')
    await rowOf(page, 'anna@yanshu.test').getByText('已暂停').waitFor()
    await close()
  })

  it('lets rows be chosen on a phone, one by one and a whole page, and lets go of them', async () => {
    const { page, close } = await open('?q=活动用', { size: phone })
    const all = page.getByRole('checkbox', { name: '全选' })
    const rows = page.getByRole('checkbox', { name: /^选择 / })
    await rows.nth(1).click()
    await page.getByText('已选 1 个').waitFor()
    expect(await all.evaluate(box => box instanceof HTMLInputElement && box.indeterminate)).toBe(true)
    await picture(page, 'email-account-phone-chosen')
    await page.getByText('全选', { exact: true }).click()
    await page.getByRole('button', { name: '选符合条件的全部 450 个' }).waitFor()
    expect(await rows.evaluateAll(boxes => boxes.every(box => box.matches(':checked')))).toBe(true)
    await rows.nth(0).click()
    expect(await all.isChecked()).toBe(false)
    // However many deeds there are, this one is at hand.
    await page.getByRole('button', { name: '取消选择' }).click()
    await expect.poll(() => page.getByRole('toolbar', { name: '批量操作' }).count()).toBe(0)
    await all.click()
    await page.getByRole('toolbar').getByRole('button', { name: '改到期' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '看会改动什么' }).waitFor()
    await close()
  })

  it('shows how one is opened elsewhere', async () => {
    const { page, close } = await open('?q=anna@')
    await rowMenu(page, 'anna@yanshu.test', '二维码和客户端')
    await page.getByRole('img', { name: 'anna@yanshu.test 的登录二维码' }).waitFor()
    await page.getByRole('button', { name: '复制登录链接' }).click()
    await page.getByRole('button', { name: '已复制' }).waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await close()
    const guest = await visit(browser, link)
    await guest.page.getByLabel('邮箱地址').waitFor()
    expect(await guest.page.getByLabel('邮箱地址').inputValue()).toBe('anna@yanshu.test')
    await guest.close()
  })

  it('deletes one with an undo, and many that come back from the recently deleted', async () => {
    const { page, close } = await open('?q=anna@')
    await rowMenu(page, 'anna@yanshu.test', '删除')
    await page.getByText('已删除 anna@yanshu.test').waitFor()
    await page.getByRole('button', { name: '撤回' }).click()
    await rowOf(page, 'anna@yanshu.test').waitFor()

    await page.getByRole('checkbox', { name: '选择 anna@yanshu.test' }).check()
    await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click()
    await picture(page, 'email-account-deleting')
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
    await page.getByText('已删除 1 个').waitFor()
    await page.getByRole('tab', { name: /最近删除/ }).click()
    await rowMenu(page, 'anna@yanshu.test', '恢复')
    await page.getByText('没有可以恢复的邮箱').waitFor()
    expect(await accounts('anna@')).toHaveLength(1)
    await close()
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

  it('shows a user only its own, and an admin on /use only the addresses of its own account', async () => {
    const { password } = await site.as(token).createSysAccount({ body: { username: 'shenyan' } })
    const own = await site.as(null).login({ body: { username: 'shenyan', password } })
    const { page, close } = await visit(browser, `${site.url}/user/emailAccount`, { token: own.token })
    await page.getByText('还没有邮箱账号').waitFor()
    await page.getByRole('button', { name: '新建邮箱' }).first().click()
    await page.getByLabel('名字').waitFor()
    expect(await page.getByText('归属').count()).toBe(0)
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
