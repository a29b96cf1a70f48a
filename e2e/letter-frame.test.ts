import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { phone } from './browser.ts'
import { hasBrowser } from './chromium.ts'
import { leastContrast } from './contrast.ts'
import { filed, type InboxSite, parts, pictureOf, pixel, press, row, startInboxSite } from './inbox-site.ts'

/** The colour of a sheet in the dark theme. */
const darkSheet = [27, 30, 36]

describe.runIf(hasBrowser)('a letter in its frame and on paper', () => {
  let inbox: InboxSite
  beforeAll(async () => {
    inbox = await startInboxSite()
  })
  afterAll(() => inbox?.stop())

  it('fits a letter that was laid out for a desktop into a phone', async () => {
    const cells =
      '<td width="300">左边一栏的字</td><td style="width:300px"><table width="80"><tr><td>按钮</td></tr></table></td>'
    const { token } = await inbox.filled('narrow', [
      {
        subject: '周刊',
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
        body: `<table width="640" style="min-width:640px"><tr>${cells}</tr></table><div style="width:640px">宽</div>`,
      },
    ])
    const { page, close } = await inbox.open(token, '', { size: phone })
    await row(page, 'sender@example.com').click()
    const letter = page.frameLocator('iframe')
    const widthOf = async (part: string, at = 0) =>
      (await letter.locator(part).nth(at).boundingBox())?.width ?? Number.POSITIVE_INFINITY
    // Such a letter may use half of the page's margins.
    await expect.poll(() => widthOf('table')).toBeLessThanOrEqual(phone.width - 16)
    expect(await widthOf('div')).toBeLessThanOrEqual(phone.width - 16)
    expect(await widthOf('table', 1)).toBe(80)
    await close()
  })

  it('prints the whole letter with its head and its files, and no empty page', async () => {
    const { token } = await inbox.filled('printed', [
      {
        subject: '要打印的信',
        ...parts(
          'mixed',
          [
            'text/html; charset=utf-8',
            `<p>开头</p>${'<p>一段话，写满一行又一行。</p>'.repeat(120)}<p>最后一句</p>`,
          ],
          [filed('application/pdf', 'attachment', '账单.pdf'), 'x'],
        ),
      },
    ])
    const { page, context, close } = await inbox.open(token)
    await row(page, 'sender@example.com').click()
    await page.frameLocator('article iframe').getByText('开头').waitFor()
    // The frame is gone as soon as it has printed.
    await page.evaluate(() => {
      const see = ({ addedNodes }: MutationRecord) => {
        for (const node of addedNodes)
          if (node instanceof HTMLIFrameElement)
            Object.assign(document.body.dataset, { paper: node.srcdoc, sandbox: node.sandbox.value })
      }
      new MutationObserver(records => records.forEach(see)).observe(document.body, { childList: true })
    })
    await page.keyboard.press('Control+p')
    const seen = () => page.evaluate(() => ({ ...document.body.dataset }))
    await expect.poll(seen).toMatchObject({ sandbox: 'allow-same-origin allow-modals' })
    const { paper = '' } = await seen()
    const onPaper = await context.newPage()
    await onPaper.setContent(paper)
    const words = await onPaper.locator('body').textContent()
    for (const part of ['要打印的信', 'sender@example.com', '账单.pdf', '开头', '最后一句'])
      expect(words).toContain(part)
    const pdf = await onPaper.pdf({ format: 'A4' })
    const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
    const height = await onPaper.evaluate(() => document.documentElement.scrollHeight)
    expect(pages).toBeGreaterThan(2)
    expect(pages).toBeLessThanOrEqual(Math.ceil(height / 800) + 1)
    await close()
  })

  it('gives a letter for 600 pixels its 600 pixels beside the list, and its pictures their size', async () => {
    const picture = (attributes: string) => `<img src="data:image/gif;base64,${pixel}" ${attributes}>`
    const body = `<table width="600" cellspacing="0"><tr><td width="60">${picture('width="100%" height="60"')}</td><td width="470">书</td><td width="70">${picture('width="64" height="3"')}</td></tr></table>`
    const { token } = await inbox.filled('measured', [
      { subject: '六百', headers: { 'Content-Type': 'text/html; charset=utf-8' }, body },
    ])
    for (const size of [undefined, phone]) {
      const { page, close } = await inbox.open(token, '', size ? { size } : {})
      await row(page, 'sender@example.com').click()
      const letter = page.frameLocator('iframe')
      const boxOf = async (part: string, at = 0) => {
        const box = await letter.locator(part).nth(at).boundingBox()
        return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]
      }
      if (!size) await expect.poll(() => boxOf('table').then(([width]) => width)).toBe(600)
      await expect.poll(() => boxOf('img', 1)).toEqual([64, 3])
      const [width = 0, height = 0] = await boxOf('img')
      expect(height).toBe(60)
      expect(width).toBeGreaterThan(48)
      expect(width).toBeLessThanOrEqual(60)
      await close()
    }
  })

  it('makes the frame as tall as the letter with its pictures, also when they come later and it gets narrow', async () => {
    const { token } = await inbox.filled('tall', [
      {
        subject: '长图',
        ...parts(
          'related',
          [
            'text/html; charset=utf-8',
            `<p>${'一段话。'.repeat(80)}</p><p><img src="cid:pic"></p><p>最后一句</p>`,
          ],
          [
            'image/gif\nContent-Transfer-Encoding: base64\nContent-ID: <pic>',
            pictureOf(400, 1200).toString('base64'),
          ],
        ),
      },
    ])
    const { page, close } = await inbox.open(token)
    await row(page, 'sender@example.com').click()
    const frame = page.locator('article iframe')
    /** Returns how much taller the frame is than the letter; negative when the letter does not fit. */
    const misfit = async () => {
      const inner = await (await frame.elementHandle())?.contentFrame()
      const needed = await inner?.evaluate(() => {
        const { body } = document
        return Math.max(body.scrollHeight, Math.ceil(body.getBoundingClientRect().bottom))
      })
      const { height } = (await frame.boundingBox()) ?? { height: 0 }
      return needed === undefined || needed < 1_200 ? 'the picture is not there' : height - needed
    }
    await expect.poll(misfit).toBe(0)
    await page.setViewportSize(phone)
    await expect.poll(misfit).toBe(0)
    await expect.poll(() => page.locator('iframe').count()).toBe(1)
    await close()
  })

  it('makes a letter smaller that is a little too wide, and lets a much wider one be rolled', async () => {
    const table = (width: number) =>
      `<table width="${width}" cellspacing="0" style="min-width:${width}px"><tr><td>左</td><td align="right">右</td></tr></table>`
    const { token } = await inbox.filled(
      'wide',
      [1_200, 2_400].map(width => ({
        subject: `宽 ${width}`,
        from: `w${width} <w${width}@example.com>`,
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
        body: table(width),
      })),
    )
    const { page, close } = await inbox.open(token, '', { size: { width: 1920, height: 1000 } })
    const frame = page.locator('article iframe')
    const overlap = async () => {
      const [outer, inner] = [
        await frame.boundingBox(),
        await page.frameLocator('article iframe').locator('table').boundingBox(),
      ]
      return outer && inner && Math.round(inner.x + inner.width - outer.x - outer.width)
    }
    await row(page, 'w1200').click()
    await expect.poll(overlap).toBe(0)
    await row(page, 'w2400').click()
    await expect.poll(overlap).toBeGreaterThan(500)
    await close()
  })

  it('makes a light letter dark on the dark sheet, readable, and as it was sent at a press', async () => {
    const body = `<style>.head{background:#2F4A3C;color:#F6EFDD}.foot{background-color:rgb(243,239,230)!important}</style>
<table width="600" bgcolor="#FFFDF8" style="color:#55524A"><tr><td class="head">山中书店</td></tr>
<tr><td><h2 style="color:black">冬天适合慢慢读</h2><a href="https://books.example/" style="background:#FFC439;color:#111">去看看</a>
<p>正文没有自己的颜色。<font color="navy">深蓝的字</font></p></td></tr><tr><td class="foot" style="color:hsl(40 5% 45%)">退订</td></tr></table>`
    const { token } = await inbox.filled('dark', [
      { subject: '选书', headers: { 'Content-Type': 'text/html; charset=utf-8' }, body },
    ])
    const letterOf = async (page: Page) => (await (await page.$('article iframe'))?.contentFrame()) ?? null
    const contrast = async (page: Page) => {
      const frame = await letterOf(page)
      return frame === null ? null : leastContrast(frame)
    }
    const ground = (page: Page) =>
      page
        .frameLocator('article iframe')
        .locator('table')
        .evaluate(table => {
          const context = document.createElement('canvas').getContext('2d')
          if (context === null) return null
          context.fillStyle = getComputedStyle(table).backgroundColor
          context.fillRect(0, 0, 1, 1)
          return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
        })
    // Browsers round colours in ways of their own.
    const isNearSheet = async (colour: Promise<number[] | null>) =>
      (await colour)?.every((part, at) => Math.abs(part - (darkSheet[at] ?? 0)) <= 4)
    const { page, close, complaints } = await inbox.open(token, '', { dark: true })
    await row(page, 'sender@example.com').click()
    // Nearly white becomes nearly the dark sheet.
    await expect.poll(() => isNearSheet(ground(page))).toBe(true)
    expect(await contrast(page)).toBeGreaterThan(4.5)
    await press(page, '原样')
    await expect.poll(() => ground(page)).toEqual([255, 253, 248])
    await page.setViewportSize(phone)
    await press(page, /^更多：移动/)
    await page.getByRole('menuitemcheckbox', { name: '颜色适应' }).click()
    await expect.poll(() => isNearSheet(ground(page))).toBe(true)
    expect(complaints).toEqual([])
    await close()
    const light = await inbox.open(token)
    await row(light.page, 'sender@example.com').click()
    await expect.poll(() => ground(light.page)).toEqual([255, 253, 248])
    expect(await light.page.getByRole('button', { name: '原样' }).count()).toBe(0)
    await light.close()
  })
})
