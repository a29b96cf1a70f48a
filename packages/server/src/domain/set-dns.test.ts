import { Resolver } from 'node:dns/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minute } from '../kernel/clock.ts'
import { databaseKinds } from '../testing/databases.ts'
import { type DnsServer, hasDnsServer } from '../testing/dns-server.ts'
import { startDomainSite, startZones, zoneCredentials, zoneKey } from '../testing/domain-site.ts'
import { makePerson, type Person } from '../testing/people.ts'
import type { TestApp } from '../testing/test-app.ts'

const foreign = [
  '@ MX 5 old.provider.test.',
  '@ TXT "v=spf1 include:spf.provider.test -all"',
  '@ TXT "site-check=1"',
]

describe.skipIf(!hasDnsServer)('setting records without a public URL', () => {
  it('leaves out MTA-STS, which nobody could read, and says why', async () => {
    const dns = await startZones({ 'noweb.test': [] })
    const site = await startDomainSite('sqlite', dns, { YANSHU_PUBLIC_URL: '' })
    const token = await site.adminToken()
    const { id } = (await site.ok('addDomain', { body: { name: 'noweb.test' } }, token)).domain
    const body = { id, step: 'plan', provider: 'rfc2136', credentials: zoneCredentials(dns) } as const
    const { changes, leftOut } = await site.ok('setDNS', { body }, token)
    expect(changes.map(({ name }) => name)).toContain('_dmarc.noweb.test')
    expect(changes.map(({ name }) => name).filter(name => name.includes('mta-sts'))).toEqual([])
    const reason = '先设置公开网址（YANSHU_PUBLIC_URL），收信方要从那里读策略'
    expect(leftOut).toEqual([{ name: '_mta-sts.noweb.test', type: 'TXT', reason }])
    const { records } = await site.ok('checkDNS', { body: { id, kinds: ['mtaSts'] } }, token)
    expect(records).toMatchObject([{ state: 'missing', settable: false, advice: reason }])
    await site.stop()
    await dns.stop()
  })
})

describe.skipIf(!hasDnsServer).each(databaseKinds)('setting records by RFC 2136 on %s', kind => {
  let dns: DnsServer
  let site: TestApp
  let ann: Person
  let bob: Person
  beforeAll(async () => {
    dns = await startZones({
      'fresh.test': [],
      'used.test': foreign,
      'race.test': [],
      'kept.test': [],
      'broken.test': [],
      'provider.test': ['spf TXT "v=spf1 ip4:9.9.9.9 -all"', 'old A 9.9.9.9'],
    })
    site = await startDomainSite(kind, dns)
    ann = await makePerson(site, 'ann')
    bob = await makePerson(site, 'bob')
  })
  afterAll(async () => {
    await site.stop()
    await dns.stop()
  })

  const resolver = () => {
    const one = new Resolver({ timeout: 2000, tries: 2 })
    one.setServers([dns.address])
    return one
  }
  const texts = async (name: string) =>
    (
      await resolver()
        .resolveTxt(name)
        .catch(() => [])
    )
      .map(parts => parts.join(''))
      .sort()
  const add = async (name: string, who = ann) =>
    (await site.ok('addDomain', { body: { name } }, who.token)).domain
  const plan = (id: string, more: object = {}) =>
    site.call(
      'setDNS',
      { body: { id, step: 'plan', provider: 'rfc2136', credentials: zoneCredentials(dns), ...more } },
      ann.token,
    )
  const step = (id: string, planId: string | undefined, which: 'apply' | 'undo', more: object = {}) =>
    site.call(
      'setDNS',
      { body: { id, planId, step: which, credentials: zoneCredentials(dns), ...more } },
      ann.token,
    )

  it('plans, writes, turns everything green, proves the domain, and takes it all back', async () => {
    const domain = await add('fresh.test')
    expect(domain).toMatchObject({ verified: false, score: null })
    const planned = await plan(domain.id)
    expect(planned.body.done).toBe(false)
    expect(planned.body.changes?.every(change => change.action === 'create')).toBe(true)
    // A plan changes nothing.
    expect(await texts('fresh.test')).toEqual([])

    expect((await step(domain.id, planned.body.planId, 'apply')).body.done).toBe(true)
    const checked = await site.ok('checkDNS', { body: { id: domain.id } }, ann.token)
    const states = checked.records.map(record => [record.key, record.state, record.advice])
    expect(states.filter(([, state]) => state !== 'ok')).toEqual([])
    expect(checked.domain).toMatchObject({ verified: true, state: 'ok', score: 100, todo: 0 })

    // Nothing is left to do, and a plan cannot run twice.
    expect((await plan(domain.id)).body.changes).toEqual([])
    expect((await step(domain.id, planned.body.planId, 'apply')).status).toBe(409)

    expect((await step(domain.id, planned.body.planId, 'undo')).body.done).toBe(true)
    await expect(resolver().resolveMx('fresh.test')).rejects.toMatchObject({ code: 'ENODATA' })
    expect(await texts('_yanshu.fresh.test')).toEqual([])
    expect(await texts('_dmarc.fresh.test')).toEqual([])
    expect((await step(domain.id, planned.body.planId, 'undo')).status).toBe(409)
  })

  it('keeps what others have: SPF is merged, other texts stay, and undo brings back exactly what was', async () => {
    const domain = await add('used.test')
    const before = { txt: await texts('used.test'), mx: await resolver().resolveMx('used.test') }
    const planned = await plan(domain.id)
    const changes = planned.body.changes ?? []
    expect(changes).toContainEqual(
      expect.objectContaining({
        action: 'update',
        type: 'TXT',
        before: 'v=spf1 include:spf.provider.test -all',
        after: 'v=spf1 mx include:spf.provider.test -all',
      }),
    )
    const foreignMx = changes.findIndex(change => change.action === 'delete')
    expect(changes[foreignMx]).toMatchObject({ type: 'MX', before: '5 old.provider.test', after: '' })

    // An owner who wants to keep the old server leaves that change out.
    expect((await step(domain.id, planned.body.planId, 'apply', { skip: [foreignMx] })).status).toBe(200)
    expect((await resolver().resolveMx('used.test')).map(mx => mx.exchange).sort()).toEqual([
      'mx.mailhost.test',
      'old.provider.test',
    ])
    expect(await texts('used.test')).toEqual(['site-check=1', 'v=spf1 mx include:spf.provider.test -all'])

    expect((await step(domain.id, planned.body.planId, 'undo')).status).toBe(200)
    expect({ txt: await texts('used.test'), mx: await resolver().resolveMx('used.test') }).toEqual(before)
  })

  it('changes nothing when the records are no longer what the plan was made from', async () => {
    const domain = await add('race.test')
    const first = await plan(domain.id)
    const second = await plan(domain.id)
    expect((await step(domain.id, second.body.planId, 'apply')).status).toBe(200)
    const late = await step(domain.id, first.body.planId, 'apply')
    expect(late).toMatchObject({ status: 409, body: { msg: expect.stringContaining('什么都没有改') } })
    // Many press the button at once, and one writes.
    await step(domain.id, second.body.planId, 'undo')
    const third = await plan(domain.id)
    const pressed = await Promise.all(
      Array.from({ length: 5 }, () => step(domain.id, third.body.planId, 'apply')),
    )
    expect(pressed.map(answer => answer.status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(await texts('_dmarc.race.test')).toHaveLength(1)
  })

  it('can be taken back when its maker was broken off before it could write down what it did', async () => {
    const domain = await add('broken.test')
    const planned = await plan(domain.id)
    await step(domain.id, planned.body.planId, 'apply')
    const row = await site.app.db.query
      .selectFrom('dns_plan')
      .selectAll()
      .where('id', '=', planned.body.planId ?? '')
      .executeTakeFirstOrThrow()
    const asPlanned = row.changes.replaceAll('"made":true', '"made":false')
    await site.app.db.transaction(async tx => {
      await tx
        .updateTable('dns_plan')
        .set({ state: 'applying', changes: asPlanned })
        .where('id', '=', row.id)
        .execute()
    })
    // The first plan may still be running.
    expect((await step(domain.id, planned.body.planId, 'undo')).status).toBe(409)
    await site.app.db.transaction(async tx => {
      await tx
        .updateTable('dns_plan')
        .set({ changed_at: row.changed_at - 5 * minute })
        .where('id', '=', row.id)
        .execute()
    })
    expect((await site.ok('getDkim', { query: { id: domain.id } }, ann.token)).plan?.state).toBe('failed')
    expect((await step(domain.id, planned.body.planId, 'undo')).status).toBe(200)
    expect(await texts('_dmarc.broken.test')).toEqual([])
    expect(await texts('_yanshu.broken.test')).toEqual([])
  })

  it('tells what is wrong with the credentials, and keeps them only when asked, encrypted', async () => {
    const domain = await add('kept.test', bob)
    const ask = (credentials: object, more: object = {}) =>
      site.call(
        'setDNS',
        { body: { id: domain.id, step: 'plan', provider: 'rfc2136', credentials, ...more } },
        bob.token,
      )
    const good = zoneCredentials(dns)
    const wrongSecret = await ask({ ...good, secret: Buffer.from('another secret').toString('base64') })
    expect(wrongSecret.body.msg).toContain('不认这个密钥')
    expect((await ask({ ...good, keyName: 'stranger' })).body.msg).toContain('不认这个密钥')
    for (const algorithm of ['hmac-md5', 'constructor', '__proto__'])
      expect((await ask({ ...good, algorithm })).body.fields?.credentials).toContain('hmac-sha256')
    expect((await ask({ ...good, server: '127.0.0.1:25' })).body.fields?.credentials).toContain(
      '服务器要写成',
    )
    // A server that is not on the operator's list of private ones looks unreachable.
    expect((await ask({ ...good, server: `127.0.0.2:${dns.port}` })).body.msg).toContain('连接不上')
    expect((await ask({})).body.fields?.credentials).toBe('请填写服务商的密钥')

    await ask(good)
    expect((await site.ok('getDkim', { query: { id: domain.id } }, bob.token)).remembered).toBeNull()
    await ask(good, { remember: true })
    expect((await site.ok('getDkim', { query: { id: domain.id } }, bob.token)).remembered).toBe('rfc2136')
    expect((await ask({})).status).toBe(200)
    const kept = await site.app.db.query.selectFrom('dns_access').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(kept)).not.toContain(zoneKey.secret)
    expect(site.logged.join()).not.toContain(zoneKey.secret)
    await site.ok('editDomain', { body: { id: domain.id, forgetDnsAccess: true } }, bob.token)
    expect((await ask({})).body.fields?.credentials).toBe('请填写服务商的密钥')
  })

  it("is not for somebody else's domain or plan", async () => {
    const { list } = await site.ok('getDomains', { query: {} }, ann.token)
    const [mine] = list
    const planned = await plan(mine?.id ?? '')
    const theirs = await site.call(
      'setDNS',
      { body: { id: mine?.id, step: 'plan', provider: 'rfc2136', credentials: zoneCredentials(dns) } },
      bob.token,
    )
    expect(theirs.status).toBe(404)
    const [own] = (await site.ok('getDomains', { query: {} }, bob.token)).list
    const crossed = await site.call(
      'setDNS',
      {
        body: { id: own?.id, step: 'apply', planId: planned.body.planId, credentials: zoneCredentials(dns) },
      },
      bob.token,
    )
    expect(crossed.status).toBe(404)
  })
})
