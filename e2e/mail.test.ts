import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, phone, picture, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { sendMail } from './send-mail.ts'
import { type Site, startSite } from './site.ts'

/** The whole row is one link. */
const openFirst = (page: Page) => page.locator('a[href*="mail="]').first().click()

describe.runIf(hasBrowser)('mail in a browser', () => {
  let site: Site
  let browser: Browser
  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  async function mailbox(localPart: string): Promise<{ address: string; token: string }> {
    return site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart } })
  }

  it.each([
    ['desktop', undefined],
    ['phone', phone],
  ])('has an address ready on /home, and its code appears without reloading (%s)', async (name, size) => {
    const { page, close, complaints } = await visit(browser, `${site.url}/home`, size ? { size } : {})
    await page.waitForFunction(() => localStorage.getItem('token') !== null)
    const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
    const address = (await site.as(token).emailList()).list[0]?.address ?? ''
    await page.getByText('正在收信').first().waitFor()
    await sendMail(site.smtpPort, {
      to: address,
      from: 'GitHub <noreply@github.com>',
      headers: { Subject: 'Please verify your device' },
      body: 'Hello\n\nVerification code: 482913\n',
    })
    await page
      .getByRole('button', { name: /482913|4 8 2 9 1 3/ })
      .first()
      .waitFor()
    await expectAccessible(page)
    await picture(page, `home-with-mail-${name}`)
    expect(complaints).toEqual([])
    await close()
  })

  it('says in words that a mailbox is paused, and who can resume it', async () => {
    const admin = site.as(await site.adminToken())
    const password = 'a long mailbox password'
    const { list } = await admin.createEmailAccount({
      body: { domain: 'yanshu.test', names: ['looked-after'], password },
    })
    const made = list[0]
    await admin.editEmailAccount({ body: { id: made?.id ?? '', status: 'paused' } })
    const { token } = await site.as(null).loginEmail({ body: { address: made?.address ?? '', password } })
    for (const path of ['/user/inbox', '/use']) {
      const { page, close } = await visit(browser, `${site.url}${path}`, { token })
      await page.getByText('已暂停收信，恢复后才收得到。要恢复，请联系管理这个邮箱的人').waitFor()
      await page.getByRole('status').getByText('已暂停收信', { exact: true }).waitFor()
      expect(await page.getByText('实时接收中').count()).toBe(0)
      expect(await page.getByRole('button', { name: '继续收信' }).count()).toBe(0)
      await close()
    }
    const own = await mailbox('resting')
    const me = site.as(own.token)
    const id = (await me.emailList()).list[0]?.id ?? ''
    for (const path of ['/user/inbox', '/use']) {
      await me.editEmailAccount({ body: { id, status: 'paused' } })
      const { page, close } = await visit(browser, `${site.url}${path}`, { token: own.token })
      await page.getByRole('button', { name: '继续收信' }).click()
      await page.getByText('实时接收中').waitFor()
      expect((await me.emailList()).list[0]?.status).toBe('active')
      await close()
    }
  })

  it('copies the code with one click', async () => {
    const { address, token } = await mailbox('copying')
    const { page, close } = await visit(browser, `${site.url}/user/inbox`, { token })
    await sendMail(site.smtpPort, {
      to: address,
      headers: { Subject: '=?utf-8?B?6aqM6K+B56CB?=' },
      body: '你的验证码是 705318，5 分钟内有效。',
    })
    await page
      .getByRole('button', { name: /705318/ })
      .first()
      .click()
    await page.getByText('已复制').first().waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('705318')
    await close()
  })

  it('goes on where it was after the connection was lost', async () => {
    const { address, token } = await mailbox('resuming')
    const { page, context, close } = await visit(browser, `${site.url}/user/inbox`, { token })
    await sendMail(site.smtpPort, { to: address, headers: { Subject: 'the first one' }, body: 'one' })
    await page.getByText('the first one').first().waitFor()
    await context.setOffline(true)
    await sendMail(site.smtpPort, { to: address, headers: { Subject: 'the missed one' }, body: 'two' })
    await context.setOffline(false)
    await page.getByText('the missed one').first().waitFor()
    await close()
  })

  it('opens a mail by its URL, and shows its source', async () => {
    const { address, token } = await mailbox('linking')
    await sendMail(site.smtpPort, {
      to: address,
      headers: { Subject: 'a mail with an address of its own' },
      body: 'body of it',
    })
    await expect.poll(async () => (await site.as(token).getInbox()).list.length).toBe(1)
    const { page, close } = await visit(browser, `${site.url}/user/inbox`, { token })
    await openFirst(page)
    await page.getByRole('heading', { name: 'a mail with an address of its own' }).waitFor()
    const url = page.url()
    expect(url).not.toBe(`${site.url}/user/inbox`)
    await page.goto('about:blank')
    await page.goto(url)
    await page.getByRole('heading', { name: 'a mail with an address of its own' }).waitFor()
    await page.getByRole('button', { name: '更多：移动' }).click()
    await page.getByText('看原文', { exact: true }).click()
    await page.locator('pre', { hasText: 'Subject: a mail with an address of its own' }).waitFor()
    await close()
  })

  it('writes from the right what is read from the right, and the rest from the left', async () => {
    const { address, token } = await mailbox('rtl')
    await sendMail(site.smtpPort, {
      to: address,
      headers: { Subject: '=?utf-8?B?2LHZhdiyINin2YTYqtit2YLZgiDYp9mE2K7Yp9i1INio2YM=?=' },
      body: 'مرحبا بك في موقعنا\n\nThis line is read from the left.\n',
    })
    const { page, close } = await visit(browser, `${site.url}/use`, { token })
    const directionOf = (part: Locator) => part.evaluate(element => getComputedStyle(element).direction)
    const preview = page.getByText(/^مرحبا بك في موقعنا/).first()
    await preview.waitFor()
    expect(await directionOf(preview)).toBe('rtl')
    await openFirst(page)
    expect(await directionOf(page.getByRole('article').getByRole('heading'))).toBe('rtl')
    const letter = page.getByRole('article').locator('div', { hasText: 'This line is read' }).last()
    const edges = await letter.evaluate(element => {
      const range = document.createRange()
      const text = element.firstChild
      const boxOf = (from: number, to: number) => {
        if (text) range.setStart(text, from)
        if (text) range.setEnd(text, to)
        return range.getBoundingClientRect()
      }
      const whole = element.getBoundingClientRect()
      const latin = element.textContent?.indexOf('This') ?? 0
      return [whole.right - boxOf(0, 4).right, boxOf(latin, latin + 4).left - whole.left]
    })
    expect(edges.map(Math.round)).toEqual([0, 0])
    await picture(page, 'right-to-left')
    await close()
  })

  it('shows where a link leads and who wrote, whatever a text turned around and a name pretend', async () => {
    const { address, token } = await mailbox('turned')
    const link = 'https://evil.example/moc.knab.www//:sptth'
    await sendMail(site.smtpPort, {
      to: address,
      headers: { Subject: 'turned around', From: '"service@bank.example" <>' },
      body: `Please log in: \u202E${link}\u202C thanks`,
    })
    const { page, close } = await visit(browser, `${site.url}/use`, { token })
    await openFirst(page)
    const shown = page.getByRole('article').getByRole('link', { name: link })
    const places = await shown.evaluate(element => {
      const range = document.createRange()
      return [0, 20, 38].map(at => {
        range.setStart(element.firstChild as Text, at)
        range.setEnd(element.firstChild as Text, at + 1)
        return range.getBoundingClientRect().left
      })
    })
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    // Its sender cannot pass for somebody else either.
    const head = page.getByRole('article')
    await head.getByRole('img', { name: '发件人名称冒充了别的地址' }).waitFor()
    expect(await head.locator('b').first().textContent()).toBe('sender@example.com')
    await head.getByText('自称 service@bank.example').waitFor()
    await close()
  })

  it('shows the pages of an attached PDF', async () => {
    const { address, token } = await mailbox('papers')
    const writer = await browser.newPage()
    await writer.setContent('<h1 style="font-size:80px">电子发票</h1>')
    const pdf = (await writer.pdf({ width: '400px', height: '300px' })).toString('base64')
    await writer.close()
    const part = [
      '--paper',
      'Content-Type: application/pdf; name=paper.pdf',
      'Content-Disposition: attachment; filename=paper.pdf',
      'Content-Transfer-Encoding: base64',
      '',
      pdf.replace(/.{76}/g, '$&\r\n'),
      '--paper--',
    ]
    await sendMail(site.smtpPort, {
      to: address,
      headers: { Subject: 'papers', 'Content-Type': 'multipart/mixed; boundary=paper' },
      body: part.join('\r\n'),
    })
    await expect.poll(async () => (await site.as(token).getInbox()).list.length).toBe(1)
    const { page, close, complaints } = await visit(browser, `${site.url}/user/inbox`, { token })
    await openFirst(page)
    await page.getByRole('button', { name: '预览 paper.pdf' }).click()
    const shown = page.getByRole('img', { name: '第 1 页' })
    /** Returns true if something dark is drawn. */
    const drawn = () =>
      shown.evaluate(element => {
        const { width, height } = element as HTMLCanvasElement
        const pixels = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data
        return pixels?.some((value, at) => at % 4 === 0 && value < 60 && (pixels[at + 3] ?? 0) > 200) ?? false
      })
    await expect.poll(drawn).toBe(true)
    await picture(page, 'mail-pdf')
    expect(complaints).toEqual([])
    await close()
  })
})
