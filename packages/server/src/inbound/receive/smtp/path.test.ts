import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PathFault, parseAnyPath, parsePath } from './path.ts'

function recipient(text: string): { localPart: string; domain: string; address: string } | PathFault {
  const result = parsePath(text, 'recipient')
  if (!result.ok) return result.fault
  const { localPart, domain, address } = result.path
  return { localPart, domain, address }
}

test.each([
  ['<user@example.com>', 'user', 'example.com', 'user@example.com'],
  ['<U.ser+tag@EXAMPLE.com>', 'U.ser+tag', 'example.com', 'U.ser+tag@example.com'],
  ['<"a@b"@c.example>', 'a@b', 'c.example', '"a@b"@c.example'],
  ['<"x@gmail.com x"@our.domain>', 'x@gmail.com x', 'our.domain', '"x@gmail.com x"@our.domain'],
  ['<"plain"@c.example>', 'plain', 'c.example', 'plain@c.example'],
  ['<"a\\"b\\\\c"@c.example>', 'a"b\\c', 'c.example', '"a\\"b\\\\c"@c.example'],
  ['<"a>b"@c.example>', 'a>b', 'c.example', '"a>b"@c.example'],
  ['<"u@gmail.com>"@our.domain>', 'u@gmail.com>', 'our.domain', '"u@gmail.com>"@our.domain'],
  ['<u%gmail.com@our.domain>', 'u%gmail.com', 'our.domain', 'u%gmail.com@our.domain'],
  ['<host!user@our.domain>', 'host!user', 'our.domain', 'host!user@our.domain'],
  ['<u@[192.0.2.1]>', 'u', '[192.0.2.1]', 'u@[192.0.2.1]'],
  ['<u@[IPv6:2001:DB8::1]>', 'u', '[ipv6:2001:db8::1]', 'u@[ipv6:2001:db8::1]'],
  ['<@a,@b.example:u@c.example>', 'u', 'c.example', 'u@c.example'],
  ['<@our.domain:u@gmail.com>', 'u', 'gmail.com', 'u@gmail.com'],
  ['<user@host_name.example>', 'user', 'host_name.example', 'user@host_name.example'],
  ['<PostMaster>', 'postmaster', '', 'postmaster'],
])('%s has one meaning', (text, localPart, domain, address) => {
  expect(recipient(text)).toEqual({ localPart, domain, address })
})

test.each<[string, PathFault]>([
  ['user@example.com', 'syntax'],
  ['<user@example.com', 'syntax'],
  ['<>', 'syntax'],
  ['<user(comment)@example.com>', 'syntax'],
  ['<user@example.com.>', 'syntax'],
  ['<user@.example.com>', 'syntax'],
  ['<user@-a.example>', 'syntax'],
  ['<user@>', 'syntax'],
  ['<@example.com>', 'syntax'],
  ['<a..b@example.com>', 'syntax'],
  ['<.a@example.com>', 'syntax'],
  ['<a.@example.com>', 'syntax'],
  ['<a b@example.com>', 'syntax'],
  ['<""@example.com>', 'syntax'],
  ['<"a"b@example.com>', 'syntax'],
  ['<"unended@example.com>', 'syntax'],
  ['<user@[300.0.0.1]>', 'syntax'],
  ['<user@[IPv6:fe80::1%eth0]>', 'syntax'],
  ['<user@[IPv6:192.0.2.1]>', 'syntax'],
  ['<user@[x:y]>', 'syntax'],
  ['<user@[192.0.2.1>', 'syntax'],
  ['<user\u202egro@example.com>', 'syntax'],
  ['<user\u2028@example.com>', 'syntax'],
  ['<u@gmail.com@our.domain>', 'unroutable'],
  ['<"u@gmail.com">', 'unroutable'],
  ['<our.domain!u>', 'unroutable'],
  ['<user>', 'unroutable'],
  [`<${'a'.repeat(65)}@example.com>`, 'too-long'],
  [`<a@${'b.'.repeat(127)}bb>`, 'too-long'],
  [`<a@${'b'.repeat(64)}.example>`, 'syntax'],
])('%s is refused as %s', (text, fault) => {
  expect(recipient(text)).toBe(fault)
})

test('64 octets of local part and 255 of domain are taken', () => {
  const domain = `${'b.'.repeat(127)}b`
  expect(domain).toHaveLength(255)
  expect(recipient(`<${'a'.repeat(64)}@${domain}>`)).toMatchObject({ domain })
})

test('a sender may be null or have the long local part of a bounce address, but not lack a domain', () => {
  expect(parsePath('<>', 'sender')).toMatchObject({
    ok: true,
    path: { localPart: '', domain: '', address: '' },
  })
  expect(parsePath(`<${'b'.repeat(200)}@example.com>`, 'sender')).toMatchObject({ ok: true })
  expect(parsePath(`<${'b'.repeat(256)}@example.com>`, 'sender')).toEqual({ ok: false, fault: 'too-long' })
  expect(parsePath('<postmaster>', 'sender')).toEqual({ ok: false, fault: 'unroutable' })
})

test('addresses outside ASCII are marked and carry the ASCII form of the domain', () => {
  expect(parsePath('<用户@例え.jp>', 'recipient')).toMatchObject({
    ok: true,
    path: { localPart: '用户', domain: '例え.jp', asciiDomain: 'xn--r8jz45g.jp', utf8: true },
  })
  expect(parsePath('<u@xn--r8jz45g.jp>', 'recipient')).toMatchObject({
    ok: true,
    path: { asciiDomain: 'xn--r8jz45g.jp', utf8: false },
  })
})

test('look-alike digits and dots are judged by what they turn into', () => {
  expect(recipient('<u@１２７.０.０.１>')).toBe('syntax')
  expect(parsePath('<u@ｇｍａｉｌ．ｃｏｍ>', 'recipient')).toMatchObject({
    ok: true,
    path: { asciiDomain: 'gmail.com' },
  })
})

test('what follows the path is handed back', () => {
  expect(parsePath('<u@example.com> SIZE=5', 'sender')).toMatchObject({ ok: true, rest: ' SIZE=5' })
})

test('the canonical address always means the same path again', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', '.', '"', '\\', '@', ' ', '>', '<', '%'),
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(letters, local => {
      const quoted = `<"${local.replace(/["\\]/g, '\\$&')}"@our.domain>`
      const first = parsePath(quoted, 'recipient')
      if (!first.ok) throw new Error(`refused ${quoted}`)
      expect(first.path.localPart).toBe(local)
      expect(first.path.domain).toBe('our.domain')
      expect(parsePath(`<${first.path.address}>`, 'recipient')).toEqual(first)
    }),
  )
})

test('no text makes the parser throw or take more than the limits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), text => {
      const result = parsePath(`<${text}`, 'recipient')
      if (result.ok) expect(Buffer.byteLength(result.path.localPart)).toBeLessThanOrEqual(64)
    }),
  )
})

test('plain paths mean what the full rules say', () => {
  const letters = fc.constantFrom(...'aZ09.-_+=@<>"%! \u202eé'.split(''), 'x'.repeat(60), '>')
  const word = fc.array(letters, { maxLength: 6 }).map(list => list.join(''))
  const text = fc.tuple(word, word, word).map(([local, domain, rest]) => `<${local}@${domain}>${rest}`)
  fc.assert(
    fc.property(text, fc.constantFrom('sender' as const, 'recipient' as const), (written, role) => {
      expect(parsePath(written, role)).toEqual(parseAnyPath(written, role))
    }),
    { numRuns: 20_000 },
  )
})
