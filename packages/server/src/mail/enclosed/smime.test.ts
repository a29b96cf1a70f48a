import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMail } from '../mime/parse-mail.ts'
import { decodePart } from '../mime/part-content.ts'
import { base64Lines, rawMail, SOON, timed } from '../mime/testing/build-mail.ts'
import { openWrapper } from './open-wrapper.ts'
import { madeByOpenssl } from './testing/smime-keys.ts'
import { element, octetString, openEnded, writeCompressed, writeSigned } from './testing/write-cms.ts'

const opaque = (container: Buffer, type = 'application/pkcs7-mime; smime-type=signed-data; name=smime.p7m') =>
  rawMail(
    'From: lin@sender.test',
    'Subject: sealed',
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    '',
    base64Lines(container),
  )

const letter = (...lines: string[]) => rawMail('Content-Type: text/plain; charset=utf-8', '', ...lines)

const withFile = rawMail(
  'Content-Type: multipart/mixed; boundary=in',
  '',
  '--in',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>你好</p>',
  '--in',
  'Content-Type: application/pdf; name=a.pdf',
  'Content-Transfer-Encoding: base64',
  '',
  base64Lines('a file'),
  '--in--',
)

describe('a letter in a signature around it', () => {
  it.each(['opaque', 'streamed', 'pss', 'sha1'] as const)('by OpenSSL, %s, is read', form => {
    const mail = parseMail(opaque(madeByOpenssl[form]))
    expect(mail).toMatchObject({ subject: 'sealed', text: 'signed by openssl\n', attachments: [] })
    expect(mail.seal).toMatchObject({ encrypted: null, signature: { by: 'smime', isWhole: true } })
  })

  it.each([undefined, 1, 7, 4_096])('has its files, sent whole or in pieces of %s bytes', pieces => {
    const raw = opaque(writeSigned({ content: withFile, ...(pieces !== undefined && { pieces }) }))
    const mail = parseMail(raw)
    expect(mail).toMatchObject({
      html: '<p>你好</p>',
      attachments: [{ id: '1.0.2', filename: 'a.pdf', contentType: 'application/pdf', size: 6 }],
    })
    const [file] = mail.attachments
    expect(file && Buffer.from(decodePart(raw, file)).toString()).toBe('a file')
  })

  it('is found by its type or by its name', () => {
    const container = writeSigned({ content: letter('words') })
    for (const type of ['application/x-pkcs7-mime', 'application/octet-stream; name="smime.p7m"'])
      expect(parseMail(opaque(container, type)).text).toBe('words\n')
  })

  it('stands between what a mailing list put around it, and is not the whole mail', () => {
    const mail = parseMail(
      rawMail(
        'Content-Type: multipart/mixed; boundary=list',
        '',
        '--list',
        'Content-Type: application/pkcs7-mime; name=smime.p7m',
        'Content-Transfer-Encoding: base64',
        '',
        base64Lines(writeSigned({ content: letter('words') })),
        '--list',
        '',
        'list footer',
        '--list--',
      ),
    )
    expect(mail.text).toBe('words\n\nlist footer')
    expect(mail.seal?.signature?.isWhole).toBe(false)
  })

  it('may be compressed, within or around the signature', () => {
    const compressed = 'application/pkcs7-mime; smime-type=compressed-data; name=smime.p7z'
    expect(parseMail(opaque(writeCompressed(letter('small')), compressed))).toMatchObject({
      text: 'small\n',
      seal: null,
    })
    const twice = opaque(writeSigned({ content: letter('both') }), 'application/pkcs7-mime')
    const mail = parseMail(opaque(writeCompressed(twice), compressed))
    expect(mail).toMatchObject({ text: 'both\n', seal: { signature: { by: 'smime', isWhole: true } } })
  })

  it('within a letter is opened, and within that one no more', () => {
    const wrap = (content: Buffer) => opaque(writeSigned({ content }), 'application/pkcs7-mime')
    expect(parseMail(wrap(wrap(letter('second')))).text).toBe('second\n')
    const [file] = parseMail(wrap(wrap(wrap(letter('third'))))).attachments
    expect(file).toMatchObject({ contentType: 'application/pkcs7-mime', id: '1.0.1.0.1' })
  })
})

describe('a container that is no letter', () => {
  it.each<[string, Buffer, string]>([
    [
      'a signed document',
      writeSigned({ content: letter('x') }),
      'application/pkcs7-mime; name=fattura.xml.p7m',
    ],
    [
      'signed data of another kind',
      writeSigned({ content: Buffer.from('%PDF-1.7\n') }),
      'application/pkcs7-mime',
    ],
    ['certificates alone', writeSigned({ content: letter('x'), enclosed: null }), 'application/pkcs7-mime'],
    ['nonsense', Buffer.from('nonsense'), 'application/pkcs7-mime'],
    ['a container that is cut off', madeByOpenssl.opaque.subarray(0, 800), 'application/pkcs7-mime'],
    [
      'a bomb',
      writeCompressed(Buffer.concat([letter('x'), Buffer.alloc(30_000_000, 'x')])),
      'application/pkcs7-mime',
    ],
  ])('%s stays a file', (_case, container, type) => {
    const mail = parseMail(opaque(container, type))
    expect(mail).toMatchObject({ text: null, seal: null, attachments: [{ id: '1', size: container.length }] })
  })

  it.each(['enveloped', 'authEnveloped'] as const)('%s by OpenSSL is told to be encrypted', form => {
    const mail = parseMail(opaque(madeByOpenssl[form]))
    expect(mail.seal).toEqual({ encrypted: 'smime', signature: null })
    expect(mail.attachments).toMatchObject([{ id: '1', filename: 'smime.p7m' }])
  })
})

describe('any bytes in a container', () => {
  const good = writeSigned({ content: withFile, pieces: 30 })

  it('never fail a mail', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(good, madeByOpenssl.opaque, madeByOpenssl.streamed),
        fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 4 }),
        fc.nat(4_000),
        (container, changes, length) => {
          const bytes = Buffer.from(container.subarray(0, length))
          for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte
          const raw = opaque(bytes)
          for (const file of parseMail(raw).attachments) expect(decodePart(raw, file).length).toBe(file.size)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('are opened or left closed in good time', () => {
    const nest = (depth: number, content: Buffer): Buffer => {
      const opening = Buffer.concat(Array.from({ length: depth }, () => Buffer.from([0x30, 0x80])))
      return Buffer.concat([opening, content, Buffer.alloc(depth * 2)])
    }
    const nestedString = Array.from({ length: 200 }).reduce<Buffer>(
      inner => element(0x24, inner),
      octetString(Buffer.from('x')),
    )
    const containers = [
      nest(1_000_000, Buffer.alloc(0)),
      nest(30, Buffer.alloc(2_000_000, Buffer.from([4, 0]))),
      openEnded(0x30, nestedString),
      writeSigned({ content: Buffer.alloc(400_000, 'a: b\r\n\r\n'), pieces: 1 }),
      Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]),
    ]
    for (const bytes of containers) expect(timed(() => void openWrapper('smime', bytes))).toBeLessThan(SOON)
  })
})
