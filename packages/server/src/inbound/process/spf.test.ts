/** Tests what SPF says of a sender (RFC 7208), on records and names of our own. */
import { describe, expect, it } from 'vitest'
import { openSmallDns, type Zone } from './testing/small-dns.ts'
import { judgeUnsigned } from './unsigned-sender.ts'

type Sent = { from?: string; client?: string; helo?: string }

const four = '192.0.2.55'
const six = '2001:db8:5::c0de'

/** The records of `shop.test`, from which the mail comes; all other names stand beside them. */
const zoneOf = (record: string | readonly (string | readonly string[])[], zone: Zone): Zone => ({
  'shop.test': { TXT: typeof record === 'string' ? [record] : record },
  ...zone,
})

async function judge(zone: Zone, { from = 'orders@shop.test', client = four, helo = 'mx.shop.test' }: Sent) {
  const { resolve, asked } = openSmallDns(zone)
  const facts = { from, client, helo, host: 'yanshu.test' }
  const { spf } = await judgeUnsigned('someone@author.test', facts, resolve)
  return { result: spf.result, domain: spf.domain, asked }
}

type Row = readonly [record: string, result: string, sent?: Sent]

function rows(about: string, zone: Zone, cases: readonly Row[]): void {
  describe(about, () => {
    const all = cases.map(([record, result, sent = {}]) => ({ record, result, sent }))
    it.each(all)('$record → $result $sent', async ({ record, result, sent }) => {
      expect((await judge(zoneOf(record, zone), sent)).result).toBe(result)
    })
  })
}

rows('the syntax of a record is read whole, before anything in it counts', {}, [
  ['v=spf1', 'neutral'],
  ['V=SPF1 -ALL', 'fail'],
  ['v=spf1 ?all', 'neutral'],
  ['v=spf1 ~all', 'softfail'],
  ['v=spf1   -all  ', 'fail'],
  ['v=spf1 +all', 'pass'],
  ['v=spf10 -all', 'none'],
  ['v=spf1-all', 'none'],
  [' v=spf1 -all', 'none'],
  ['v=spf1\t-all', 'none'],
  ['v=spf1 -all:shop.test', 'permerror'],
  ['v=spf1 -all/8', 'permerror'],
  ['v=spf1 --all', 'permerror'],
  ['v=spf1 =all', 'permerror'],
  ['v=spf1 +all nonsense', 'permerror'],
  ['v=spf1 all ip4:192.0.2', 'permerror'],
  ['v=spf1 -all ip6:', 'permerror'],
  ['v=spf1 -all ip6', 'permerror'],
  ['v=spf1 -all exp=', 'permerror'],
  ['v=spf1 -all exp=a.shop.test exp=b.shop.test', 'permerror'],
  ['v=spf1 -all redirect=a.shop.test redirect=b.shop.test', 'permerror'],
  ['v=spf1 ?all redirect=', 'permerror'],
  ['v=spf1 ?all exp=what%', 'permerror'],
  ['v=spf1 moo=%{i} meow= -all', 'fail'],
  ['v=spf1 moo=%x -all', 'permerror'],
  ['v=spf1 9moo=x -all', 'permerror'],
  ['v=spf1 -all caf\u00e9=x', 'permerror'],
])

rows('addresses and prefixes', {}, [
  [`v=spf1 ip4:${four} -all`, 'pass'],
  ['v=spf1 ip4:192.0.2.0/26 -all', 'pass'],
  ['v=spf1 ip4:192.0.2.0/27 -all', 'fail'],
  ['v=spf1 ip4:198.51.100.9/0 -all', 'pass'],
  ['v=spf1 ip4:192.0.2.0/33 -all', 'permerror'],
  ['v=spf1 ip4:192.0.2.0/024 -all', 'permerror'],
  ['v=spf1 ip4:192.0.2.0//24 -all', 'permerror'],
  ['v=spf1 ip4:192.0.2.055 -all', 'permerror'],
  ['v=spf1 ip4=192.0.2.55 -all', 'fail'],
  [`v=spf1 ip4:${six} -all`, 'permerror'],
  [`v=spf1 ip6:${four} -all`, 'permerror'],
  ['v=spf1 ip6:2001:DB8:5::/48 -all', 'pass', { client: six }],
  ['v=spf1 ip6:2001:db8:5::/129 -all', 'permerror', { client: six }],
  ['v=spf1 ip6:2001:db8:5::/48//48 -all', 'permerror', { client: six }],
  ['v=spf1 ip6:::/0 -all', 'pass', { client: six }],
  ['v=spf1 ip6:::/0 -all', 'fail', { client: four }],
  ['v=spf1 ip4:0.0.0.0/0 -all', 'fail', { client: six }],
  [`v=spf1 ip4:${four} -all`, 'pass', { client: `::ffff:${four}` }],
  [`v=spf1 ip4:${four} -all`, 'pass', { client: '::ffff:c000:237' }],
  [`v=spf1 ip6:::ffff:${four} -all`, 'fail', { client: `::ffff:${four}` }],
])

rows(
  'hosts of a name',
  {
    'web.shop.test': { A: ['192.0.2.50'], AAAA: ['2001:db8:5::1'] },
    'four.shop.test': { A: [four] },
    'big.shop.test': { MX: ['web.shop.test', 'four.shop.test'] },
    'void.shop.test': { MX: [''] },
    'many.shop.test': { MX: Array.from({ length: 11 }, (_, at) => `m${at}.shop.test`) },
    ...Object.fromEntries(
      Array.from({ length: 11 }, (_, at) => [`m${at}.shop.test`, { A: ['198.51.100.1'] }]),
    ),
    'mute.shop.test': 'silent',
    'lost.shop.test': { MX: ['mute.shop.test'] },
  },
  [
    ['v=spf1 a:four.shop.test -all', 'pass'],
    ['v=spf1 A:FOUR.SHOP.TEST. -all', 'pass'],
    ['v=spf1 a:web.shop.test -all', 'fail'],
    ['v=spf1 a:web.shop.test/28 -all', 'pass'],
    ['v=spf1 a:web.shop.test//64 -all', 'fail'],
    ['v=spf1 a:web.shop.test//64 -all', 'pass', { client: six }],
    ['v=spf1 a:web.shop.test/28//128 -all', 'fail', { client: six }],
    ['v=spf1 a:web.shop.test/0//0 -all', 'pass', { client: six }],
    ['v=spf1 a:web.shop.test/33 -all', 'permerror'],
    ['v=spf1 a:web.shop.test//129 -all', 'permerror'],
    ['v=spf1 a:/24 -all', 'permerror'],
    ['v=spf1 a: -all', 'permerror'],
    ['v=spf1 a:localhost -all', 'permerror'],
    ['v=spf1 a:192.0.2.55 -all', 'permerror'],
    ['v=spf1 a:four.shop.test:25 -all', 'permerror'],
    [`v=spf1 a:${'x'.repeat(64)}.shop.test -all`, 'fail'],
    ['v=spf1 a:mute.shop.test -all', 'temperror'],
    ['v=spf1 mx:big.shop.test -all', 'pass'],
    ['v=spf1 mx:big.shop.test/28 -all', 'pass'],
    ['v=spf1 mx:void.shop.test -all', 'fail'],
    ['v=spf1 mx:many.shop.test -all', 'permerror'],
    ['v=spf1 mx:lost.shop.test -all', 'temperror'],
    ['v=spf1 mx:/0//0 -all', 'permerror'],
    ['v=spf1 exists:four.shop.test -all', 'pass', { client: six }],
    ['v=spf1 exists:gone.shop.test -all', 'fail'],
    ['v=spf1 exists -all', 'permerror'],
    ['v=spf1 exists: -all', 'permerror'],
    ['v=spf1 exists:four.shop.test/24 -all', 'permerror'],
    ['v=spf1 exists:mute.shop.test -all', 'temperror'],
  ],
)

rows(
  'names of a client',
  {
    '55.2.0.192.in-addr.arpa': { PTR: ['liar.elsewhere.test', 'relay.shop.test'] },
    'relay.shop.test': { A: [four] },
    'liar.elsewhere.test': { A: ['198.51.100.1'] },
    '1.2.0.192.in-addr.arpa': 'silent',
  },
  [
    ['v=spf1 ptr -all', 'pass'],
    ['v=spf1 ptr:Relay.Shop.Test -all', 'pass'],
    ['v=spf1 ptr:hop.test -all', 'fail'],
    ['v=spf1 ptr:elsewhere.test -all', 'fail'],
    ['v=spf1 ptr/24 -all', 'permerror'],
    ['v=spf1 ptr: -all', 'permerror'],
    ['v=spf1 ptr -all', 'fail', { client: '192.0.2.1' }],
    ['v=spf1 exists:%{p}.known.test -all', 'fail'],
  ],
)

rows(
  'records of others',
  {
    'yes.test': { TXT: ['v=spf1 +all'] },
    'no.test': { TXT: ['v=spf1 -all'] },
    'soft.test': { TXT: ['v=spf1 ~all'] },
    'odd.test': { TXT: ['v=spf1 all oops'] },
    'two.test': { TXT: ['v=spf1 -all', 'v=spf1 +all'] },
    'bare.test': { TXT: ['no policy'] },
    'mute.test': 'silent',
    'round.test': { TXT: ['v=spf1 include:round.test -all'] },
    'again.test': { TXT: ['v=spf1 redirect=again.test'] },
  },
  [
    ['v=spf1 include:yes.test -all', 'pass'],
    ['v=spf1 ~include:yes.test -all', 'softfail'],
    ['v=spf1 include:no.test ?all', 'neutral'],
    ['v=spf1 include:soft.test ?all', 'neutral'],
    ['v=spf1 include:bare.test +all', 'permerror'],
    ['v=spf1 include:gone.test +all', 'permerror'],
    ['v=spf1 include:odd.test +all', 'permerror'],
    ['v=spf1 include:two.test +all', 'permerror'],
    ['v=spf1 include:mute.test +all', 'temperror'],
    ['v=spf1 include:yes.test/24 -all', 'permerror'],
    ['v=spf1 include +all', 'permerror'],
    ['v=spf1 include: +all', 'permerror'],
    ['v=spf1 include:round.test -all', 'permerror'],
    ['v=spf1 redirect=soft.test', 'softfail'],
    ['v=spf1 redirect=soft.test -all', 'fail'],
    ['v=spf1 redirect=bare.test', 'permerror'],
    ['v=spf1 redirect=gone.test', 'permerror'],
    ['v=spf1 redirect=mute.test', 'temperror'],
    ['v=spf1 redirect:soft.test', 'permerror'],
    ['v=spf1 redirect=again.test', 'permerror'],
  ],
)

describe('what may be asked at the most', () => {
  const found = Array.from({ length: 12 }, (_, at) => [`h${at}.test`, { A: ['198.51.100.1'] }] as const)
  const terms = (kind: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${kind}:h${at}.test`).join(' ')

  it.each([
    [10, 'fail'],
    [11, 'permerror'],
  ])('%i terms that ask end in %s', async (count, result) => {
    const zone = zoneOf(`v=spf1 ${terms('a', count)} -all`, Object.fromEntries(found))
    expect((await judge(zone, {})).result).toBe(result)
  })

  it('the terms of records that are included count along', async () => {
    const zone = {
      'deep.test': { TXT: [`v=spf1 ${terms('exists', 6).replaceAll('exists', 'a')}`] },
      ...Object.fromEntries(found),
    }
    const over = zoneOf('v=spf1 include:deep.test a:h7.test a:h8.test a:h9.test a:h10.test -all', zone)
    expect((await judge(over, {})).result).toBe('permerror')
  })

  it.each([
    [2, 'fail'],
    [3, 'permerror'],
  ])('%i names without an answer end in %s', async (count, result) => {
    expect((await judge(zoneOf(`v=spf1 ${terms('a', count)} -all`, {}), {})).result).toBe(result)
  })

  it('a name with addresses of the other kind alone has no answer', async () => {
    const zone = zoneOf(`v=spf1 ${terms('a', 3)} -all`, Object.fromEntries(found))
    expect((await judge(zone, { client: six })).result).toBe('permerror')
  })

  it('an address that is listed needs no question', async () => {
    const { result, asked } = await judge(zoneOf(`v=spf1 ip4:${four} ${terms('a', 10)} -all`, {}), {})
    expect([result, asked.filter(question => question.startsWith('A '))]).toEqual(['pass', []])
  })
})

describe('a macro', () => {
  const from = 'Ann-Lee+sale@Mail.Shop.test'
  const expand = async (spec: string, sent: Sent = {}) => {
    const zone: Zone = { 'mail.shop.test': { TXT: [`v=spf1 exists:${spec} ~all`] } }
    const { result, asked } = await judge(zone, { from, ...sent })
    return asked.find(question => question.startsWith('A '))?.slice(2) ?? result
  }

  it.each([
    ['%{s}.x.test', 'Ann-Lee+sale@mail.shop.test.x.test'],
    ['%{l}.x.test', 'Ann-Lee+sale.x.test'],
    ['%{l1r-}.x.test', 'Ann.x.test'],
    ['%{lr+-}.x.test', 'sale.Lee.Ann.x.test'],
    ['%{o}.x.test', 'mail.shop.test.x.test'],
    ['%{d2}.x.test', 'shop.test.x.test'],
    ['%{dr}.x.test', 'test.shop.mail.x.test'],
    ['%{D99}.x.test', 'mail.shop.test.x.test'],
    ['%{ir}.%{v}.x.test', '55.2.0.192.in-addr.x.test'],
    ['%{h}.x.test', 'mx.shop.test.x.test'],
    ['%{p}.x.test', 'unknown.x.test'],
    ['%{S}.x.test', 'Ann-Lee%2Bsale%40mail.shop.test.x.test'],
    ['a%%b%_c%-d.x.test', 'a%b c%20d.x.test'],
    ['%{d}', 'mail.shop.test'],
  ])('%s becomes %s', async (spec, name) => {
    expect((await expand(spec)).toLowerCase()).toBe(name.toLowerCase())
  })

  it('of an IPv6 client has a label for each digit', async () => {
    const digits = '2.0.0.1.0.d.b.8.0.0.0.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.c.0.d.e'
    expect(await expand('%{i}.%{v}.x.test', { client: six })).toBe(`${digits}.ip6.x.test`)
  })

  it('makes a name of at most 253 octets, without its first labels', async () => {
    const long = `${'abcdefghi.'.repeat(24)}x.test`
    const name = await expand(`%{o}.%{o}.${long}`)
    expect(name.length).toBeLessThanOrEqual(253)
    expect(name.endsWith(long)).toBe(true)
  })

  it.each([
    ...[
      '%{x}.x.test',
      '%{d0}.x.test',
      '%{dr2}.x.test',
      '%{d;}.x.test',
      '%{d.x.test',
      '%d.x.test',
      '%(d).x.test',
    ],
    ...['%{c}.x.test', '%{r}.x.test', '%{t}.x.test', '%{}.x.test', '%.x.test', '%{d}x', '%{d}.123'],
  ])('that is none makes the record faulty: %s', async spec => {
    expect(await expand(spec)).toBe('permerror')
  })

  it.each(['has blanks', 'nodots', '[192.0.2.55]', '-', 'mail.99'])(
    'that makes no name of a host asks nothing: greeting %j',
    async helo => {
      expect(await expand('%{h}', { helo })).toBe('softfail')
    },
  )

  it('that writes the sender asks nothing for one that is not ASCII', async () => {
    expect(await expand('%{l}.x.test', { from: 'zo\u00eb@mail.shop.test' })).toBe('softfail')
  })
})

describe('the domain that is asked', () => {
  const record = { TXT: [`v=spf1 ip4:${four} -all`] }

  it('is that of the greeting where there is no sender', async () => {
    const found = await judge({ 'mx.shop.test': record }, { from: '' })
    expect([found.result, found.domain]).toEqual(['pass', 'mx.shop.test'])
  })

  it.each(['mx', '[192.0.2.55]', 'mx..shop.test', '', `${'y'.repeat(64)}.test`, `${'long.'.repeat(60)}test`])(
    'is none for a greeting like %j',
    async helo => {
      expect((await judge({}, { from: '', helo })).result).toBe('none')
    },
  )

  it('follows the last @, in any case', async () => {
    const sent = { from: '"a@b.test"@SHOP.Test' }
    expect((await judge({ 'shop.test': record }, sent)).result).toBe('pass')
  })

  it('has one record at the most, among other texts', async () => {
    const policy = `v=spf1 ip4:${four} -all`
    expect((await judge(zoneOf(['hello', policy, 'v=spf2.0/mfrom ~all'], {}), {})).result).toBe('pass')
    expect((await judge(zoneOf([policy, policy], {}), {})).result).toBe('permerror')
    expect((await judge(zoneOf(['hello'], {}), {})).result).toBe('none')
    expect((await judge({}, {})).result).toBe('none')
    expect((await judge({ 'shop.test': 'silent' }, {})).result).toBe('temperror')
  })

  it('has its record in several strings, joined without a blank', async () => {
    expect((await judge(zoneOf([['v=spf1 ip4:192.0', '.2.55 -all']], {}), {})).result).toBe('pass')
    expect((await judge(zoneOf([['v=spf1', 'ip4:192.0.2.55 -all']], {}), {})).result).toBe('none')
  })

  it('is asked in ASCII', async () => {
    const zone = { 'xn--bcher-kva.test': record }
    expect((await judge(zone, { from: 'a@b\u00fccher.test' })).result).toBe('pass')
  })
})
