import { deflateSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../packages/server/src/testing/free-port.ts'
import { expectAccessible, phone, picture, visit } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { type Site, startSite } from './site.ts'

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

/** Makes a chunk of a PNG (W3C, section 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  let crc = 0xffffffff
  for (const byte of body) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)
  const [head, tail] = [Buffer.alloc(4), Buffer.alloc(4)]
  head.writeUInt32BE(data.length)
  tail.writeUInt32BE(~crc >>> 0)
  return Buffer.concat([head, body, tail])
}

/** Makes a picture of one colour, twice as wide as high. */
function plainPng(red: number, green: number, blue: number): Buffer {
  const size = Buffer.from([0, 0, 0, 64, 0, 0, 0, 32, 8, 2, 0, 0, 0])
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(64 * 3, Buffer.from([red, green, blue]))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: 32 }, () => row)))
  const mark = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([mark, chunk('IHDR', size), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

describe.runIf(hasBrowser)('mail programs and pictures in a browser', () => {
  let site: Site
  let browser: Browser
  let token: string
  const ports = { imaps: 0, pop3s: 0, submissions: 0 }
  beforeAll(async () => {
    ports.imaps = await freePort()
    ports.pop3s = await freePort()
    ports.submissions = await freePort()
    site = await startSite({
      YANSHU_IMAPS_PORT: String(ports.imaps),
      YANSHU_POP3S_PORT: String(ports.pop3s),
      YANSHU_SUBMISSIONS_PORT: String(ports.submissions),
      YANSHU_MAIL_HOST: 'mail.yanshu.test',
    })
    browser = await openBrowser()
    token = await site.adminToken()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  it('a mailbox sees in its settings how a program is set up, and takes the profile for its phone', async () => {
    const body = { domain: 'yanshu.test', names: ['anna'], maySend: true, password: 'a long pass phrase' }
    await site.as(token).createEmailAccount({ body })
    const login = { address: 'anna@yanshu.test', password: 'a long pass phrase' }
    const anna = await site.as(null).loginEmail({ body: login })
    const { page, close, complaints } = await visit(browser, `${site.url}/user/setting`, {
      token: anna.token,
      size: phone,
    })
    const section = page.getByRole('region', { name: '邮件程序' })
    for (const way of ['IMAP', 'POP3']) await section.getByText(`收信服务器（${way}）`).waitFor()
    for (const text of [
      'mail.yanshu.test',
      String(ports.imaps),
      String(ports.pop3s),
      String(ports.submissions),
      'anna@yanshu.test',
    ])
      await section.getByText(text, { exact: true }).first().waitFor()
    await section.getByRole('img', { name: '描述文件的二维码' }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('link', { name: '下载描述文件' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('anna@yanshu.test.mobileconfig')
    await section.scrollIntoViewIfNeeded()
    await picture(page, 'mail-program-phone')
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('an admin gives the site a logo and itself a face, and takes them away again', async () => {
    const { page, close, complaints } = await visit(browser, `${site.url}/user/setting?tab=site`, { token })
    const logo = page.getByRole('region', { name: '站点图标' })
    const choose = logo.getByLabel('选站点图标的图片')
    await choose.setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg onload="x"/>'),
    })
    await page.getByText('这个文件不是能用的图片').waitFor()
    await choose.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: plainPng(170, 40, 30) })
    await logo.getByRole('img', { name: '现在的站点图标' }).waitFor()
    await page.goto(`${site.url}/user/setting?tab=own`)
    const face = page.getByRole('region', { name: '头像' })
    const input = face.getByLabel('选头像的图片')
    await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: plainPng(20, 120, 90) })
    await face.getByRole('img', { name: '现在的头像' }).waitFor()
    const shown = page.getByRole('button', { name: /^账号菜单/ }).locator('img')
    await expect.poll(() => shown.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(256)
    await picture(page, 'pictures-own')
    await expectAccessible(page)
    const guest = await visit(browser, `${site.url}/auth`)
    const mark = guest.page.locator('header img, main img').first()
    await expect.poll(() => mark.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(256)
    await guest.close()
    await face.getByRole('button', { name: '去掉' }).click()
    await page.getByText('头像已去掉').waitFor()
    await expect.poll(() => shown.count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
})
