import { Resolver } from 'node:dns/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, hour } from '../kernel/clock.ts'
import { openSecrets } from '../ledger/setting/open-secrets.ts'
import { databaseKinds } from '../testing/databases.ts'
import { type DnsServer, hasDnsServer } from '../testing/dns-server.ts'
import { startDomainSite, startZones, zoneCredentials } from '../testing/domain-site.ts'
import { openEvents } from '../testing/event-client.ts'
import { eventually } from '../testing/eventually.ts'
import { makePerson, type Person } from '../testing/people.ts'
import type { TestApp } from '../testing/test-app.ts'
import { signingKeysOf } from './signing-keys.ts'

describe.skipIf(!hasDnsServer).each(databaseKinds)('a domain over time on %s', kind => {
  let dns: DnsServer
  let site: TestApp
  let ann: Person
  let id: string
  let planId: string
  beforeAll(async () => {
    dns = await startZones({ 'lasting.test': [] })
    site = await startDomainSite(kind, dns)
    ann = await makePerson(site, 'ann')
    id = (await site.ok('addDomain', { body: { name: 'lasting.test' } }, ann.token)).domain.id
    planId = await setUp()
    await check()
  })
  afterAll(async () => {
    await site.stop()
    await dns.stop()
  })

  const set = (body: object) =>
    site.ok('setDNS', { body: { id, credentials: zoneCredentials(dns), ...body } }, ann.token)
  const check = () => site.ok('checkDNS', { body: { id } }, ann.token)
  const detail = () => site.ok('getDkim', { query: { id } }, ann.token)
  async function setUp(): Promise<string> {
    const plan = await set({ step: 'plan', provider: 'rfc2136' })
    await set({ step: 'apply', planId: plan.planId })
    return plan.planId
  }
  const signers = async () => {
    const secrets = await openSecrets(
      { secretKey: '', dataDir: site.place.dataDir },
      site.app.db,
      site.clock.now(),
    )
    return (await signingKeysOf({ db: site.app.db, clock: site.clock, secrets }, 'lasting.test')).map(
      one => one.selector,
    )
  }

  it('changes its keys with an overlap: the new ones sign once they are published, the old ones stay a while', async () => {
    const before = await signers()
    expect(before).toHaveLength(2)
    const edit = (body: object) => site.call('editDomain', { body: { id, ...body } }, ann.token)
    expect((await edit({ rotateDkim: true })).status).toBe(200)
    // Repeated requests meanwhile count as one change.
    const again = await Promise.all([edit({ rotateDkim: true }), edit({ rotateDkim: true })])
    expect(again.map(answer => answer.status)).toEqual([409, 409])
    await check()
    expect(await signers()).toEqual(before)

    await setUp()
    await check()
    const after = await signers()
    expect(after).toHaveLength(2)
    expect(after.some(selector => before.includes(selector))).toBe(false)
    const states = (await detail()).keys.map(key => key.state).sort()
    expect(states).toEqual(['active', 'active', 'retiring', 'retiring'])

    site.clock.advance(6 * day)
    await site.app.runJobs()
    expect((await detail()).keys).toHaveLength(4)
    site.clock.advance(day + hour)
    await site.app.runJobs()
    await eventually('the old keys are gone', async () => (await detail()).keys.length === 2)
    expect(await signers()).toEqual(after)
    // The time of a signed update must not be a week off.
    site.clock.advance(-(7 * day + hour))
  })

  it('is looked at by itself, and its owner hears of what broke, once', async () => {
    await check()
    const events = await openEvents(site, ann.token)
    await eventually('the stream has begun', () => events.comments.includes('welcome'))
    const broken = () =>
      events.events.filter(event => event.name === 'domain').flatMap(event => event.data.broke as string[])
    // The operator of the zone removes the records that the first plan wrote.
    await set({ step: 'undo', planId })
    const resolver = new Resolver()
    resolver.setServers([dns.address])
    await expect(resolver.resolveMx('lasting.test')).rejects.toMatchObject({ code: 'ENODATA' })
    site.clock.advance(7 * hour)
    await site.app.runJobs()
    await eventually('the owner is told', () => broken().includes('lasting.test'))
    expect(broken()).toContain('_dmarc.lasting.test')
    const { domain, records } = await detail()
    expect(domain.state).toBe('missing')
    expect(records.find(record => record.kind === 'mx')?.brokenAt).not.toBeNull()
    const told = broken().length
    site.clock.advance(7 * hour)
    await site.app.runJobs()
    await eventually('it is looked at again', async () => {
      const { checkedAt } = (await detail()).domain
      return Date.parse(checkedAt ?? '') > site.clock.now() - hour
    })
    const log = await site.ok('getAuditLog', { query: { q: 'lasting.test' } }, await site.adminToken())
    expect(log.list.filter(entry => entry.action === 'domainBroke')).toHaveLength(1)
    expect(broken()).toHaveLength(told)
    events.close()
  })
})
