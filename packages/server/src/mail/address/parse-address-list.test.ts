import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { SOON, timed } from '../mime/testing/build-mail.ts'
import { parseAddressList } from './parse-address-list.ts'

// Each case asserts its own time; on a busy machine the test must not time out before that.
vi.setConfig({ testTimeout: 120_000 })

const one = (value: string) => {
  const list = parseAddressList(value)
  expect(list).toHaveLength(1)
  return list[0]
}

describe('an address', () => {
  it.each([
    ['a@b.test', '', 'a@b.test'],
    ['<a@b.test>', '', 'a@b.test'],
    ['Ann <a@B.Test>', 'Ann', 'a@b.test'],
    ['Ann B. Clark <a@b.test>', 'Ann B. Clark', 'a@b.test'],
    ['"Clark, Ann \\"x\\"" <a@b.test>', 'Clark, Ann "x"', 'a@b.test'],
    ['a@b.test (Ann (really))', 'Ann (really)', 'a@b.test'],
    ['=?utf-8?B?5byg5LiJ?= <a@b.test>', '张三', 'a@b.test'],
    ['"=?utf-8?B?5byg5LiJ?=" <a@b.test>', '张三', 'a@b.test'],
    ['=?utf-8?Q?Clark,_Ann?= <a@b.test>', 'Clark, Ann', 'a@b.test'],
    ['张三 <a@b.test>', '张三', 'a@b.test'],
    ['张三<a@b.test>', '张三', 'a@b.test'],
    ['"john doe"@b.test', '', '"john doe"@b.test'],
    ['<@relay.test,@two.test:a@b.test>', '', 'a@b.test'],
    ['Ann <mailto:a@b.test>', 'Ann', 'a@b.test'],
    ['Ann <a@b.test', 'Ann', 'a@b.test'],
    ['"Ann <a@b.test>', '"Ann', 'a@b.test'],
    ['Ann a@b.test', 'Ann', 'a@b.test'],
    ['Ann', 'Ann', ''],
    ['用户@例子.测试', '', '用户@例子.测试'],
    ['a@[IPv6:::1]', '', 'a@[ipv6:::1]'],
  ])('%s is read', (value, name, address) => {
    expect(one(value)).toEqual({ name, address })
  })

  it('is the one that mail goes to, not the one that the name pretends', () => {
    expect(one('"admin@bank.com" <x@evil.test>')).toEqual({ name: 'admin@bank.com', address: 'x@evil.test' })
    expect(one('admin@bank.com <x@evil.test>')).toEqual({ name: 'admin@bank.com', address: 'x@evil.test' })
    expect(one('=?utf-8?Q?admin=40bank.com_=3Cadmin=40bank.com=3E,?= <x@evil.test>')?.address).toBe(
      'x@evil.test',
    )
    expect(one('x@evil.test (admin@bank.com)')?.address).toBe('x@evil.test')
    expect(one('"admin@bank.com>" <x@evil.test>')?.address).toBe('x@evil.test')
    expect(parseAddressList('<admin@bank.com> <x@evil.test>').map(mailbox => mailbox.address)).toEqual([
      'admin@bank.com',
      'x@evil.test',
    ])
  })

  it('loses control, bidi and zero-width characters', () => {
    expect(one('=?utf-8?B?4oCuZXZpbOKAi+KAiw==?= <a@b.test>')).toEqual({ name: 'evil', address: 'a@b.test' })
    expect(one('=?utf-8?Q?a=0D=0ABcc:_x?= <a\u200b@b\u202e.test>')).toEqual({
      name: 'a Bcc: x',
      address: 'a@b.test',
    })
  })

  it.each([' ', '\t', '\r\n ', '\u00a0', '\u3000', '\0', '\u2028'])(
    'with %j within a name is shown as it stands, never as that of somebody else',
    blank => {
      expect(one(`<security@bank.co${blank}m>`)?.address).toBe('security@bank.co m')
      expect(one(`Bank <secur${blank}ity@bank.com>`)?.address).toBe('secur ity@bank.com')
      expect(one(`"a b"@bank.co${blank}m`)?.address).not.toBe('"a b"@bank.com')
      expect(one(`<"a b"@bank.co${blank}m>`)?.address).not.toBe('"a b"@bank.com')
    },
  )

  it('may have blanks beside its signs', () => {
    expect(one('<a . b @ bank . com>')?.address).toBe('a.b@bank.com')
    expect(one('<me@evil.com  .bank.com>')?.address).toBe('me@evil.com.bank.com')
    expect(one('< a@b.test >')?.address).toBe('a@b.test')
  })

  it('longer than any mailbox is dropped', () => {
    expect(one(`Ann <${'a'.repeat(400)}@b.test>`)).toEqual({ name: 'Ann', address: '' })
  })
})

describe('an address list', () => {
  const addresses = (value: string) => parseAddressList(value).map(mailbox => mailbox.address)

  it('is split at commas outside quotes, comments and brackets', () => {
    expect(addresses('a@b.test, "x, y" <c@d.test>,, (one, two) e@f.test')).toEqual([
      'a@b.test',
      'c@d.test',
      'e@f.test',
    ])
    expect(addresses('<a@b.test, c@d.test')).toEqual(['a@b.test', 'c@d.test'])
    expect(addresses('a@b.test; c@d.test')).toEqual(['a@b.test', 'c@d.test'])
  })

  it('may hold groups', () => {
    expect(addresses('Team: a@b.test, Ann <c@d.test>; e@f.test')).toEqual([
      'a@b.test',
      'c@d.test',
      'e@f.test',
    ])
    expect(parseAddressList('undisclosed-recipients:;')).toEqual([])
    expect(addresses('a: b: c: d@e.test;;;')).toEqual(['d@e.test'])
  })

  it('of nothing is empty', () => {
    for (const value of ['', ' ', ',,,', '<>', '()', ';', ':', '""'])
      expect(parseAddressList(value)).toEqual([])
  })

  it('is capped', () => {
    expect(parseAddressList('a@b.test,'.repeat(5_000))).toHaveLength(1_000)
    expect(parseAddressList('a@b.test,'.repeat(50), 10)).toHaveLength(10)
  })

  it('of 1 MB takes linear time, however it is made up', () => {
    for (const hostile of [
      ',',
      'a@b.test,',
      '(',
      '()',
      '"',
      '""',
      '<',
      '<>',
      ':',
      'a:',
      '=?',
      '=?a?Q?',
      '\\',
      ' ',
      'a',
      '"a"@',
      '"\\',
      ' .',
      ' @ ',
    ]) {
      const value = hostile.repeat(Math.ceil(1_000_000 / hostile.length))
      for (const start of ['', '<'])
        expect(
          timed(() => parseAddressList(start + value)),
          start + hostile,
        ).toBeLessThan(SOON)
    }
  })

  it('never throws, and never gives a line break', () => {
    const unit = fc.constantFrom(
      'a',
      '@',
      '<',
      '>',
      '"',
      '(',
      ')',
      ',',
      ';',
      ':',
      '\\',
      ' ',
      '=?utf-8?Q?=0A?=',
      '\r\n',
      '张',
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), units => {
        for (const { name, address } of parseAddressList(units.join(''))) {
          expect(name + address).not.toMatch(/\p{Cc}/u)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})
