import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour, minute } from '../../kernel/clock.ts'
import { updateMailbox } from '../../mailbox/account/mailboxes.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { openEvents } from '../../testing/event-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, type Person, type TestMailbox, tokenFor } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

const password = 'a good password'

describe.each(databaseKinds)('whoever comes with a login that others ended on %s', kind => {
  let site: TestApp
  let admin: string
  let ann: Person
  let box: TestMailbox
  let names = 0

  beforeAll(async () => {
    site = await startMailSite(kind)
    admin = await site.adminToken()
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    names++
    const { account } = await site.ok(
      'createSysAccount',
      { body: { username: `ann-${names}`, password } },
      admin,
    )
    ann = { ...account, token: await tokenFor(site, { sysAccountId: account.id }) }
    box = await makeMailbox(site, `box${names}`, ann.id)
  })

  const contact = (complaint: string) => site.ok('updateSetting', { body: { values: { complaint } } }, admin)
  const told = async (token: string) => {
    const { status, body } = await site.call('emailList', {}, token)
    return { status, ...body }
  }
  const lost = { status: 401, error: 302, url: '/auth' }
  const stopAccount = (status: 'stopped' | 'active') =>
    site.ok('editSysAccount', { body: { id: ann.id, status } }, admin)
  const change = (columns: Parameters<typeof updateMailbox>[2]) =>
    site.app.db.transaction(tx => updateMailbox(tx, box.id, columns))

  it('is told that the account was stopped, and whom to ask', async () => {
    await stopAccount('stopped')
    const reason = 'stopped'
    expect(await told(ann.token)).toEqual({ ...lost, reason, msg: '这个账号已被停用，请联系管理员' })
    await contact('help@yanshu.test')
    expect(await told(ann.token)).toEqual({
      ...{ ...lost, reason },
      msg: '这个账号已被停用，有疑问可以写信到 help@yanshu.test',
    })
    await contact('')
    // Calls that are open to everybody go on, as a visitor's.
    expect((await site.call('getVar', {}, ann.token)).status).toBe(200)
  })

  it('does not come in again with it when the account goes on, and is told nothing untrue', async () => {
    await stopAccount('stopped')
    await stopAccount('active')
    expect(await told(ann.token)).toEqual({ ...lost, msg: '登录状态失效，请先登录' })
  })

  it('is told nothing more than that it has ended when it ended otherwise', async () => {
    const other = await tokenFor(site, { sysAccountId: ann.id })
    await site.ok('logout', {}, other)
    await stopAccount('stopped')
    for (const token of [other, 'ys_nobody', `${ann.token}x`])
      expect(await told(token)).toEqual({ ...lost, msg: '登录状态失效，请先登录' })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['alone', () => site.ok('editEmailAccount', { body: { id: box.id, status: 'stopped' } }, admin)],
    [
      'with others',
      () => site.ok('batchEditEmailAccount', { body: { ids: [box.id], status: 'stopped' } }, admin),
    ],
    ['straight in the database', () => change({ status: 'stopped' })],
  ])('is told that the mailbox was stopped, %s', async (_, stop) => {
    await stop()
    const msg = '这个邮箱已被停用，请联系管理员'
    expect(await told(box.token)).toEqual({ ...lost, reason: 'stopped', msg })
    const { status, body } = await site.call('waitEmail', { query: {} }, box.token)
    expect([status, body.msg]).toEqual([401, msg])
    expect((await openEvents(site, box.token)).status).toBe(401)
    await change({ status: 'active' })
    const again = await told(box.token)
    expect(again.reason).toBeUndefined()
  })

  it('is told that the mailbox came to its end, also when it is removed, and not for ever', async () => {
    const lasting = await makeMailbox(site, `lasting${names}`, ann.id)
    await site.app.db.transaction(tx => updateMailbox(tx, lasting.id, { kind: 'account' }))
    const ends = { expires_at: site.clock.now() + hour }
    const both = [box.id, lasting.id]
    await site.app.db.transaction(async tx => {
      for (const id of both) await updateMailbox(tx, id, ends)
      // A log-in to a mailbox ends with it.
      await tx.updateTable('session').set(ends).where('mailbox_id', 'in', both).execute()
    })
    site.clock.advance(hour)
    const over = { ...lost, reason: 'expired', msg: '这个邮箱已经到期，不能再打开' }
    expect([await told(box.token), await told(lasting.token)]).toEqual([over, over])
    site.clock.advance(20 * minute)
    await site.app.runJobs()
    expect((await site.ok('getEmailAccount', { query: { q: box.address } }, ann.token)).total).toBe(0)
    expect([await told(box.token), await told(lasting.token)]).toEqual([over, over])
    site.clock.advance(2 * day)
    await site.app.runJobs()
    admin = await site.adminToken()
    const kept = await site.app.db.query
      .selectFrom('ended_login')
      .select('why')
      .where('why', '=', 'mailboxExpired')
      .execute()
    const sessions = await site.app.db.query
      .selectFrom('session')
      .select('id')
      .where('mailbox_id', '=', lasting.id)
      .execute()
    expect([kept, sessions]).toEqual([[], []])
  })

  it('waits no longer for a mail, and hears why', async () => {
    const waiting = site.call('waitEmail', { query: { timeout: 60 } }, ann.token)
    await eventually('it waits', async () => (await listeners()) > 0)
    await stopAccount('stopped')
    expect(await waiting).toMatchObject({ status: 401, body: { error: 302, reason: 'stopped' } })
  })
  const listeners = async () =>
    Number(/^yanshu_event_listeners (\d+)/m.exec((await site.fetch('/metrics')).text)?.[1])

  it('logs in no more with the right password, and is told why; with a wrong one nobody learns anything', async () => {
    const body = { username: ann.username, password }
    await stopAccount('stopped')
    // More often than a wrong password may be tried.
    for (let time = 0; time < 12; time++)
      expect(await site.call('login', { body })).toMatchObject({
        status: 403,
        body: { error: 2006, msg: '这个账号已被停用，请联系管理员' },
      })
    expect(await site.call('login', { body: { ...body, password: 'a wrong password' } })).toMatchObject({
      status: 401,
      body: { error: 2001 },
    })
    await stopAccount('active')
    expect((await site.call('login', { body })).status).toBe(200)
  })

  it('opens a mailbox no more that was stopped or is at its end, and is told which', async () => {
    await site.ok('changePassword', { body: { newPassword: password } }, box.token)
    const logIn = async (given = password) => {
      const { status, body } = await site.call('loginEmail', {
        body: { address: box.address, password: given },
      })
      return [status, body.msg]
    }
    await change({ status: 'stopped' })
    expect(await logIn()).toEqual([403, '这个邮箱已被停用，请联系管理员'])
    expect((await logIn('a wrong password'))[0]).toBe(401)
    await change({ status: 'active', expires_at: site.clock.now() })
    expect(await logIn()).toEqual([403, '这个邮箱已经到期，不能再打开'])
  })
})
