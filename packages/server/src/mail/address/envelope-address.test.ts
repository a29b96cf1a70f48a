import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { needsSmtpUtf8, readEnvelopeAddress } from './envelope-address.ts'

describe('an address on the wire', () => {
  it.each([
    ['a@b.test', 'a@b.test', false],
    ['A.b+c@B.Test', 'A.b+c@b.test', false],
    ['"a b"@b.test', '"a b"@b.test', false],
    ['"a\\"b@c"@b.test', '"a\\"b@c"@b.test', false],
    ['a@例子.测试', 'a@xn--fsqu00a.xn--0zwm56d', false],
    ['用户@例子.测试', '用户@xn--fsqu00a.xn--0zwm56d', true],
    ['a@xn--fsqu00a.test', 'a@xn--fsqu00a.test', false],
    ['a@_dmarc.b.test', 'a@_dmarc.b.test', false],
  ])('%s is written %s', (text, address, utf8) => {
    expect(readEnvelopeAddress(text)).toMatchObject({ address, needsSmtpUtf8: utf8 })
    expect(needsSmtpUtf8([text])).toBe(utf8)
  })

  it.each([
    '',
    '@',
    'a',
    'a@',
    '@b.test',
    'a b@c.test',
    'a@b c.test',
    'a@b@c.test',
    '<a@b.test>',
    'a@b.test>',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@2130706433',
    'a@0x7f.1',
    'a@b..test',
    'a@.b.test',
    'a@b.test.',
    'a@-b.test',
    'a@b%2etest',
    'a@b.test/x',
    'a\r\n@b.test',
    'a@b.test\r\nRCPT TO:<x@y.test>',
    'a\0@b.test',
    '"a\rb"@b.test',
    '"a"b"@c.test',
    '""@b.test',
    'a..b@c.test',
    '.a@b.test',
    'a\u202eb@c.test',
    'a\u200bb@c.test',
    'a\u3000b@c.test',
    'a\ud800@b.test',
    `${'a'.repeat(256)}@b.test`,
    `a@${'b'.repeat(64)}.test`,
    `a@${'b.'.repeat(130)}test`,
    'a@b.test SIZE=1',
    'a@b,c.test',
    'a(x)@b.test',
  ])('%j is none', text => {
    expect(readEnvelopeAddress(text)).toBeNull()
  })

  it('never holds what could end a command, whatever it was read from', () => {
    const parts = fc.array(
      fc.constantFrom(
        'a',
        '@',
        '.',
        '"',
        '\\',
        ' ',
        '<',
        '>',
        '\r',
        '\n',
        '\0',
        '中',
        '\u2028',
        'b.test',
        '@b.test',
      ),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 40 }),
          parts.map(list => list.join('')),
        ),
        text => {
          const read = readEnvelopeAddress(text)
          if (read === null) return
          expect(read.address).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
          expect(read.address.replace(/^"(?:[^"\\]|\\.)*"/u, '')).not.toMatch(/[<> ]/)
          expect(readEnvelopeAddress(read.address)).toEqual(read)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
