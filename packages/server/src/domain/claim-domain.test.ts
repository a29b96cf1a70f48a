import { dnsKinds, type LimitSet } from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minute } from '../kernel/clock.ts'
import { hit } from '../ledger/throttle/throttle.ts'
import { databaseKinds } from '../testing/databases.ts'
import { type DnsServer, hasDnsServer } from '../testing/dns-server.ts'
import { startDomainSite, startWrittenZones } from '../testing/domain-site.ts'
import { eventually } from '../testing/eventually.ts'
import { deliver, plainMail } from '../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person } from '../testing/people.ts'
import type { TestApp } from '../testing/test-app.ts'

const unlimited: LimitSet = {
  domains: null,
  mailboxes: null,
  storageMb: null,
  sendsPerDay: null,
  apiPerMinute: null,
}

describe.skipIf(!hasDnsServer).each(databaseKinds)('claiming a domain on %s', kind => {
  let dns: DnsServer
  let site: TestApp
  let ann: Person
  let bob: Person
  let admin: string
  beforeAll(async () => {
    dns = await startWrittenZones({})
    site = await startDomainSite(kind, dns)
    ann = await makePerson(site, 'ann', { role: 'user', limits: unlimited })
    bob = await makePerson(site, 'bob', { role: 'user', limits: unlimited })
    admin = await site.adminToken()
  })
  afterAll(async () => {
    await site.stop()
    await dns.stop()
  })

  const tryAdd = (name: string, token: string) => site.call('addDomain', { body: { name } }, token)
  const add = async (name: string, token: string) =>
    (await site.ok('addDomain', { body: { name } }, token)).domain
  const check = (id: string, token: string) =>
    site.call('checkDNS', { body: { id, kinds: ['ownership'] } }, token)
  const ownership = async (id: string, token: string) => {
    const { records } = await site.ok('getDkim', { query: { id } }, token)
    return records.find(record => record.kind === 'ownership')?.value ?? ''
  }
  const publish = (zone: string, ...values: string[]) =>
    dns.setZone(
      zone,
      values.map(value => `_yanshu TXT "${value}"`),
    )
  const isThere = async (name: string) =>
    (await site.app.db.query
      .selectFrom('domain')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirst()) !== undefined
  const mailboxOn = (domain: string, token: string) => site.call('createEmail', { body: { domain } }, token)

  it('gives nothing before the proof and everything after it', async () => {
    const domain = await add('proof.test', ann.token)
    await publish('proof.test', 'something else')
    const before = await check(domain.id, ann.token)
    expect(before.body).toMatchObject({ state: 'wrong', domain: { verified: false } })
    expect((await mailboxOn('proof.test', ann.token)).status).toBe(400)
    const mail = { to: 'postmaster@proof.test', raw: plainMail({ subject: 'too early' }) }
    expect((await deliver(site.app.smtpPort, mail)).rcpt[0]).toMatch(/^550 /)
    const switched = await site.call('editDomain', { body: { id: domain.id, catchAll: true } }, ann.token)
    expect(switched.status).toBe(409)
    await publish('proof.test', 'something else', await ownership(domain.id, ann.token))
    expect((await check(domain.id, ann.token)).body.domain).toMatchObject({ id: domain.id, verified: true })
    expect((await mailboxOn('proof.test', ann.token)).status).toBe(200)
    expect((await deliver(site.app.smtpPort, mail)).rcpt[0]).toMatch(/^250 /)
    await site.app.settled()
  })

  it("refuses another's domain, its subdomain and its twins, and an admin's word takes none either", async () => {
    const domain = await add('münchen.test', ann.token)
    expect(domain.name).toBe('xn--mnchen-3ya.test')
    await publish('xn--mnchen-3ya.test', await ownership(domain.id, ann.token))
    expect((await check(domain.id, ann.token)).body.domain?.verified).toBe(true)
    const twins = [
      'xn--mnchen-3ya.test',
      'MÜNCHEN.test.',
      'münchen．test',
      'a.münchen.test',
      'b.a.xn--mnchen-3ya.test',
    ]
    for (const token of [bob.token, admin]) {
      for (const twin of twins) expect([twin, (await tryAdd(twin, token)).status]).toEqual([twin, 409])
    }
    // Its owner may have subdomains of it, each with its own proof.
    expect((await tryAdd('a.münchen.test', ann.token)).status).toBe(200)
  })

  it("keeps users from the site's own names, public suffixes and what is no name, at the field", async () => {
    const refused = ['yanshu.test', 'x.yanshu.test', 'mailhost.test', 'mx.mailhost.test', 'www.mailhost.test']
    for (const name of [...refused, 'co.uk', 'github.io', '127.0.0.1', 'no name', 'a@b.com']) {
      const answer = await tryAdd(name, ann.token)
      expect([name, answer.status, typeof answer.body.fields?.name]).toEqual([name, 400, 'string'])
    }
    // The operator may run mail on the name of the site.
    expect((await add('mailhost.test', admin)).verified).toBe(true)
  })

  it('lets several say so and gives it to the first who proves it, however many prove at once', async () => {
    const claims = await Promise.all(
      [ann, bob].map(async one => ({ one, domain: await add('race.test', one.token) })),
    )
    const values = await Promise.all(claims.map(({ one, domain }) => ownership(domain.id, one.token)))
    expect(new Set(values).size).toBe(2)
    await publish('race.test', ...values)
    const checks = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const { one, domain } = claims[index % 2] as (typeof claims)[number]
        return check(domain.id, one.token)
      }),
    )
    const winners = new Set(
      checks.filter(answer => answer.body.domain?.verified).map(answer => answer.body.domain?.id),
    )
    expect(winners.size).toBe(1)
    expect(checks.every(answer => answer.status === 200 || answer.status === 409)).toBe(true)
    const rows = await site.app.db.query
      .selectFrom('domain')
      .selectAll()
      .where('name', '=', 'race.test')
      .execute()
    expect(rows).toHaveLength(1)
    // The loser's published token proves nothing, even after the winner has gone.
    const winner = claims.find(({ domain }) => winners.has(domain.id))
    const loser = claims.find(({ domain }) => !winners.has(domain.id))
    if (!winner || !loser) throw new Error('no winner')
    expect((await check(loser.domain.id, loser.one.token)).status).toBe(409)
    await site.ok('delDomain', { body: { id: winner.domain.id } }, winner.one.token)
    await eventually('the domain is gone', async () => !(await isThere('race.test')))
    expect((await check(loser.domain.id, loser.one.token)).status).toBe(409)
    const again = await add('race.test', loser.one.token)
    expect((await check(again.id, loser.one.token)).body.domain?.verified).toBe(false)
  })

  it('never verifies with what a former owner left behind', async () => {
    const first = await add('sold.test', ann.token)
    const stale = await ownership(first.id, ann.token)
    await publish('sold.test', stale)
    await check(first.id, ann.token)
    await site.ok('delDomain', { body: { id: first.id } }, ann.token)
    await eventually('the domain is gone', async () => !(await isThere('sold.test')))
    for (const one of [ann, bob]) {
      const next = await add('sold.test', one.token)
      expect(await ownership(next.id, one.token)).not.toBe(stale)
      expect((await check(next.id, one.token)).body).toMatchObject({
        state: 'wrong',
        domain: { verified: false },
      })
    }
  })

  it('finds the proof by itself after a while', async () => {
    const domain = await add('patient.test', ann.token)
    await publish('patient.test', await ownership(domain.id, ann.token))
    site.clock.advance(11 * minute)
    await site.app.runJobs()
    await eventually('it is proved', () => isThere('patient.test'))
  })

  it('holds the limit under 200 adds at once', async () => {
    const limited = await makePerson(site, 'limited', { role: 'user', limits: { ...unlimited, domains: 3 } })
    await add('limited-0.test', limited.token)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => tryAdd(`limited-${index + 1}.test`, limited.token)),
    )
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(2)
    expect(answers.filter(answer => answer.status === 403)).toHaveLength(198)
    expect((await site.ok('getDomains', { query: {} }, limited.token)).total).toBe(3)
  })

  it('is checked so often a minute and no oftener, however many ask at once, and others go on', async () => {
    const eager = await makePerson(site, `eager${kind}`)
    const { id } = await add('eager.test', eager.token)
    const ask = (token = eager.token) => check(id, token)
    // This uses up all but the last five questions of the minute.
    await site.app.db.transaction(tx =>
      hit(tx, `check-dns:${eager.id}`, minute, site.clock.now(), 20 * dnsKinds.length - 5),
    )
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(7)
    expect(refused[0]?.body.msg).toMatch(/^检查得太勤了，请 \d+ 秒后再试$/)
    const init = {
      method: 'POST',
      headers: { authorization: `Bearer ${eager.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    }
    const { headers } = await fetch(`${site.url}/api/user/checkDNS`, init)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(admin)).status).toBe(200)
    site.clock.advance(minute)
    expect((await ask()).status).toBe(200)
  })

  it("shows nobody somebody else's: every call answers as if it were not there", async () => {
    const claim = await add('private.test', ann.token)
    const { list } = await site.ok('getDomains', { query: { q: 'proof.test' } }, ann.token)
    for (const id of [claim.id, list[0]?.id ?? '']) {
      const answers = [
        await site.call('editDomain', { body: { id, catchAll: true } }, bob.token),
        await site.call('delDomain', { body: { id } }, bob.token),
        await site.call('delDomain', { body: { id, dryRun: true } }, bob.token),
        await site.call('getDkim', { query: { id } }, bob.token),
        await site.call('checkDNS', { body: { id } }, bob.token),
        await site.call('setDNS', { body: { id, step: 'plan', provider: 'cloudflare' } }, bob.token),
      ]
      expect(answers.map(answer => answer.status)).toEqual([404, 404, 404, 404, 404, 404])
    }
    const seen = await site.ok('getDomains', { query: { q: 'private.test' } }, bob.token)
    expect(seen).toMatchObject({ list: [], total: 0 })
    expect((await site.ok('getDomains', { query: { q: 'private.test' } }, admin)).list).toMatchObject([
      { ownerName: 'ann' },
    ])
  })

  it('lets owners switch what is theirs and only admins what is public', async () => {
    const { list } = await site.ok('getDomains', { query: { q: 'proof.test' } }, ann.token)
    const id = list[0]?.id ?? ''
    const edit = (body: object, token: string) => site.call('editDomain', { body: { id, ...body } }, token)
    expect((await edit({ catchAll: true, subdomains: true }, ann.token)).body.domain).toMatchObject({
      catchAll: true,
      subdomains: true,
    })
    expect((await edit({ open: true }, ann.token)).status).toBe(403)
    expect((await edit({ store: true }, ann.token)).status).toBe(403)
    expect((await edit({ open: true, store: true }, admin)).body.domain).toMatchObject({
      open: true,
      store: true,
    })
  })

  it('tells what a deletion takes, refuses to take what is others’, and takes all of it', async () => {
    const { list } = await site.ok('getDomains', { query: { q: 'proof.test' } }, ann.token)
    const id = list[0]?.id ?? ''
    const stranger = await makeMailbox(site, 'stranger', null, 'proof.test')
    const mine = await makeMailbox(site, 'mine', ann.id, 'proof.test')
    const dry = await site.ok('delDomain', { body: { id, dryRun: true } }, ann.token)
    expect(dry).toMatchObject({ mailboxes: 4, others: 1, mails: 1 })
    expect((await site.call('delDomain', { body: { id } }, ann.token)).status).toBe(403)
    await site.ok('delDomain', { body: { id } }, admin)
    expect((await site.ok('getArrDomains')).list).not.toContain('proof.test')
    expect((await site.ok('getDomains', { query: { q: 'proof.test' } }, admin)).total).toBe(0)
    await eventually('everything is gone', async () => !(await isThere('proof.test')))
    for (const box of [stranger, mine])
      expect((await site.call('getInbox', { query: {} }, box.token)).status).toBe(401)
    const left = await site.app.db.query
      .selectFrom('dkim_key')
      .select('id')
      .where('domain_id', '=', id)
      .execute()
    expect(left).toEqual([])
  })
})
