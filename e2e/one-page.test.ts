import type { Page as Part } from '@yanshu/contract'
import { pages } from '@yanshu/contract/permission'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desktop, openContext, phone, settled, visitAgain } from './browser.ts'
import { hasBrowser, openBrowser } from './chromium.ts'
import { sendMail } from './send-mail.ts'
import { type Site, startSite } from './site.ts'

/** The one of system accounts comes with the role, so no user has it. */
type UsersPage = Exclude<Part, 'sysAccount'>
const usersPages = pages.filter((page): page is UsersPage => page !== 'sysAccount')

/** The views of a page beside its first one: by URL, and behind a press. */
const inside: Readonly<Record<UsersPage, readonly { at?: string; press?: readonly RegExp[] }[]>> = {
  inbox: [{ press: [/^新建邮箱/] }, { press: [/^更多：/] }, { at: '?folder=trash' }],
  sent: [{}, { at: '?folder=drafts' }, { at: '?folder=scheduled' }, { at: '?folder=suppressions' }],
  contentFilter: [{ press: [/^验证码加星/] }],
  emailAccount: [{ press: [/^新建邮箱/] }, { press: [/^批量新建/] }, { press: [/^导入/] }],
  domain: [{ press: [/^添加/] }],
  dashboard: [{ press: [/^30 天/] }],
  card: [{ press: [/^制作卡密/] }, { at: '?tab=orders' }],
  interface: [
    ...['waitEmail', 'getInbox', 'events', 'getKey'].map(name => ({ at: `?call=${name}` })),
    ...['start', 'usage', 'live', 'hooks', 'mailtm'].map(name => ({ at: `?guide=${name}` })),
  ],
  setting: [{}, { at: '?tab=sending' }, { at: '?tab=notice' }, { at: '?tab=own' }],
  version: [{}],
}

describe.runIf(hasBrowser)('a user with one page', () => {
  let site: Site
  let browser: Browser
  let admin: string
  let token: string
  let id: string
  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser()
    admin = await site.adminToken()
    const username = 'narrow'
    const can = { send: true, upload: true, createDomain: true, createCard: true, useApi: true }
    const { account, password } = await site.as(admin).createSysAccount({ body: { username, can } })
    id = account.id
    token = (await site.as(null).login({ body: { username, password } })).token
    const own = site.as(token)
    const { mailbox } = await own.createEmail({ body: { domain: 'yanshu.test', localPart: 'narrow' } })
    const { address: from } = mailbox
    await own.sendEmail({ body: { from, to: [from], subject: '给自己的信', text: '正文' } })
    await own.saveDraft({ body: { from, subject: '没写完的信' } })
    await sendMail(site.smtpPort, { to: from, body: '验证码 493817' })
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })

  type Watched = { page: Page; refused: string[]; quiet(): Promise<void> }

  /** Notes what is refused, and knows when every question has its answer. */
  async function watch(size: typeof desktop): Promise<Watched> {
    const page = await (await openContext(browser, { token, size })).newPage()
    const refused: string[] = []
    const asked = new Set<unknown>()
    page.on('request', request => {
      if (/\/api\/(?!user\/events)/.test(request.url())) asked.add(request)
    })
    page.on('requestfailed', request => asked.delete(request))
    page.on('response', response => {
      asked.delete(response.request())
      if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`)
    })
    const quiet = async () => {
      await settled(page)
      await expect.poll(() => asked.size).toBe(0)
    }
    return { page, refused, quiet }
  }

  async function lookAt({ page, refused, quiet }: Watched, path: string, press: readonly RegExp[] = []) {
    const { close, complaints } = await visitAgain(page, site.url + path)
    await quiet()
    for (const name of press) {
      const main = page.getByRole('main')
      await main.getByRole('button', { name }).or(main.getByRole('radio', { name })).first().click()
      await quiet()
    }
    expect({ path, refused, complaints }).toEqual({ path, refused: [], complaints: [] })
    await close()
  }

  it.each(usersPages)('%s is refused nothing there, and nothing on the public pages', async only => {
    await site.as(admin).editSysAccount({ body: { id, pages: [only] } })
    const wide = await watch(desktop)
    for (const { at = '', press } of inside[only]) await lookAt(wide, `/user/${only}${at}`, press)
    for (const path of ['/home', '/use', '/store']) await lookAt(wide, path)
    await wide.page.context().close()
    const narrow = await watch(phone)
    for (const { at = '' } of inside[only]) await lookAt(narrow, `/user/${only}${at}`)
    await narrow.page.context().close()
  })
})
