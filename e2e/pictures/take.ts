/** Takes the pictures of the README from the built product: the same people, mails and moment at every run. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { hasBrowser, openBrowser, stepMs } from '../chromium.ts'
import { settled } from '../settled.ts'
import { mainSender, mainSubject } from './letters.ts'
import { inWorld, type World } from './world.ts'

const folder = join(import.meta.dirname, '../../docs/pictures')
const mostKb = 150
/** Half past ten on a Wednesday in China. */
const moment = Date.parse('2026-05-20T02:30:00Z')
const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

type Shot = {
  readonly name: string
  readonly path: string
  readonly token?: string
  readonly dark?: boolean
  readonly size?: { width: number; height: number }
  prepare?(page: Page): Promise<void>
}

/** Playwright's own clock would also hide from us what the page has loaded. */
function stopClock(at: number): void {
  const RealDate = Date
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [at] : args) as object,
    get: (target, name) => (name === 'now' ? () => at : Reflect.get(target, name)),
  })
}

async function take(browser: Browser, url: string, shot: Shot): Promise<void> {
  const context = await browser.newContext({
    viewport: shot.size ?? desktop,
    colorScheme: shot.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(stepMs)
  try {
    const { token } = shot
    if (token !== undefined)
      await context.addInitScript(value => {
        if (window === window.top) localStorage.setItem('token', value)
      }, token)
    await context.addInitScript(stopClock, moment)
    const page = await context.newPage()
    await page.goto(url + shot.path)
    await settled(page)
    await shot.prepare?.(page)
    await page.evaluate(() => document.fonts.ready)
    // The pointer rests where nothing changes under it.
    await page.mouse.move(0, 0)
    const session = await context.newCDPSession(page)
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
    const bytes = Buffer.from(data, 'base64')
    writeFileSync(join(folder, `${shot.name}.webp`), bytes)
    process.stdout.write(`${shot.name}.webp: ${Math.ceil(bytes.length / 1024)} KB\n`)
    if (bytes.length > mostKb * 1024) throw new Error(`${shot.name} is larger than ${mostKb} KB`)
  } finally {
    await context.close()
  }
}

async function openMain(page: Page): Promise<void> {
  await page.getByRole('link', { name: mainSender, exact: true }).first().click()
  await page.getByRole('article').getByRole('heading', { name: mainSubject }).waitFor()
  await page.frameLocator('article iframe').getByText('730192').waitFor()
}

const shotsOf = ({ operator, visitor }: World): Shot[] => [
  {
    name: 'home',
    path: '/home',
    token: visitor,
    async prepare(page) {
      await page.getByText('264935').first().waitFor()
      await page.getByText('正在连接').waitFor({ state: 'hidden' })
      await page.getByText('取自正文').first().waitFor()
      await page.getByText('今天收信').waitFor()
    },
  },
  { name: 'inbox', path: '/user/inbox', token: operator, prepare: openMain },
  { name: 'inbox-dark', path: '/user/inbox', token: operator, dark: true, prepare: openMain },
  {
    name: 'store',
    path: '/store',
    async prepare(page) {
      await page.getByRole('textbox', { name: '名字' }).fill('mingyue')
      await page
        .getByText(/可以用|没人用|可以买/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'overview',
    path: '/user/dashboard',
    token: operator,
    async prepare(page) {
      await page.getByText('7 天', { exact: true }).click()
      await page
        .getByRole('img', { name: /来信，按时间的柱状图/ })
        .locator('svg')
        .waitFor()
      await page.locator('#nprogress').waitFor({ state: 'detached' })
    },
  },
  { name: 'phone', path: '/user/inbox', token: operator, size: phone, prepare: openMain },
]

if (!hasBrowser) throw new Error('Chromium is missing: apt-get install chromium')
mkdirSync(folder, { recursive: true })
const wanted = process.argv.slice(2)
await inWorld(moment, async world => {
  const browser = await openBrowser()
  try {
    for (const shot of shotsOf(world))
      if (wanted.length === 0 || wanted.includes(shot.name)) await take(browser, world.url, shot)
  } finally {
    await browser.close()
  }
})
