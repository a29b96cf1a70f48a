import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, hour, minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { keyFor, makeMailbox, makePerson, tokenFor } from '../../testing/people.ts'
import { adminPassword, startTestApp, type TestApp } from '../../testing/test-app.ts'

const dead = [401, 302]

describe.each(databaseKinds)('log-ins on %s', kind => {
  let site: TestApp
  beforeAll(async () => {
    site = await startTestApp(kind)
  })
  afterAll(() => site.stop())

  const state = async (token: string, at = site) => {
    const { status, body } = await at.call('emailList', {}, token)
    return [status, body.error]
  }
  const alive = [200, 0]
  const password = 'a good password'
  const makeAccount = async (username: string) => {
    const admin = await site.adminToken()
    const { account } = await site.ok('createSysAccount', { body: { username, password } }, admin)
    return { id: account.id, username, password }
  }
  const logIn = async (username: string, remember = true) =>
    (await site.ok('login', { body: { username, password, remember } })).token

  it('last as long as they are used, and end when they are not', async () => {
    await makeAccount('sliding')
    const remembered = await logIn('sliding')
    const passing = await logIn('sliding', false)
    for (let at = 0; at < 3; at++) {
      site.clock.advance(11 * hour)
      expect(await state(passing)).toEqual(alive)
    }
    site.clock.advance(12 * hour + minute)
    expect(await state(passing)).toEqual(dead)
    expect(await state(remembered)).toEqual(alive)
    site.clock.advance(29 * day)
    expect(await state(remembered)).toEqual(alive)
    site.clock.advance(30 * day + minute)
    expect(await state(remembered)).toEqual(dead)
  })

  it('that have ended are swept away', async () => {
    const count = async () => (await site.app.db.query.selectFrom('session').select('id').execute()).length
    expect(await count()).toBeGreaterThan(0)
    site.clock.advance(40 * day)
    await site.app.runJobs()
    expect(await count()).toBe(0)
  })

  it('do not write at every request', async () => {
    const { token, id } = await makePerson(site, 'reader')
    const seenAt = async () => {
      const query = site.app.db.query.selectFrom('session').select('last_seen_at')
      return (await query.where('sys_account_id', '=', id).executeTakeFirstOrThrow()).last_seen_at
    }
    const before = await seenAt()
    await state(token)
    expect(await seenAt()).toBe(before)
    site.clock.advance(6 * minute)
    await state(token)
    expect(await seenAt()).toBeGreaterThan(before)
  })

  it('of a mailbox do not outlive it', async () => {
    const body = { domain: 'yanshu.test', lifetime: { minutes: 10 } }
    const { token } = await site.ok('regEmail', { body })
    site.clock.advance(6 * minute)
    expect(await state(token)).toEqual(alive)
    site.clock.advance(4 * minute + 1000)
    expect(await state(token)).toEqual(dead)
  })

  it('of a mailbox go on when it is given more time shortly before its end', async () => {
    const { token } = await site.ok('regEmail', {
      body: { domain: 'yanshu.test', lifetime: { minutes: 60 } },
    })
    const [mailbox] = (await site.ok('emailList', {}, token)).list
    // Seen just now, so that no use moves its end before the mailbox's first end.
    site.clock.advance(57 * minute)
    expect(await state(token)).toEqual(alive)
    site.clock.advance(2 * minute)
    const change = { id: mailbox?.id ?? '', lifetime: { minutes: 60 } }
    await site.ok('editEmailAccount', { body: change }, token)
    site.clock.advance(2 * minute)
    expect(await state(token)).toEqual(alive)
  })

  it('are listed without tokens, newest use first, with the own one marked', async () => {
    const account = await makeAccount('lister')
    const first = await logIn('lister')
    const second = await logIn('lister')
    await tokenFor(site, { sysAccountId: account.id }, '203.0.113.5')
    const { list } = await site.ok('getSessions', {}, second)
    expect(list).toHaveLength(3)
    expect(list.filter(session => session.current)).toHaveLength(1)
    expect(list.map(session => session.client)).toContain('203.0.113.5')
    expect(JSON.stringify(list)).not.toContain(first.slice(3, 20))
  })

  it('can be ended one by one, all but the own, and never somebody else’s', async () => {
    await makeAccount('ender')
    const mine = await logIn('ender')
    const others = [await logIn('ender'), await logIn('ender'), await logIn('ender')]
    const { list } = await site.ok('getSessions', {}, others[0])
    const target = list.find(session => session.current)?.id ?? ''
    const stranger = await makePerson(site, 'stranger')
    const foreign = await site.call('endSession', { body: { id: target } }, stranger.token)
    expect([foreign.status, foreign.body.error]).toEqual([404, 1006])
    expect(await site.ok('endSession', { body: { id: target } }, mine)).toMatchObject({ ended: 1 })
    expect(await state(others[0] ?? '')).toEqual(dead)
    expect((await site.call('endSession', { body: { id: target } }, mine)).status).toBe(404)
    expect(await site.ok('endSession', { body: { others: true } }, mine)).toMatchObject({ ended: 2 })
    for (const token of others) expect(await state(token)).toEqual(dead)
    expect([await state(mine), await state(stranger.token)]).toEqual([alive, alive])
    for (const body of [{}, { id: target, others: true }, { others: false }])
      expect((await site.call('endSession', { body }, mine)).status).toBe(400)
  })

  it('of a mailbox and of its owner are apart', async () => {
    const owner = await makePerson(site, 'box-owner')
    const box = await makeMailbox(site, 'apart', owner.id)
    await site.ok('endSession', { body: { others: true } }, owner.token)
    expect(await state(box.token)).toEqual(alive)
    await site.ok('logout', {}, box.token)
    expect([await state(box.token), await state(owner.token)]).toEqual([dead, alive])
  })

  describe('end at once', () => {
    it('all but the own and the API key when the password is changed', async () => {
      const account = await makeAccount('changer')
      const [mine, other] = [await logIn('changer'), await logIn('changer')]
      const key = await keyFor(site, account)
      const change = { oldPassword: password, newPassword: 'another password' }
      expect(await site.ok('changePassword', { body: change }, mine)).toMatchObject({ ended: 1 })
      expect([await state(mine), await state(other), await state(key)]).toEqual([alive, dead, dead])
      const again = await site.call('login', { body: { username: 'changer', password } })
      expect(again.status).toBe(401)
      const fresh = { username: 'changer', password: 'another password' }
      expect((await site.call('login', { body: fresh })).status).toBe(200)
    })

    it('even those that were being opened with the old password', async () => {
      await makeAccount('racer')
      let current = password
      for (let round = 0; round < 2; round++) {
        const next = `password number ${round}`
        const mine = (await site.ok('login', { body: { username: 'racer', password: current } })).token
        const change = site.ok('changePassword', { body: { oldPassword: current, newPassword: next } }, mine)
        const racing = Array.from({ length: 4 }, () =>
          site.call('login', { body: { username: 'racer', password: current } }),
        )
        const [answers] = await Promise.all([Promise.all(racing), change])
        for (const { body } of answers) if (body.token) expect(await state(body.token)).toEqual(dead)
        current = next
        await site.app.db.transaction(async tx => {
          await tx.deleteFrom('throttle').execute()
        })
      }
    })

    it.each([
      ['stopped', { status: 'stopped' }],
      ['made an admin', { role: 'admin' }],
      ['given another password', { resetPassword: true }],
    ] as const)('with the API key when the account is %s', async (what, change) => {
      const account = await makeAccount(`cut-off-${what.length}`)
      const token = await tokenFor(site, { sysAccountId: account.id })
      const key = await keyFor(site, account)
      const admin = await site.adminToken()
      await site.ok('editSysAccount', { body: { id: account.id, ...change } }, admin)
      expect([await state(token), await state(key)]).toEqual([dead, dead])
    })

    it('when an admin ends them, and not when it only changes a note', async () => {
      const account = await makeAccount('edited')
      const token = await tokenFor(site, { sysAccountId: account.id })
      const key = await keyFor(site, account)
      const admin = await site.adminToken()
      await site.ok('editSysAccount', { body: { id: account.id, note: 'x', role: 'user' } }, admin)
      expect([await state(token), await state(key)]).toEqual([alive, alive])
      await site.ok('editSysAccount', { body: { id: account.id, endSessions: true } }, admin)
      expect([await state(token), await state(key)]).toEqual([dead, alive])
    })

    it('with the API key when the account is deleted', async () => {
      const account = await makeAccount('deleted')
      const token = await tokenFor(site, { sysAccountId: account.id })
      const key = await keyFor(site, account)
      await site.ok('delSysAccount', { body: { id: account.id } }, await site.adminToken())
      expect([await state(token), await state(key)]).toEqual([dead, dead])
    })

    it('when logged out, and logging out twice changes nothing', async () => {
      const { token } = await makePerson(site, 'leaver')
      await site.ok('logout', {}, token)
      expect(await state(token)).toEqual(dead)
      expect((await site.call('logout', {}, token)).status).toBe(401)
    })
  })

  it('are no way to guess the password', async () => {
    const { id } = await makeAccount('guessed')
    const token = await tokenFor(site, { sysAccountId: id })
    const tries = Array.from({ length: 20 }, (_, at) =>
      at % 2
        ? site.call('startTotp', { body: { password: `guess ${at}` } }, token)
        : site.call(
            'changePassword',
            { body: { oldPassword: `guess ${at}`, newPassword: 'my own now' } },
            token,
          ),
    )
    const statuses = (await Promise.all(tries)).map(answer => answer.status)
    expect(statuses.filter(status => status === 400)).toHaveLength(10)
    expect(statuses.filter(status => status === 429)).toHaveLength(10)
    const right = { oldPassword: password, newPassword: 'my own now' }
    expect((await site.call('changePassword', { body: right }, token)).status).toBe(429)
    site.clock.advance(16 * minute)
    expect((await site.call('changePassword', { body: right }, token)).status).toBe(200)
  })

  it('of a temporary address set its first password without an old one, its next only with it', async () => {
    const { token, address } = await site.ok('regEmail', { body: { domain: 'yanshu.test' } })
    await site.ok('changePassword', { body: { newPassword: 'first password' } }, token)
    const second = { newPassword: 'second password' }
    expect((await site.call('changePassword', { body: second }, token)).body).toMatchObject({
      error: 2008,
      fields: { oldPassword: '当前密码不对' },
    })
    await site.ok('changePassword', { body: { ...second, oldPassword: 'first password' } }, token)
    expect((await site.call('loginEmail', { body: { address, password: 'second password' } })).status).toBe(
      200,
    )
  })
})

describe.each(databaseKinds.filter(kind => kind === 'postgres'))('log-ins at two nodes on %s', kind => {
  it('end on the second as soon as they do on the first', async () => {
    const one = await startTestApp(kind)
    const two = await one.secondNode()
    const body = { username: 'admin', password: adminPassword }
    const { token } = await one.ok('login', { body })
    const other = await two.ok('login', { body })
    const person = await makePerson(one, 'person')
    const key = await keyFor(one, person)
    const status = async (credential: string) => (await two.call('emailList', {}, credential)).status
    expect([await status(token), await status(person.token), await status(key)]).toEqual([200, 200, 200])
    await one.ok('editSysAccount', { body: { id: person.id, status: 'stopped' } }, token)
    expect([await status(person.token), await status(key)]).toEqual([401, 401])
    await one.ok(
      'changePassword',
      { body: { oldPassword: adminPassword, newPassword: 'changed password' } },
      token,
    )
    expect([await status(token), await status(other.token)]).toEqual([200, 401])
    await one.ok('logout', {}, token)
    expect(await status(token)).toBe(401)
    await two.stop()
    await one.stop()
  })
})
