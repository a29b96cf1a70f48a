import { errors } from '@yanshu/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hour, minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { deliver, inbox, plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person, tokenFor } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('mailboxes that are deleted, on %s', kind => {
  let site: TestApp
  let admin: string
  let ann: Person
  let names = 0
  let box: { id: string; address: string; password: string }
  beforeAll(async () => {
    site = await startMailSite(kind)
    admin = await site.adminToken()
    ann = await makePerson(site, 'ann')
  })
  beforeEach(async () => {
    names++
    const { list } = await site.ok(
      'createEmailAccount',
      { body: { domain: 'yanshu.test', names: [`gone${names}`] } },
      ann.token,
    )
    const [made] = list
    if (!made) throw new Error('not made')
    box = made
  })
  afterAll(() => site.stop())

  const remove = (ids: string[], token = ann.token, keep?: boolean) =>
    site.ok('delEmailAccount', { body: { ids, ...(keep !== undefined && { keep }) } }, token)
  const deleted = async (token = ann.token) =>
    (await site.ok('getEmailAccount', { query: { deleted: 1, q: box.address } }, token)).list
  async function later(ms: number): Promise<void> {
    site.clock.advance(ms)
    await site.app.runJobs()
  }
  const mails = async () => {
    const row = site.app.db.query.selectFrom('mail').select('id').where('mailbox_id', '=', box.id)
    return (await row.execute()).length
  }

  it('are seen, opened and reached by nobody, and come back with their mail', async () => {
    await receive(site, { to: box.address, raw: plainMail({ subject: 'kept' }) })
    const token = await tokenFor(site, { mailboxId: box.id })
    const { restorableUntil } = await remove([box.id])
    const left = Date.parse(restorableUntil ?? '') - site.clock.now()
    expect(Math.round(left / minute)).toBe(24 * 60)

    expect((await site.call('emailList', {}, token)).status).toBe(401)
    expect((await site.call('loginEmail', { body: box })).body.error).not.toBe(0)
    expect((await site.ok('emailList', {}, ann.token)).list.map(row => row.id)).not.toContain(box.id)
    expect((await inbox(site, ann.token)).map(mail => mail.address)).not.toContain(box.address)
    expect((await site.ok('getUnreadEmail', {}, ann.token)).counts.map(item => item.mailboxId)).not.toContain(
      box.id,
    )
    const { rcpt } = await deliver(site.app.smtpPort, { to: box.address })
    expect(rcpt[0]).toMatch(/^550/)
    const taken = { domain: 'yanshu.test', names: [`gone${names}`] }
    expect((await site.call('createEmailAccount', { body: taken }, admin)).body.error).toBe(
      errors.addressTaken.code,
    )
    expect((await deleted())[0]).toMatchObject({ id: box.id, goneAt: restorableUntil })

    expect(await site.ok('restoreEmailAccount', { body: { ids: [box.id] } }, ann.token)).toMatchObject({
      restored: 1,
    })
    expect(await deleted()).toEqual([])
    expect((await inbox(site, ann.token, { mailbox: box.id })).map(mail => mail.subject)).toEqual(['kept'])
    const { password, address } = box
    expect((await site.call('loginEmail', { body: { address, password } })).status).toBe(200)
  })

  it('go for good when their time is over, and only then give their name free', async () => {
    await receive(site, { to: box.address })
    await remove([box.id])
    await later(23 * hour)
    expect(await mails()).toBe(1)
    await later(hour + 2 * minute)
    expect([await mails(), await deleted()]).toEqual([0, []])
    expect((await site.call('restoreEmailAccount', { body: { ids: [box.id] } }, ann.token)).status).toBe(404)
    const again = { domain: 'yanshu.test', names: [`gone${names}`] }
    expect((await site.call('createEmailAccount', { body: again }, ann.token)).status).toBe(200)
  })

  it('cannot be brought back once their time is over, even before they are swept away', async () => {
    await remove([box.id])
    site.clock.advance(24 * hour + 1)
    expect((await site.call('restoreEmailAccount', { body: { ids: [box.id] } }, ann.token)).status).toBe(404)
    expect(await deleted()).toEqual([])
  })

  it('go at once where that is asked for, or where they are temporary', async () => {
    const temporary = await makeMailbox(site, `temp${names}`, ann.id)
    expect(await remove([temporary.id])).toMatchObject({ deleted: 1, restorableUntil: null })
    await remove([box.id])
    expect((await site.call('delEmailAccount', { body: { ids: [box.id] } }, ann.token)).status).toBe(404)
    expect(await remove([box.id], ann.token, false)).toMatchObject({ deleted: 1, restorableUntil: null })
    const rows = await site.app.db.query
      .selectFrom('mailbox')
      .select('id')
      .where('id', 'in', [box.id, temporary.id])
      .execute()
    expect(rows).toEqual([])
    const kept = await makeMailbox(site, `kept${names}`, ann.id)
    expect((await remove([kept.id], ann.token, true)).restorableUntil).not.toBeNull()
  })

  it('are in the audit log with their addresses when an admin deletes them, whosever they are', async () => {
    const made = await site.ok(
      'createEmailAccount',
      { body: { domain: 'yanshu.test', names: [`adm${names}-a`, `adm${names}-b`] } },
      admin,
    )
    await remove(
      made.list.map(({ id }) => id),
      admin,
    )
    const { list } = await site.ok('getAuditLog', { query: { q: `adm${names}-b` } }, admin)
    expect(list.find(row => row.action === 'delEmailAccount')?.target).toMatch(
      new RegExp(`adm${names}-[ab]@yanshu.test.+adm${names}-[ab]@yanshu.test`),
    )
  })

  it('of others are neither deleted nor brought back', async () => {
    const bob = await makePerson(site, `bob${names}`)
    const strange = await site.call('delEmailAccount', { body: { ids: [box.id] } }, bob.token)
    const absent = await site.call('delEmailAccount', { body: { ids: ['not-there'] } }, bob.token)
    expect([strange.status, strange.body]).toEqual([absent.status, absent.body])
    await remove([box.id])
    expect((await site.call('restoreEmailAccount', { body: { ids: [box.id] } }, bob.token)).status).toBe(404)
    expect(await deleted(bob.token)).toEqual([])
    expect((await deleted(admin)).map(row => row.id)).toEqual([box.id])
  })

  it('do not come back beyond the limit of their owner', async () => {
    const limits = { domains: null, mailboxes: 1, storageMb: null, sendsPerDay: null, apiPerMinute: null }
    const cy = await makePerson(site, `cy${names}`, { role: 'user', limits })
    const make = (name: string) =>
      site.ok('createEmailAccount', { body: { domain: 'yanshu.test', names: [name] } }, cy.token)
    const first = (await make(`lim${names}-a`)).list[0]?.id ?? ''
    await remove([first], cy.token)
    await make(`lim${names}-b`)
    const { body } = await site.call('restoreEmailAccount', { body: { ids: [first] } }, cy.token)
    expect(body.error).toBe(errors.limitReached.code)
  })
})
