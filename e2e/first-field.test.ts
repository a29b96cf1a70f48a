import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectChineseNames, phone, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { type Site, startSite } from './site.ts'

/** The page of a form, the button that opens it, and its first field. */
const forms: readonly [path: string, button: string, field: string][] = [
  ['/user/emailAccount', '新建邮箱', '名字'],
  ['/user/emailAccount', 'anna@yanshu.test 的更多操作/修改', '状态'],
  ['/user/sysAccount', '新建账号', '用户名'],
  ['/user/sysAccount?tab=blocks', '加进名单', '内容，一行一个'],
  ['/user/card', '制作卡密', '张数'],
  ['/user/domain', '添加', '域名'],
  ['/user/setting?tab=notice&edit=new', '', '地址'],
  ['/use', '新地址', '名字'],
]

describe.runIf(hasBrowser)('a form that opens over the page', () => {
  let site: Site
  let browser: Browser
  let token: string
  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser()
    token = await site.adminToken()
    await site.as(token).createEmailAccount({ body: { domain: 'yanshu.test', names: ['anna'] } })
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  async function press(page: Page, names: string): Promise<void> {
    const [button = '', item] = names.split('/')
    if (button === '') return
    await page.getByRole('button', { name: button }).first().click()
    if (item !== undefined) await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  /** Returns the name of the focused field, or null. */
  const typedInto = (page: Page) =>
    page.evaluate(() => {
      const active = document.activeElement
      if (!(active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement)) return null
      return active.labels?.[0]?.textContent ?? active.getAttribute('aria-label')
    })

  /** Lists have their own marks while they are open, and others when something is chosen. */
  async function expectChineseLists(page: Page): Promise<void> {
    for (const list of await page.getByRole('dialog').first().locator('.ant-select input').all()) {
      await list.click()
      await page.locator('.ant-select-open').waitFor()
      await expectChineseNames(page)
      await list.press('Enter')
      await expectChineseNames(page)
      await list.press('Tab')
    }
  }

  it.each(forms)('at %s by “%s” begins in its first field: %s', async (path, button, field) => {
    const { page, close, complaints } = await visit(browser, `${site.url}${path}`, { token })
    await press(page, button)
    await page.getByRole('dialog').first().waitFor()
    await expect.poll(() => typedInto(page)).toBe(field)
    await expectChineseNames(page)
    await expectChineseLists(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('brings no keyboard up where there is only something to read', async () => {
    const look = { token, size: phone }
    const { page, close } = await visit(browser, `${site.url}/user/setting?tab=site`, look)
    await press(page, '改动历史')
    await page.getByText('站点设置还没有改过').waitFor()
    expect(await typedInto(page)).toBe(null)
    await close()
  })
})
