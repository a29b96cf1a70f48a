import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minute } from '../../clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { keyFor, makePerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const limits = { domains: null, mailboxes: null, storageMb: null, sendsPerDay: null }
const can = { send: false, upload: false, createDomain: false, createCard: false, useApi: true }

describe.each(databaseKinds)('the API key on %s', kind => {
  let site: TestApp
  beforeAll(async () => {
    site = await startTestApp(kind)
  })
  afterAll(() => site.stop())

  it('is shown whole once, and stored as a digest', async () => {
    const { token } = await makePerson(site, 'holder')
    expect((await site.ok('getKey', {}, token)).key).toBeNull()
    const made = await site.ok('refreshKey', {}, token)
    expect(made.key).toMatch(/^ysk_[A-Za-z0-9_-]{43}$/)
    const shown = await site.ok('getKey', {}, token)
    expect(shown.key).toEqual({ prefix: made.key.slice(0, 10), createdAt: made.createdAt, lastUsedAt: null })
    const stored = JSON.stringify(await site.app.db.query.selectFrom('api_key').selectAll().execute())
    expect(stored).not.toContain(made.key.slice(10))
    expect(site.logged.join('')).not.toContain(made.key)
  })

  it('opens the same calls as a log-in, and tells when it was last used', async () => {
    const { token } = await makePerson(site, 'worker')
    const { key } = await site.ok('refreshKey', {}, token)
    const made = await site.ok('createEmail', { body: { domain: 'yanshu.test', localPart: 'by-key' } }, key)
    expect(made.mailbox.address).toBe('by-key@yanshu.test')
    expect((await site.ok('getKey', {}, token)).key?.lastUsedAt).not.toBeNull()
  })

  it('ends at once when a new one is made, however many are asked for at the same moment', async () => {
    const { token } = await makePerson(site, 'refresher')
    const first = await site.ok('refreshKey', {}, token)
    const made = await Promise.all(Array.from({ length: 10 }, () => site.ok('refreshKey', {}, token)))
    const all = [first, ...made]
    const statuses = await Promise.all(all.map(({ key }) => site.call('emailList', {}, key)))
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(statuses[0]?.status).toBe(401)
  })

  it('cannot change the log-in itself or make another key', async () => {
    const person = await makePerson(site, 'limited', { role: 'admin' })
    const key = await keyFor(site, person)
    for (const [name, body] of [
      ['logout', undefined],
      ['getKey', undefined],
      ['refreshKey', undefined],
      ['changePassword', { oldPassword: 'x', newPassword: 'long enough' }],
      ['getSessions', undefined],
      ['endSession', { others: true }],
      ['startTotp', { password: 'x' }],
      ['createSysAccount', { username: 'by-key' }],
      ['delSysAccount', { id: person.id }],
    ] as const) {
      const { status, body: answer } = await site.call(name, { body }, key)
      expect([name, status, answer.error]).toEqual([name, 403, 1005])
    }
  })

  it('is worth nothing once the ability is taken away, and something again when given back', async () => {
    const person = await makePerson(site, 'able')
    const key = await keyFor(site, person)
    const admin = await site.adminToken()
    const edit = (useApi: boolean) =>
      site.ok('editSysAccount', { body: { id: person.id, can: { ...can, useApi } } }, admin)
    await edit(false)
    expect((await site.call('emailList', {}, key)).status).toBe(401)
    expect((await site.call('refreshKey', {}, person.token)).status).toBe(403)
    await edit(true)
    expect((await site.call('emailList', {}, key)).status).toBe(200)
  })

  it('is good for so many calls a minute, told in headers, also at the same moment', async () => {
    const person = await makePerson(site, 'busy', { role: 'user', limits: { ...limits, apiPerMinute: 5 } })
    const key = await keyFor(site, person)
    const answers = await Promise.all(Array.from({ length: 12 }, () => site.call('emailList', {}, key)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({ error: 1008, msg: '接口调用太频繁，请稍后再试' })
    expect(refused?.headers.get('ratelimit-limit')).toBe('5')
    expect(refused?.headers.get('ratelimit-remaining')).toBe('0')
    const reset = Number(refused?.headers.get('ratelimit-reset'))
    expect(reset).toBeGreaterThan(0)
    expect(reset).toBeLessThanOrEqual(60)
    expect(Number(refused?.headers.get('retry-after'))).toBe(reset)
    expect((await site.call('emailList', {}, person.token)).status).toBe(200)
    site.clock.advance(minute + 1)
    const again = await site.call('emailList', {}, key)
    expect([again.status, again.headers.get('ratelimit-remaining')]).toEqual([200, '4'])
  })

  it('of one account does not use up another’s calls', async () => {
    const rights = { role: 'user', limits: { ...limits, apiPerMinute: 1 } } as const
    const keys = [
      await keyFor(site, await makePerson(site, 'first', rights)),
      await keyFor(site, await makePerson(site, 'second', rights)),
    ]
    for (const key of keys) expect((await site.call('emailList', {}, key)).status).toBe(200)
    for (const key of keys) expect((await site.call('emailList', {}, key)).status).toBe(429)
  })
})
