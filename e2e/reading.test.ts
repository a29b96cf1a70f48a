import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { phone } from './browser.ts'
import { hasBrowser } from './chromium.ts'
import {
  dialog,
  filed,
  type InboxSite,
  letters,
  list,
  opened,
  parts,
  pixel,
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
    await shown.getByText('2026年12月1日 周二 14:00 至 15:00').waitFor()
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
