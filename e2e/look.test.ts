import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../packages/server/src/testing/eventually.ts'
import { desktop, expectAccessible, phone, picture } from './browser.ts'
import { hasBrowser } from './chromium.ts'
import { type InboxSite, opened, press, row, senders, startInboxSite } from './inbox-site.ts'

const why = '稿费通知没收到，工单 318'

describe.runIf(hasBrowser)('an admin who looks at somebody’s mailbox', () => {
  let inbox: InboxSite
  let holder: Awaited<ReturnType<InboxSite['customer']>>
  beforeAll(async () => {
    inbox = await startInboxSite()
    holder = await inbox.customer('shenyan', ['editor'])
    const code = '您的验证码是 482913，十分钟内有效'
    await inbox.write(holder.at(0), { subject: '稿费发放通知', from: 'Moji <caiwu@moji.example>' })
    await inbox.write(holder.at(0), {
      subject: '登录验证',
      from: 'Cloud <no-reply@cloud.example>',
      body: code,
    })
    await eventually('both letters', async () => (await inbox.mails(holder.token)).length === 2)
  })
  afterAll(async () => {
    await inbox?.stop()
  })

  const band = (page: Page) => page.getByRole('region', { name: '正在查看别人的邮箱' })
  const steps = (page: Page) => page.getByRole('list', { name: '查看别人的邮箱的经过' }).first()

  async function ask(page: Page): Promise<void> {
    await page.goto(`${inbox.site.url}/user/emailAccount?tab=temporary`)
    await press(page, `${holder.at(0)} 的更多操作`)
    await page.getByRole('menuitem', { name: '查看邮箱' }).click()
    const dialog = page.getByRole('dialog', { name: '打开别人的邮箱' })
    await dialog.getByText('shenyan 的，收过').waitFor()
    await dialog.getByText('他请我帮忙找信').click()
    await dialog.getByLabel('写一句，日后看得懂的').fill(why)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: '打开，开始记录' }).click()
    await band(page).getByText('只看，不能改').waitFor()
  }

  it.each([
    ['a desktop', { size: desktop }, '离开'],
    ['a phone in the dark', { size: phone, dark: true }, '离开shenyan的邮箱'],
  ])('says why, reads with a band above, leaves, and all of it is recorded, on %s', async (_, look, out) => {
    const { page, close, complaints } = await inbox.open(inbox.adminToken, '', look)
    await page.getByText('还没有邮箱，先建一个').waitFor()
    await ask(page)
    await band(page).getByText(holder.at(0)).waitFor()
    await band(page).getByText(why).waitFor()
    await row(page, 'Cloud').click()
    await opened(page, '登录验证').waitFor()
    await page.getByText('验证码盖住了').waitFor()
    expect(await page.locator('body').textContent()).not.toContain('482913')
    // A reload does not end it.
    await page.reload()
    await opened(page, '登录验证').waitFor()
    await expectAccessible(page)
    await picture(page, `look-${look.size.width}`)
    await press(page, '看一次')
    await page.getByText('482913').first().waitFor()
    await press(page, out)
    await page.getByText('已离开shenyan的邮箱，看了 1 封').waitFor()
    await press(page, '看记录')
    if (look.size === desktop) await page.getByRole('button', { name: '展开行' }).first().click()
    else await page.getByText('一步步的经过').first().click()
    await expect
      .poll(() => steps(page).getByRole('listitem').allTextContents())
      .toEqual([
        expect.stringContaining(why),
        expect.stringContaining('看了收件箱的列表'),
        expect.stringContaining('来自 cloud.example'),
        expect.stringContaining('揭开了验证码和链接'),
        expect.stringContaining('离开，还剩'),
      ])
    // Nothing of it is in the admin's own inbox, and the holder's mail is as it was.
    await page.goto(`${inbox.site.url}/user/inbox`)
    await page.getByText('还没有邮箱，先建一个').waitFor()
    expect((await inbox.readOnes(holder.token)).some(Boolean)).toBe(false)
    expect(complaints).toEqual([])
    await close()
  })

  it('ends by going elsewhere, and by its time', async () => {
    const { page, close } = await inbox.open(inbox.adminToken)
    const over = async (): Promise<boolean> => {
      const { list } = await inbox.site.as(holder.token).getLooks({ query: {} })
      return list.every(look => look.endedAt !== null)
    }
    await ask(page)
    expect(await over()).toBe(false)
    await page.getByRole('link', { name: '域名', exact: true }).click()
    await expect.poll(over).toBe(true)
    await page.goBack()
    // It would have to be asked for again.
    await page.getByRole('dialog', { name: '打开别人的邮箱' }).waitFor()
    await page.clock.install()
    await ask(page)
    await page.clock.fastForward('16:00')
    await page.getByText('查看已经结束').waitFor()
    await press(page, '回到邮箱账号')
    await page.getByRole('heading', { name: '邮箱账号' }).waitFor()
    await close()
  })

  it('is told that the site forbids it, and its holder sees who looked', async () => {
    const admin = inbox.site.as(inbox.adminToken)
    await admin.updateSetting({ body: { values: { lookAllowed: false } } })
    const { page, close } = await inbox.open(inbox.adminToken)
    await page.goto(`${inbox.site.url}/user/emailAccount?tab=temporary&look=${holder.boxes[0]?.id}`)
    const dialog = page.getByRole('dialog', { name: '打开别人的邮箱' })
    await dialog.getByText('本站的设置不让管理员查看别人的邮箱').waitFor()
    expect(await dialog.getByRole('button', { name: '打开，开始记录' }).count()).toBe(0)
    await close()
    const own = await inbox.open(holder.token)
    await senders(own.page).not.toEqual([])
    await own.page.goto(`${inbox.site.url}/user/setting`)
    const looks = own.page.getByRole('region', { name: '谁看过我的邮箱' })
    await looks.getByText('管理员 admin').first().waitFor()
    await looks.getByRole('button', { name: '看了什么' }).last().click()
    await looks.getByText('看了收件箱的列表').waitFor()
    await expectAccessible(own.page)
    // The program writes to the holder by itself, a moment after the end.
    await expect
      .poll(() => inbox.subjects(holder.token), { timeout: 60_000 })
      .toContain('管理员查看过你的邮箱')
    await own.close()
    await admin.updateSetting({ body: { values: { lookAllowed: null } } })
  })
})
