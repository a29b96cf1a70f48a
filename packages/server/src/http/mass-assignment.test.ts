import type { CallName } from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../testing/databases.ts'
import { makePerson, type Person } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

describe.each(databaseKinds)('fields that nobody asked for on %s', kind => {
  let site: TestApp
  let user: Person
  beforeAll(async () => {
    site = await startTestApp(kind)
    user = await makePerson(site, 'user')
  })
  afterAll(() => site.stop())

  const roleOfUser = async () => {
    const query = site.app.db.query.selectFrom('sys_account').select(['role', 'abilities', 'limits'])
    return query.where('id', '=', user.id).executeTakeFirstOrThrow()
  }

  const bodies: [CallName, Record<string, unknown>][] = [
    ['regEmail', { domain: 'yanshu.test' }],
    ['login', { username: 'user', password: 'x' }],
    ['changePassword', { oldPassword: 'x', newPassword: 'long enough' }],
    ['createEmail', { domain: 'yanshu.test' }],
    ['updateSetting', { values: { siteName: 'x' } }],
  ]
  const extras: Record<string, unknown>[] = [
    { role: 'admin' },
    { 'role[]': 'admin' },
    { isAdmin: true },
    { ownerId: '01hz' },
    { owner_id: '01hz' },
    { quota_bytes: 1e12, used_bytes: 0 },
    { may_send: 1, maySend: true },
    { status: 'active', verified: true },
    { createdAt: '2000-01-01T00:00:00Z' },
    { constructor: { name: 'x' } },
    { toString: 'x' },
  ]

  it.each(bodies)('are refused by %s and change nothing', async (name, body) => {
    const before = await roleOfUser()
    const mailboxes = await site.app.db.query.selectFrom('mailbox').select('id').execute()
    for (const extra of extras) {
      const { status, body: answer } = await site.call(name, { body: { ...body, ...extra } }, user.token)
      expect(status, JSON.stringify(extra)).toBe(400)
      expect([1001, 1002], JSON.stringify(extra)).toContain(answer.error)
    }
    expect(await roleOfUser()).toEqual(before)
    expect(await site.app.db.query.selectFrom('mailbox').select('id').execute()).toEqual(mailboxes)
  })

  it('are refused by the admin’s calls as well', async () => {
    const token = await site.adminToken()
    for (const extra of [{ id: 'mine' }, { password_hash: 'x' }, { totp_on: 0 }, { created_at: 0 }]) {
      const { status } = await site.call('createSysAccount', { body: { username: 'made', ...extra } }, token)
      expect(status).toBe(400)
    }
    const { list } = await site.ok('getSysAccount', { query: { q: 'made' } }, token)
    expect(list).toEqual([])
  })

  it.each([
    '{"username":"user","password":"x","__proto__":{"role":"admin"}}',
    '{"__proto__":{"username":"user","password":"x"}}',
    '{"username":"user","password":"x","constructor":{"prototype":{"isAdmin":true}}}',
    '{"username":"user","password":"x","\\u005f_proto__":{"isAdmin":true}}',
    '{"username":{"__proto__":{"isAdmin":true}},"password":"x"}',
  ])('%s pollutes nothing', async body => {
    const { status, body: answer } = await site.fetch('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(status).toBe(400)
    expect([1001, 1002]).toContain(answer.error)
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
    expect(({} as Record<string, unknown>).role).toBeUndefined()
  })

  it('named __proto__ in a query are refused', async () => {
    const headers = { authorization: `Bearer ${user.token}` }
    for (const query of ['__proto__[isAdmin]=1', '__proto__=1', 'constructor[prototype][isAdmin]=1']) {
      const { status, body } = await site.fetch(`/api/user/emailList?${query}`, { headers })
      expect([query, status, body.error]).toEqual([query, 400, 1001])
    }
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })

  it('as names of settings are refused one by one', async () => {
    const token = await site.adminToken()
    const values = {
      siteName: 'taken over',
      toString: 'x',
      valueOf: 'x',
      masterKey: 'x',
      hasOwnProperty: 'x',
    }
    const { status, body } = await site.call('updateSetting', { body: { values } }, token)
    expect(status).toBe(400)
    expect(Object.keys(body.fields ?? {}).sort()).toEqual([
      'hasOwnProperty',
      'masterKey',
      'toString',
      'valueOf',
    ])
    expect((await site.ok('getVar')).settings.siteName).toBe('雁书')
  })
})
