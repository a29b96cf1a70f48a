import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop, expectAccessible, phone, picture } from './browser.ts'
import { hasBrowser } from './chromium.ts'
import { type InboxSite, opened, parts, press, row, startInboxSite } from './inbox-site.ts'
import { invitationText } from './invitation-text.ts'

describe.runIf(hasBrowser)('an invitation in a browser', () => {
  let inbox: InboxSite
  beforeAll(async () => {
    inbox = await startInboxSite()
    await inbox.site.as(inbox.adminToken).updateSetting({ body: { values: { undoSeconds: 0 } } })
  })
  afterAll(() => inbox?.stop())

  const band = (page: Page) => page.getByRole('article').getByRole('region', { name: '日程' })

  /** Makes somebody who may send, with a mailbox. */
  async function person(username: string, called: string) {
    const can = { send: true, upload: true, createDomain: false, createCard: false, useApi: true }
    const { password } = await inbox.site.as(inbox.adminToken).createSysAccount({ body: { username, can } })
    const { token } = await inbox.site.as(null).login({ body: { username, password } })
    const { mailbox } = await inbox.site
      .as(token)
      .createEmail({ body: { domain: 'yanshu.test', localPart: username } })
    await inbox.site.as(token).setSignature({ body: { name: called, signature: '' } })
    return { token, address: mailbox.address }
  }

  it.each([
    ['a desktop', 'wide', { size: desktop }],
    ['a phone in the dark', 'narrow', { size: phone, dark: true }],
  ])('says what it is, is accepted, and the organizer reads who accepted, on %s', async (_, name, look) => {
    const zhou = await person(`zhou-${name}`, '周予安')
    const lin = await person(`lin-${name}`, '林牧')
    const types = ['text/plain; charset=utf-8', 'text/calendar; method=REQUEST; charset=utf-8'] as const
    const text = invitationText(zhou.address, lin.address)
    await inbox.fill(lin, [
      { subject: '邀请你来', ...parts('alternative', [types[0], '请来读书会'], [types[1], text]) },
    ])
    const { page, close, complaints } = await inbox.open(lin.token, '', look)
    await row(page, 'sender@example.com').click()
    await band(page).getByText('十二月的读书会').waitFor()
    await band(page).getByText('2030年12月3日 周二 14:00 至 15:30（中欧时间 07:00）').waitFor()
    await expectAccessible(page)
    await picture(page, `invitation-${name}`)
    await press(page, '接受')
    await band(page).getByText('已接受').waitFor()
    await expectAccessible(page)
    await close()

    await expect.poll(() => inbox.subjects(zhou.token)).toEqual(['已接受：十二月的读书会'])
    const host = await inbox.open(zhou.token, '', look)
    await row(host.page, '林牧').click()
    await opened(host.page, '已接受：十二月的读书会').waitFor()
    await band(host.page).getByText('林牧 接受了').waitFor()
    await host.page.getByRole('article').getByText('林牧 接受了邀请“十二月的读书会”。').waitFor()
    expect(await band(host.page).getByRole('button').count()).toBe(0)
    await expectAccessible(host.page)
    await picture(host.page, `invitation-answer-${name}`)
    await host.close()
    expect([...complaints, ...host.complaints]).toEqual([])
  })
})
