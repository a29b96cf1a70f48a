import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { decodePart, decodePartChunks } from '../mime/part-content.ts'
import { SOON, timed } from '../mime/testing/build-mail.ts'
import { decodedLength, type TransferEncoding, transferEncoding } from './transfer-encoding.ts'

// Each case asserts its own time; on a busy machine the test must not time out before that.
vi.setConfig({ testTimeout: 120_000 })

const decode = (text: string | Uint8Array, encoding: TransferEncoding) => {
  const raw = typeof text === 'string' ? Buffer.from(text, 'latin1') : text
  return Buffer.from(decodePart(raw, { start: 0, end: raw.length, encoding })).toString('latin1')
}

describe('base64', () => {
  it.each([
    ['clean', 'aGVsbG8gd29ybGQ=', 'hello world'],
    ['line ends anywhere', 'aGVs\r\nbG8gd2\n9ybGQ=', 'hello world'],
    ['no padding', 'aGVsbG8gd29ybGQ', 'hello world'],
    ['too much padding', 'aGVsbG8gd29ybGQ=====', 'hello world'],
    ['junk between', 'aG!Vs*bG8g d29y"bGQ=', 'hello world'],
    ['glued pieces', 'aGVsbG8=IHdvcmxk', 'hello world'],
    ['the URL-safe alphabet', '-_-_', '\xfb\xff\xbf'],
    ['a stray digit at the end', 'aGVsbG8gd29ybGQhQ', 'hello world!'],
    ['nothing but junk', '%%%\r\n===', ''],
    ['nothing', '', ''],
  ])('is decoded with %s', (_case, encoded, expected) => {
    expect(decode(encoded, 'base64')).toBe(expected)
  })

  it('gives back whatever was encoded, over chunk borders', () => {
    const content = Buffer.alloc(300_001, 'The quick brown fox. ')
    for (const width of [76, 77, 1_000_000]) {
      const encoded = content.toString('base64').replace(new RegExp(`.{1,${width}}`, 'g'), '$&\r\n')
      expect(decode(encoded, 'base64') === content.toString('latin1')).toBe(true)
    }
  })

  it('takes a line of 10 MB in linear time', () => {
    const line = Buffer.alloc(10_000_000, 'QUJD')
    expect(timed(() => expect(decodedLength(line, 'base64')).toBe(7_500_000))).toBeLessThan(SOON)
    expect(timed(() => decode(line, 'base64'))).toBeLessThan(SOON)
  })
})

describe('quoted-printable', () => {
  it.each([
    ['bytes', 'a=3Db=e4=E4', 'a=b\xe4\xe4'],
    ['a soft break', 'one=\r\ntwo=\nthree', 'onetwothree'],
    ['a padded soft break', 'one= \t\r\ntwo', 'onetwo'],
    ['"=" at the end', 'end=', 'end'],
    ['"=" and a line end at the end', 'end=\r\n', 'end'],
    ['"=" that means nothing', 'a=ZZb=3', 'a=ZZb=3'],
    ['blanks that transport added', 'text  \t\r\nmore ', 'text\r\nmore '],
    ['an encoded blank at a line end', 'text=20\r\nmore', 'text \r\nmore'],
    ['raw 8-bit bytes', '\xd6\xd0=D6=D0', '\xd6\xd0\xd6\xd0'],
  ])('is decoded with %s', (_case, encoded, expected) => {
    expect(decode(encoded, 'quoted-printable')).toBe(expected)
  })

  it('takes a million soft breaks and a line without end in linear time', () => {
    expect(timed(() => expect(decode('=\r\n'.repeat(1_000_000), 'quoted-printable')).toBe(''))).toBeLessThan(
      2_000,
    )
    const line = '=41'.repeat(1_000_000)
    expect(timed(() => expect(decode(line, 'quoted-printable').length).toBe(1_000_000))).toBeLessThan(SOON)
    expect(timed(() => decode(`${'= '.repeat(2_000_000)}`, 'quoted-printable'))).toBeLessThan(SOON)
    expect(timed(() => decode(' '.repeat(5_000_000), 'quoted-printable'))).toBeLessThan(SOON)
  })
})

describe('a part', () => {
  it('is announced with exactly the size that it decodes to, whatever the bytes', () => {
    const soup = fc
      .uint8Array({ maxLength: 400 })
      .map(bytes => bytes.map(byte => 'AZaz09+/=-_ \r\n\t!=='.charCodeAt(byte % 18)))
    fc.assert(
      fc.property(
        soup,
        fc.constantFrom<TransferEncoding>('base64', 'quoted-printable', 'identity'),
        (raw, encoding) => {
          const part = { start: 0, end: raw.length, encoding }
          expect(decodePart(raw, part).length).toBe(decodedLength(raw, encoding))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('streams in chunks of bounded size', () => {
    const raw = Buffer.alloc(1_000_000, 'QUJD')
    for (const encoding of ['base64', 'quoted-printable', 'identity'] as const) {
      const sizes = [...decodePartChunks(raw, { start: 0, end: raw.length, encoding })].map(
        chunk => chunk.length,
      )
      expect(sizes.length).toBeGreaterThan(10)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(65_536)
    }
  })

  it('is cut out of the mail by its offsets', () => {
    expect(
      Buffer.from(decodePart(Buffer.from('xxQUJDxx'), { start: 2, end: 6, encoding: 'base64' })).toString(),
    ).toBe('ABC')
  })

  it('is never unpacked: exotic encodings leave the bytes alone', () => {
    expect(transferEncoding(' BASE64 ')).toBe('base64')
    expect(transferEncoding('"quoted-printable"; x=y')).toBe('quoted-printable')
    for (const name of ['x-gzip64', 'yenc', '8bit', '', 'base65', 'x'.repeat(10_000)]) {
      expect(transferEncoding(name)).toBe('identity')
    }
  })
})
