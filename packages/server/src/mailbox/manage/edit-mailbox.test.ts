import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { deliver, inbox, receive, startMailSite } from '../../testing/mail-site.ts'
import type { TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('the lifetime of a temporary address on %s', kind => {
  let site: TestApp
  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())

  async function register(localPart: string, lifetime: Record<string, unknown>) {
    const made = await site.ok('regEmail', { body: { domain: 'yanshu.test', localPart, lifetime } })
    const mailbox = async () => {
      const [found] = (await site.ok('emailList', {}, made.token)).list
      if (!found) throw new Error('no mailbox')
      return found
    }
    const change = async (what: Record<string, unknown>) => {
      const { id } = await mailbox()
      return site.call('editEmailAccount', { body: { id, lifetime: what } }, made.token)
    }
    const minutesLeft = async () =>
      Math.round((Date.parse((await mailbox()).expiresAt ?? '') - site.clock.now()) / minute)
    return { ...made, mailbox, change, minutesLeft }
  }

  it('is told with its rules, and what a change leaves out stays as it is', async () => {
    const box = await register('ruled', { minutes: 1440, afterMails: 3 })
    expect(await box.mailbox()).toMatchObject({ mailsLeft: 3, endsAfterCode: false })
    await receive(site, { to: box.address })
    expect(await box.mailbox()).toMatchObject({ mailsLeft: 2 })
    expect((await box.change({ afterCode: true })).status).toBe(200)
    expect(await box.mailbox()).toMatchObject({ mailsLeft: 2, endsAfterCode: true })
    expect(await box.minutesLeft()).toBe(1440)
    expect((await box.change({ minutes: 60 })).status).toBe(200)
    expect(await box.minutesLeft()).toBe(60)
    expect(await box.mailbox()).toMatchObject({ mailsLeft: 2, endsAfterCode: true })
    // Counted from now, not from the beginning.
    expect((await box.change({ afterMails: 2, afterCode: false })).status).toBe(200)
    expect(await box.mailbox()).toMatchObject({ mailsLeft: 2, endsAfterCode: false })
    expect((await box.change({ afterMails: null })).status).toBe(200)
    expect(await box.mailbox()).toMatchObject({ mailsLeft: null, endsAfterCode: false })
    for (const wrong of [{ minutes: 7 }, { afterMails: 0 }, { afterMails: 1001 }, { afterCode: 'no' }])
      expect((await box.change(wrong)).status, JSON.stringify(wrong)).toBe(400)
  })

  it('can be prolonged when it takes no more mail, to read what is there; it takes none for that', async () => {
    const box = await register('spent', { minutes: 1440, afterMails: 1 })
    await receive(site, { to: box.address })
    expect(await box.mailbox()).toMatchObject({ mailsLeft: 0 })
    expect(await box.minutesLeft()).toBe(10)
    await box.change({ minutes: 60 })
    expect(await box.minutesLeft()).toBe(60)
    expect((await deliver(site.app.smtpPort, { to: box.address })).rcpt[0]).toMatch(/^550 5\.2\.1 /)
    await box.change({ afterMails: 1 })
    await receive(site, { to: box.address })
    expect(await inbox(site, box.token)).toHaveLength(2)
    expect(await box.mailbox()).toMatchObject({ mailsLeft: 0 })
  })
})
