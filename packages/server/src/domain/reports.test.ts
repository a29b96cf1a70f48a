import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../kernel/clock.ts'
import {
  googleXml,
  gz,
  reportMail,
  type SampleReport,
  tlsReport,
  zip,
} from '../mail/report/testing/sample-reports.ts'
import { databaseKinds } from '../testing/databases.ts'
import { inbox, receive, startMailSite, subjects } from '../testing/mail-site.ts'
import { makeDomain, makePerson, type Person } from '../testing/people.ts'
import type { TestApp } from '../testing/test-app.ts'

describe.each(databaseKinds)('reports about a domain on %s', kind => {
  let site: TestApp
  let ann: Person
  let bob: Person
  let count = 0
  let name: string
  let id: string
  beforeAll(async () => {
    site = await startMailSite(kind)
    ann = await makePerson(site, 'ann')
    bob = await makePerson(site, 'bob')
  })
  afterAll(() => site.stop())

  async function fresh(owner = ann): Promise<void> {
    name = `ours${++count}.test`
    id = await makeDomain(site, name, { ownerId: owner.id })
  }
  const report = (more: Partial<SampleReport> = {}): Buffer => {
    const xml = googleXml({
      ...{ domain: name, at: site.clock.now() - day },
      records: [
        { ip: '203.0.113.25', count: 100 },
        {
          ip: '192.0.2.7',
          count: 5,
          spf: 'fail',
          auth: '<spf><domain>lists.test</domain><result>pass</result></spf>',
        },
        { ip: '198.51.100.9', count: 4, dkim: 'fail', spf: 'fail', disposition: 'reject', auth: '' },
        { ip: '198.51.100.10', count: 3, dkim: 'fail', spf: 'fail', disposition: 'none', auth: '' },
      ],
      ...more,
    })
    return reportMail(
      [{ type: 'application/zip', name: 'a.zip', content: zip([['a.xml', Buffer.from(xml)]]) }],
      {
        to: `postmaster@${name}`,
      },
    )
  }
  const send = (raw: Buffer, to = `postmaster@${name}`) => receive(site, { to, raw })
  const shown = (days?: string, token = ann.token) =>
    site.ok('getDomainReports', { query: { id, ...(days && { days }) } }, token)
  const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0)

  it('that come to the postmaster are read and shown, and kept apart from the postmaster’s mail', async () => {
    await fresh()
    await send(report())
    const seen = await shown('7')
    expect(seen.passed).toHaveLength(7)
    expect(seen.passed.slice(-2)).toEqual([100, 0])
    expect([sum(seen.passed), sum(seen.forwarded), sum(seen.failed)]).toEqual([100, 5, 7])
    const brief = seen.sources.map(one => [one.group, one.verdict, one.network, one.mails, one.stopped])
    expect(brief).toEqual([
      ['own', 'both', '203.0.113.25', 100, 0],
      ['unknown', 'none', '198.51.100.0/24', 7, 4],
      ['forward', 'dkim', '192.0.2.7', 5, 0],
    ])
    expect(seen.sources[1]?.addresses).toEqual(['198.51.100.9', '198.51.100.10'])
    expect(seen).toMatchObject({
      policy: 'quarantine',
      reports: 1,
      orgs: ['google.com'],
      lastOrg: 'google.com',
    })
    expect(subjects(await inbox(site, ann.token))).toEqual([])
    expect(await inbox(site, ann.token, { folder: 'trash' })).toHaveLength(1)
  })

  it('count once, however often they come, and add up by day', async () => {
    await fresh()
    await send(report())
    await send(report())
    await send(report({ id: '2' }))
    await send(report({ id: '3', at: site.clock.now() - 20 * day }))
    expect(sum((await shown('7')).passed)).toBe(200)
    expect(sum((await shown()).passed)).toBe(300)
    expect((await shown()).reports).toBe(3)
  })

  it('tell how mail reaches our hosts encrypted', async () => {
    await fresh()
    const failures = [
      { type: 'certificate-expired', count: 3 },
      { type: 'starttls-not-supported', count: 1, host: 'mx2.ours.test' },
    ]
    const content = gz(tlsReport({ domain: name, at: site.clock.now() - day, good: 40, failures }))
    await send(reportMail([{ type: 'application/tlsrpt+gzip', name: 'a.json.gz', content }]))
    const { tls } = await shown('7')
    expect(tls).toMatchObject([
      {
        ...{ host: 'mx.ours.test', good: 40, failed: 3 },
        reasons: [{ failure: 'certificate-expired', sessions: 3, orgs: ['Google Inc.'] }],
      },
      { host: 'mx2.ours.test', good: 0, failed: 1, failedPerDay: [0, 0, 0, 0, 0, 1, 0] },
    ])
  })

  it('are only believed about the domain that they came to, and others of its holder', async () => {
    await fresh()
    const [first, firstId] = [name, id]
    await fresh(bob)
    await send(report({ domain: first }))
    expect((await site.ok('getDomainReports', { query: { id: firstId } }, ann.token)).reports).toBe(0)
    // It stays where it is: nothing was read.
    expect(await inbox(site, bob.token)).toHaveLength(1)
    await fresh()
    await send(report({ domain: first }))
    expect((await site.ok('getDomainReports', { query: { id: firstId } }, ann.token)).reports).toBe(1)
    const peeked = await site.call('getDomainReports', { query: { id: firstId } }, bob.token)
    expect(peeked.status).toBe(404)
  })

  it('leave other mail to the postmaster alone', async () => {
    await fresh()
    await send(
      reportMail([{ type: 'text/plain', name: 'a.txt', content: Buffer.from('a complaint') }], {
        subject: 'spam',
      }),
    )
    expect(subjects(await inbox(site, ann.token)).filter(subject => subject === 'spam')).toHaveLength(1)
    expect((await shown()).reports).toBe(0)
  })

  it('are forgotten after half a year, and go with the domain', async () => {
    await fresh()
    await send(report())
    const counted = async () => {
      const rows = await site.app.db.query
        .selectFrom('domain_source')
        .select('source')
        .where('domain_id', '=', id)
        .execute()
      return rows.length
    }
    expect(await counted()).toBe(4)
    site.clock.advance(190 * day)
    await site.app.runJobs()
    expect(await counted()).toBe(0)
  })
})
