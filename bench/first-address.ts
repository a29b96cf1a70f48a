/**
 * Measures the time from opening /home to an address that can be copied, on a slow telephone with a slow
 * line.
 */
import type { Browser } from 'playwright-core'
import { hasBrowser, openBrowser, stepMs } from '../e2e/chromium.ts'
import { type Site, startSite } from '../e2e/site.ts'
import { median, quantile, type Table } from './table.ts'

const rounds = 5

type Line = {
  readonly name: string
  readonly bytesPerSecond: number
  readonly roundTripMs: number
  readonly slowerProcessor: number
}

const lines: readonly Line[] = [
  { name: 'as it is', bytesPerSecond: -1, roundTripMs: 0, slowerProcessor: 1 },
  {
    name: '400 kbit/s, 400 ms round trip, processor 4× slower',
    bytesPerSecond: 400_000 / 8,
    roundTripMs: 400,
    slowerProcessor: 4,
  },
]

/** Each run uses a new browser: no cache, no address, no service worker. */
async function firstAddress(browser: Browser, site: Site, line: Line): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.roundTripMs,
    downloadThroughput: line.bytesPerSecond,
    uploadThroughput: line.bytesPerSecond,
  })
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: line.slowerProcessor })
  const begun = performance.now()
  await page.goto(`${site.url}/home`, { waitUntil: 'commit', timeout: stepMs })
  await page.getByRole('button', { name: '复制地址' }).waitFor({ timeout: stepMs })
  const took = performance.now() - begun
  await context.close()
  return took
}

export async function benchFirstAddress(): Promise<Table> {
  const title = `From opening /home to an address that can be used (${rounds} times, nothing kept before)`
  const columns = ['line', 'median', 'slowest', 'to reach']
  if (!hasBrowser) return { title, columns, rows: [], notes: ['left out: no Chromium here'] }
  const site = await startSite()
  const browser = await openBrowser()
  const rows: string[][] = []
  for (const line of lines) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await firstAddress(browser, site, line))
    const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`
    rows.push([
      line.name,
      seconds(median(times)),
      seconds(quantile(times, 1)),
      line.roundTripMs > 0 ? '< 3 s' : '',
    ])
  }
  await browser.close()
  await site.stop()
  return {
    title,
    columns,
    rows,
    notes: ['the line is slowed by the browser, the processor by its own clock'],
  }
}
