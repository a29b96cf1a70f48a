/** Debian's Chromium, told not to call home. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const whole = '/usr/bin/chromium'
/** The same engine without a window to keep up: a page takes half the time. */
const windowless = '/usr/bin/chromium-headless-shell'
/** Without a browser these tests are left out; the test command says so. */
export const hasBrowser = existsSync(whole)

/** What is not there by then is not going to be, however busy the machine; which it was is told long before the test ends. */
export const stepMs = 60_000

/** The windowless one shows no messages of the system, has no viewer of its own for files, and hides no page behind another. */
export function openBrowser(kind: 'windowless' | 'whole' = 'windowless'): Promise<Browser> {
  return chromium.launch({
    executablePath: kind === 'windowless' && existsSync(windowless) ? windowless : whole,
    timeout: stepMs,
    args: [
      ...[
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
      ],
      ...['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--lang=zh-CN'],
    ],
  })
}
