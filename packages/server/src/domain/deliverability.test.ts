import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DnsServer, hasDnsServer } from '../testing/dns-server.ts'
import {
  mailAddress,
  mailHost,
  startDomainSite,
  startZones,
  zoneCredentials,
} from '../testing/domain-site.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { createAskDns } from './dns/ask-dns.ts'
import { judgeDane } from './judge-dane.ts'

describe.skipIf(!hasDnsServer)('what decides whether mail of the machine arrives', () => {
  let dns: DnsServer
  let site: TestApp
  let admin: string
  beforeAll(async () => {
    dns = await startZones({ 'signed.test': [], 'bare.test': [] })
    site = await startDomainSite('sqlite', dns)
    admin = await site.adminToken()
  })
  afterAll(async () => {
    await site.stop()
    await dns.stop()
  })

  const report = async () => {
    const { items, score, host } = await site.ok('getDeliverability', {}, admin)
    return { host, score, states: Object.fromEntries(items.map(item => [item.key, item.state])), items }
  }
  const add = async (name: string) => (await site.ok('addDomain', { body: { name } }, admin)).domain.id

  it('is tried point by point, and what cannot be known says so', async () => {
    const { host, states, items } = await report()
    expect(host).toBe(mailHost)
    expect(states).toEqual({
      host: 'ok',
      helo: 'ok',
      ptr: 'ok',
      blocklists: 'ok',
      // The program made this certificate itself.
      tls: 'wrong',
      // Nobody needs one.
      dane: 'ok',
      dkim: 'unknown',
      portIn: 'unknown',
      portOut: 'unknown',
    })
    expect(items.find(item => item.key === 'host')?.found).toEqual([mailAddress])
    expect(items.find(item => item.key === 'tls')?.found).toEqual([expect.stringMatching(/^有效期到 \d{4}-/)])
  })

  it('names the record for the key of the port, and says when the one that is there is another', async () => {
    const item = async () => (await report()).items.find(one => one.key === 'dane')
    const advised = (await item())?.found[0] ?? ''
    expect(advised).toMatch(new RegExp(`^_25\\._tcp\\.${mailHost} TLSA 3 1 1 [0-9a-f]{64}$`))
    const probe = { verdict: 'trusted', endsAt: 0, keyDigest: 'ab'.repeat(32) } as const
    const judged = (values: string[], isAuthentic = false) => {
      const tlsa = async () => ({
        ...{ state: 'found' as const, isAuthentic },
        values: values.map(hex => ({ usage: 3, selector: 1, matching: 1, data: Buffer.from(hex, 'hex') })),
      })
      return judgeDane({ ...createAskDns([]), tlsa }, mailHost, probe)
    }
    expect((await judged(['ab'.repeat(32)], true)).state).toBe('ok')
    expect((await judged(['ab'.repeat(32)])).advice).toContain('没有 DNSSEC 的证明')
    const other = await judged(['cd'.repeat(32)], true)
    expect(other).toMatchObject({ state: 'wrong', found: [expect.any(String), `3 1 1 ${'ab'.repeat(32)}`] })
  })

  it('comes to no verdict where the resolver does not answer', async () => {
    const silent = await startTestApp('sqlite', {
      environment: { YANSHU_DNS_SERVERS: '127.0.0.1:9', YANSHU_MAIL_HOST: mailHost },
    })
    const token = await silent.adminToken()
    const { items, score } = await silent.ok('getDeliverability', {}, token)
    const states = Object.fromEntries(items.map(({ key, state }) => [key, state]))
    expect(states).toMatchObject({ host: 'unknown', helo: 'unknown', ptr: 'unknown', blocklists: 'unknown' })
    expect(score).toBeNull()
    const { domain } = await silent.ok('addDomain', { body: { name: 'unheard.test' } }, token)
    const checked = await silent.ok('checkDNS', { body: { id: domain.id } }, token)
    expect(new Set(checked.records.map(({ state }) => state))).toEqual(new Set(['unknown']))
    expect([checked.state, checked.domain.score, checked.domain.todo]).toEqual(['unknown', null, 0])
    await silent.stop()
  })

  it('knows whether signatures verify with what is published', async () => {
    const id = await add('signed.test')
    const plan = await site.ok(
      'setDNS',
      { body: { id, step: 'plan', provider: 'rfc2136', credentials: zoneCredentials(dns) } },
      admin,
    )
    const credentials = zoneCredentials(dns)
    await site.ok('setDNS', { body: { id, step: 'apply', planId: plan.planId, credentials } }, admin)
    await site.ok('checkDNS', { body: { id } }, admin)
    const good = await report()
    expect(good.states.dkim).toBe('ok')
    await site.ok('checkDNS', { body: { id: await add('bare.test') } }, admin)
    const bad = await report()
    expect(bad.items.find(item => item.key === 'dkim')).toMatchObject({
      state: 'wrong',
      found: ['bare.test'],
    })
    expect(bad.score).toBeLessThan(good.score ?? 0)
  })
})
