import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { phone } from './browser.ts'
import { hasBrowser } from './chromium.ts'
import {
  dialog,
  type InboxSite,
  letters,
  list,
  opened,
  parts,
  pictureOf,
  press,
  row,
  rows,
  senders,
  startInboxSite,
} from './inbox-site.ts'

const focused = (page: Page) =>
  expect.poll(() =>
    page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent
    }),
  )
const find = (page: Page) => page.getByRole('textbox', { name: '搜邮件' })

/** The header text 姓名,林牧 in GBK, as quoted-printable. */
const gbk = '=D0=D5=C3=FB,=C1=D6=C4=C1'
const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const filed = (type: string, kind: string, name: string) =>
  `${type}\nContent-Disposition: ${kind}; filename="${name}"`

describe.runIf(hasBrowser)('reading hard mail in a browser', () => {
  let inbox: InboxSite
  beforeAll(async () => {
    inbox = await startInboxSite()
  })
  afterAll(() => inbox?.stop())

  it('shows every file that the letter does not, whatever charset or type it came with', async () => {
    const base64 = '\nContent-Transfer-Encoding: base64'
    const { address, token } = await inbox.filled('files', [
      {
        subject: '附件',
        ...parts(
          'mixed',
          ['text/html; charset=utf-8', '<p>看图 <img src="cid:logo"></p>'],
          [`${filed('image/gif', 'inline', 'logo.gif')}\nContent-ID: <logo>${base64}`, pixel],
          [`${filed('application/pdf', 'inline', 'contract.pdf')}\nContent-ID: <paper>`, '%PDF-1.4'],
          [
            `${filed('text/csv', 'attachment', 'bill.csv')}\nContent-Transfer-Encoding: quoted-printable`,
            gbk,
          ],
          [filed('application/octet-stream', 'attachment', 'photo.gif') + base64, pixel],
        ),
      },
    ])
    const { page, close, complaints } = await inbox.open(token)
    await row(page, 'sender@example.com').click()
    const files = page.getByRole('list', { name: '附件' }).getByRole('listitem')
    await expect
      .poll(() => files.locator('b').allTextContents())
      .toEqual(['contract.pdf', 'bill.csv', 'photo.gif'])
    await press(page, '预览 bill.csv')
    await dialog(page, 'bill.csv').getByText('姓名,林牧').waitFor()
    await page.keyboard.press('Escape')
    await press(page, '预览 photo.gif')
    const picture = dialog(page, 'photo.gif').getByRole('img')
    await expect
      .poll(() => picture.evaluate(img => img instanceof HTMLImageElement && img.naturalWidth))
      .toBe(1)
    expect(address).toBe('files@yanshu.test')
    expect(complaints).toEqual([])
    await close()
  })

  it('opens a mail that is attached, and the one in that, as safely as any', async () => {
    const innermost = 'From: Deep <deep@example.com>\nSubject: innermost\n\nat the bottom'
    const inner = [
      'From: Boss <boss@example.com>',
      'To: clerk@example.com',
      'Subject: inner letter',
      'Content-Type: multipart/mixed; boundary=inner',
      '',
      '--inner\nContent-Type: text/html\n',
      '<b>signed</b><script>top.document.title = "ran"</script><img src="https://spy.example/p.png">',
      `--inner\nContent-Type: message/rfc822\n\n${innermost}`,
      '--inner--',
    ].join('\n')
    const { token } = await inbox.filled('attached', [
      { subject: '转来的信', ...parts('mixed', ['text/plain', 'see below'], ['message/rfc822', inner]) },
    ])
    const { page, close, complaints } = await inbox.open(token)
    const away: string[] = []
    page.on('request', request => {
      if (!request.url().startsWith(inbox.site.url) && /^http/.test(request.url())) away.push(request.url())
    })
    await row(page, 'sender@example.com').click()
    await press(page, '预览 inner letter.eml')
    const attached = dialog(page, 'inner letter.eml')
    await attached.getByText('Boss <boss@example.com>（没有核对过）').waitFor()
    await attached.frameLocator('iframe').getByText('signed').waitFor()
    await attached.getByRole('button', { name: '显示图片' }).waitFor()
    expect(await attached.getByRole('button', { name: '总是显示' }).count()).toBe(0)
    await press(page, '预览 innermost.eml')
    await dialog(page, 'innermost.eml').getByText('at the bottom').waitFor()
    expect([away, await page.title(), complaints]).toEqual([[], expect.not.stringContaining('ran'), []])
    await close()
  })

  it('sets what is quoted apart, folds it at the end, and gives it back as it came', async () => {
    const before = '收到。\n\n> 几点？\n>> 明天见 https://a.example/x\n三点。\n\n林牧 写道：'
    const tail = Array.from({ length: 12 }, (_, at) => `> 第 ${at + 1} 句`).join('\n')
    const { token } = await inbox.filled('quoted', [{ subject: '回复', body: `${before}\n${tail}` }])
    const { page, close, complaints } = await inbox.open(token)
    await row(page, 'sender@example.com').click()
    const letter = page.getByRole('article')
    const quoted = letter.getByText('第 12 句')
    const copied = () =>
      letter
        .locator('[dir="auto"]')
        .last()
        .evaluate(text => {
          getSelection()?.selectAllChildren(text)
          return getSelection()?.toString().trim()
        })
    await letter.getByRole('blockquote').getByRole('link', { name: 'https://a.example/x' }).waitFor()
    expect([await quoted.isVisible(), await copied()]).toEqual([false, before])
    await letter.getByRole('button', { name: '显示引用内容' }).focus()
    await page.keyboard.press('Enter')
    await quoted.waitFor()
    expect(await copied()).toBe(`${before}\n${tail}`)
    await press(page, '收起引用内容')
    await quoted.waitFor({ state: 'hidden' })
    await page.emulateMedia({ media: 'print' })
    await quoted.waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('names a few of many recipients, and all when asked', async () => {
    const To = Array.from({ length: 60 }, (_, at) => `reader${at}@example.org`).join(',\r\n ')
    const { token } = await inbox.filled('crowd', [{ subject: '群发', body: '大家好', headers: { To } }])
    const { page, close } = await inbox.open(token)
    await row(page, 'sender@example.com').click()
    const letter = page.getByRole('article')
    await letter.getByText('等 60 人').waitFor()
    expect(await letter.textContent()).not.toContain('reader59@')
    await press(page, '看全部')
    await letter.getByText('reader59@example.org').waitFor()
    await close()
  })

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

  it('says in words what a calendar file invites to', async () => {
    const event = ['DTSTART:20261201T060000Z', 'DTEND:20261201T070000Z', 'SUMMARY:季度会议', 'LOCATION:三楼']
    const file = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...event, 'END:VEVENT', 'END:VCALENDAR'].join('\n')
    const { token } = await inbox.filled('invited', [
      {
        subject: '邀请',
        ...parts(
          'mixed',
          ['text/plain; charset=utf-8', '请来'],
          [filed('text/calendar; charset=utf-8', 'attachment', 'invite.ics'), file],
        ),
      },
    ])
    const { page, close } = await inbox.open(token)
    await row(page, 'sender@example.com').click()
    await press(page, '预览 invite.ics')
    const shown = dialog(page, 'invite.ics')
    await shown.getByRole('heading', { name: '季度会议' }).waitFor()
    await shown.getByText('2026年12月1日 14:00 至 15:00').waitFor()
    expect(await shown.getByText('BEGIN:VEVENT').isVisible()).toBe(false)
    await shown.getByText('看原文').click()
    await shown.getByText('BEGIN:VEVENT').waitFor()
    await close()
  })

  it('searches where one has gone meanwhile, by whole words, and stays within its pane', async () => {
    const { token } = await inbox.filled('search', letters(2))
    const { page, close } = await inbox.open(token)
    await row(page, 'Writer2').waitFor()
    await find(page).fill('第1封')
    await page.getByRole('link', { name: '回收站' }).click()
    await page.getByText('没有找到“第1封”').waitFor()
    expect(new URL(page.url()).searchParams.get('folder')).toBe('trash')
    await press(page, '清除搜索')
    await page.getByText('回收站是空的').waitFor()
    await focused(page).toBe('搜邮件')
    await page
      .getByRole('link', { name: /^收件箱/ })
      .last()
      .click()
    // Text of an input method is searched only when the input is complete.
    await page.clock.install()
    const keyboard = await page.context().newCDPSession(page)
    await find(page).focus()
    await keyboard.send('Input.imeSetComposition', { text: 'di yi', selectionStart: 5, selectionEnd: 5 })
    expect(await find(page).inputValue()).toBe('di yi')
    await page.clock.fastForward(1000)
    expect(page.url()).not.toContain('q=')
    await keyboard.send('Input.insertText', { text: '第1封' })
    await senders(page).toEqual(['Writer1'])
    await find(page).fill('封')
    await page.getByText('再输一个字就能搜了').waitFor()
    await find(page).fill('w'.repeat(200))
    const none = page.getByText(/^没有找到“w+”/)
    const [pane, words] = await Promise.all([list(page).boundingBox(), none.boundingBox()])
    expect(words?.width).toBeLessThan(pane?.width ?? 0)
    await close()
  })

  it('keeps the keyboard in the list or the mail, whatever is closed or goes away', async () => {
    const { token } = await inbox.filled('keys', letters(6))
    const { page, close } = await inbox.open(token)
    const bar = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
    }
    // Keys act on the focused row, and continue at the next one when that row is gone.
    await row(page, 'Writer5').focus()
    await page.keyboard.press('e')
    await focused(page).toBe('Writer4')
    await page.keyboard.press('j')
    await focused(page).toBe('Writer3')
    await page.keyboard.press('Enter')
    await opened(page, '第3封信').waitFor()
    await bar('移到回收站')
    await focused(page).toBe('Writer2')
    await opened(page, '第2封信').waitFor()
    await page.keyboard.press('e')
    await focused(page).toBe('Writer1')
    await opened(page, '第1封信').waitFor()
    await bar('标为未读')
    await focused(page).toBe('Writer1')
    await page.setViewportSize(phone)
    await page.keyboard.press('Enter')
    await focused(page).toBe('阅读')
    await bar('上一封')
    await opened(page, '第4封信').waitFor()
    await focused(page).toBe('阅读')
    await bar('返回列表')
    await focused(page).toBe('Writer4')
    await close()
  })

  it('lets go of a mail that was deleted elsewhere, and offers no undo of what did not happen', async () => {
    const { token } = await inbox.filled('elsewhere', letters(3))
    const { page, close } = await inbox.open(token)
    const deleteNewest = async () => {
      const ids = (await inbox.mails(token)).slice(0, 1).map(({ id }) => id)
      for (let time = 0; time < 2; time++) await inbox.site.as(token).delEmail({ body: { ids } })
    }
    await row(page, 'Writer3').click()
    await opened(page, '第3封信').waitFor()
    await deleteNewest()
    await page.getByText('这封邮件已经不在了').waitFor()
    await senders(page).toEqual(['Writer2', 'Writer1'])

    // The event stream is cut, so nothing announces the deletion.
    await page.route('**/api/user/events', route => route.abort())
    await page.goto(`${inbox.site.url}/user/inbox`)
    await row(page, 'Writer2').click()
    await opened(page, '第2封信').waitFor()
    await expect.poll(async () => (await inbox.mails(token))[0]?.read).toBe(true)
    await deleteNewest()
    await press(page, '移到回收站')
    await page.getByText('没有找到', { exact: true }).waitFor()
    await senders(page).toEqual(['Writer1'])
    expect(await page.getByRole('button', { name: '撤回' }).count()).toBe(0)
    await page.goBack()
    await rows(page).first().waitFor()
    await close()
  })
})
