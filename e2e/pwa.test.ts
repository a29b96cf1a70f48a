import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop, expectAccessible, openContext, phone, picture, settled, visit, visitIn } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { sendMail } from './send-mail.ts'
import { type Site, startSite } from './site.ts'

const installed = { serviceWorker: true }

describe.runIf(hasBrowser)('the pages as an app', () => {
  let site: Site
  let browser: Browser
  let box: { token: string; address: string }
  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser('whole')
    box = await site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart: 'box' } })
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  it('can be installed, and keeps files with a hash in their name but no page and no answer', async () => {
    const { page, context, close, complaints } = await visit(browser, `${site.url}/home`, installed)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await page.reload()
    await settled(page)
    const session = await context.newCDPSession(page)
    const manifest = await session.send('Page.getAppManifest')
    expect(manifest.errors).toEqual([])
    expect(JSON.parse(manifest.data ?? '{}')).toMatchObject({ name: '雁书', display: 'standalone' })
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    // This window is private, and that is Chromium's only objection.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter(id => id !== 'in-incognito')).toEqual([])
    const kept = () =>
      page.evaluate(async () => {
        const found: string[] = []
        for (const name of await caches.keys())
          for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname)
        return found
      })
    await expect.poll(async () => (await kept()).length).toBeGreaterThan(3)
    expect((await kept()).filter(path => !/^\/assets\/[^/]+-[\w-]{8,}\.\w+$/.test(path))).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  it('is installed with the logo of the site', async () => {
    const admin = await site.adminToken()
    const { page, context, close, complaints } = await visit(browser, `${site.url}/user/setting?tab=site`, {
      token: admin,
    })
    const region = page.getByRole('region', { name: '站点图标' })
    const drawn = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(300, 200)
      canvas.getContext('2d')?.fillRect(50, 20, 200, 160)
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())]
    })
    const buffer = Buffer.from(drawn)
    await region
      .getByLabel('选站点图标的图片')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await region.getByRole('img', { name: '现在的站点图标' }).waitFor()
    await page.goto(`${site.url}/home`)
    await settled(page)
    const session = await context.newCDPSession(page)
    const { errors, data } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { icons } = JSON.parse(data ?? '{}') as { icons: { src: string; sizes: string }[] }
    expect(icons).toEqual([
      {
        src: expect.stringMatching(/^\/api\/getPicture\//),
        sizes: '256x256',
        type: 'image/png',
        purpose: 'any',
      },
    ])
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    expect(installabilityErrors.map(({ errorId }) => errorId).filter(id => id !== 'in-incognito')).toEqual([])
    await site.as(admin).setPicture({ body: { use: 'logo', fileId: null } })
    expect(complaints).toEqual([])
    await close()
  })

  it('shows a push message with the code', async () => {
    const context = await openContext(browser, installed)
    await context.grantPermissions(['notifications'], { origin: site.url })
    const { page } = await visitIn(context, `${site.url}/home`)
    // The worker is ready a moment before it may show anything.
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    const session = await context.newCDPSession(page)
    const registered = new Promise<string>(resolve =>
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations
        if (first) resolve(first.registrationId)
      }),
    )
    await session.send('ServiceWorker.enable')
    const note = {
      title: '验证码 493817',
      body: '银行 · 登录',
      code: '493817',
      mailId: 'm1',
      address: box.address,
    }
    const message = { origin: site.url, registrationId: await registered, data: JSON.stringify(note) }
    const shown = () =>
      page.evaluate(async () => {
        const notes = await (await navigator.serviceWorker.ready).getNotifications()
        return notes.map(({ title, body }) => ({ title, body }))
      })
    // The browser does not report whether it took the message. A mail that is announced twice still has only
    // one note.
    const told = async () => {
      await session.send('ServiceWorker.deliverPushMessage', message)
      return shown()
    }
    await expect
      .poll(told, { interval: 2_000 })
      .toEqual([{ title: note.title, body: `${note.body}\n${box.address}` }])
    await context.close()
  })

  it('shows a note of new mail by the worker where a page may not, as on phones', async () => {
    const context = await openContext(browser, {
      ...installed,
      token: box.token,
      storage: { 'yanshu.alerts': '{"sound":false,"desktop":true}' },
    })
    await context.grantPermissions(['notifications'], { origin: site.url })
    await context.addInitScript(() => {
      class Refused {
        static permission = 'granted'
        constructor() {
          throw new TypeError('Illegal constructor')
        }
      }
      Object.assign(globalThis, { Notification: Refused })
      document.hasFocus = () => false
    })
    const { page, complaints } = await visitIn(context, `${site.url}/use`)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
    await page.getByText('实时接收中').first().waitFor()
    await sendMail(site.smtpPort, { to: box.address, body: 'Your verification code is 604182.' })
    const shown = () =>
      page.evaluate(async () => {
        const notes = await (await navigator.serviceWorker.ready).getNotifications()
        return notes.map(({ title, data }) => ({ title, path: (data as { path: string }).path }))
      })
    await expect
      .poll(shown)
      .toEqual([{ title: '验证码 604182', path: expect.stringMatching(/^\/use\?.*mail=/) }])
    expect(complaints).toEqual([])
    await context.close()
  })

  it.each([
    ['desktop-light', { size: desktop }],
    ['desktop-dark', { size: desktop, dark: true }],
    ['phone-light', { size: phone }],
    ['phone-dark', { size: phone, dark: true }],
  ])('has a switch for push messages in the settings: %s', async (name, look) => {
    const { page, context, close, complaints } = await visit(browser, `${site.url}/user/setting?tab=notice`, {
      ...installed,
      ...look,
      token: box.token,
    })
    await context.grantPermissions(['notifications'], { origin: site.url })
    // No browser here reaches a push service, so the test supplies the subscription.
    await page.evaluate(async () => {
      const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
        'deriveBits',
      ])
      const keys = {
        p256dh: await crypto.subtle.exportKey('raw', publicKey),
        auth: new Uint8Array(16).buffer,
      }
      PushManager.prototype.getSubscription = async () => null
      PushManager.prototype.subscribe = async () =>
        ({
          endpoint: 'https://push.example.com/abc',
          getKey: (wanted: 'p256dh' | 'auth') => keys[wanted],
        }) as unknown as PushSubscription
    })
    const region = page.getByRole('region', { name: '推送到这个浏览器' })
    const turn = region.getByRole('switch')
    await turn.click()
    await region.getByText('只在有验证码时').waitFor()
    await expectAccessible(page)
    await picture(page, `setting-push-${name}`)
    expect((await site.as(box.token).getPush({})).subscribed).toBe(true)
    await turn.click()
    await expect.poll(async () => (await site.as(box.token).getPush({})).subscribed).toBe(false)
    expect(complaints).toEqual([])
    await close()
  })

  it('uses one event stream for seven windows, and all of them hear of a mail', async () => {
    const { page, context, close } = await visit(browser, `${site.url}/user/inbox`, {
      ...installed,
      token: box.token,
    })
    const pages = [page]
    for (let more = 0; more < 6; more++) {
      const next = await context.newPage()
      await next.goto(`${site.url}/user/inbox`)
      pages.push(next)
    }
    const listeners = async () =>
      Number(/^yanshu_event_listeners (\d+)/m.exec(await (await fetch(`${site.url}/metrics`)).text())?.[1])
    await expect.poll(listeners).toBe(1)
    await sendMail(site.smtpPort, { to: box.address, headers: { Subject: '七个窗口' }, body: '你好' })
    for (const window of pages) await window.getByText('七个窗口').first().waitFor()
    expect(await listeners()).toBe(1)
    await close()
  })

  it('gives one’s data away as a file', async () => {
    const { page, close } = await visit(browser, `${site.url}/user/setting`, {
      ...installed,
      token: box.token,
    })
    await page.getByRole('button', { name: '导出我的数据' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog', { name: '任务' }).getByRole('button', { name: '下载' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^yanshu-\d{4}-\d\d-\d\d\.tar$/)
    await picture(page, 'setting-own-data')
    await close()
  })
})
