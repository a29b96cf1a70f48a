import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../testing/databases.ts'
import type { DnsServer } from '../testing/dns-server.ts'
import { mailAddress, mailHost, startDomainSite, startWrittenZones } from '../testing/domain-site.ts'
import { makePerson } from '../testing/people.ts'
import { sendBytes } from '../testing/raw-http.ts'
import type { TestApp } from '../testing/test-app.ts'

const ownHost = 'mx.throwaway.test'

describe.each(databaseKinds)('a domain with a mail host of its own on %s', kind => {
  let dns: DnsServer
  let site: TestApp
  let admin: string
  let id: string
  beforeAll(async () => {
    dns = await startWrittenZones({
      'throwaway.test': [
        'mx A 1.2.3.6',
        '@ MX 10 mx.throwaway.test.',
        `@ TXT "v=spf1 mx a:${mailHost} ~all"`,
      ],
    })
    site = await startDomainSite(kind, dns, { YANSHU_POP3S_PORT: '0', YANSHU_SUBMISSION_PORT: '0' })
    admin = await site.adminToken()
    id = (await site.ok('addDomain', { body: { name: 'throwaway.test' } }, admin)).domain.id
  })
  afterAll(async () => {
    await site.stop()
    await dns.stop()
  })

  const check = async () => {
    const { records } = await site.ok('checkDNS', { body: { id } }, admin)
    return new Map(records.map(record => [record.key, record]))
  }

  it('has records that name it, while sending stays with the host of the site', async () => {
    expect((await check()).get('mx')).toMatchObject({ state: 'wrong', value: `10 ${mailHost}` })
    const { domain } = await site.ok('editDomain', { body: { id, mailHost: ' MX.throwaway.test' } }, admin)
    expect(domain).toMatchObject({ mailHost: ownHost, ownMailHost: ownHost })
    const before = await site.ok('getDkim', { query: { id } }, admin)
    expect(before.records.find(({ key }) => key === 'mx')).toMatchObject({
      state: 'unknown',
      value: `10 ${ownHost}`,
    })
    const records = await check()
    expect(records.get('mx')).toMatchObject({ state: 'ok', value: `10 ${ownHost}` })
    expect(records.get('host:a')).toMatchObject({ state: 'ok', name: ownHost, value: '1.2.3.6' })
    expect(records.get('spf')).toMatchObject({ state: 'ok', value: `v=spf1 mx a:${mailHost} ~all` })
    expect(records.get(`ptr:${mailAddress}`)).toMatchObject({ state: 'ok', value: mailHost })
    expect(records.has('ptr:1.2.3.6')).toBe(false)
    const shown = await site.ok('getDkim', { query: { id } }, admin)
    expect(shown.records.map(({ key }) => key).sort()).toEqual([...records.keys()].sort())
  })

  it('tells senders of it in its MTA-STS policy, and of the host of the site in those of others', async () => {
    const policy = (name: string) =>
      sendBytes(
        site.app.httpPort,
        `GET /.well-known/mta-sts.txt HTTP/1.1\r\nHost: mta-sts.${name}\r\nConnection: close\r\n\r\n`,
      )
    expect(await policy('throwaway.test')).toContain(`mx: ${ownHost}\r\n`)
    expect(await policy('yanshu.test')).toContain(`mx: ${mailHost}\r\n`)
  })

  it.each(['mx', '1.2.3.4', 'mx.local', '-.example', 'a b.example', `${'a'.repeat(64)}.example`])(
    'cannot be %s',
    async host => {
      const { status, body } = await site.call('editDomain', { body: { id, mailHost: host } }, admin)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['mailHost']])
    },
  )

  it('goes back to the host of the site, which the audit log tells', async () => {
    const { domain } = await site.ok('editDomain', { body: { id, mailHost: null } }, admin)
    expect(domain).toMatchObject({ mailHost, ownMailHost: null })
    const { list } = await site.ok('getAuditLog', {}, admin)
    const told = list.filter(({ action }) => action === 'editDomain').map(({ detail }) => detail)
    expect(told).toEqual(['收信主机：跟随本站', `收信主机：${ownHost}`])
  })

  it('is nobody else’s to change', async () => {
    const other = await makePerson(site, 'other')
    const { status } = await site.call('editDomain', { body: { id, mailHost: ownHost } }, other.token)
    expect(status).toBe(404)
  })
})
