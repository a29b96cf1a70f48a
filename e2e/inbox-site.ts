/** Starts the built product with people who have mail, and drives the page on which they read it. */
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Look, visit } from './browser.ts'
import { openBrowser } from './chromium.ts'
import { silentDns } from './load/silent-dns.ts'
import { sendMail } from './send-mail.ts'
import { startSite } from './site.ts'

type Letter = { subject: string; from?: string; body?: string; headers?: Record<string, string> }
type Box = { address: string; token: string }
type Folder = 'inbox' | 'starred' | 'trash'

export const letters = (count: number): Letter[] =>
  Array.from({ length: count }, (_, at) => ({
    subject: `第${at + 1}封信`,
    from: `Writer${at + 1} <writer@example.com>`,
  }))

/** Makes a mail of several parts, each with its own type. */
export const parts = (
  kind: 'mixed' | 'alternative' | 'related',
  ...list: [type: string, text: string][]
) => ({
  headers: { 'Content-Type': `multipart/${kind}; boundary=part` },
  body: [...list.flatMap(([type, text]) => ['--part', `Content-Type: ${type}`, '', text]), '--part--'].join(
    '\n',
  ),
})

/** Returns the head of a part that is a file. */
export const filed = (type: string, kind: string, name: string) =>
  `${type}\nContent-Disposition: ${kind}; filename="${name}"`

/** The whole row is one link, named after the sender. */
export const rows = (page: Page) => list(page).locator('a[href*="mail="]')
export const senders = (page: Page) => expect.poll(() => rows(page).allTextContents())
export const row = (page: Page, from: string) => page.getByRole('link', { name: from, exact: true })
export const list = (page: Page) => page.getByRole('region', { name: '邮件列表' })
export const opened = (page: Page, subject: string) =>
  page.getByRole('article').getByRole('heading', { name: subject })
export const none = (page: Page) => page.getByText('选一封邮件来读')
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()
export const check = (page: Page, from: string) =>
  page.getByRole('checkbox', { name: `选择 ${from}，` }).check()
export const batch = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name }).click()
const menu = async (page: Page, button: RegExp, item: string) => {
  await press(page, button)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
export const forAll = (page: Page, item: string) => menu(page, /^更多：全部已读/, item)
export const forThis = (page: Page, item: string) => menu(page, /^更多：移动/, item)
export const keys = async (page: Page, ...pressed: string[]) => {
  for (const key of pressed) await page.keyboard.press(key)
}

export const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** Makes a picture of this size, in few bytes. */
export function pictureOf(width: number, height: number): Buffer {
  const picture = Buffer.from(pixel, 'base64')
  picture.writeUInt16LE(width, 6)
  picture.writeUInt16LE(height, 8)
  return picture
}

export type InboxSite = Awaited<ReturnType<typeof startInboxSite>>

export async function startInboxSite() {
  const site = await startSite(silentDns)
  const browser: Browser = await openBrowser()
  const adminToken = await site.adminToken()

  const open = (token: string, query = '', look: Look = {}) =>
    visit(browser, `${site.url}/user/inbox${query}`, { token, ...look })
  const mails = async (token: string, folder: Folder = 'inbox') =>
    (await site.as(token).getInbox({ query: { folder, pageSize: 100 } })).list
  const subjects = async (token: string, folder?: Folder) =>
    (await mails(token, folder)).map(({ subject }) => subject)
  const readOnes = async (token: string) => (await mails(token)).map(({ read }) => read)

  function write(to: string, { subject, from = 'sender@example.com', body = '正文', headers }: Letter) {
    const Subject = `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`
    return sendMail(site.smtpPort, { to, from, body, headers: { ...headers, Subject } })
  }

  /** Each mail is sent when the one before has arrived, so the last one is first in the list. */
  async function fill({ address, token }: Box, all: readonly Letter[]): Promise<void> {
    const there = (await mails(token)).length
    for (const [place, letter] of all.entries()) {
      await write(address, letter)
      await expect.poll(async () => (await mails(token)).length).toBe(there + place + 1)
    }
  }

  async function filled(localPart: string, all: readonly Letter[]): Promise<Box> {
    const box = await site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart } })
    await fill(box, all)
    return box
  }

  /** Makes a customer with mailboxes of their own, in this order. */
  async function customer(username: string, names: readonly string[]) {
    const { password } = await site.as(adminToken).createSysAccount({ body: { username } })
    const { token } = await site.as(null).login({ body: { username, password } })
    const boxes: { id: string; address: string }[] = []
    for (const localPart of names) {
      const { mailbox } = await site.as(token).createEmail({ body: { domain: 'yanshu.test', localPart } })
      boxes.push(mailbox)
    }
    return { token, boxes, at: (place: number) => boxes[place]?.address ?? '' }
  }

  async function stop(): Promise<void> {
    await browser.close()
    await site.stop()
  }

  return { site, browser, adminToken, open, mails, subjects, readOnes, write, fill, filled, customer, stop }
}
