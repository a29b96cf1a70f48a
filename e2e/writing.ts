/**
 * Starts the built product with somebody who writes mail and a relay that takes it, and drives the page on
 * which mail is written.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  type ScriptedSmtpServer,
  startScriptedSmtp,
} from '../packages/server/src/testing/scripted-smtp-server.ts'
import { type Site, startSite } from './site.ts'

export const composer = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('textbox', { name: '正文' }) })
export const letter = (page: Page) => page.getByRole('textbox', { name: '正文' })
export const to = (page: Page) => page.getByRole('combobox', { name: '收件人' })
export const sendButton = (page: Page) => composer(page).getByRole('button', { name: '发送', exact: true })

/** In an answer the focus is in the text at once. */
export const letterFocused = (page: Page) =>
  expect.poll(() => letter(page).evaluate(element => element === document.activeElement)).toBe(true)

export async function writeTo(page: Page, address: string): Promise<void> {
  await to(page).fill(address)
  await to(page).press('Enter')
}

/** The address from which the admin writes; it has another one besides. */
export const mine = 'lin@yanshu.test'

export type WritingSite = {
  readonly site: Site
  /** The server for everybody else's mail. It knows nobody called nobody. */
  readonly far: ScriptedSmtpServer
  readonly token: string
  readonly friend: { address: string; token: string }
  stop(): Promise<void>
}

export async function startWritingSite(): Promise<WritingSite> {
  const far = await startScriptedSmtp({
    rcpt: address => (address.startsWith('nobody@') ? '550 5.1.1 No such user here' : undefined),
  })
  const site = await startSite()
  const token = await site.adminToken()
  const friend = await site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart: 'friend' } })
  for (const localPart of ['spare', 'lin'])
    await site.as(token).createEmail({ body: { domain: 'yanshu.test', localPart } })
  const relay = { host: '127.0.0.1', port: far.port, security: 'none' as const, username: '' }
  await site.as(token).setRelay({ body: relay })
  return {
    site,
    far,
    token,
    friend,
    async stop() {
      await site.stop()
      await far.stop()
    },
  }
}
