import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { openEvents } from '../../testing/event-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { keyFor, makeMailbox, makePerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestClock, noon } from '../../testing/test-clock.ts'

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

  it('of an account without a limit is told of none', async () => {
    const person = await makePerson(site, 'free', { role: 'user', limits: { ...limits, apiPerMinute: null } })
    const answer = await site.call('emailList', {}, await keyFor(site, person))
    expect(answer.status).toBe(200)
    expect([...answer.headers.keys()].filter(name => name.startsWith('ratelimit'))).toEqual([])
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

describe.each(databaseKinds)('what a key holds open on %s', kind => {
  let site: TestApp
  beforeAll(async () => {
    site = await startTestApp(kind, { clock: createTestClock(noon()) })
  })
  afterAll(() => site.stop())

  it('ends at once when the key is replaced, on every node, and what another login holds open stays', async () => {
    // Nodes share a PostgreSQL; a SQLite file has one.
    const other = kind === 'postgres' ? await site.secondNode() : site
    const person = await makePerson(site, 'listener')
    const { key } = await site.ok('refreshKey', {}, person.token)
    const streams = await Promise.all([openEvents(site, key), openEvents(other, key)])
    const own = await openEvents(site, person.token)
    expect(streams.map(stream => stream.status)).toEqual([200, 200])
    await site.ok('refreshKey', {}, person.token)
    await Promise.all(streams.map(stream => stream.ended))
    const stillOpen = Promise.race([own.ended.then(() => 'ended'), Promise.resolve('open')])
    expect(await stillOpen).toBe('open')
    own.close()
    if (other !== site) await other.stop()
  })

  it('ends when the account may no longer use a key', async () => {
    const person = await makePerson(site, 'demoted')
    const { key } = await site.ok('refreshKey', {}, person.token)
    const stream = await openEvents(site, key)
    const admin = await site.adminToken()
    await site.ok('editSysAccount', { body: { id: person.id, can: { ...can, useApi: false } } }, admin)
    await stream.ended
    expect((await site.call('emailList', {}, key)).status).toBe(401)
  })

  it('and a wait that is still going on gives no mail to a key that has ended meanwhile', async () => {
    const person = await makePerson(site, 'waiter')
    const box = await makeMailbox(site, 'waited', person.id)
    const { key } = await site.ok('refreshKey', {}, person.token)
    const waiting = site.call('waitEmail', { query: { mailbox: box.id, timeout: 20 } }, key)
    await eventually('the wait', async () => {
      const metrics = await site.fetch('/metrics')
      return /yanshu_event_listeners [1-9]/.test(metrics.text)
    })
    await site.ok('refreshKey', {}, person.token)
    await site.ok('sendTestMail', { body: { mailbox: box.id } }, person.token)
    expect(await waiting).toMatchObject({ status: 401, body: { error: 302 } })
  })

  it('is counted by day, with what was refused, and told with the standard headers', async () => {
    const person = await makePerson(site, 'counted', {
      role: 'user',
      can,
      limits: { ...limits, apiPerMinute: 3 },
    })
    const key = await keyFor(site, person)
    const answers = []
    for (let call = 0; call < 5; call++) answers.push(await site.call('emailList', {}, key))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual([
      '2',
      '1',
      '0',
      '0',
      '0',
    ])
    const [first, , , refused] = answers
    expect(first?.headers.get('ratelimit-policy')).toBe('3;w=60')
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused?.headers.get('retry-after')).toBe(refused?.headers.get('ratelimit-reset'))
    const { usage, usedThisMinute, perMinute } = await site.ok('getKey', {}, person.token)
    expect([usedThisMinute, perMinute, usage.length]).toEqual([5, 3, 30])
    expect(usage.at(-1)).toMatchObject({ calls: 5, refused: 2 })
    expect(usage.slice(0, -1).every(day => day.calls === 0)).toBe(true)
    // The next call of a session is not the key's.
    await site.ok('emailList', {}, person.token)
    expect((await site.ok('getKey', {}, person.token)).usage.at(-1)?.calls).toBe(5)
  })

  it('is counted whole when a hundred calls come at once, on two nodes where there can be two', async () => {
    const other = kind === 'postgres' ? await site.secondNode() : site
    const person = await makePerson(site, 'busy', { role: 'admin' })
    const key = await keyFor(site, person)
    await Promise.all(
      Array.from({ length: 100 }, (_, at) => (at % 2 ? site : other).ok('emailList', {}, key)),
    )
    if (other !== site) await other.stop()
    expect((await site.ok('getKey', {}, person.token)).usage.at(-1)?.calls).toBe(100)
  })
})
