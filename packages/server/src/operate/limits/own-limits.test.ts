import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything } from '../../identity/access.ts'
import { day, minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
import { keyFor, localDomain, makeMailbox, makePerson, type Person } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

const limits = { domains: 2, mailboxes: 3, storageMb: 2, sendsPerDay: 4, apiPerMinute: 5 }

describe.each(databaseKinds)('what an account uses of its limits on %s', kind => {
  let site: TestApp
  let count = 0
  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())

  const person = () => makePerson(site, `reseller${count++}`, { role: 'user', can: everything, limits })
  const read = async ({ token }: Person) => site.ok('getLimits', {}, token)
  /** How many of these calls at the same moment were let through. */
  const passed = async (calls: Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).filter(({ status }) => status === 200).length
  const several = <T>(times: number, make: (at: number) => Promise<T>) =>
    Array.from({ length: times }, (_, at) => make(at))

  it('is nothing at first', async () => {
    expect(await read(await person())).toMatchObject({
      domains: { used: 0, limit: 2 },
      mailboxes: { used: 0, limit: 3 },
      storage: { used: 0, limit: 2 * 1_048_576 },
      sendsPerDay: { used: 0, limit: 4, renewsAt: null },
      apiPerMinute: { used: 0, limit: 5, renewsAt: null },
      cards: { used: 0, limit: 100_000 },
    })
  })

  it('is as many mailboxes as could be made at the same moment, and less again after one is deleted', async () => {
    const me = await person()
    const made = several(6, () => site.call('createEmail', { body: { domain: localDomain } }, me.token))
    expect(await passed(made)).toBe(3)
    expect((await read(me)).mailboxes).toEqual({ used: 3, limit: 3 })
    const { list } = await site.ok('emailList', {}, me.token)
    await site.ok('delEmailAccount', { body: { ids: [list[0]?.id], keep: true } }, me.token)
    expect((await read(me)).mailboxes.used).toBe(2)
    const again = several(3, () => site.call('createEmail', { body: { domain: localDomain } }, me.token))
    expect(await passed(again)).toBe(1)
    expect((await read(me)).mailboxes.used).toBe(3)
  })

  it('is as many domains as could be added at the same moment', async () => {
    const me = await person()
    const added = several(5, at =>
      site.call('addDomain', { body: { name: `d${at}-${me.username}.example` } }, me.token),
    )
    expect(await passed(added)).toBe(2)
    expect((await read(me)).domains).toEqual({ used: 2, limit: 2 })
  })

  it('is the recipients of a day, and none the day after', async () => {
    const me = await person()
    const { address } = await makeMailbox(site, `writer-${me.username}`, me.id)
    const send = (to: string[]) =>
      site.call('sendEmail', { body: { from: address, to, subject: 'x', text: 'x' } }, me.token)
    expect((await send(['a@far.test', 'b@far.test'])).status).toBe(200)
    expect(await passed(several(5, () => send(['a@far.test'])))).toBe(2)
    const { sendsPerDay } = await read(me)
    expect(sendsPerDay).toMatchObject({ used: 4, limit: 4 })
    expect(Date.parse(sendsPerDay.renewsAt ?? '')).toBeGreaterThan(site.clock.now())
    expect(Date.parse(sendsPerDay.renewsAt ?? '')).toBeLessThanOrEqual(site.clock.now() + day)
    site.clock.advance(day)
    expect((await read(me)).sendsPerDay).toEqual({ used: 0, limit: 4, renewsAt: null })
  })

  it('is the calls of a minute with the key, not those of the pages', async () => {
    const me = await person()
    const key = await keyFor(site, me)
    await site.ok('emailList', {}, me.token)
    expect((await read(me)).apiPerMinute.used).toBe(0)
    expect(await passed(several(7, () => site.call('emailList', {}, key)))).toBe(5)
    expect((await read(me)).apiPerMinute).toMatchObject({ used: 5, limit: 5 })
    site.clock.advance(minute)
    expect((await read(me)).apiPerMinute.used).toBe(0)
  })

  it('is the space of all its mailboxes', async () => {
    const me = await person()
    const boxes = [
      await makeMailbox(site, `one-${me.username}`, me.id),
      await makeMailbox(site, `two-${me.username}`, me.id),
    ]
    for (const { address } of boxes) await receive(site, { to: address, raw: plainMail({ subject: 'x' }) })
    const { list } = await site.ok('getEmailAccount', { query: { pageSize: 100 } }, me.token)
    const { storage } = await read(me)
    expect(storage.used).toBeGreaterThan(0)
    expect(storage.used).toBe(list.reduce((sum, box) => sum + box.usedBytes, 0))
  })

  it('is the card codes that wait to be used', async () => {
    const me = await person()
    const order = { kind: 'renew', count: 3, days: 30 }
    const { batchId } = await site.ok('createCard', { body: order }, me.token)
    expect((await read(me)).cards.used).toBe(3)
    await site.ok('editCard', { body: { batchId, state: 'revoked' } }, me.token)
    expect((await read(me)).cards.used).toBe(0)
  })

  it('counts nothing of others, and an admin has no limit', async () => {
    const me = await person()
    await makeMailbox(site, `mine-${me.username}`, me.id)
    expect((await read(await person())).mailboxes.used).toBe(0)
    const admin = await site.ok('getLimits', {}, await site.adminToken())
    expect(Object.values(admin).flatMap(one => (typeof one === 'object' ? [one.limit] : []))).toEqual(
      Array.from({ length: 6 }, () => null),
    )
  })
})
