import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { SOON, timed } from '../mime/testing/build-mail.ts'
import { decodeEncodedWords } from './encoded-word.ts'

// Each case asserts its own time; on a busy machine the test must not time out before that.
vi.setConfig({ testTimeout: 120_000 })

const b = (bytes: Buffer | string, charset = 'utf-8') =>
  `=?${charset}?B?${Buffer.from(bytes as string).toString('base64')}?=`

describe('encoded words', () => {
  it.each([
    ['base64', '=?UTF-8?B?6aqM6K+B56CB?=', '验证码'],
    ['quoted-printable', '=?utf-8?q?=E9=AA=8C_code=5F1?=', '验 code_1'],
    ['GBK', '=?gb2312?B?0enWpMLr?=', '验证码'],
    ['text around', 'Re: =?utf-8?B?6aqM?= now', 'Re: 验 now'],
    ['blanks between neighbours', '=?utf-8?B?6aqM?=  =?utf-8?Q?=E8=AF=81?=', '验证'],
    ['neighbours of different charsets', '=?gbk?B?0ek=?= =?utf-8?B?6K+B?=', '验证'],
    ['neighbours without a blank', '=?utf-8?B?6aqM?==?utf-8?B?6K+B?=', '验证'],
    ['padding before the close', '=?utf-8?B?QUI=?=', 'AB'],
    ['a language suffix', '=?utf-8*zh?B?6aqM?=', '验'],
    ['raw blanks in the text', '=?utf-8?Q?hello world?=', 'hello world'],
    ['a raw question mark', '=?utf-8?Q?why??=', 'why?'],
    ['ISO-2022-JP', '=?ISO-2022-JP?B?GyRCRnxLXDhsGyhC?=', '日本語'],
    ['no close', '=?utf-8?B?6aqM', '=?utf-8?B?6aqM'],
    ['an unknown encoding', '=?utf-8?X?abc?=', '=?utf-8?X?abc?='],
    ['an unclosed word before a good one', '=?utf-8?B?6a =?utf-8?B?6aqM?=', '=?utf-8?B?6a 验'],
    ['an empty text', 'a=?utf-8?Q??=b', 'ab'],
  ])('are decoded with %s', (_case, value, expected) => {
    expect(decodeEncodedWords(value)).toBe(expected)
  })

  it('may split a character between two words, in base64 and in quoted-printable', () => {
    const bytes = Buffer.from('验证码')
    expect(decodeEncodedWords(`${b(bytes.subarray(0, 4))} ${b(bytes.subarray(4))}`)).toBe('验证码')
    expect(decodeEncodedWords('=?utf-8?Q?=E9=AA?=\t=?utf-8?Q?=8C?=')).toBe('验')
  })

  it.each([
    ['each with its escapes', ['\x1b$BF|K\\\x1b(B', '\x1b$B8l\x1b(B'], '日本語'],
    ['cut between two characters', ['\x1b$BF|K\\', '8l\x1b(B'], '日本語'],
    ['left open and opened anew', ['\x1b$BF|K\\', '\x1b$B8l\x1b(B'], '日本語'],
    ['with katakana of half width', ['\x1b(I6@\x1b(B ', '\x1b$B8l\x1b(B'], 'ｶﾀ 語'],
  ])('of a charset with escapes are read one by one, %s', (_case, pieces, expected) => {
    const words = pieces.map(piece => b(Buffer.from(piece, 'latin1'), 'iso-2022-jp')).join('\r\n ')
    expect(decodeEncodedWords(words)).toBe(expected)
  })

  it('that end in half a character do not spoil the next', () => {
    const half = Buffer.from('c4e3bac3c7', 'hex')
    const next = Buffer.from('cac0bde7', 'hex')
    expect(decodeEncodedWords(`${b(half, 'gbk')} ${b(next, 'gbk')}`)).toBe('你好\ufffd世界')
  })

  it('may cut one base64 stream without regard to its groups', () => {
    const stream = Buffer.from('您的验证码是多少').toString('base64')
    expect(decodeEncodedWords(`=?utf-8?B?${stream.slice(0, 7)}?= =?utf-8?B?${stream.slice(7)}?=`)).toBe(
      '您的验证码是多少',
    )
  })

  it('cannot bring a line break or another control character into a header', () => {
    expect(decodeEncodedWords('=?utf-8?Q?hi=0D=0ABcc:_x=40y?=')).toBe('hi Bcc: x@y')
    expect(decodeEncodedWords(b('a\u0000b\u0085c\u2028d\u202ee'))).toBe('a b c de')
  })

  it('give one line without control characters whatever comes in', () => {
    const piece = fc.constantFrom(
      '=?',
      '?=',
      'utf-8',
      '?B?',
      '?Q?',
      '=0A',
      'gbk',
      '=E4',
      'QUI=',
      ' ',
      '\r\n',
      '=',
      '?',
      '文',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary' })), { maxLength: 30 }), pieces => {
        expect(decodeEncodedWords(pieces.join(''))).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      }),
      { numRuns: 1_000 },
    )
  })

  it('are read in linear time, by the ten thousand and when none is ever closed', () => {
    expect(
      timed(() => expect(decodeEncodedWords('=?utf-8?Q?a?= '.repeat(10_000)).length).toBe(10_000)),
    ).toBeLessThan(SOON)
    for (const hostile of ['=?a?Q?x', '=?', '=?a?', '?=', '=?a?B?=?', '=?=?=']) {
      expect(timed(() => decodeEncodedWords(hostile.repeat(100_000)))).toBeLessThan(SOON)
    }
  })
})
