import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, phone } from './browser.ts'
import { hasBrowser } from './chromium.ts'
import {
  batch,
  check,
  dialog,
  forAll,
  type InboxSite,
  keys,
  letters,
  list,
  none,
  opened,
  parts,
  press,
  row,
  rows,
  senders,
  startInboxSite,
} from './inbox-site.ts'

/** Returns the place of a part once nothing moves. */
async function placeOf(part: Locator) {
  await part.click({ trial: true })
  return part.boundingBox()
}

describe.runIf(hasBrowser)('the inbox', () => {
  let inbox: InboxSite
  beforeAll(async () => {
    inbox = await startInboxSite()
  })
  afterAll(async () => {
    await inbox?.stop()
  })

  it('draws few of hundreds, and nothing moves while one reads further down, on a phone as well', async () => {
    const [first = { subject: '' }, ...others] = letters(210)
    const box = await inbox.filled('crowd', [first])
    for (const letter of others) await inbox.write(box.address, letter)
    const unread = async () => (await inbox.site.as(box.token).getUnreadEmail()).total
    await expect.poll(unread).toBe(210)
    const { page, close, complaints } = await inbox.open(box.token)
    const few = async () => expect(await rows(page).count()).toBeLessThan(40)
    const last = row(page, 'Writer1')
    await rows(page).first().waitFor()
    await few()
    await list(page).hover()
    const reachesLast = async () => {
      await page.mouse.wheel(0, 20_000)
      return last.isVisible()
    }
    await expect.poll(reachesLast).toBe(true)
    await few()
    const place = await placeOf(last)
    await inbox.write(box.address, { subject: '刚到的信' })
    const pill = page.getByRole('button', { name: '1 封新邮件' })
    await pill.waitFor()
    expect(await last.boundingBox()).toEqual(place)
    await pill.click()
    await list(page).getByText('刚到的信').waitFor()
    await pill.waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
    await close()

    const small = await inbox.open(box.token, '', { size: phone })
    const { from, subject = '' } = (await inbox.mails(box.token))[20] ?? {}
    const middle = row(small.page, from?.name ?? '')
    await rows(small.page).first().hover()
    await small.page.mouse.wheel(0, 1_700)
    for (const back of [() => press(small.page, '返回列表'), () => small.page.goBack()]) {
      const before = await placeOf(middle)
      await middle.click()
      await opened(small.page, subject).waitFor()
      await back()
      await opened(small.page, subject).waitFor({ state: 'hidden' })
      expect(await middle.boundingBox()).toEqual(before)
    }
    expect(small.complaints).toEqual([])
    await small.close()
  })

  it('changes many at once, and takes a deletion back with everything that was set', async () => {
    const { token } = await inbox.filled('many', letters(5))
    const { page, close, complaints } = await inbox.open(token)
    await check(page, 'Writer5')
    await page
      .getByRole('checkbox', { name: '选择 Writer3，第3封信', exact: true })
      .click({ modifiers: ['Shift'] })
    await page.getByText('已选 3 封').waitFor()
    await expectAccessible(page)
    await batch(page, '标为已读')
    await expect.poll(() => inbox.readOnes(token)).toEqual([true, true, true, false, false])
    await check(page, 'Writer5')
    await batch(page, '标为未读')
    await expect.poll(() => inbox.readOnes(token)).toEqual([false, true, true, false, false])
    await check(page, 'Writer4')
    await check(page, 'Writer1')
    // Keys act on the chosen mails.
    await keys(page, 's')
    await expect.poll(() => inbox.subjects(token, 'starred')).toEqual(['第4封信', '第1封信'])
    const before = await inbox.mails(token)
    await check(page, 'Writer2')
    await page.getByRole('checkbox', { name: '全选' }).check()
    await page.getByText('已选 5 封').waitFor()
    await batch(page, '移到回收站')
    await page.getByText('还没有来信').waitFor()
    await expect.poll(async () => (await inbox.mails(token, 'trash')).length).toBe(5)
    await press(page, '撤回')
    await senders(page).toEqual(['Writer5', 'Writer4', 'Writer3', 'Writer2', 'Writer1'])
    expect(await inbox.mails(token)).toEqual(before)
    expect(await list(page).getByRole('img', { name: '已加星' }).count()).toBe(2)
    expect(await list(page).getByRole('img', { name: '未读' }).count()).toBe(3)
    // Each has its own undo.
    for (const from of ['Writer4', 'Writer2']) {
      await row(page, from).focus()
      await keys(page, 'e')
    }
    await senders(page).toEqual(['Writer5', 'Writer3', 'Writer1'])
    for (const subject of ['第4封信', '第2封信']) {
      const said = page.getByText(`已移到回收站：${subject}`)
      await said.locator('..').getByRole('button', { name: '撤回' }).click()
      await said.waitFor({ state: 'hidden' })
    }
    await senders(page).toEqual(['Writer5', 'Writer4', 'Writer3', 'Writer2', 'Writer1'])
    expect(await inbox.subjects(token, 'trash')).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  it('deletes by button, key and time to the trash, and for good only after asking', async () => {
    const { token } = await inbox.filled('bin', letters(5))
    const { page, close, complaints } = await inbox.open(token)
    await row(page, 'Writer5').click()
    await press(page, '移到回收站')
    // The next mail is open.
    await opened(page, '第4封信').waitFor()
    await keys(page, 'e')
    await opened(page, '第3封信').waitFor()
    await forAll(page, '按时间删除')
    const range = dialog(page, '按时间删除')
    await press(page, '7 天以前的')
    await range.getByText('这段时间有 0 封邮件。').waitFor()
    for (const [place, time] of ['2020/1/1 00:00', '2099/1/1 00:00'].entries()) {
      await range.getByRole('textbox').nth(place).fill(time)
      await range.getByRole('textbox').nth(place).press('Enter')
    }
    await range.getByRole('button', { name: '删除 3 封' }).click()
    await page.getByText('已删除 3 封，可在回收站找到').waitFor()
    await page.getByText('还没有来信').waitFor()
    expect((await inbox.mails(token, 'trash')).length).toBe(5)
    // The page knows that the open mail is among them.
    await page.getByRole('button', { name: '彻底删除' }).waitFor()

    await page.getByRole('link', { name: '回收站' }).click()
    await check(page, 'Writer1')
    await batch(page, '移到收件箱')
    await expect.poll(() => page.title()).toBe('(1) 回收站 · 雁书')
    expect(await inbox.subjects(token)).toEqual(['第1封信'])
    const question = dialog(page, '彻底删除')
    const answer = async (name: string) => {
      await question.getByRole('button', { name }).click()
      await question.waitFor({ state: 'hidden' })
    }
    await check(page, 'Writer4')
    await batch(page, '彻底删除')
    await question.getByText('“第4封信”和它的附件会彻底删除，找不回来。').waitFor()
    await answer('不了')
    expect((await inbox.mails(token, 'trash')).length).toBe(4)
    await batch(page, '彻底删除')
    await answer('彻底删除')
    await senders(page).toEqual(['Writer5', 'Writer3', 'Writer2'])
    await row(page, 'Writer3').click()
    await opened(page, '第3封信').waitFor()
    await keys(page, 'e')
    await question.getByText('“第3封信”').waitFor()
    await answer('不了')
    expect(await inbox.subjects(token, 'trash')).toEqual(['第5封信', '第3封信', '第2封信'])
    await forAll(page, '清空回收站')
    await dialog(page, '清空回收站').getByRole('button', { name: '清空' }).click()
    await page.getByText('已彻底删除 3 封').waitFor()
    await page.getByText('回收站是空的').waitFor()
    await none(page).waitFor()
    expect(await inbox.mails(token, 'trash')).toEqual([])
    expect(await inbox.subjects(token)).toEqual(['第1封信'])
    expect(complaints).toEqual([])
    await close()
  })

  it('finds by two characters, narrows by chips and label, and keeps it all in the URL', async () => {
    const file: [string, string] = ['text/csv; name=list.csv\nContent-Disposition: attachment', 'a,b']
    const { token } = await inbox.filled('finding', [
      { subject: '季度合同', from: 'A <a@example.com>', ...parts('mixed', ['text/plain', 'below'], file) },
      { subject: '合同范本', from: 'B <b@example.com>' },
      { subject: '登录提醒', from: 'C <c@example.com>', body: '你的验证码是 705318，5 分钟内有效。' },
      { subject: '周末爬山', from: 'D <d@example.com>', body: '一起去看红叶吧' },
    ])
    const contract = (await inbox.mails(token)).at(-1)?.id ?? ''
    await inbox.site.as(token).updateEmail({ body: { ids: [contract], labels: ['工作'] } })
    const { page, close, complaints } = await inbox.open(token)
    const field = page.getByRole('textbox', { name: '搜邮件' })
    const inUrl = () => Object.fromEntries(new URL(page.url()).searchParams)
    await senders(page).toEqual(['D', 'C', 'B', 'A'])
    await field.fill('红叶')
    await senders(page).toEqual(['D'])
    expect(inUrl()).toEqual({ q: '红叶' })
    await page.reload()
    await senders(page).toEqual(['D'])
    expect(await field.inputValue()).toBe('红叶')
    await page.goBack()
    await senders(page).toEqual(['D', 'C', 'B', 'A'])
    expect(await field.inputValue()).toBe('')
    await field.fill('没有这话')
    await page.getByText('没有找到“没有这话”，换个词试试').waitFor()
    await field.fill('合同')
    await senders(page).toEqual(['B', 'A'])
    await press(page, '有附件')
    await senders(page).toEqual(['A'])
    await row(page, 'A').click()
    await page.getByRole('article').getByRole('link', { name: '工作' }).click()
    await none(page).waitFor()
    await page.reload()
    await senders(page).toEqual(['A'])
    expect(inUrl()).toEqual({ q: '合同', filter: 'attachment', label: '工作' })
    await press(page, '未读')
    await page.getByText('没有找到“合同”').waitFor()
    await press(page, '不搜了')
    await page.getByText('没有未读邮件').waitFor()
    await press(page, '看全部')
    await senders(page).toEqual(['D', 'C', 'B'])
    await press(page, '有验证码')
    await senders(page).toEqual(['C'])
    await page.goBack()
    await senders(page).toEqual(['D', 'C', 'B'])
    expect(inUrl()).toEqual({ filter: 'unread' })
    expect(complaints).toEqual([])
    await close()
  })

  it('is walked through by keys, which mean nothing while one types', async () => {
    const { token, at } = await inbox.customer('typist', ['typist'])
    await inbox.fill({ address: at(0), token }, letters(3))
    const { page, close, complaints } = await inbox.open(token)
    const focused = () => expect.poll(() => page.evaluate(() => document.activeElement?.textContent))
    await row(page, 'Writer1').waitFor()
    await keys(page, 'j')
    await focused().toBe('Writer3')
    await keys(page, 'j', 's')
    await focused().toBe('Writer2')
    await expect.poll(() => inbox.subjects(token, 'starred')).toEqual(['第2封信'])
    await keys(page, 'k', 'o')
    await opened(page, '第3封信').waitFor()
    await keys(page, 'j')
    await opened(page, '第2封信').waitFor()
    await expect.poll(() => inbox.readOnes(token)).toEqual([true, true, false])
    await keys(page, 'u')
    await none(page).waitFor()
    await expect.poll(() => inbox.readOnes(token)).toEqual([true, false, false])
    await keys(page, 'j')
    await focused().toBe('Writer1')
    await keys(page, 'Enter')
    await opened(page, '第1封信').waitFor()
    const letter = page.getByRole('textbox', { name: '正文' })
    for (const [key, kind] of Object.entries({ r: 'reply', a: 'replyAll', f: 'forward', c: 'new' })) {
      await keys(page, key)
      await letter.waitFor()
      expect(new URL(page.url()).searchParams.get('compose')).toBe(kind)
      await keys(page, 'Escape')
      await letter.waitFor({ state: 'hidden' })
    }
    await keys(page, 'Escape')
    await none(page).waitFor()
    await keys(page, '?')
    const help = dialog(page, '按键')
    const told = ['j', 'k', 'oEnter', 'e', 'y', 'v', 's', 'u', 'r', 'a', 'f', 'c', '/', 'Esc', '?']
    expect(await help.getByRole('term').allTextContents()).toEqual(told)
    await keys(page, 'e', 's', 'Escape')
    await help.waitFor({ state: 'hidden' })
    await keys(page, '/')
    await page.keyboard.type('ejsu?c')
    await page.getByText('没有找到“ejsu?c”').waitFor()
    await keys(page, 'Escape')
    await senders(page).toEqual(['Writer3', 'Writer2', 'Writer1'])
    expect(await inbox.subjects(token, 'starred')).toEqual(['第2封信'])
    await keys(page, 'k', 'e')
    await senders(page).toEqual(['Writer3', 'Writer1'])
    await expect.poll(() => inbox.subjects(token, 'trash')).toEqual(['第2封信'])
    expect(complaints).toEqual([])
    await close()
  })

  it('has no keys for the mail while anything is open over it, and what asks for text has the keyboard', async () => {
    const { token, at } = await inbox.customer('opener', ['opener', 'shop.kefu'])
    await inbox.fill({ address: at(0), token }, letters(2))
    const { page, close, complaints } = await inbox.open(token)
    await row(page, 'Writer2').click()
    await opened(page, '第2封信').waitFor()
    const typed = page.locator('input:focus')
    const panels: [open: () => Promise<void>, panel: Locator, types: boolean][] = [
      [() => press(page, /，切换邮箱$/), dialog(page, '切换邮箱'), true],
      [() => press(page, '来信提醒'), page.getByRole('menu', { name: '来信提醒' }), false],
      [() => press(page, /^账号菜单/), page.getByText('退出登录'), false],
      [() => press(page, /^更多：全部已读/), page.getByRole('menu'), false],
      [() => press(page, /^更多：移动/), page.getByRole('menu'), false],
      [() => press(page, '新建邮箱'), dialog(page, '新建邮箱'), true],
      [() => forAll(page, '按时间删除'), dialog(page, '按时间删除'), false],
      [() => keys(page, '?'), dialog(page, '按键'), false],
      [() => keys(page, 'c'), page.getByRole('dialog', { name: '写信' }), true],
    ]
    for (const [open, panel, types] of panels) {
      await open()
      await panel.first().waitFor()
      if (types) await typed.waitFor()
      await keys(page, 'k', 'e', 'f', 'u', 's')
      if (types) expect(await typed.inputValue()).toBe('kefus')
      await keys(page, 'Escape')
      await panel.first().waitFor({ state: 'hidden' })
      await row(page, 'Writer2').click()
    }
    // The frame has the focus, and keys there must not change the mail.
    await page.getByRole('button', { name: /，切换邮箱$/ }).focus()
    await keys(page, 'e', 's')
    await keys(page, 'j')
    await opened(page, '第1封信').waitFor()
    expect(await inbox.subjects(token)).toEqual(['第2封信', '第1封信'])
    expect(await inbox.subjects(token, 'starred')).toEqual([])
    await keys(page, 'e')
    await expect.poll(() => inbox.subjects(token, 'trash')).toEqual(['第1封信'])
    expect(complaints).toEqual([])
    await close()
  })

  it('says on a phone what is empty, gone or failed, and always leads on', async () => {
    const { token, address } = await inbox.filled('small', [])
    const { page, close, complaints } = await inbox.open(token, '', { size: phone })
    await page.getByRole('button', { name: `收件箱，${address}，切换文件夹或邮箱` }).waitFor()
    await page.getByText('还没有来信').waitFor()
    await press(page, '发一封测试邮件')
    await rows(page).first().waitFor()
    const boxes = page.getByRole('checkbox')
    const more = async (item: string) => {
      await press(page, '更多')
      await page.getByRole('menuitem', { name: item }).click()
    }
    await more('选择多封')
    await boxes.waitFor()
    await more('不选了')
    await boxes.waitFor({ state: 'hidden' })
    await more('按时间删除')
    await dialog(page, '按时间删除').getByRole('textbox').first().click()
    // The calendar fits the page, from its first day to its last minute.
    const monday = await page.getByRole('columnheader', { name: '一', exact: true }).boundingBox()
    const ok = await page.getByRole('button', { name: '确定' }).boundingBox()
    expect(monday?.x).toBeGreaterThan(0)
    expect((ok?.x ?? 0) + (ok?.width ?? phone.width)).toBeLessThan(phone.width)
    expect((ok?.y ?? 0) + (ok?.height ?? phone.height)).toBeLessThan(phone.height)
    await page.goto(`${inbox.site.url}/user/inbox?mail=nothing`)
    await page.getByText('这封邮件已经不在了').waitFor()
    await press(page, '返回列表')
    for (const [call, where, begin] of [
      ['getEmail/*', page.getByRole('region', { name: '阅读' }), () => rows(page).first().click()],
      ['getInbox?*', list(page), () => page.goto(`${inbox.site.url}/user/inbox`)],
    ] as const) {
      await page.route(`**/api/user/${call}`, route => route.abort())
      await begin()
      await where.getByRole('alert').getByText('连不上服务器，请检查网络').waitFor()
      if (call === 'getEmail/*')
        expect(await page.getByRole('button', { name: '返回列表' }).isVisible()).toBe(true)
      await page.unroute(`**/api/user/${call}`)
      await where.getByRole('button', { name: '重试' }).click()
      await where.getByRole('alert').waitFor({ state: 'detached' })
    }
    await rows(page).first().waitFor()
    expect(complaints.filter(text => !text.includes('net::ERR_FAILED'))).toEqual([])
    await close()
  })
})
