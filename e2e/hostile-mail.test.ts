/**
 * Sends the mails of attackers by the real way: over SMTP, through the program, into a real browser. The
 * tests notice everything that runs, asks a server for something, leaves its frame or touches the page around
 * it.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostileMarkup, remoteLoads } from '../packages/server/src/mail/html/testing/hostile-html.ts'
import { desktop, phone, picture, type Visit, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { sendMail } from './send-mail.ts'
import { type Site, startSite } from './site.ts'

/** The content is encoded, so that every octet passes SMTP. */
const html = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Transfer-Encoding': 'base64' }
const encoded = (text: string) => Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\n')
/** The window is wide enough for every view to have its button. */
const wide = { width: 1920, height: 900 }
const asHeader = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
const run = (what: string) => `<img src=x onerror=alert('${what}')>`

/** The letter must stay below the bar of the page and within its pane, whatever its styles say. */
const overlays = [
  '<div style="position:fixed!important;inset:0;z-index:2147483647;background:red">covered</div>',
  '<dialog open style="inset:0">covered</dialog><div popover id=p>covered</div>',
  '<div style="margin:-9999px;width:9999px;height:9999px;background:red">covered</div>',
]
/** One mail in this many is also opened in the views that show only text. */
const viewsEvery = 8
/** Names that a careless page would find in place of its own. */
const clobbering = [
  '<form name=getElementById></form><img name=cookie><a id=location name=constructor>x</a><p id=__proto__>x</p>',
  '<form id=root><input name=querySelector></form><a id=nprogress>x</a>',
]

describe.runIf(hasBrowser)('hostile mail in a browser', () => {
  let site: Site
  let browser: Browser
  let admin: string
  let outside: Server
  let away: string
  const asked: string[] = []
  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser('whole')
    admin = await site.adminToken()
    outside = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>(resolve => outside.listen(0, '127.0.0.1', resolve))
    away = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
    await new Promise(resolve => outside.close(resolve))
  })

  const mailbox = (localPart: string) =>
    site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart } })

  /** Watches for everything that must not happen while a page shows hostile mail. */
  function watch({ page, context }: Visit): { nothingHappened(): void } {
    const happened: string[] = []
    page.on('dialog', dialog => {
      happened.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    // Playwright opens no page here, so the mail opened any new page.
    context.on('page', opened => happened.push(`window: ${opened.url()}`))
    page.on('request', request => {
      if (/^https?:/.test(request.url()) && !request.url().startsWith(`${site.url}/`))
        happened.push(`request: ${request.url()}`)
    })
    // The policy of the frame is the last wall; nothing may even reach it.
    page.on('console', message => {
      if (/Content Security Policy|sandboxed/.test(message.text())) happened.push(message.text())
    })
    return {
      nothingHappened() {
        expect([...happened, ...asked]).toEqual([])
      },
    }
  }

  /** Checks that the frame is as tight as before and that the page around it is whole. */
  async function expectConfined(page: Page): Promise<void> {
    const found = await page.evaluate(() => {
      const frames = [...document.querySelectorAll('iframe')]
      return {
        frames: frames.map(frame => ({
          sandbox: frame.getAttribute('sandbox') ?? 'none',
          policy: /^<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(frame.srcdoc)?.[1],
          referrer: frame.referrerPolicy,
        })),
        own: [typeof document.getElementById, typeof document.querySelector, typeof document.cookie],
        roots: document.querySelectorAll('#root').length,
      }
    })
    for (const frame of found.frames) {
      expect(frame.sandbox.split(' ').sort()).toEqual(['allow-popups', 'allow-popups-to-escape-sandbox'])
      expect(frame.policy).toMatch(/^default-src 'none';/)
      expect(frame.policy).not.toMatch(/http|\*|'self'|script/)
      expect(frame.referrer).toBe('no-referrer')
    }
    expect(found.own).toEqual(['function', 'function', 'string'])
    expect(found.roots).toBe(1)
  }

  /** Checks that nobody can click on a mail when they mean the page. */
  async function expectUncovered(page: Page): Promise<void> {
    const covered = await page.evaluate(() => {
      const buttons = [...document.querySelectorAll('header button, nav a')]
      return buttons.filter(button => {
        const box = button.getBoundingClientRect()
        if (box.width === 0 || box.bottom > window.innerHeight) return false
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        return top === null || !(button.contains(top) || top.contains(button))
      }).length
    })
    expect(covered).toBe(0)
  }

  const view = (page: Page, name: string) =>
    page.getByRole('group', { name: '怎样看这封邮件' }).getByRole('button', { name }).click()

  /** All views except the first show only text, whatever the letter holds. */
  async function seeEveryView(page: Page): Promise<void> {
    for (const name of ['纯文本', '信头', '原文', '正文']) {
      await view(page, name)
      if (name === '原文') await page.locator('pre').first().waitFor()
    }
  }

  async function askForPictures(page: Page): Promise<void> {
    const consent = page.getByRole('button', { name: '显示图片' })
    if ((await consent.count()) > 0) {
      await consent.click()
      await page.getByText(/有 \d+ 张图片没有取到/).waitFor()
    }
  }

  it('runs nothing, asks for nothing and stays in its frame, in every view and after consent', async () => {
    const { address, token } = await mailbox('hostile')
    const letters = [...hostileMarkup, ...remoteLoads(away), ...overlays, ...clobbering]
    for (const [at, letter] of letters.entries())
      await sendMail(site.smtpPort, {
        to: address,
        headers: { ...html, Subject: `letter ${at}` },
        body: encoded(`<p>words of ${at}</p>${letter}`),
      })
    await expect.poll(async () => (await site.as(token).getUnreadEmail()).total).toBe(letters.length)
    const visited = await visit(browser, `${site.url}/user/inbox`, { token, size: wide })
    const { page } = visited
    const watched = watch(visited)
    await page.locator('a[href*="mail="]').first().click()
    const seen = new Set<string>()
    for (;;) {
      const subject = (await page.getByRole('heading', { name: /^letter \d+$/ }).textContent()) ?? ''
      const words = page.frameLocator('iframe').getByText(`words of ${subject.slice('letter '.length)}`)
      await words.first().waitFor()
      seen.add(subject)
      if (seen.size % viewsEvery === 1) await seeEveryView(page)
      await askForPictures(page)
      await words.first().waitFor()
      await expectConfined(page)
      await expectUncovered(page)
      watched.nothingHappened()
      const next = page.getByRole('button', { name: '下一封' })
      if (await next.isDisabled()) break
      await next.click()
      await page.getByRole('heading', { name: subject, exact: true }).waitFor({ state: 'detached' })
    }
    expect(seen.size).toBe(letters.length)
    expect(new URL(page.url()).pathname).toBe('/user/inbox')
    await picture(page, 'hostile-mail')
    await visited.close()
  })

  it('is only words in names, files, search hits, answers and on the phone', async () => {
    const own = { domain: 'yanshu.test', localPart: 'named' }
    const { address } = (await site.as(admin).createEmail({ body: own })).mailbox
    const name = run('name')
    const file = (title: string, type: string) =>
      [
        '--parts',
        `Content-Type: ${type}; name="${asHeader(title)}"`,
        `Content-Disposition: attachment; filename="${asHeader(title)}"`,
        `Content-ID: <${run('cid')}>`,
        'Content-Transfer-Encoding: base64',
        '',
        encoded('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      ].join('\n')
    await sendMail(site.smtpPort, {
      to: address,
      from: `${asHeader(name)} <stranger@example.com>`,
      headers: {
        Subject: asHeader(`needle ${run('subject')}`),
        'Content-Type': 'multipart/mixed; boundary=parts',
        'List-Unsubscribe': `<javascript:alert('list')>, <${away}/unsubscribe>`,
        'X-Words': run('header'),
      },
      body: [
        '--parts\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n',
        encoded(`<p>words of all</p>${hostileMarkup.join('<p>')}${remoteLoads(away).join('<p>')}`),
        file(`${run('file')}.svg`, 'image/svg+xml'),
        file(`"><script>alert('file')</script>.html`, 'text/html'),
        file(run('type'), `image/png"${run('type')}`),
        '--parts--',
      ].join('\n'),
    })
    const account = site.as(admin)
    await expect.poll(async () => (await account.getInbox({ query: { q: 'needle' } })).list.length).toBe(1)
    for (const size of [desktop, phone]) {
      const look = { token: admin, size }
      const visited = await visit(browser, `${site.url}/user/inbox?q=needle`, look)
      const { page } = visited
      const watched = watch(visited)
      await page.getByText(run('subject')).first().waitFor()
      await page.locator('a[href*="mail="]').first().click()
      await page.frameLocator('iframe').getByText('words of all').waitFor()
      await page
        .getByText(/onerror=alert\('file'\)/)
        .first()
        .waitFor()
      await expectConfined(page)
      await picture(page, `hostile-names-${size.width}`)
      for (const answer of ['回复', '转发']) {
        await page.getByRole('link', { name: answer, exact: true }).first().click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('textbox', { name: '正文' }).waitFor()
        // A forwarded mail is open already.
        if (answer === '回复') await dialog.getByText('看原信').click()
        await dialog.frameLocator('iframe').getByText('words of all').waitFor()
        await expectConfined(page)
        const found = await dialog.evaluate(element =>
          [...element.querySelectorAll('*')].flatMap(part => [
            ...(/^(?:script|object|embed|math|link|meta|base|video|audio)$/i.test(part.tagName)
              ? [part.tagName]
              : []),
            ...[...part.attributes]
              .filter(({ name: at, value }) => /^on/i.test(at) || /^\s*(?:javascript|vbscript):/i.test(value))
              .map(({ name: at }) => at),
          ]),
        )
        expect(found).toEqual([])
        watched.nothingHappened()
        await page.goBack()
        await page.frameLocator('iframe').getByText('words of all').waitFor()
      }
      watched.nothingHappened()
      await visited.close()
    }
  })

  it.each([
    ['200,000 elements', '<p>x</p>'.repeat(200_000)],
    ['50,000 tables in one another', '<table><tr><td>'.repeat(50_000)],
    ['10,000 style rules', `<style>${'p{color:red}'.repeat(10_000)}</style>${'<p>x</p>'.repeat(2_000)}`],
    ['5,000 deep selectors', `<style>${'* * p>* *{color:red}'.repeat(5_000)}</style>${'<p>x'.repeat(5_000)}`],
    ['one word of 5 MB', 'x'.repeat(5_000_000)],
  ])('(%s) does not hold up the page for a second', async (title, letter) => {
    const { address, token } = await mailbox(title.toLowerCase().replaceAll(/\W+/g, '-'))
    await sendMail(site.smtpPort, {
      to: address,
      headers: { ...html, Subject: title },
      body: encoded(`<p>words of it</p>${letter}`),
    })
    await expect.poll(async () => (await site.as(token).getInbox()).list.length).toBe(1)
    const { page, close } = await visit(browser, `${site.url}/user/inbox`, { token })
    await page.getByText(title).first().waitFor()
    const session = await page.context().newCDPSession(page)
    // Time of the processor, so that other work on the machine does not count.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const worked = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find(metric => metric.name === 'TaskDuration')?.value ?? Number.NaN
    }
    const before = await worked()
    await page.locator('a[href*="mail="]').first().click()
    await page.frameLocator('iframe').getByText('words of it').first().waitFor()
    const took = (await worked()) - before
    expect(took).toBeLessThan(1)
    await close()
  })

  it('is shown as plain text when it is plain text', async () => {
    const { address, token } = await mailbox('plain')
    await sendMail(site.smtpPort, {
      to: address,
      headers: { Subject: 'plain words' },
      body: '<script>alert(1)</script> and <b>bold</b> http://x.example/"onmouseover=alert(2)',
    })
    await expect.poll(async () => (await site.as(token).getInbox()).list.length).toBe(1)
    const visited = await visit(browser, `${site.url}/user/inbox`, { token })
    const { page } = visited
    const watched = watch(visited)
    await page.locator('a[href*="mail="]').first().click()
    await page.getByText('<script>alert(1)</script>').last().waitFor()
    watched.nothingHappened()
    await visited.close()
  })
})
