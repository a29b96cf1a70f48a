import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMail } from '../mime/parse-mail.ts'
import { decodePart } from '../mime/part-content.ts'
import { ComposeError } from './compose-error.ts'
import { composeMessage, type OutgoingMail } from './compose-message.ts'

const mail = (more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  from: { name: 'Ann', address: 'ann@here.test' },
  to: [{ name: '', address: 'bob@far.test' }],
  cc: [],
  subject: 'hello',
  text: 'Hi Bob.\n',
  html: null,
  attachments: [],
  messageId: '<1@here.test>',
  date: new Date('2026-11-15T05:00:00Z'),
  ...more,
})

/**
 * Checks the rules that every message we send must keep (RFC 5322, section 2.1.1; RFC 5321, section 2.3.8).
 */
function expectGoodWire(raw: Buffer): void {
  const text = raw.toString('latin1')
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n\0]/)
  expect(text.endsWith('\r\n')).toBe(true)
  expect(Math.max(...text.split('\r\n').map(line => line.length))).toBeLessThanOrEqual(998)
}

const isAscii = (raw: Buffer) => /^[\t\r\n -~]*$/.test(raw.toString('latin1'))

describe('a message', () => {
  it('of plain words is plain text, with every field it needs', async () => {
    const raw = await composeMessage(mail())
    expect(raw.toString()).toBe(
      [
        'From: Ann <ann@here.test>',
        'To: bob@far.test',
        'Subject: hello',
        'Date: Sun, 15 Nov 2026 05:00:00 +0000',
        'Message-ID: <1@here.test>',
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=us-ascii',
        'Content-Transfer-Encoding: 7bit',
        '',
        'Hi Bob.',
        '',
      ].join('\r\n'),
    )
  })

  it('with text, HTML, a picture and files keeps all of them', async () => {
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 13, 10])
    const raw = await composeMessage(
      mail({
        subject: '季度报告：'.repeat(20),
        from: { name: '雁书', address: 'ann@例子.测试' },
        to: [{ name: 'O"Hara, Bob', address: 'bob@far.test' }],
        cc: [{ name: '=?x?q?y?=', address: 'c@far.test' }],
        text: '您好\n.\nFrom here on\ntrailing blank \n',
        html: '<p>您好 <img src="cid:logo@here"></p>',
        attachments: [
          { filename: 'logo.png', contentType: 'image/png', content: picture, cid: 'logo@here' },
          { filename: '报告 “终稿”.pdf', contentType: 'application/pdf', content: Buffer.alloc(5000, 7) },
          {
            filename: 'a.eml',
            contentType: 'message/rfc822',
            content: Buffer.from('Subject: x\r\n\r\nbody\r\n'),
          },
        ],
        inReplyTo: '<0@far.test>',
        references: ['<a@far.test>', '<0@far.test>'],
        headers: {
          'Auto-Submitted': 'auto-replied',
          'List-Unsubscribe': `<https://here.test/${'u'.repeat(200)}>`,
        },
      }),
    )
    expectGoodWire(raw)
    expect(isAscii(raw)).toBe(true)
    const parsed = parseMail(raw)
    expect(parsed).toMatchObject({
      subject: '季度报告：'.repeat(20),
      from: { name: '雁书', address: 'ann@xn--fsqu00a.xn--0zwm56d' },
      to: [{ name: 'O"Hara, Bob', address: 'bob@far.test' }],
      cc: [{ name: '=?x?q?y?=', address: 'c@far.test' }],
      text: '您好\n.\nFrom here on\ntrailing blank \n',
      html: '<p>您好 <img src="cid:logo@here"></p>',
      inReplyTo: '<0@far.test>',
      references: ['<a@far.test>', '<0@far.test>'],
      warnings: [],
    })
    expect(parsed.attachments).toMatchObject([
      { filename: 'logo.png', inline: true, cid: 'logo@here', contentType: 'image/png' },
      { filename: '报告 “终稿”.pdf', inline: false, size: 5000 },
      { filename: 'a.eml', contentType: 'message/rfc822' },
    ])
    const [logo] = parsed.attachments
    expect(logo && Buffer.from(decodePart(raw, logo)).equals(picture)).toBe(true)
    expect(parsed.headers.find(({ name }) => name === 'List-Unsubscribe')?.value).toContain('u'.repeat(200))
  })

  it.each([
    ['a line of 5,000 characters', 'x'.repeat(5000)],
    ['bare CR and LF', 'one\rtwo\nthree\r\nfour'],
    ['Chinese', '中文'.repeat(400)],
    ['a few accents', `${'plain words '.repeat(30)}é`],
    ['nothing', ''],
    ['blank lines at the end', 'a\n\n\n\n'],
    ['white space at the ends of lines', 'a \nb\t\n'],
    ['dots', '.\n..\n.a\n'],
    ['equals signs', 'a=b=3D\n'],
  ])('with %s in it arrives as it was written', async (_what, text) => {
    const raw = await composeMessage(mail({ text }))
    expectGoodWire(raw)
    expect(isAscii(raw)).toBe(true)
    const written = text.replace(/\r\n?/g, '\n')
    expect(parseMail(raw).text?.replace(/\n$/, '')).toBe(written.replace(/\n$/, ''))
  })

  it('to nobody in the open names nobody', async () => {
    const raw = await composeMessage(mail({ to: [] }))
    expect(raw.toString()).toContain('\r\nTo: undisclosed-recipients:;\r\n')
  })

  it('needs eight bits only where an address is outside ASCII', async () => {
    const raw = await composeMessage(mail({ to: [{ name: '用户', address: '用户@例子.测试' }] }))
    expect(raw.toString()).toContain('<用户@xn--fsqu00a.xn--0zwm56d>')
    expect(parseMail(raw).to[0]?.address).toBe('用户@xn--fsqu00a.xn--0zwm56d')
  })

  it('inside another message goes as it is, or as a file when it cannot', async () => {
    const attachments = [
      { filename: 'a.eml', contentType: 'message/rfc822', content: Buffer.from('Subject: 中\n\n8 bit') },
      { filename: 'b', contentType: 'multipart/mixed; boundary=x', content: Buffer.from('--x') },
      { filename: 'c', contentType: 'text/html\r\nBcc: x@y.test', content: Buffer.from('x') },
    ]
    const parsed = parseMail(await composeMessage(mail({ attachments })))
    expect(parsed.attachments.map(({ contentType }) => contentType)).toEqual(
      Array(3).fill('application/octet-stream'),
    )
  })

  it.each([
    ['address', { to: [{ name: '', address: 'a@b.test\r\nBcc: x@y.test' }] }],
    ['address', { from: { name: 'x', address: 'a b@c.test' } }],
    ['address', { cc: [{ name: '', address: 'a@b.test>,<c@d.test' }] }],
    ['messageId', { messageId: '<a@b.test>\r\nBcc: x@y.test' }],
    ['messageId', { messageId: 'a@b.test' }],
    ['date', { date: new Date(Number.NaN) }],
    ['header', { headers: { Bcc: 'x@y.test' } }],
    ['header', { headers: { 'X-A: b\r\nBcc': 'x@y.test' } }],
    ['header', { headers: { 'Content-Type': 'text/html' } }],
  ] as const)('is not made with a bad %s', async (fault, more) => {
    const error = await composeMessage(mail(more as Partial<OutgoingMail>)).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(ComposeError)
    expect((error as ComposeError).fault).toBe(fault)
  })
})

describe('no field can bring in another', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc
      .array(
        fc.constantFrom(
          '\r\n',
          '\n',
          '\r',
          '\0',
          ' ',
          '\t',
          ':',
          'Bcc: x@evil.test',
          '"',
          '\\',
          '<',
          '>',
          ',',
          ';',
          '=?',
          '?=',
          '=?utf-8?B?',
          '\u2028',
          '\u0085',
          '\v',
          '中',
          '.',
          '--',
          '@',
          'a'.repeat(1200),
        ),
        { maxLength: 12 },
      )
      .map(parts => parts.join('')),
  )
  const mailboxes = fc.array(
    fc.record({
      name: nasty,
      address: fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom('a@b.test', '"x y"@b.test', '用@b.test') },
        { weight: 1, arbitrary: nasty.map(text => `${text}@b.test`) },
        { weight: 1, arbitrary: nasty },
      ),
    }),
    { maxLength: 3 },
  )
  const mails = fc.record({
    from: fc.record({ name: nasty, address: fc.constant('ann@here.test') }),
    to: mailboxes,
    cc: mailboxes,
    subject: nasty,
    text: fc.option(nasty),
    html: fc.option(nasty),
    attachments: fc.array(
      fc.record(
        {
          filename: nasty,
          contentType: fc.oneof(fc.constant('image/png'), nasty),
          content: fc.uint8Array({ maxLength: 50 }).map(bytes => Buffer.from(bytes)),
          cid: nasty,
        },
        { requiredKeys: ['filename', 'contentType', 'content'] },
      ),
      { maxLength: 2 },
    ),
    messageId: fc.oneof(
      { weight: 9, arbitrary: fc.constant('<1@here.test>') },
      { weight: 1, arbitrary: nasty },
    ),
    date: fc.constant(new Date('2026-11-15T05:00:00Z')),
    inReplyTo: fc.oneof(
      nasty,
      nasty.map(text => `<${text}>`),
    ),
    references: fc.array(
      nasty.map(text => `<${text}>`),
      { maxLength: 3 },
    ),
    headers: fc.record({ 'X-Note': nasty }),
  })
  const known = [
    'from',
    'to',
    'cc',
    'subject',
    'date',
    'message-id',
    'in-reply-to',
    'references',
    'x-note',
    'mime-version',
    'content-type',
    'content-transfer-encoding',
  ]

  it('whatever is in it: either there is no message, or one with exactly our fields', async () => {
    let made = 0
    await fc.assert(
      fc.asyncProperty(mails, async given => {
        let raw: Buffer
        try {
          raw = await composeMessage(given)
        } catch (cause) {
          expect(cause).toBeInstanceOf(ComposeError)
          return
        }
        made++
        expectGoodWire(raw)
        const parsed = parseMail(raw)
        const names = parsed.headers.map(({ name }) => name.toLowerCase())
        expect(new Set(names).size).toBe(names.length)
        for (const name of names) expect(known).toContain(name)
        expect(parsed.from?.address).toBe('ann@here.test')
        expect(parsed.messageId).toBe('<1@here.test>')
        const expected = given.to.map(({ address }) => address.slice(0, address.lastIndexOf('@')))
        expect(parsed.to.length).toBe(given.to.length)
        expect(parsed.to.map(({ address }) => address.slice(0, address.lastIndexOf('@')))).toEqual(expected)
        expect(parsed.attachments.length).toBe(given.attachments.length)
      }),
      { numRuns: 400 },
    )
    expect(made).toBeGreaterThan(100)
  })
})
