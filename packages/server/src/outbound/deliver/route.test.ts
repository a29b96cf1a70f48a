/** Tests where mail goes, with the name system as a table and as a real server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createResolver, type Mx } from '../../outside/resolver.ts'
import { dnsPatience } from '../../outside/time-outs.ts'
import { type DnsServer, hasDnsServer, startDnsServer } from '../../testing/dns-server.ts'
import { type ScriptedSmtpServer, startScriptedSmtp } from '../../testing/scripted-smtp-server.ts'
import type { DelivererDeps } from './deliver.ts'
import { findRoute, type RouteDeps, resolveHost } from './route.ts'
import { deliveryTo, type NameTable, tableResolver, testDeliverer } from './testing/test-deliverer.ts'

const routing = (names: NameTable, more: Partial<RouteDeps> = {}): RouteDeps => ({
  resolver: tableResolver(names),
  allowPrivate: () => false,
  isOurName: name => name === 'mail.here.test',
  isOurAddress: () => false,
  random: Math.random,
  ...more,
})
const mx = (...records: [number, string][]): readonly Mx[] =>
  records.map(([priority, exchange]) => ({ priority, exchange }))
const routeOf = (records: readonly Mx[], more: Partial<RouteDeps> = {}) =>
  findRoute(routing({ mx: { 'far.test': records } }, more), 'far.test')

describe('the hosts of a domain', () => {
  it('come by preference, equals in any order, and not more than a few', async () => {
    const records = mx([20, 'c.far.test'], [10, 'a.far.test'], [10, 'b.far.test'])
    const orders = new Set<string>()
    for (let count = 0; count < 100; count++) {
      const route = await routeOf(records)
      orders.add('hosts' in route ? route.hosts.join() : '')
    }
    expect([...orders].sort()).toEqual([
      'a.far.test,b.far.test,c.far.test',
      'b.far.test,a.far.test,c.far.test',
    ])
    const many = await routeOf(
      mx(...Array.from({ length: 50 }, (_, n) => [n, `h${n}.far.test`] as [number, string])),
    )
    expect('hosts' in many && many.hosts).toEqual([0, 1, 2, 3, 4].map(n => `h${n}.far.test`))
  })

  it.each([
    ['ourselves', mx([10, 'mail.here.test']), 'loop'],
    ['ourselves first', mx([10, 'Mail.Here.Test'], [20, 'b.far.test']), 'loop'],
    ['an address', mx([10, '192.0.2.1']), 'unusableMx'],
    ['a number', mx([10, '2130706433'], [10, '0x7f.1']), 'unusableMx'],
    ['localhost', mx([10, 'localhost'], [20, 'a.localhost']), 'unusableMx'],
    ['nonsense', mx([10, 'a b.test'], [10, 'x..y'], [10, '-'], [10, 'a/b.test']), 'unusableMx'],
    ['nobody', mx([0, '']), 'nullMx'],
  ])('that name %s are none', async (_what, records, reason) => {
    expect(await routeOf(records)).toMatchObject({ finding: { outcome: 'failed', reason } })
  })

  it('that are better than ourselves are asked, those that are not would come back', async () => {
    const route = await routeOf(mx([5, 'a.far.test'], [10, 'mail.here.test'], [20, 'b.far.test']))
    expect(route).toEqual({ hosts: ['a.far.test'], isMx: true, isSecure: false })
  })

  it.each(['localhost', '127.0.0.1', '[127.0.0.1]', 'a b', 'far.test/x', '', 'x'.repeat(300), '0x7f.1'])(
    'of %j are not looked for',
    async domain => {
      const route = await findRoute(routing({}), domain)
      expect(route).toMatchObject({ finding: { outcome: 'failed', reason: 'badAddress' } })
    },
  )
})

describe('the addresses of a host', () => {
  const mxHost = { isMx: true, isRelay: false, mayBePrivate: false }
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '100.64.0.1',
    '224.0.0.1',
    '192.0.2.1',
  ])('are refused when one is %s', async ip => {
    const deps = routing({ v4: { 'mx.far.test': ['8.8.8.8', ip] } })
    expect(await resolveHost(deps, 'mx.far.test', 25, mxHost)).toMatchObject({
      finding: { outcome: 'failed', reason: 'unusableMx' },
    })
  })

  it.each(['::1', 'fe80::1', 'fc00::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1'])(
    'are refused when one is %s',
    async ip => {
      const deps = routing({ v6: { 'mx.far.test': [ip] } })
      expect(await resolveHost(deps, 'mx.far.test', 25, mxHost)).toMatchObject({
        finding: { reason: 'unusableMx' },
      })
    },
  )

  it('of both kinds take turns; of one kind they are enough', async () => {
    const v4 = { 'mx.far.test': ['8.8.8.8', '8.8.4.4'] }
    const v6 = { 'mx.far.test': ['2001:4860:4860::8888'] }
    const both = await resolveHost(routing({ v4, v6 }), 'mx.far.test', 25, mxHost)
    expect(both).toEqual({ ips: ['8.8.8.8', '2001:4860:4860::8888', '8.8.4.4'], isSecure: false })
    const six = await resolveHost(routing({ v6 }), 'mx.far.test', 25, mxHost)
    expect(six).toEqual({ ips: ['2001:4860:4860::8888'], isSecure: false })
  })

  it('that are our own mean a loop', async () => {
    const deps = routing({ v4: { 'mx.far.test': ['8.8.8.8'] } }, { isOurAddress: ip => ip === '8.8.8.8' })
    expect(await resolveHost(deps, 'mx.far.test', 25, mxHost)).toMatchObject({
      finding: { reason: 'loop', status: '5.4.6' },
    })
  })
})

describe.skipIf(!hasDnsServer)('with a real name server', () => {
  let dns: DnsServer
  let server: ScriptedSmtpServer
  beforeAll(async () => {
    server = await startScriptedSmtp()
    dns = await startDnsServer({
      zones: {
        'good.test': ['@ MX 10 mx', 'mx A 127.0.0.1'],
        'bare.test': ['@ A 127.0.0.1'],
        'null.test': ['@ MX 0 .'],
        'empty.test': ['@ TXT "no mail here"'],
        'alias.test': ['@ MX 10 mx', 'mx CNAME real', 'real A 127.0.0.1'],
        'mixed.test': ['@ MX 10 mx', '@ MX 20 real', 'mx CNAME real', 'real A 127.0.0.1'],
        'private.test': ['@ MX 10 mx', 'mx A 10.0.0.1'],
        'self.test': ['@ MX 10 mail.here.test.'],
        'gone.test': ['@ MX 10 mx.nowhere.test.'],
        'dead.test': ['@ MX 10 mx', '@ MX 20 mx2', 'mx A 127.0.0.9', 'mx2 A 127.0.0.1'],
        'many.test': Array.from({ length: 50 }, (_, n) => `@ MX ${n + 1} h${n}`).concat(['h4 A 127.0.0.1']),
        'six.test': ['@ MX 10 mx', 'mx AAAA ::1'],
        'sub.alias-domain.test': ['@ MX 10 mx.good.test.'],
        'xn--fsqu00a.test': ['@ MX 10 mx.good.test.'],
      },
      broken: ['broken.test'],
    })
  })
  afterAll(async () => {
    await dns.stop()
    await server.stop()
  })

  async function verdictFor(domain: string, more: Partial<DelivererDeps> = {}) {
    const deliverer = testDeliverer({
      resolver: createResolver([dns.address], dnsPatience.delivery),
      mxPort: server.port,
      allowPrivate: ip => ip.startsWith('127.0.0.') || ip === '::1',
      limits: { connectMs: 2000 },
      ...more,
    })
    const recipient = `a@${domain}`
    const [verdict] = await deliverer.deliver(
      deliveryTo([recipient], {
        domain,
        envelope: { from: 'me@here.test', recipients: [recipient], smtpUtf8: false },
      }),
    )
    await deliverer.close()
    return verdict
  }

  it.each([
    ['good.test', 'delivered', 'accepted', '2.0.0'],
    ['GOOD.test', 'delivered', 'accepted', '2.0.0'],
    ['例子.test', 'delivered', 'accepted', '2.0.0'],
    ['bare.test', 'delivered', 'accepted', '2.0.0'],
    ['mixed.test', 'delivered', 'accepted', '2.0.0'],
    ['dead.test', 'delivered', 'accepted', '2.0.0'],
    ['many.test', 'delivered', 'accepted', '2.0.0'],
    ['nowhere.test', 'failed', 'noSuchDomain', '5.1.2'],
    ['null.test', 'failed', 'nullMx', '5.1.10'],
    ['empty.test', 'failed', 'noMailServer', '5.4.4'],
    ['alias.test', 'failed', 'unusableMx', '5.4.4'],
    ['private.test', 'failed', 'unusableMx', '5.4.4'],
    ['self.test', 'failed', 'loop', '5.4.6'],
    ['gone.test', 'failed', 'noMailServer', '5.4.4'],
    ['broken.test', 'deferred', 'dnsTrouble', '4.4.3'],
  ])('mail for %s is %s: %s', async (domain, outcome, reason, status) => {
    expect(await verdictFor(domain)).toMatchObject({ outcome, reason, status })
  })

  it('mail for a host with IPv6 only goes over IPv6', async () => {
    const six = await startScriptedSmtp({ host: '::1' })
    expect(await verdictFor('six.test', { mxPort: six.port })).toMatchObject({ outcome: 'delivered' })
    await six.stop()
  })

  it('mail waits when no name server answers', async () => {
    const verdict = await verdictFor('good.test', {
      resolver: createResolver(['127.0.0.1:9'], dnsPatience.delivery),
    })
    expect(verdict).toMatchObject({ outcome: 'deferred', reason: 'dnsTrouble' })
  })

  it('nothing on this machine is dialled unless a test allows it', async () => {
    const before = server.connections()
    for (const domain of ['good.test', 'bare.test', 'dead.test']) {
      expect(
        await verdictFor(domain, { allowPrivate: () => false, isOurAddress: () => false }),
      ).toMatchObject({
        outcome: 'failed',
        reason: 'unusableMx',
      })
      expect(await verdictFor(domain, { allowPrivate: () => false })).toMatchObject({ outcome: 'failed' })
    }
    expect(server.connections()).toBe(before)
  })

  it('a server that greets with our own name is ourselves', async () => {
    const mirror = await startScriptedSmtp({ name: 'mail.here.test' })
    expect(await verdictFor('good.test', { mxPort: mirror.port })).toMatchObject({
      outcome: 'failed',
      reason: 'loop',
    })
    expect(mirror.messages).toHaveLength(0)
    await mirror.stop()
  })
})
