import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop, expectAccessible, expectChineseNames, openContext, phone, visitIn } from './browser.ts'
import { hasBrowser } from './chromium.ts'
import {
  dialog,
  forAll,
  forThis,
  type InboxSite,
  keys,
  letters,
  list,
  opened,
  parts,
  press,
  row,
  senders,
  startInboxSite,
} from './inbox-site.ts'

describe.runIf(hasBrowser)('the inbox of several mailboxes and windows', () => {
  let inbox: InboxSite
  beforeAll(async () => {
    inbox = await startInboxSite()
  })
  afterAll(async () => {
    await inbox?.stop()
  })

  it('shows all mailboxes or one of more than a hundred, deletes there alone, and tells nothing of others’', async () => {
    const others = Array.from({ length: 99 }, (_, place) => `anna${place}`)
    const { token, boxes, at } = await inbox.customer('anna', ['anna-shop', 'anna-bank', ...others])
    const bert = await inbox.customer('bert', ['bert-secret'])
    await inbox.fill({ address: at(0), token }, [{ subject: '店铺来信', from: 'Shop <shop@example.com>' }])
    await inbox.fill({ address: at(1), token }, [{ subject: '银行来信', from: 'Bank <bank@example.com>' }])
    const secret = { subject: '别人的秘密', from: 'Spy <spy@example.com>' }
    await inbox.fill({ address: bert.at(0), token: bert.token }, [secret])
    const { page, close, complaints } = await inbox.open(token)
    await senders(page).toEqual(['Bank', 'Shop'])
    await press(page, '全部邮箱，切换邮箱')
    const find = page.getByRole('searchbox', { name: '找邮箱' })
    await find.fill('bert')
    await page.getByText('没有这样的邮箱。').waitFor()
    await find.fill('shop')
    await page.getByRole('link', { name: at(0) }).click()
    await senders(page).toEqual(['Shop'])
    await page.reload()
    await page.getByRole('heading', { name: `收件箱 · ${at(0)}` }).waitFor()
    const ids = (await inbox.mails(token)).map(({ id }) => id)
    await inbox.site.as(token).updateEmail({ body: { ids, folder: 'trash' } })
    await page.getByRole('link', { name: '回收站' }).click()
    await senders(page).toEqual(['Shop'])
    await forAll(page, '清空回收站')
    await dialog(page, '清空回收站')
      .getByText(`${at(0)} 回收站里的邮件`)
      .waitFor()
    await press(page, '清空')
    await page.getByText('回收站是空的').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: `回收站 · ${at(0)}` }).waitFor()
    await page.getByRole('button', { name: `${at(0)}，切换邮箱` }).waitFor()
    expect((await inbox.mails(token, 'trash')).map(({ mailboxId }) => mailboxId)).toEqual([boxes[1]?.id])
    const [foreign] = await inbox.mails(bert.token)
    await page.goto(`${inbox.site.url}/user/inbox?mail=${foreign?.id}`)
    await page.getByText('这封邮件已经不在了').waitFor()
    await page.goto(`${inbox.site.url}/user/inbox?mailbox=${foreign?.mailboxId}&panel=trace`)
    await dialog(page, '收信记录').getByText('没有找到').waitFor()
    await keys(page, 'Escape')
    await page.getByText('这个邮箱已经不在了').waitFor()
    expect(await page.locator('body').textContent()).not.toMatch(/bert-secret|别人的秘密|Spy/)
    await row(page, '看全部邮箱').click()
    await page.getByText('还没有来信').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it.each([
    ['desktop', { size: desktop, dark: true }],
    ['phone', { size: phone }],
  ])('tells why a mail did not come (%s)', async (name, look) => {
    const admin = inbox.site.as(inbox.adminToken)
    const { token, boxes, at } = await inbox.customer(`keeper-${name}`, [
      `fine-${name}`,
      `resting-${name}`,
      `full-${name}`,
    ])
    await admin.editEmailAccount({ body: { id: boxes[1]?.id ?? '', status: 'paused' } })
    await admin.editEmailAccount({ body: { id: boxes[2]?.id ?? '', quotaMb: 0 } })
    await admin.addBlock({ body: { kind: 'sender', patterns: [`pest-${name}@example.com`] } })
    await inbox.write(at(0), { subject: '收下的信' })
    for (const to of [at(1), at(2), `nobody-${name}@yanshu.test`])
      await expect(inbox.write(to, { subject: '不收' })).rejects.toThrow(/^[45]/)
    await expect(inbox.write(at(0), { subject: '不收', from: `pest-${name}@example.com` })).rejects.toThrow(
      /^5/,
    )
    await expect.poll(async () => (await inbox.site.as(token).getTrace({ query: {} })).total).toBe(4)
    const { page, close, complaints } = await inbox.open(token, '', look)
    if (look.size === phone) await press(page, /切换文件夹或邮箱$/)
    await page.getByRole('link', { name: '收信记录' }).click()
    const drawer = dialog(page, '收信记录')
    const told = () => drawer.getByRole('listitem').allTextContents()
    const line = (...words: string[]) => expect.stringMatching(words.join('.*'))
    const full = line('稍后再送', at(2), '邮箱容量已满')
    const resting = line('稍后再送', at(1), '邮箱已暂停收信')
    const blocked = line('拒收', at(0), '在本站的拦截名单上')
    await expect.poll(told).toEqual([blocked, full, resting, line('已收下', at(0), '已送达收件箱')])
    expect(await drawer.evaluate(element => element.scrollWidth <= innerWidth)).toBe(true)
    await expectAccessible(page)
    await expectChineseNames(page)
    await page.clock.install()
    await drawer.getByRole('button', { name: '请对方再送' }).click()
    await expect.poll(told).toEqual([full, resting])
    // The open trace shows the next attempt.
    await expect(inbox.write(at(1), { subject: '不收' })).rejects.toThrow(/^4/)
    await page.clock.fastForward(10_000)
    await expect.poll(told).toEqual([resting, full, resting])
    await drawer.getByRole('button', { name: '已收下' }).click()
    await drawer.getByRole('link', { name: '看这封信' }).click()
    await opened(page, '收下的信').waitFor()
    expect(complaints).toEqual([])
    await close()
    // Only the operator learns of mail to unknown names, and not of mail to other people's.
    const operator = await inbox.open(inbox.adminToken, '?panel=trace', look)
    const find = operator.page.getByRole('searchbox', { name: '在收信记录里找' })
    const lines = dialog(operator.page, '收信记录').getByRole('listitem')
    await find.fill(`nobody-${name}@`)
    await lines
      .filter({ hasText: `nobody-${name}@` })
      .getByText('没有这个邮箱')
      .waitFor()
    await find.fill(`pest-${name}@`)
    await dialog(operator.page, '收信记录').getByText('没有这样的记录').waitFor()
    expect(operator.complaints).toEqual([])
    await operator.close()
  })

  it('counts unread mail in the title and on the icon of every window, and each shows what another does', async () => {
    const { token, address } = await inbox.filled('counting', [])
    const context = await openContext(inbox.browser, { token })
    const one = await visitIn(context, `${inbox.site.url}/user/inbox`)
    const two = await visitIn(context, `${inbox.site.url}/user/inbox`)
    const signOf = async ({ page }: typeof one) =>
      `${await page.title()} ${await page.locator('link[rel="icon"]').getAttribute('href')}`
    const signs = (sign: string) =>
      expect.poll(() => Promise.all([signOf(one), signOf(two)])).toEqual([sign, sign])
    await signs('收件箱 · 雁书 /logo.svg')
    await inbox.fill({ address, token }, letters(2))
    await signs('(2) 收件箱 · 雁书 /logo-unread.svg')
    await row(one.page, 'Writer1').click()
    await expect.poll(() => list(two.page).getByRole('img', { name: '未读' }).count()).toBe(1)
    await signs('(1) 收件箱 · 雁书 /logo-unread.svg')
    await forAll(two.page, '全部标为已读')
    await signs('收件箱 · 雁书 /logo.svg')
    await press(one.page, '标为未读')
    await signs('(1) 收件箱 · 雁书 /logo-unread.svg')
    for (const { page } of [one, two]) {
      await row(page, 'Writer2').click()
      await opened(page, '第2封信').waitFor()
    }
    await press(one.page, '移到回收站')
    await opened(one.page, '第1封信').waitFor()
    await senders(two.page).toEqual(['Writer1'])
    await opened(two.page, '第2封信').waitFor()
    await press(one.page, '撤回')
    await senders(two.page).toEqual(['Writer2', 'Writer1'])
    expect(await inbox.subjects(token)).toEqual(['第2封信', '第1封信'])
    expect([...one.complaints, ...two.complaints]).toEqual([])
    await context.close()
  })

  it('shows a mail as letter, text, headers and source, with its proof, and gives it away', async () => {
    const html = '<p>你好 <b>读者</b></p>'
    const both = parts(
      'alternative',
      ['text/plain; charset=utf-8', '只有文字'],
      ['text/html; charset=utf-8', html],
    )
    const { token } = await inbox.filled('reader', [
      { subject: '早一点的信', from: 'Early <early@example.com>' },
      { subject: '两种样子', from: 'Both <both@example.com>', ...both },
    ])
    const { page, context, close, complaints } = await inbox.open(token, '', {
      size: { width: 1680, height: 900 },
    })
    await context.addInitScript(() => {
      window.print = () => document.body.append('printed')
    })
    await page.reload()
    await row(page, 'Both').click()
    const article = page.getByRole('article', { name: '邮件' })
    await article.frameLocator('iframe').getByText('读者').waitFor()
    await press(page, '纯文本')
    await article.getByText('只有文字', { exact: true }).waitFor()
    await press(page, '信头')
    await article.getByRole('definition').filter({ hasText: 'multipart/alternative' }).waitFor()
    await press(page, '原文')
    await article.getByText(html).waitFor()
    await article.getByText('来源未证实，example.com 的凭据暂时查不到').waitFor()
    await press(page, '看依据')
    await article.getByRole('row', { name: /^DKIM 没有 没有签名/ }).waitFor()
    await article.getByRole('row', { name: /^SPF 暂时查不到/ }).waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), forThis(page, '下载 .eml')])
    expect(download.suggestedFilename()).toBe('两种样子.eml')
    expect(await readFile(await download.path(), 'utf8')).toContain(html)
    await forThis(page, '打印')
    await page.getByText('printed').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect([await list(page).isVisible(), await article.isVisible()]).toEqual([false, true])
    await page.emulateMedia({ media: 'screen' })
    expect(await page.getByRole('button', { name: '上一封' }).isDisabled()).toBe(true)
    await press(page, '下一封')
    await opened(page, '早一点的信').waitFor()
    await page.reload()
    await opened(page, '早一点的信').waitFor()
    await page.getByText('2 / 2').waitFor()
    await press(page, '上一封')
    await opened(page, '两种样子').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('shows an admin the own mail alone, and marks no other as read', async () => {
    const cleo = await inbox.customer('cleo', ['cleo-mail'])
    await inbox.fill({ address: cleo.at(0), token: cleo.token }, [
      { subject: '还没看的信', from: 'Late <late@example.com>' },
    ])
    const admin = inbox.adminToken
    const own = { domain: 'yanshu.test', localPart: 'keeper' }
    const { mailbox } = await inbox.site.as(admin).createEmail({ body: own })
    await inbox.fill({ address: mailbox.address, token: admin }, [
      { subject: '写给管理员', from: 'Early <early@example.com>' },
    ])
    const { page, close, complaints } = await inbox.open(admin)
    await senders(page).toEqual(['Early'])
    await forAll(page, '全部标为已读')
    await page.getByText('1 封标为已读').waitFor()
    expect(await inbox.readOnes(cleo.token)).toEqual([false])
    await page.goto(`${inbox.site.url}/user/inbox?mailbox=${cleo.boxes[0]?.id}`)
    await page.getByText('这个邮箱已经不在了').waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
