/** Tests an inbox that receives mail while somebody reads in it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openContext, visitIn } from './browser.ts'
import { hasBrowser } from './chromium.ts'
import { batch, check, type InboxSite, letters, list, row, rows, startInboxSite } from './inbox-site.ts'

const scrolled = (page: Page) =>
  list(page)
    .locator('ul')
    .evaluate(rowsOfIt => rowsOfIt.parentElement?.scrollTop)

async function scrollTo(page: Page, from: string): Promise<void> {
  await list(page).hover()
  const reaches = async () => {
    await page.mouse.wheel(0, 20_000)
    return row(page, from).isVisible()
  }
  await expect.poll(reaches).toBe(true)
  await row(page, from).click({ trial: true })
}

describe.runIf(hasBrowser)('an inbox into which mail keeps coming', () => {
  let inbox: InboxSite
  beforeAll(async () => {
    inbox = await startInboxSite()
  })
  afterAll(async () => {
    await inbox?.stop()
  })

  /** A login holds 50 event streams; one more ends the oldest, which is the page's. */
  async function cutStream(token: string): Promise<void> {
    const over = new AbortController()
    const open = () =>
      fetch(`${inbox.site.url}/api/user/events`, {
        headers: { authorization: `Bearer ${token}` },
        signal: over.signal,
      })
    for (let count = 0; count < 50; count++) expect((await open()).ok).toBe(true)
    over.abort()
  }

  it('leads to the newest, and keeps the place of who reads below when the connection is taken up again', async () => {
    const box = await inbox.filled('river', letters(1))
    const { page, close, complaints } = await inbox.open(box.token)
    await row(page, 'Writer1').waitFor()
    for (const letter of letters(121).slice(1)) await inbox.write(box.address, letter)
    await row(page, 'Writer121').waitFor()
    await scrollTo(page, 'Writer1')

    const asked: string[] = []
    page.on('requestfinished', request => {
      if (/\/api\/user\/getInbox\?(?!.*unread=)/.test(request.url())) asked.push(request.url())
    })
    const place = await row(page, 'Writer1').boundingBox()
    await cutStream(box.token)
    await inbox.write(box.address, { subject: 'meanwhile' })
    const pill = page.getByRole('button', { name: /封新邮件$/ })
    await pill.waitFor()
    // The page asks for as many mails as it showed, in pages of 50.
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(3)
    await expect.poll(() => row(page, 'Writer1').boundingBox()).toEqual(place)

    let isOver = false
    const pouring = (async () => {
      for (let at = 0; !isOver; at++) await inbox.write(box.address, { subject: `drop ${at}` })
    })()
    await page.getByRole('button', { name: /^[2-9]\d* 封新邮件$/ }).waitFor()
    await pill.click()
    await pill.waitFor({ state: 'hidden' })
    const top = rows(page).first()
    const before = await top.getAttribute('href')
    await expect.poll(() => top.getAttribute('href')).not.toBe(before)
    expect(await scrolled(page)).toBe(0)
    isOver = true
    await pouring
    expect(complaints.filter(text => !text.includes('ERR_INCOMPLETE_CHUNKED_ENCODING'))).toEqual([])
    await close()
  })

  it('takes back what was refused and nothing else', async () => {
    const box = await inbox.filled('refused', letters(2))
    const { page, close } = await inbox.open(box.token)
    let refuse = () => {}
    const refused = new Promise<void>(resolve => {
      refuse = resolve
    })
    await page.route('**/api/user/updateEmail', async route => {
      await refused
      await route.abort()
    })
    await check(page, 'Writer1')
    await batch(page, '移到回收站')
    await row(page, 'Writer1').waitFor({ state: 'hidden' })
    await inbox.write(box.address, { subject: 'new', from: 'Late <late@example.com>' })
    await row(page, 'Late').waitFor()
    // A new list from the server would hide how the page itself handled the event.
    await page.route('**/api/user/getInbox?*', route => route.abort())
    refuse()
    await row(page, 'Writer1').waitFor()
    expect(await rows(page).allTextContents()).toEqual(['Late', 'Writer2', 'Writer1'])
    await expect.poll(() => page.title()).toMatch(/^\(3\)/)
    await close()
  })

  it('tells of a flood a few times, and of a browser that cannot tell nothing suffers', async () => {
    const box = await inbox.filled('flood', letters(1))
    const context = await openContext(inbox.browser, {
      token: box.token,
      storage: { 'yanshu.alerts': '{"sound":false,"desktop":true}' },
    })
    await context.addInitScript(() => {
      const told: string[] = []
      class Note extends EventTarget {
        static permission = 'granted'
        constructor(title: string, { body }: { body: string }) {
          super()
          told.push(`${title} ${body}`)
          if (told.length > 2) throw new TypeError('Illegal constructor')
        }
        close() {}
      }
      Object.assign(globalThis, { Notification: Note, told })
      document.hasFocus = () => false
    })
    const { page, complaints } = await visitIn(context, `${inbox.site.url}/user/inbox`)
    await row(page, 'Writer1').waitFor()
    const started = performance.now()
    for (let at = 1; at < 61; at += 10)
      await Promise.all(
        letters(61)
          .slice(at, at + 10)
          .map(letter => inbox.write(box.address, letter)),
      )
    await expect.poll(() => page.title()).toMatch(/^\(61\)/)
    const told = () => page.evaluate(() => (globalThis as unknown as { told: string[] }).told)
    // The page may announce the last mails a second after they came.
    await expect.poll(async () => (await told()).some(note => /另有 \d+ 封新邮件/.test(note))).toBe(true)
    expect((await told()).length).toBeLessThanOrEqual(2 + (performance.now() - started) / 1000)
    // From the third on the browser refuses.
    for (const subject of ['one more', 'and one', 'and the last']) {
      const before = (await told()).length
      await inbox.write(box.address, { subject })
      await expect.poll(async () => (await told()).length).toBeGreaterThan(before)
    }
    await expect.poll(() => page.title()).toMatch(/^\(64\)/)
    await page.getByText('实时接收中').first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
