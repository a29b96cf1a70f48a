import type { Page } from 'playwright-core'

/**
 * Resolves when every first request of the page has its answer; the event stream, which stays open, does not
 * count.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const asked = performance.getEntriesByType('resource').filter(entry => entry.name.includes('/api/'))
    return (
      asked.length > 0 &&
      document.readyState === 'complete' &&
      document.querySelector('[aria-label="正在加载"]') === null
    )
  })
}
