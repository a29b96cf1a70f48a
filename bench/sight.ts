/**
 * Measures the time from the final dot to the code on the screen of somebody who waits at /use, in a real
 * browser.
 */
import type { Page } from 'playwright-core'
import { hasBrowser, openBrowser } from '../e2e/chromium.ts'
import { benchMail } from './load.ts'
import { startWithMailbox } from './mailbox.ts'
import { sendOne, sendSteadily, waitUntil } from './steady.ts'
import { ms, quantile, type Table } from './table.ts'

const warmUp = 20

const mailOf = (code: string): string => benchMail().replace('482913', code)

type Sights = typeof globalThis & { sights: Record<string, number> }

/**
 * Records when each code that begins with a 7 was first on the screen: it is in the text, and a frame was
 * painted since.
 */
async function watchCodes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sights: Record<string, number> = {}
    ;(globalThis as Sights).sights = sights
    const look = () => {
      const there = [...document.body.textContent.matchAll(/(?=(7\d{5}))/g)].map(([, code = '']) => code)
      const fresh = there.filter(code => !(code in sights))
      if (fresh.length === 0) return
      requestAnimationFrame(() =>
        setTimeout(() => {
          const now = performance.timeOrigin + performance.now()
          for (const code of fresh) sights[code] ??= now
        }),
      )
    }
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
}

const sightsOf = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => (globalThis as Sights).sights)

export async function benchSight(): Promise<Table> {
  const title = 'From the final dot to the code on the screen (/use in Chromium)'
  const columns = ['load', 'p50', 'p99', 'mails', 'seen']
  if (!hasBrowser) return { title, columns, rows: [], notes: ['left out: no Chromium here'] }
  const { site, token } = await startWithMailbox()
  const browser = await openBrowser()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  await page.addInitScript(value => localStorage.setItem('token', value), token)
  await page.goto(`${site.url}/use`)
  await watchCodes(page)
  let next = 700_000
  const codes = (count: number) => Array.from({ length: count }, () => String(next++))
  for (const code of codes(warmUp)) {
    await sendOne(site.smtpPort, mailOf(code))
    await waitUntil(async () => code in (await sightsOf(page)))
  }
  const rows: string[][] = []
  for (const [rate, count] of [
    [1, 30],
    [50, 1500],
  ] as const) {
    const mine = codes(count)
    const dots = await sendSteadily(site.smtpPort, rate, mine.map(mailOf))
    await waitUntil(async () => (mine.at(-1) ?? '') in (await sightsOf(page)))
    const sights = await sightsOf(page)
    const times = dots.map((dot, at) => (sights[mine[at] ?? ''] ?? Number.NaN) - dot).filter(Number.isFinite)
    rows.push([
      `${rate} mails/s`,
      ...[ms(quantile(times, 0.5)), ms(quantile(times, 0.99)), String(count), String(times.length)],
    ])
  }
  await browser.close()
  await site.stop()
  return {
    title,
    columns,
    rows,
    notes: ['not seen: later mails pushed it out of the window before it was painted'],
  }
}
