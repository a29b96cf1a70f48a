/**
 * Starts the built product with people who have rules for their mail, and drives the page on which the rules
 * are written.
 */
import type { AnswerOf, Calls, Client, FilterRow, FilterRule } from '@yanshu/contract'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { sendMail } from './send-mail.ts'
import { type Site, startSite } from './site.ts'

export const saveButton = (page: Page) => page.getByRole('button', { name: '保存', exact: true })
export const value = (page: Page) => page.getByRole('textbox', { name: '值' })
export const doing = (page: Page) => page.getByRole('combobox', { name: '做什么' })
export const ruleRow = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words })
export const ruleNames = (page: Page) =>
  page.getByRole('complementary', { name: /^规则/ }).getByRole('listitem').getByRole('link').allTextContents()

export const isFocused = (part: Locator) => part.evaluate(element => element === document.activeElement)

export const fitsThePage = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

export async function choose(page: Page, box: Locator, label: string): Promise<void> {
  await box.click()
  await page.getByTitle(label, { exact: true }).filter({ visible: true }).last().click()
}

export async function newRule(page: Page): Promise<void> {
  await page.getByRole('link', { name: '新建' }).click()
  await page.getByRole('button', { name: '不建了' }).waitFor()
}

export async function addStep(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: '加一步' }).click()
  await choose(page, doing(page).last(), label)
}

/** The message of the save before must be gone first. */
export async function save(page: Page): Promise<void> {
  const said = page.getByText('已保存', { exact: true })
  await said.waitFor({ state: 'hidden' })
  await saveButton(page).click()
  await said.waitFor()
}

type Mail = AnswerOf<Calls['getInbox']>['list'][number]

/** A person with rules of their own and one mailbox. */
export type Person = {
  readonly token: string
  readonly api: Client<undefined>
  readonly address: string
  rules(): Promise<FilterRow[]>
  /** Adds a rule that stars mail with “weekly” in its subject, unless the change says otherwise. */
  addRule(name: string, change?: Partial<FilterRule>): Promise<FilterRow>
  /** Sends the person a mail from wei@friends.example. */
  receive(subject: string, body?: string): Promise<string>
  /** Waits for the mail with this subject, in any folder. */
  arrived(subject: string): Promise<Mail>
}

export type FilterSite = {
  readonly site: Site
  person(username: string): Promise<Person>
  stop(): Promise<void>
}

/** A typical rule. */
export const starsWeekly: FilterRule = {
  name: '',
  enabled: true,
  match: 'all',
  conditions: [{ field: 'subject', operator: 'contains', value: 'weekly' }],
  actions: [{ action: 'star' }],
  scope: { kind: 'all' },
}

export async function startFilterSite(): Promise<FilterSite> {
  const site = await startSite()
  const admin = await site.adminToken()

  async function person(username: string): Promise<Person> {
    const { password } = await site.as(admin).createSysAccount({ body: { username } })
    const { token } = await site.as(null).login({ body: { username, password } })
    const api = site.as(token)
    const { mailbox } = await api.createEmail({ body: { domain: 'yanshu.test', localPart: username } })
    const mails = async () => {
      const folders = (['inbox', 'spam', 'trash'] as const).map(folder => api.getInbox({ query: { folder } }))
      return (await Promise.all(folders)).flatMap(({ list }) => list)
    }
    return {
      token,
      api,
      address: mailbox.address,
      rules: async () => (await api.getFilters()).list,
      addRule: async (name, change) =>
        (await api.addFilter({ body: { ...starsWeekly, name, ...change } })).filter,
      receive: (subject, body = 'Nothing more.') =>
        sendMail(site.smtpPort, {
          to: mailbox.address,
          from: 'Wei <wei@friends.example>',
          headers: { Subject: subject },
          body,
        }),
      async arrived(subject) {
        let found: Mail | undefined
        const look = async () => {
          found = (await mails()).find(mail => mail.subject === subject)
          return found?.subject
        }
        await expect.poll(look).toBe(subject)
        if (!found) throw new Error(`“${subject}” is gone again`)
        return found
      },
    }
  }
  return { site, person, stop: () => site.stop() }
}
