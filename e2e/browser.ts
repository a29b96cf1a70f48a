/** Visits to the product in a real browser. */
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core'
import { expect, onTestFailed } from 'vitest'
import { stepMs } from './chromium.ts'

export { settled } from './settled.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const pictures = join(import.meta.dirname, '../test-results/pictures')

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export type Visit = {
  readonly page: Page
  readonly context: BrowserContext
  /** The errors that the page reported. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

export type Look = {
  size?: { width: number; height: number }
  dark?: boolean
  token?: string
  storage?: Record<string, string>
  /** Lets the page install its service worker. A test cannot answer requests that pass through one. */
  serviceWorker?: boolean
}

/** Opens a browser context that shares nothing with others. */
export async function openContext(browser: Browser, look: Look = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: look.size ?? desktop,
    colorScheme: look.dark ? 'dark' : 'light',
    // An animation must not move a dialog away from a click.
    reducedMotion: 'reduce',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    permissions: ['clipboard-read', 'clipboard-write'],
    serviceWorkers: look.serviceWorker ? 'allow' : 'block',
  })
  context.setDefaultTimeout(stepMs)
  const storage = { ...look.storage, ...(look.token === undefined ? {} : { token: look.token }) }
  // This happens only on the first page of the tab, so that it does not overwrite what the product stores
  // later.
  await context.addInitScript(values => {
    // Frames of mails have no storage and need none.
    if (window !== window.top || sessionStorage.getItem('seeded') !== null) return
    sessionStorage.setItem('seeded', '1')
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value)
  }, storage)
  return context
}

/** Opens a page in a context that may have others, and shares what they loaded. */
export async function visitIn(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage()
  return { ...(await visitAgain(page, url)), close: () => page.close() }
}

/**
 * Loads a page in a tab that had other pages before. This takes a third less time, because the engine has
 * read the scripts already. After closing, only the stored data is left in the tab.
 */
export async function visitAgain(page: Page, url: string): Promise<Visit> {
  const complaints: string[] = []
  const hearError = (error: Error) => void complaints.push(`error: ${error.message}`)
  const hearConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text())
  }
  page.on('pageerror', hearError)
  page.on('console', hearConsole)
  showFailure(page, complaints)
  await page.goto(url)
  const close = async () => {
    page.off('pageerror', hearError)
    page.off('console', hearConsole)
    // Another site, even an empty page, would get a new engine.
    await page.goto(new URL('/readyz', url).href)
  }
  return { page, context: page.context(), complaints, close }
}

export async function visit(browser: Browser, url: string, look: Look = {}): Promise<Visit> {
  const context = await openContext(browser, look)
  return { ...(await visitIn(context, url)), close: () => context.close() }
}

/** When the test fails, shows the page's text and saves a picture. */
function showFailure(page: Page, complaints: readonly string[]): void {
  try {
    onTestFailed(async ({ task }) => {
      if (page.isClosed()) return
      await picture(page, `failed-${task.name.replaceAll(/\W+/g, '-')}`)
      const words = (await page.locator('body').textContent()) ?? ''
      process.stderr.write(
        [`“${task.name}” stood at ${page.url()}`, ...complaints, words.slice(0, 2_000), ''].join('\n'),
      )
    })
  } catch {
    // The page was opened by a hook and not by a test.
  }
}

/** Keeps a picture for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`) })
}

/** Checks that no part has an English name, which antd's parts have by default. */
export async function expectChineseNames(page: Page): Promise<void> {
  const names = await page
    .locator('[class*="ant"][aria-label]')
    .evaluateAll(parts => parts.map(part => part.getAttribute('aria-label') ?? ''))
  expect(names.filter(name => !/[\u4e00-\u9fff]/.test(name))).toEqual([])
}

type Finding = { id: string; impact: string | null; nodes: { html: string }[] }

/** Fails on any serious finding of axe. */
export async function expectAccessible(page: Page): Promise<void> {
  // The script is evaluated and not added as a tag, because the page's policy allows no inline script.
  await page.evaluate(axe)
  const found = await page.evaluate(async () => {
    const { axe: tool } = window as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } }
    const { violations } = await tool.run()
    return violations.map(item => ({
      id: item.id,
      impact: item.impact,
      where: item.nodes.slice(0, 3).map(node => node.html.slice(0, 160)),
    }))
  })
  expect(found.filter(item => item.impact === 'serious' || item.impact === 'critical')).toEqual([])
}
