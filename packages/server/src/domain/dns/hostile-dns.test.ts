import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sayFact, storedFact } from '../../ledger/fact/fact.ts'
import { type DnsServer, hasDnsServer, startDnsServer } from '../../testing/dns-server.ts'
import { domainFactWords } from '../words/words.ts'
import { type AskDns, createAskDns } from './ask-dns.ts'
import { checkSpf } from './check-spf.ts'
import { type ExpectedRecord, expectedRecords } from './expected-records.ts'
import { type Judgement, judgeBlocklists, judgeRecord } from './judge-records.ts'

const key = { selector: 's1', algorithm: 'rsa' as const, public_key: 'QUJD', state: 'active' as const }
const facts = {
  token: 'abc',
  keys: [key],
  mailHost: 'mx.good.test',
  siteHost: 'mx.good.test',
  webHost: 'www.good.test',
  ports: { submissionPort: 587, submissionsPort: 465, imapPort: 0, imapsPort: 993, pop3sPort: 995 },
  stsId: 'id1',
}

const said = ({ advice, ...judged }: Judgement) => ({
  ...judged,
  advice: advice && sayFact(domainFactWords, storedFact(advice)),
})

const chain = (count: number) =>
  Array.from({ length: count }, (_, index) => `c${index} TXT "v=spf1 include:c${index + 1}.deep.test ~all"`)

describe.skipIf(!hasDnsServer)('hostile and broken DNS', () => {
  let server: DnsServer
  let dns: AskDns
  beforeAll(async () => {
    const long = Array.from({ length: 40 }, () => `"${'x'.repeat(250)}"`).join(' ')
    server = await startDnsServer({
      zones: {
        'good.test': ['mx A 1.2.3.4', 'www A 1.2.3.5'],
        'long.test': [`@ TXT ${long}`, ...Array.from({ length: 90 }, (_, n) => `many TXT "value ${n}"`)],
        'loop.test': ['a CNAME b', 'b CNAME a', '_dmarc CNAME a', '_yanshu CNAME a'],
        'wild.test': ['* TXT "v=spf1 -all"', '* A 9.9.9.9', '@ MX 10 mx.good.test.'],
        'html.test': [
          '_yanshu TXT "<img src=x onerror=alert(1)>" "\\027[31m\\010\\226\\128\\174gpj"',
          '@ TXT "v=spf1 mx ~all<script>"',
        ],
        'alike.test': [
          '@ TXT "v=spf10 mx -all"',
          '_dmarc TXT "v=DMARC2; p=reject"',
          's1._domainkey TXT "v=DKIM1; k=rsa; p=QUJE"',
          '_mta-sts TXT "v=STSv1; id=not ours"',
          '_smtp._tls TXT "v=TLSRPTv1; rua=javascript:alert(1)"',
          '_yanshu TXT "yanshu-verify=abcd"',
          '_submission._tcp SRV 0 0 0 .',
          '@ MX 0 .',
        ],
        'twice.test': [
          '@ TXT "v=spf1 mx ~all"',
          '@ TXT "v=spf1 a ~all"',
          '_dmarc TXT "v=DMARC1; p=none"',
          '_dmarc TXT "v=DMARC1; p=reject"',
          's1._domainkey TXT "v=DKIM1; k=rsa; p="',
          '@ MX 10 mx.good.test.',
          '@ MX 5 first.other.test.',
        ],
        'deep.test': [
          ...chain(14),
          'c14 TXT "v=spf1 ip4:1.2.3.4 ~all"',
          'self TXT "v=spf1 include:self.deep.test ~all"',
        ],
        'open.test': ['@ TXT "v=spf1 +all"'],
        'right.test': [
          '_imaps._tcp SRV 0 1 993 mx.good.test.',
          '_pop3s._tcp SRV 0 1 995 mx.good.test.',
          '@ MX 10 mx.good.test.',
          '@ TXT "v=spf1 ip4:1.2.3.0/24 -all"',
          's1._domainkey TXT "v=DKIM1; k=rsa; " "p=QU" "JD"',
          '_dmarc TXT "v=DMARC1; p=none"',
          'mta-sts A 1.2.3.5',
        ],
        'bl.test': ['4.3.2.1 A 127.0.0.2'],
        'lies.test': ['* A 127.0.0.2'],
        'refuses.test': ['* A 127.255.255.254'],
      },
      broken: ['broken.test'],
    })
    dns = createAskDns([server.address])
  })
  afterAll(() => server.stop())

  const judge = async (name: string, wanted: string, ask = dns) => {
    const record = expectedRecords({ ...facts, name, addresses: ['1.2.3.4'], sending: ['1.2.3.4'] }).find(
      one => one.key === wanted,
    )
    if (!record) throw new Error(`no record ${wanted}`)
    const judged = await judgeRecord(
      {
        dns: ask,
        addresses: ['1.2.3.4'],
        mailHost: facts.mailHost,
        webHost: facts.webHost,
        sts: { id: facts.stsId, why: null },
        blocklists: [],
        retiring: new Set(),
      },
      record as ExpectedRecord,
    )
    return said(judged)
  }
  const states = async (name: string, ...keys: string[]) =>
    Promise.all(keys.map(async one => (await judge(name, one)).state))

  it('is cut to what can be kept: a text of 10 kB, and ninety values', async () => {
    const long = await dns.txt('long.test')
    const many = await dns.txt('many.long.test')
    expect(long.state === 'found' && long.values.map(value => value.length)).toEqual([2000])
    expect(many.state === 'found' && many.values.length).toBe(50)
    expect(await states('long.test', 'spf')).toEqual(['missing'])
  })

  it('ends: loops of aliases, servers that fail, and silence, each within its time', async () => {
    expect(['missing', 'unknown']).toContain((await judge('loop.test', 'ownership')).state)
    expect(['missing', 'unknown']).toContain((await judge('loop.test', 'dmarc')).state)
    const broken = await judge('broken.test', 'mx')
    expect(broken).toMatchObject({ state: 'unknown', advice: expect.stringContaining('出错') })
    const silent = createSocket('udp4')
    silent.bind(0, '127.0.0.1')
    await once(silent, 'listening')
    const quiet = createAskDns([`127.0.0.1:${(silent.address() as AddressInfo).port}`], 300)
    const begun = performance.now()
    expect(await judge('good.test', 'mx', quiet)).toMatchObject({
      state: 'unknown',
      advice: expect.stringContaining('没有及时'),
    })
    expect(performance.now() - begun).toBeLessThan(5000)
    silent.close()
  })

  it('does not pass for right because everything has an answer', async () => {
    expect(await states('wild.test', 'ownership', 'dmarc', 'mta-sts', 'mta-sts-host', 'tls-rpt')).toEqual([
      'wrong',
      'wrong',
      'wrong',
      'wrong',
      'wrong',
    ])
    expect(await states('wild.test', 'dkim:s1', 'mx')).toEqual(['wrong', 'ok'])
  })

  it('is shown as text without what would hide or turn it', async () => {
    const { found, state } = await judge('html.test', 'ownership')
    expect(state).toBe('wrong')
    expect(found[0]).toContain('<img src=x onerror=alert(1)>')
    expect(found[0]).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect((await judge('html.test', 'spf')).advice).toContain('写法有错')
  })

  it('is not fooled by what merely looks alike', async () => {
    const keys = ['spf', 'dmarc', 'dkim:s1', 'mta-sts', 'tls-rpt', 'ownership', 'submission', 'mx']
    expect(await states('alike.test', ...keys)).toEqual(keys.map(() => 'wrong'))
  })

  it('is wrong where only one may be and there are two, or an empty key, or another server comes first', async () => {
    expect((await judge('twice.test', 'spf')).advice).toContain('有 2 条 SPF')
    expect((await judge('twice.test', 'dmarc')).advice).toContain('多条')
    expect((await judge('twice.test', 'dkim:s1')).advice).toContain('作废')
    expect((await judge('twice.test', 'mx')).advice).toContain('first.other.test 排在前面')
  })

  it('is counted: more than ten look-ups, a record that includes itself, and all the world', async () => {
    const deep = await checkSpf(dns, 'x.test', 'v=spf1 include:c0.deep.test ~all', ['1.2.3.4'])
    expect(deep).toMatchObject({ lookups: 15, missing: [], fault: null })
    const self = await checkSpf(dns, 'x.test', 'v=spf1 include:self.deep.test ~all', ['1.2.3.4'])
    expect(self).toMatchObject({ fault: 'loop' })
    const wide = `v=spf1 ${Array.from({ length: 150 }, (_, n) => `a:h${n}.good.test`).join(' ')} ~all`
    expect((await checkSpf(dns, 'x.test', wide, [])).lookups).toBeLessThan(30)
    expect((await judge('open.test', 'spf')).advice).toContain('+all')
  })

  it('is right in other words than ours', async () => {
    expect(await states('right.test', 'mx', 'spf', 'dkim:s1', 'dmarc', 'mta-sts-host', 'host:a')).toEqual([
      'ok',
      'ok',
      'ok',
      'ok',
      'ok',
      'ok',
    ])
    expect(
      await states('right.test', 'mta-sts', 'tls-rpt', 'autoconfig', 'submissions', 'ptr:1.2.3.4'),
    ).toEqual(['missing', 'missing', 'missing', 'missing', 'missing'])
    expect(await states('right.test', 'imaps')).toEqual(['ok'])
    expect(await states('right.test', 'pop3s')).toEqual(['ok'])
  })

  it('asks lists of bad senders, and believes none that lists everybody or refuses to answer', async () => {
    expect(await judgeBlocklists(dns, '1.2.3.4', ['bl.test', 'lies.test'])).toMatchObject({
      state: 'wrong',
      found: ['bl.test'],
    })
    expect(
      said(await judgeBlocklists(dns, '1.2.3.5', ['bl.test', 'lies.test', 'refuses.test'])).advice,
    ).toContain('3 家里查过 1 家')
    expect((await judgeBlocklists(dns, '1.2.3.4', ['lies.test', 'refuses.test'])).state).toBe('unknown')
  })
})
