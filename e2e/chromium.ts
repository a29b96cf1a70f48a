/** Opens Debian's Chromium and keeps it from calling home. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const whole = '/usr/bin/chromium'
/** The same engine without a window, which opens a page in half the time. */
const windowless = '/usr/bin/chromium-headless-shell'
/** Without a browser these tests are skipped, and the test command says so. */
export const hasBrowser = existsSync(whole)

/**
 * If a part is not there by then, it never will be, however busy the machine is. The failure names the part
 * long before the test's own limit.
 */
export const stepMs = 60_000

/** The windowless one shows no system messages, has no viewer for files, and hides no page behind another. */
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
