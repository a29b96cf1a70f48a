import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMail } from '../mime/parse-mail.ts'
import { decodePart } from '../mime/part-content.ts'
import { rawMail } from '../mime/testing/build-mail.ts'
import { isSevenBit } from './body-part.ts'
import { toSevenBit } from './seven-bit.ts'

const head = ['From: a@b.test', 'Subject: x', 'MIME-Version: 1.0']

describe('a message made fit for every way', () => {
  it.each([
    [
      'with a body of eight bits',
      rawMail(
        ...head,
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 8bit',
        '',
        '中文',
        'more',
      ),
    ],
    ['without a word on its encoding', rawMail(...head, 'Content-Type: text/plain; charset=utf-8', '', 'é')],
    ['with long lines', rawMail(...head, '', 'x'.repeat(5000), '.', 'From here')],
    [
      'with an encoding on two lines',
      rawMail(
        ...head,
        'Content-Transfer-Encoding:\r\n 8bit',
        'Content-Type: text/html; charset=utf-8',
        '',
        '<p>é</p>',
      ),
    ],
  ])('%s says the same in seven bits', (_what, raw) => {
    const made = toSevenBit(raw)
    expect(isSevenBit(made)).toBe(true)
    expect(parseMail(made)).toMatchObject({
      text: parseMail(raw).text,
      html: parseMail(raw).html,
      subject: 'x',
    })
    expect(
      parseMail(made).headers.filter(({ name }) => name.toLowerCase() === 'content-transfer-encoding'),
    ).toHaveLength(1)
  })

  it('of several parts keeps what was fit already', () => {
    const parts = [
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      '中文',
      '--b',
      'Content-Type: application/octet-stream; name=a.bin',
      'Content-Transfer-Encoding: binary',
      '',
      Buffer.from([0, 255, 1, 128]),
      '--b',
      'Content-Type: text/html',
      'Content-Transfer-Encoding: base64',
      '',
      'PHA+',
      '--b--',
    ]
    const raw = rawMail(
      ...head,
      'Content-Type: multipart/mixed; boundary=b',
      'Content-Transfer-Encoding: 8bit',
      '',
      ...parts,
    )
    const made = toSevenBit(raw)
    expect(isSevenBit(made)).toBe(true)
    const parsed = parseMail(made)
    expect(parsed.text).toContain('中文')
    expect(parsed.warnings).toEqual([])
    const [file] = parsed.attachments
    expect(file && [...decodePart(made, file)]).toEqual([0, 255, 1, 128])
    expect(made.toString()).toContain('\r\nPHA+\r\n')
    expect(made.toString()).toMatch(/boundary=b\r\nContent-Transfer-Encoding: 7bit\r\n/)
  })

  it('that is fit already, or signed by somebody, stays as it is', () => {
    const plain = rawMail(...head, '', 'plain')
    expect(toSevenBit(plain).equals(plain)).toBe(true)
    const signed = rawMail(
      ...head,
      'Content-Type: multipart/signed; boundary=b; protocol="application/pgp-signature"',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
      '',
      '中文',
      '--b--',
    )
    expect(toSevenBit(signed).equals(signed)).toBe(true)
  })

  it('of any octets never throws, and says the same', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), body => {
        toSevenBit(Buffer.from(body))
        const raw = Buffer.concat([
          rawMail(...head, 'Content-Type: text/plain; charset=utf-8', ''),
          Buffer.from(body),
        ])
        const made = toSevenBit(raw)
        expect(isSevenBit(made)).toBe(true)
        expect(parseMail(made).subject).toBe('x')
      }),
      { numRuns: 300 },
    )
  })
})
