import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMail } from '../mime/parse-mail.ts'
import type { ParsedMail } from '../mime/parsed-mail.ts'
import { decodePart } from '../mime/part-content.ts'
import { base64Lines, rawMail, SOON, timed } from '../mime/testing/build-mail.ts'
import { openWrapper } from './open-wrapper.ts'
import {
  attribute,
  embedded,
  propertyList,
  type TnefForm,
  u16,
  u32,
  writeTnef,
} from './testing/write-tnef.ts'

const withTnef = (
  stream: Buffer,
  { text = '', type = 'application/ms-tnef; name="winmail.dat"' } = {},
): Buffer =>
  rawMail(
    'From: a@b.test',
    'Subject: outer',
    'Content-Type: multipart/mixed; boundary=edge',
    '',
    '--edge',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '--edge',
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    '',
    base64Lines(stream),
    '--edge--',
  )

const contents = (raw: Buffer, mail: ParsedMail = parseMail(raw)): Record<string, string> =>
  Object.fromEntries(
    mail.attachments.map(file => {
      const bytes = Buffer.from(decodePart(raw, file))
      expect(bytes.length).toBe(file.size)
      return [file.filename, bytes.toString()]
    }),
  )

const file = (title: string, data: string) => ({ title: `${title}\0`, data })
const html = (value: string) => ({ id: 0x1013, type: 'binary' as const, value: Buffer.from(value) })
const utf8Pages = [{ id: 0x3fde, type: 'int32' as const, value: 65_001 }]

describe('files in a winmail.dat', () => {
  it('are listed and read in its place, whatever type it was sent as', () => {
    const stream = writeTnef({ files: [file('one.txt', 'first\r\n--edge\r\n'), file('two.pdf', 'second')] })
    for (const type of [
      'application/ms-tnef; name=winmail.dat',
      'application/vnd.ms-tnef',
      'application/octet-stream; name="WINMAIL.DAT"',
    ]) {
      const raw = withTnef(stream, { text: 'own words', type })
      const mail = parseMail(raw)
      expect(mail).toMatchObject({ text: expect.stringContaining('own words'), html: null, subject: 'outer' })
      expect(mail.attachments).toMatchObject([
        { id: '2.0.2', filename: 'one.txt', contentType: 'text/plain', inline: false },
        { id: '2.0.3', filename: 'two.pdf', contentType: 'application/pdf', inline: false },
      ])
      expect(contents(raw)).toEqual({ 'one.txt': 'first\r\n--edge\r\n', 'two.pdf': 'second' })
    }
  })

  it('keep their long Unicode names, their types and their content ids', () => {
    const raw = withTnef(
      writeTnef({
        properties: [html('<p>see <img src="cid:p1@x"></p>')],
        files: [
          {
            title: 'LONGNA~1.DOC\0',
            data: 'doc',
            properties: [
              { id: 0x8001, type: 'string8', value: 'named', name: 'x-property' },
              { id: 0x8002, type: 'int32', value: 7, name: 12 },
              { id: 0x3007, type: 'time', value: 0 },
              { id: 0x3707, type: 'unicode', value: '会议记录 – 第三季度.docx' },
              { id: 0x370e, type: 'string8', value: 'Application/MSWord' },
            ],
          },
          {
            title: 'pic.png\0',
            data: 'png',
            properties: [{ id: 0x3712, type: 'unicode', value: 'p1@x' }],
          },
        ],
      }),
    )
    expect(parseMail(raw).attachments).toMatchObject([
      { filename: '会议记录 – 第三季度.docx', contentType: 'application/msword', inline: false },
      { filename: 'pic.png', contentType: 'image/png', inline: true, cid: 'p1@x' },
    ])
  })

  it('have names in the code page of the stream, and names that lead nowhere', () => {
    const names = parseMail(
      withTnef(
        writeTnef({
          codePage: 936,
          files: [
            { title: Buffer.from('b1a8b1ed2e786c7300', 'hex'), data: 'x' },
            { title: '../../etc/passwd\r\nX: y\0', data: 'y' },
            { data: 'z', properties: [{ id: 0x3001, type: 'unicode', value: 'shown' }] },
            { properties: [{ id: 0x3701, type: 'binary', value: Buffer.from('own') }] },
          ],
        }),
      ),
    ).attachments.map(item => item.filename)
    expect(names).toEqual(['报表.xls', 'passwd X_ y', 'shown', expect.stringMatching(/^附件-\d\.bin$/)])
  })

  it('may be mails, which are read as such, also within each other', () => {
    const inner: TnefForm = { subject: 'inner', body: 'inner words', files: [file('deep.txt', 'deep')] }
    const raw = withTnef(
      writeTnef({
        files: [
          {
            title: 'Untitled\0',
            properties: [embedded({ ...inner, files: [{ properties: [embedded(inner)] }] })],
          },
        ],
      }),
    )
    const [attached] = parseMail(raw).attachments
    expect(attached).toMatchObject({ contentType: 'message/rfc822', filename: 'inner.eml' })
    const outer = Buffer.from(decodePart(raw, attached ?? expect.fail()))
    expect(parseMail(outer)).toMatchObject({ subject: 'inner', text: 'inner words' })
    const [within] = parseMail(outer).attachments
    expect(contents(Buffer.from(decodePart(outer, within ?? expect.fail())))).toEqual({ 'deep.txt': 'deep' })
  })

  it('never end a part of the mail, and never become its parts', () => {
    const hostile = 'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nspoofed\r\n--x--'
    const raw = withTnef(
      writeTnef({
        files: [
          {
            ...file('a.eml', hostile),
            properties: [{ id: 0x370e, type: 'string8', value: 'multipart/mixed; boundary=x' }],
          },
          { ...file('b.html', 'spoofed'), properties: [{ id: 0x370e, type: 'string8', value: 'text/html' }] },
        ],
      }),
      { text: 'mine' },
    )
    expect(parseMail(raw)).toMatchObject({ text: expect.stringContaining('mine'), html: null })
    expect(contents(raw)).toEqual({ 'a.eml': hostile, 'b.html': 'spoofed' })
  })
})

describe('the letter in a winmail.dat', () => {
  const letter = (form: TnefForm, text = '') => parseMail(withTnef(writeTnef(form), { text }))

  it('counts where the mail has none', () => {
    expect(letter({ body: 'words\r\n\0' })).toMatchObject({ text: 'words\n', html: null, attachments: [] })
    expect(letter({ body: 'other' }, 'own').text).toContain('own')
    expect(letter({ properties: [{ id: 0x1000, type: 'unicode', value: '你好' }] }).text).toBe('你好')
  })

  it('is read in the charset that the stream names', () => {
    expect(letter({ codePage: 932, body: Buffer.from('93fa967b8cea82cc83818357835b815b', 'hex') }).text).toBe(
      '日本語のメジゼー',
    )
    expect(letter({ properties: [html('<p>你好</p>'), ...utf8Pages] }).html).toBe('<p>你好</p>')
    const latin = { id: 0x1013, type: 'binary' as const, value: Buffer.from('<p>caf\u00e9</p>\0', 'latin1') }
    expect(letter({ codePage: 1252, properties: [latin] }).html).toBe('<p>café</p>')
  })

  it('has both forms when the stream has both', () => {
    const properties = [html('<b>rich</b>'), ...utf8Pages]
    expect(letter({ body: 'plain', properties })).toMatchObject({ text: 'plain', html: '<b>rich</b>' })
  })

  it('is that of a mail which is nothing but a stream', () => {
    const raw = rawMail(
      'Subject: s',
      'Content-Type: application/ms-tnef',
      'Content-Transfer-Encoding: base64',
      '',
      base64Lines(writeTnef({ body: 'alone', files: [file('a.txt', 'x')] })),
    )
    expect(parseMail(raw)).toMatchObject({ subject: 's', text: 'alone', attachments: [{ id: '1.0.2' }] })
  })
})

describe('a broken winmail.dat', () => {
  const good = writeTnef({
    body: 'words',
    properties: [html('<p>x</p>'), { id: 0x8001, type: 'unicode', value: 'v', name: 'n' }],
    files: [file('a.txt', 'content'), { properties: [embedded({ body: 'inner' })] }],
  })

  it.each<[string, Buffer]>([
    ['without its mark', Buffer.from('no stream at all')],
    ['of no bytes', Buffer.alloc(0)],
    ['with a size beyond its end', good.subarray(0, good.length - 20)],
    [
      'with a size of 4 GB',
      Buffer.concat([good, Buffer.from([2]), u32(0x0006800f), u32(0xffffffff), u16(0), u32(0)]),
    ],
    ['whose files belong to nothing', Buffer.concat([good.subarray(0, 6), attribute(2, 0x0006800f, u32(1))])],
    ['with a thousand files', writeTnef({ files: Array.from({ length: 1_000 }, () => file('a', '')) })],
    [
      'with 4 billion properties',
      Buffer.concat([good.subarray(0, 6), attribute(1, 0x00069003, u32(0xffffffff))]),
    ],
    [
      'with 4 billion values in a property',
      Buffer.concat([
        good.subarray(0, 6),
        attribute(1, 0x00069003, Buffer.concat([u32(1), u16(0x1001), u16(0x10), u32(0xffffffff)])),
      ]),
    ],
    [
      'with a value beyond its property',
      Buffer.concat([
        good.subarray(0, 6),
        attribute(1, 0x00069003, Buffer.concat([u32(1), u16(0x102), u16(0x1013), u32(1), u32(0x7fffffff)])),
      ]),
    ],
    [
      'with a property of an unknown type',
      Buffer.concat([
        good.subarray(0, 6),
        attribute(1, 0x00069003, Buffer.concat([u32(1), u16(0x7777), u16(0x1013), u32(1), u32(1)])),
      ]),
    ],
  ])('%s is listed as it is', (_case, stream) => {
    const mail = parseMail(withTnef(stream, { text: 'own' }))
    expect(mail.text).toContain('own')
    expect(mail.attachments).toMatchObject([{ id: '2', filename: 'winmail.dat', size: stream.length }])
  })

  it('that was filled up on the way is still opened', () => {
    expect(parseMail(withTnef(Buffer.concat([good, Buffer.from('\r\n')]))).attachments).toHaveLength(2)
  })

  it('never fails a mail, whichever bytes are wrong', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 4 }),
        fc.nat(good.length),
        (changes, length) => {
          const stream = Buffer.from(good.subarray(0, length))
          for (const [at, byte] of changes) if (at < length) stream[at] = byte
          const raw = withTnef(stream)
          contents(raw)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('of any bytes is opened or left closed in good time', () => {
    const many = Array.from({ length: 800 }, () => ({ properties: [embedded({ files: [file('a', 'b')] })] }))
    const nested = (depth: number): TnefForm =>
      depth === 0 ? { body: 'x' } : { files: [{ properties: [embedded(nested(depth - 1))] }] }
    const lists = propertyList(
      Array.from({ length: 50_000 }, () => ({ id: 0x1000, type: 'int32', value: 1 })),
    )
    const streams = [
      writeTnef({ files: many }),
      writeTnef(nested(60)),
      Buffer.concat([good.subarray(0, 6), attribute(1, 0x00069003, lists)]),
      Buffer.concat([good.subarray(0, 6), ...Array.from({ length: 200_000 }, () => attribute(1, 1, u32(1)))]),
    ]
    for (const stream of streams) expect(timed(() => void openWrapper('tnef', stream))).toBeLessThan(SOON)
  })
})
