import { calls } from '@yanshu/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hour, minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { openEvents } from '../../testing/event-client.ts'
import { makeMailbox, makePerson, type Person, tokenFor } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('an admin in a user’s name on %s', kind => {
  let site: TestApp
  let admin: Person
  let user: Person
  let number = 0
  beforeAll(async () => {
    site = await startTestApp(kind)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    number++
    admin = await makePerson(site, `admin-${number}`, { role: 'admin' })
    user = await makePerson(site, `user-${number}`)
  })

  const actAs = async () => (await site.ok('loginAs', { body: { id: user.id } }, admin.token)).token
  const log = async () => {
    const token = await tokenFor(site, { sysAccountId: admin.id })
    const { list } = await site.ok('getAuditLog', { query: { q: user.username } }, token)
    return list.map(({ action, actorName, target }) => [action, actorName, target])
  }

  it('sees what the user sees, and nothing of an admin’s', async () => {
    const mine = await makeMailbox(site, `mine-${number}`, user.id)
    await makeMailbox(site, `others-${number}`, admin.id)
    const token = await actAs()
    const { list } = await site.ok('emailList', {}, token)
    expect(list.map(box => box.address)).toEqual([mine.address])
    expect((await site.call('getSysAccount', {}, token)).status).toBe(403)
    expect((await site.call('loginAs', { body: { id: user.id } }, token)).status).toBe(403)
  })

  it('leaves a trace of the beginning and of the end', async () => {
    const token = await actAs()
    expect(await log()).toEqual([['loginAs', admin.username, user.username]])
    await site.ok('logout', {}, token)
    expect(await log()).toEqual([
      ['loginAsEnd', admin.username, user.username],
      ['loginAs', admin.username, user.username],
    ])
    expect((await site.call('emailList', {}, token)).status).toBe(401)
    // The admin's own login is as it was.
    expect((await site.call('getSysAccount', {}, admin.token)).status).toBe(200)
  })

  it('leaves a row for whatever it changes in the user’s name, and none for looking or for what was refused', async () => {
    const mine = await makeMailbox(site, `changed-${number}`, user.id)
    const strange = await makeMailbox(site, `strange-${number}`, admin.id)
    const token = await actAs()
    await site.ok('emailList', {}, token)
    const edit = (id: string) => site.call('editEmailAccount', { body: { id, note: 'geheim' } }, token)
    site.clock.advance(1)
    expect((await edit(mine.id)).status).toBe(200)
    site.clock.advance(1)
    expect((await edit(strange.id)).status).toBe(404)
    const batch = { ids: [mine.id], note: 'x' }
    await site.ok('batchEditEmailAccount', { body: { ...batch, dryRun: true } }, token)
    await site.ok('createEmailAccount', { body: { domain: 'yanshu.test', random: 1 } }, token)
    const { list } = await site.ok('getAuditLog', { query: { q: user.username } }, admin.token)
    expect(list.map(({ action, actorName, target }) => [action, actorName, target])).toEqual([
      ['createEmailAccount', admin.username, user.username],
      ['editEmailAccount', admin.username, user.username],
      ['loginAs', admin.username, user.username],
    ])
    expect(list[1]?.detail).toBe('代为登录：改邮箱')
    // The same, done by the user, is the user's own affair.
    await site.ok('editEmailAccount', { body: { id: mine.id, note: 'mine' } }, user.token)
    expect(await log()).toHaveLength(3)
  })

  it('sets no password of a mailbox of the user', async () => {
    const mine = await makeMailbox(site, `locked-${number}`, user.id)
    const token = await actAs()
    const words = '代为登录时不能改对方的密码、密钥和登录'
    const edit = { id: mine.id, password: 'another-Passw0rd-9' }
    const one = await site.call('editEmailAccount', { body: edit }, token)
    expect([one.status, one.body.fields]).toEqual([403, { password: words }])
    for (const field of ['resetPassword', 'toAccount']) {
      const many = await site.call(
        'batchEditEmailAccount',
        { body: { ids: [mine.id], [field]: true } },
        token,
      )
      expect([many.status, many.body.fields]).toEqual([403, { [field]: words }])
    }
    const row = site.app.db.query.selectFrom('mailbox').select(['kind', 'password_hash'])
    expect(await row.where('id', '=', mine.id).execute()).toEqual([
      { kind: 'temporary', password_hash: null },
    ])
    expect((await site.call('editEmailAccount', { body: edit }, user.token)).status).toBe(200)
  })

  it('is seen by the user among its logins', async () => {
    await actAs()
    const { list } = await site.ok('getSessions', {}, user.token)
    expect(list.map(session => session.actedBy).sort()).toEqual([admin.username, null].sort())
  })

  it.each(
    Object.entries(calls).flatMap(([name, call]) =>
      'sessionOnly' in call && call.method === 'POST' && call.path.startsWith('/api/user/') ? [name] : [],
    ) as ('changePassword' | 'refreshKey')[],
  )('cannot make %s, which is the user’s own affair', async name => {
    const { status, body } = await site.call(name, { body: {} }, await actAs())
    expect([status, body.error]).toEqual([403, 1005])
  })

  it('lasts an hour at most, however busy it is', async () => {
    const token = await actAs()
    for (let step = 0; step < 5; step++) {
      site.clock.advance(11 * minute)
      expect((await site.call('emailList', {}, token)).status).toBe(200)
    }
    site.clock.advance(6 * minute)
    expect((await site.call('emailList', {}, token)).status).toBe(401)
  })

  it.each([
    ['is stopped', { status: 'stopped' }],
    ['is no admin any more', { role: 'user' }],
    ['has its logins ended', { endSessions: true }],
  ])('ends when the admin %s, with what it holds open', async (_, change) => {
    const token = await actAs()
    const stream = await openEvents(site, token)
    const boss = await site.adminToken()
    await site.ok('editSysAccount', { body: { id: admin.id, ...change } }, boss)
    expect((await site.call('emailList', {}, token)).status).toBe(401)
    await stream.ended
  })

  it('is possible neither as oneself, nor as another admin, nor as someone who is stopped or not there', async () => {
    const other = await makePerson(site, `other-admin-${number}`, { role: 'admin' })
    const stopped = await makePerson(site, `stopped-${number}`, { role: 'user', status: 'stopped' })
    const answers = await Promise.all(
      [admin.id, other.id, stopped.id, '01absentabsentabsentabsent'].map(id =>
        site.call('loginAs', { body: { id } }, admin.token),
      ),
    )
    expect(answers.map(({ body }) => body.error)).toEqual([4003, 4003, 2006, 1006])
    expect(await log()).toEqual([])
  })

  it('does not make the admin’s client one that the user is known by', async () => {
    await actAs()
    const rows = await site.app.db.query
      .selectFrom('throttle')
      .select('key')
      .where('key', 'like', `%known:${user.username}%`)
      .execute()
    expect(rows).toEqual([])
    site.clock.advance(hour)
  })
})
