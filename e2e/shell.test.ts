import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  desktop,
  expectAccessible,
  expectChineseNames,
  openContext,
  phone,
  picture,
  settled,
  visit,
  visitAgain,
} from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { type Site, startSite } from './site.ts'

const touched = [
  ...[
    '/home',
    '/use',
    '/store',
    '/store?tab=orders',
    '/auth',
    '/auth?tab=email',
    '/user/inbox',
    '/user/sent',
  ],
  ...['/user/contentFilter', '/user/emailAccount', '/user/sysAccount', '/user/card', '/user/interface'],
  ...['/user/domain', '/user/dashboard', '/user/setting', '/user/version'],
]

describe.runIf(hasBrowser)('the shell in a browser', () => {
  let site: Site
  let browser: Browser
  let token: string
  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser()
    token = await site.adminToken()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  it.each([
    ['/', '/home'],
    ['/no/such/place', '/home'],
    ['/user', '/auth'],
    ['/user/inbox', '/auth'],
    ['/user/sysAccount', '/auth'],
  ])('leads a visitor from %s to %s', async (from, to) => {
    const { page, close, complaints } = await visit(browser, site.url + from)
    await page.waitForURL(url => url.pathname === to)
    expect(complaints).toEqual([])
    await close()
  })

  it('lets whoever has a token through the guard, and the server has the last word', async () => {
    const { page, close } = await visit(browser, `${site.url}/user/setting`, { token: 'ys_not-a-real-token' })
    await page.waitForURL('**/auth')
    await page.getByRole('heading', { name: '登录' }).waitFor()
    await close()
  })

  it('has something quiet to see until the first page is there', async () => {
    for (const look of [{ dark: false }, { dark: true, size: phone }]) {
      const context = await openContext(browser, { ...look, token })
      const page = await context.newPage()
      const held = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async route => {
        await held.promise
        await route.continue()
      })
      await page.goto(`${site.url}/user/version`, { waitUntil: 'commit' })
      const first = page.locator('.first-picture')
      await first.waitFor()
      expect(await first.evaluate(element => getComputedStyle(element).opacity)).toBe('1')
      await picture(page, `first-picture-${look.dark ? 'dark' : 'light'}`)
      held.resolve()
      await page.getByRole('heading', { name: '版本' }).first().waitFor()
      expect(await first.count()).toBe(0)
      await context.close()
    }
  })

  it('leads the keyboard past the menu to what the page is about, and shows so only then', async () => {
    for (const [path, size] of [
      ['/home', desktop],
      ['/use', phone],
      ['/store', desktop],
      ['/user/version', phone],
      ['/user/sysAccount', desktop],
    ] as const) {
      const { page, close } = await visit(browser, site.url + path, { token, size })
      await settled(page)
      const skip = page.getByRole('link', { name: '跳到正文' })
      const top = async () => (await skip.boundingBox())?.y ?? 0
      expect(await top()).toBeLessThan(-30)
      await page.keyboard.press('Tab')
      expect(await skip.evaluate(link => link === document.activeElement)).toBe(true)
      await expect.poll(top).toBeGreaterThan(0)
      await page.keyboard.press('Enter')
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
      await expect.poll(top).toBeLessThan(-30)
      expect(page.url()).toBe(site.url + path)
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
      await close()
    }
  })

  it('has something a finger can hit, on every page', async () => {
    const { page, close } = await visit(browser, `${site.url}/home`, { token, size: phone })
    const small: string[] = []
    for (const path of touched) {
      await page.goto(site.url + path)
      await settled(page)
      const found = await page.evaluate(() => {
        const parts = document.querySelectorAll<HTMLElement>(
          'button, a[href], summary, select, input:not([type=hidden]), textarea, [role=tab], [role=switch]',
        )
        return [...parts].flatMap(part => {
          if (!part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
          // The keyboard alone comes to what leads past the menu.
          if (part.getBoundingClientRect().bottom < 0) return []
          // A link in a sentence stays in its line, and a tick is hit by its words.
          if (part.closest('p, .sr, .ant-pagination') || getComputedStyle(part).display === 'inline')
            return []
          const target =
            part.closest(
              'label, .ant-select, .ant-input-affix-wrapper, .ant-input-number, .ant-picker, [role=search], div:has(> input[type=search])',
            ) ?? part
          const { width, height } = target.getBoundingClientRect()
          const around = getComputedStyle(part, '::before')
          const grown =
            part.matches('button, input') && around.position === 'absolute'
              ? Number.parseFloat(around.height)
              : 0
          if (width === 0 || (Math.max(height, grown) >= 43.5 && Math.max(width, grown) >= 43.5)) return []
          const name = part.getAttribute('aria-label') ?? part.textContent?.trim().slice(0, 20)
          return `${part.localName}.${part.className} ${name} ${Math.round(width)}×${Math.round(height)}`
        })
      })
      small.push(...found.map(what => `${path}: ${what}`))
    }
    expect(small).toEqual([])
    await close()
  })

  it('says so in the place of a page that one may not open, and leads on', async () => {
    const made = await site.as(token).createSysAccount({ body: { username: 'linmu' } })
    const user = await site.as(null).login({ body: { username: 'linmu', password: made.password } })
    for (const size of [desktop, phone]) {
      const look = { token: user.token, size }
      const { page, close, complaints } = await visit(browser, `${site.url}/user/sysAccount`, look)
      await page.getByText('这里需要更高的权限').waitFor()
      expect(new URL(page.url()).pathname).toBe('/user/sysAccount')
      await picture(page, `not-allowed-${size.width}`)
      await expectAccessible(page)
      await page.getByRole('link', { name: '去收件箱' }).click()
      await page.waitForURL('**/user/inbox')
      expect(complaints).toEqual([])
      await close()
    }
  })

  it('loads again by itself what found no way to the server, as soon as there is one', async () => {
    const { page, close } = await visit(browser, `${site.url}/user/version`, { token })
    await settled(page)
    let away = true
    for (const path of ['**/getEmailAccount*', '**/readyz'])
      await page.route(path, route => (away ? route.abort() : route.continue()))
    await page.getByRole('link', { name: '邮箱账号' }).first().click()
    await page.getByRole('alert').getByText('连不上服务器').waitFor()
    // The page waits for the server and does not ask it again and again.
    const asked = page.waitForRequest('**/readyz')
    await asked
    await page.getByRole('alert').getByText('连不上服务器').waitFor()
    away = false
    await page.getByRole('alert').getByText('连不上服务器').waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: '重试' }).count()).toBe(0)
    await close()
  })

  it('opens a page by itself whose code found no way, as soon as there is one', async () => {
    const { page, close } = await visit(browser, `${site.url}/user/version`, { token })
    await settled(page)
    let away = true
    for (const path of ['**/assets/*.js', '**/readyz'])
      await page.route(path, route => (away ? route.abort() : route.continue()))
    await page.getByRole('link', { name: '域名' }).first().click()
    await page.getByText('连不上服务器，恢复之后会自动重新打开').waitFor()
    away = false
    await page.getByRole('heading', { name: '域名' }).first().waitFor()
    await close()
  })

  it('starts with corrupt stores as if they were empty', async () => {
    const storage = { permission: '{not json', settings: '[1,2', token }
    const { page, close, complaints } = await visit(browser, `${site.url}/user/setting`, { storage })
    await page.getByRole('heading', { name: '设置' }).first().waitFor()
    const kept = await page.evaluate(() => [
      localStorage.getItem('permission'),
      localStorage.getItem('settings'),
    ])
    expect(kept.map(text => typeof JSON.parse(text ?? 'null'))).toEqual(['object', 'object'])
    expect(JSON.parse(kept[0] ?? '{}')).toMatchObject({ role: 'admin', account: { name: 'admin' } })
    expect(complaints).toEqual([])
    await close()
  })

  it('goes on with nothing that it kept when the rights of now cannot be read', async () => {
    const { page, close } = await visit(browser, `${site.url}/user/setting`, { token })
    await page.getByRole('heading', { name: '设置' }).first().waitFor()
    await page.route('**/api/getVar', async route => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { settings: object }
      const settings = { ...body.settings, siteName: '改了名的站' }
      await route.fulfill({ json: { ...body, permissionData: 'bm8gY2lwaGVy', settings } })
    })
    await page.reload()
    await page.getByText('读不出这个账号的权限').waitFor()
    expect(await page.getByRole('link', { name: '系统账号' }).count()).toBe(0)
    const kept = await page.evaluate(() => ['permission', 'settings'].map(key => localStorage.getItem(key)))
    expect(kept[0]).toBe('{}')
    expect(JSON.parse(kept[1] ?? '')).toMatchObject({ siteName: '改了名的站' })
    await page.unroute('**/api/getVar')
    await page.getByRole('button', { name: '重试' }).click()
    await page.getByRole('heading', { name: '设置' }).first().waitFor()
    await close()
  })

  it('shows the message when the start-up variables are refused', async () => {
    const { page, close } = await visit(browser, 'about:blank')
    await page.route('**/api/getVar', route => route.fulfill({ json: { error: 7, msg: '站点正在维护' } }))
    // The message disappears after a while, so the test waits for nothing else before it.
    await page.goto(`${site.url}/auth`, { waitUntil: 'commit' })
    await page.getByText('站点正在维护').first().waitFor()
    await close()
  })

  it('only logs it when the start-up request fails altogether', async () => {
    const { page, close, complaints } = await visit(browser, 'about:blank')
    await page.route('**/api/getVar', route => route.abort())
    await page.goto(`${site.url}/auth`)
    await page.getByRole('button', { name: '登录', exact: true }).waitFor()
    await expect.poll(() => complaints.length).toBeGreaterThan(0)
    const shown = await page.locator('[role=alert]').allTextContents()
    expect(shown.join('')).toBe('')
    await close()
  })

  it('goes where a 302 in the body says, whatever the status, and shows its message', async () => {
    const context = await openContext(browser, { token })
    await context.route('**/api/user/getSessions', route =>
      route.fulfill({ json: { error: 302, url: '/auth', msg: '请重新登录一次' } }),
    )
    const page = await context.newPage()
    // The message disappears after a while, so the test waits for nothing else before it.
    await page.goto(`${site.url}/user/setting`, { waitUntil: 'commit' })
    await page.locator('[class*=toast]').getByText('请重新登录一次').waitFor()
    await page.waitForURL('**/auth')
    await context.close()
  })

  it('shows the progress bar while a page is fetched, and takes it away after', async () => {
    const { page, close } = await visit(browser, `${site.url}/home`)
    await page.getByRole('button', { name: '复制地址' }).waitFor()
    let release: () => void = () => undefined
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/assets/*.js', async route => {
      await held
      await route.continue()
    })
    await page.getByRole('link', { name: '登录' }).first().click()
    await page.locator('#nprogress .bar').waitFor({ state: 'attached' })
    expect(await page.locator('#nprogress .spinner').count()).toBe(0)
    release()
    await page.waitForURL('**/auth')
    await page.locator('#nprogress').waitFor({ state: 'detached' })
    await close()
  })

  it('has the token no longer after logging out', async () => {
    const own = await site.adminToken()
    const { page, close } = await visit(browser, `${site.url}/user/setting`, { token: own })
    await page.getByRole('button', { name: /账号菜单/ }).click()
    await page.getByText('退出登录').click()
    await page.waitForURL(url => !url.pathname.startsWith('/user'))
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await expect(site.as(own).getSetting()).rejects.toThrow('302')
    await close()
  })

  it('remembers the chosen theme', async () => {
    const { page, close } = await visit(browser, `${site.url}/home`)
    await page.getByRole('button', { name: '换成深色' }).locator('visible=true').click()
    await page.reload()
    await page.getByRole('button', { name: '换成浅色' }).locator('visible=true').waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await close()
  })

  const pages = [
    '/home',
    '/use',
    '/auth',
    '/auth?tab=register',
    '/user/inbox',
    '/user/sent',
    '/user/contentFilter',
    '/user/domain',
    '/user/emailAccount',
    '/user/dashboard',
    '/user/interface',
    '/user/interface?call=waitEmail',
    '/store',
    '/store?tab=orders',
    '/user/card',
    '/user/card?tab=orders',
    '/user/card?tab=plans',
    '/user/setting',
    '/user/setting?tab=sending',
    '/user/setting?tab=notice',
    '/user/setting?tab=site',
    '/user/setting?tab=site&group=payment',
    '/user/sysAccount',
    '/user/sysAccount?tab=complaints',
    '/user/version',
  ]
  /** Two visits cover both themes and both layouts. */
  const looks = [
    { name: 'light', dark: false, size: desktop },
    { name: 'phone-dark', dark: true, size: phone },
  ]
  describe.each(looks)('looked at in $name', look => {
    let visitor: Page
    let admin: Page
    beforeAll(async () => {
      visitor = await (await openContext(browser, look)).newPage()
      admin = await (await openContext(browser, { ...look, token })).newPage()
    })
    afterAll(async () => {
      await visitor?.context().close()
      await admin?.context().close()
    })

    it.each(pages)('%s is accessible, fits the screen and complains of nothing', async path => {
      const tab = path.startsWith('/user') ? admin : visitor
      const { page, close, complaints } = await visitAgain(tab, site.url + path)
      await page.locator('h1, [role=main], main').first().waitFor()
      await settled(page)
      await picture(page, `${path.replace(/\W+/g, '-').slice(1)}-${look.name}`)
      await expectAccessible(page)
      await expectChineseNames(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      expect(complaints).toEqual([])
      await close()
    })
  })
})
