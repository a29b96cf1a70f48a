import { describe, expect, it } from 'vitest'
import { startCpuTime } from '../../testing/cpu-time.ts'
import { findReports } from './find-reports.ts'
import { readDmarc } from './read-dmarc.ts'
import { readXml } from './read-xml.ts'
import {
  googleXml,
  gz,
  mailRuXml,
  microsoftXml,
  neteaseXml,
  reportMail,
  type SampleFile,
  tlsReport,
  yahooXml,
  zip,
} from './testing/sample-reports.ts'

const at = Date.parse('2026-11-08T12:00:00Z')
const records = [
  { ip: '203.0.113.25', count: 120 },
  { ip: '2001:db8::25', count: 3, spf: 'fail', reason: 'forwarded' },
  {
    ip: '198.51.100.9',
    count: 7,
    disposition: 'quarantine',
    dkim: 'fail',
    spf: 'fail',
    auth: '<spf><domain>bulk.test</domain><result>pass</result></spf>',
  },
]
const given = { at, records }
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')
const swapped = (text: string): Buffer => Buffer.from(utf16(text)).swap16()

const file = (content: Buffer | string, type = 'application/octet-stream', name = 'report'): SampleFile => ({
  ...{ type, name },
  content: Buffer.from(content),
})

describe('a report about a domain is read', () => {
  it.each<[string, SampleFile, string]>([
    [
      'Google, in a zip',
      file(zip([['google.com!ours.test!1!2.xml', Buffer.from(googleXml(given))]]), 'application/zip'),
      'google.com',
    ],
    ['Microsoft, in gzip', file(gz(microsoftXml(given)), 'application/gzip'), 'Outlook.com'],
    ['Yahoo, in gzip', file(gz(yahooXml(given)), 'application/gzip'), 'Yahoo'],
    ['Mail.ru, with prefixes', file(gz(mailRuXml(given)), 'application/x-gzip'), 'Mail.Ru'],
    [
      'NetEase, in a zip and GBK',
      file(zip([['a.xml', Buffer.from(neteaseXml(given))]]), 'application/x-zip-compressed'),
      '163.com',
    ],
    ['a .xml.gz that says it is XML', file(gz(googleXml(given)), 'text/xml', 'a.xml.gz'), 'google.com'],
    [
      'a zip that says it is gzip',
      file(zip([['a.xml', Buffer.from(googleXml(given))]]), 'application/gzip', 'a.gz'),
      'google.com',
    ],
    ['a gzip within a zip', file(zip([['a.xml.gz', gz(googleXml(given))]])), 'google.com'],
    ['an entry that is not packed', file(zip([['a.xml', Buffer.from(googleXml(given))]], 0)), 'google.com'],
    ['plain XML', file(googleXml(given), 'text/xml', 'a.xml'), 'google.com'],
    ['a mark at the beginning', file(`\ufeff${googleXml(given)}`, 'text/xml'), 'google.com'],
    ['UTF-16', file(utf16(googleXml(given)), 'application/xml'), 'google.com'],
    ['UTF-16 the other way round', file(swapped(googleXml(given)), 'application/xml'), 'google.com'],
  ])('from %s', async (_what, attached, org) => {
    const [report] = await findReports(reportMail([attached]))
    expect(report).toMatchObject({ kind: 'dmarc', org, domain: 'ours.test', policy: 'quarantine' })
    expect(report?.rows).toEqual([
      {
        ...{ source: '203.0.113.25', count: 120, disposition: 'none', dkim: true, spf: true },
        ...{ override: '', spfDomain: 'ours.test', isSigned: false },
      },
      {
        ...{ source: '2001:db8::25', count: 3, disposition: 'none', dkim: true, spf: false },
        ...{ override: 'forwarded', spfDomain: 'ours.test', isSigned: false },
      },
      {
        ...{ source: '198.51.100.9', count: 7, disposition: 'quarantine', dkim: false, spf: false },
        ...{ override: '', spfDomain: 'bulk.test', isSigned: false },
      },
    ])
  })

  it.each<[string, SampleFile]>([
    [
      'in gzip',
      file(
        gz(tlsReport({ at, failures: [{ type: 'certificate-expired', count: 3 }] })),
        'application/tlsrpt+gzip',
      ),
    ],
    [
      'plain',
      file(
        tlsReport({ at, failures: [{ type: 'certificate-expired', count: '3' }], good: '10' }),
        'application/tlsrpt+json',
      ),
    ],
    [
      'with a text for the host',
      file(tlsReport({ at, mxHost: 'mx.ours.test', failures: [{ type: 'certificate-expired', count: 3 }] })),
    ],
  ])('about encryption, %s', async (_what, attached) => {
    const [report] = await findReports(reportMail([attached]))
    expect(report).toMatchObject({ kind: 'tls', org: 'Google Inc.', domain: 'ours.test', policy: 'sts' })
    expect(report?.rows).toEqual([
      { host: 'mx.ours.test', failure: '', count: 10 },
      { host: 'mx.ours.test', failure: 'certificate-expired', count: 3 },
    ])
  })

  it('of several in one mail, each', async () => {
    const both = zip([
      ['1.xml', Buffer.from(googleXml({ ...given, id: 'one' }))],
      ['2.xml', Buffer.from(googleXml({ ...given, id: 'two' }))],
    ])
    const found = await findReports(reportMail([file(both), file(gz(tlsReport({ at })))]))
    expect(found.map(({ kind, reportId }) => [kind, reportId])).toEqual([
      ['dmarc', 'one'],
      ['dmarc', 'two'],
      ['tls', 't1'],
    ])
  })
})

describe('what is no report, or a hostile one', () => {
  const nothing = async (...files: SampleFile[]) => expect(await findReports(reportMail(files))).toEqual([])

  it('is left alone when it says nothing of use', async () => {
    await nothing(file('hello'), file('<html></html>', 'text/html'), file('{"a": 1}'), file(Buffer.alloc(0)))
    await nothing(file('<feedback><record></feedback>'), file('{'), file(gz('')), file(zip([])))
    await nothing(
      file(googleXml({ ...given, domain: '../x' })),
      file(googleXml({ ...given, org: '', id: '' })),
    )
  })

  it('unpacks no bombs: neither a large file, nor many, nor one within the other', async () => {
    const worked = startCpuTime()
    const large = gz(Buffer.alloc(40 * 1024 * 1024, 0x20))
    const many = zip(Array.from({ length: 30 }, (_, n) => [`${n}.xml`, Buffer.alloc(1024 * 1024, 0x3c)]))
    let deep = gz(googleXml(given))
    for (let depth = 0; depth < 10; depth++) deep = gz(deep)
    const made = worked()
    await nothing(file(large), file(many), file(deep))
    expect(worked() - made).toBeLessThan(3000)
  })

  it('is never read from the cut or contradicting list of a zip file', async () => {
    const whole = zip([['a.xml', Buffer.from(googleXml(given))]])
    for (const cut of [10, 22, 40, whole.length - 23])
      await findReports(reportMail([file(whole.subarray(0, whole.length - cut))]))
    for (const place of [10, 12, 16, whole.length - 6, whole.length - 30]) {
      const wrong = Buffer.from(whole)
      wrong.writeUInt32LE(0xfffffff0, Math.min(place, wrong.length - 4))
      await findReports(reportMail([file(wrong)]))
    }
  })

  it('expands no entities and knows no document types', () => {
    const lol = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><a>&c;</a>'
    expect(readXml(lol)).toBeNull()
    expect(readXml('<a>&b;&#65;&#x42;&amp;&#0;&#9999999;</a>')?.text).toBe('&b;AB&')
    expect(readXml('<a b="<>"><c/>x</a>')).toEqual({
      ...{ name: 'a', text: 'x' },
      children: [{ name: 'c', text: '', children: [] }],
    })
    for (const broken of ['', '<a>', '</a>', '<a></b>', '<a><!--', '<a', '<a/><b/>', '< >', '<a>'.repeat(50)])
      expect(readXml(broken)).toBeNull()
  })

  it('takes linear time', () => {
    const worked = startCpuTime()
    readXml(`<a>${'<b>'.repeat(1_000_000)}`)
    readXml(`<a ${'x="'.repeat(1_000_000)}`)
    readXml(`<a>${'&#65'.repeat(1_000_000)}</a>`)
    readXml(`<a>${'<!--'.repeat(1_000_000)}</a>`)
    readDmarc(googleXml({ at, records: Array.from({ length: 20_000 }, () => ({ ip: '192.0.2.1' })) }))
    expect(worked()).toBeLessThan(8000)
  })

  it('has no counts, dates or words beyond reason', () => {
    const odd = googleXml({
      at,
      records: [
        { ip: '192.0.2.1', count: '-5' },
        { ip: '192.0.2.2', count: '1e99' },
        { ip: 'not an address' },
        { ip: '192.0.2.3', count: 'x' },
        { ip: '192.0.2.4', disposition: 'explode' },
      ],
    })
    expect(
      readDmarc(odd)?.rows.map(({ source, count, disposition }) => [source, count, disposition]),
    ).toEqual([
      ['192.0.2.2', 1_000_000_000, 'none'],
      ['192.0.2.4', 1, 'none'],
    ])
    expect(readDmarc(googleXml({ at, records: [] }).replace(/<end>\d+/, '<end>99999999999'))).toBeNull()
  })
})
