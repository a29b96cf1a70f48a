import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeAs } from '../text/testing/encode-as.ts'
import { parseMail } from './parse-mail.ts'
import { decodePart } from './part-content.ts'
import { rawMail } from './testing/build-mail.ts'

describe('a plain mail', () => {
  const raw = rawMail(
    'From: =?utf-8?B?5byg5LiJ?= <zhang@Example.test>',
    'Sender: robot@example.test',
    'Reply-To: a@b.test, c@d.test',
    'To: "C, D" <c@d.test>',
    'Cc: e@f.test',
    'Subject: =?utf-8?B?6aqM6K+B?=',
    ' =?utf-8?B?56CB?= 123456',
    'Date: Mon, 1 Jan 2024 12:00:00 +0800',
    'Message-ID: <one@example.test>',
    'In-Reply-To: <zero@example.test>',
    'References: <a@x> <b@x>',
    '\t<zero@example.test>',
    'Auto-Submitted: auto-generated',
    'List-Id: News <news.example.test>',
    'Precedence: Bulk',
    'Content-Type: text/plain; charset=utf-8',
    '',
    '您的验证码是 123456',
  )

  it('is read field by field', () => {
    expect(parseMail(raw)).toMatchObject({
      from: { name: '张三', address: 'zhang@example.test' },
      sender: { name: '', address: 'robot@example.test' },
      replyTo: [
        { name: '', address: 'a@b.test' },
        { name: '', address: 'c@d.test' },
      ],
      to: [{ name: 'C, D', address: 'c@d.test' }],
      cc: [{ name: '', address: 'e@f.test' }],
      subject: '验证码 123456',
      date: '2024-01-01T04:00:00.000Z',
      messageId: '<one@example.test>',
      inReplyTo: '<zero@example.test>',
      references: ['<a@x>', '<b@x>', '<zero@example.test>'],
      autoSubmitted: true,
      listId: 'News <news.example.test>',
      precedence: 'bulk',
      text: '您的验证码是 123456\n',
      html: null,
      attachments: [],
      warnings: [],
    })
  })

  it('keeps its headers in order, decoded and as received', () => {
    const subject = parseMail(raw).headers[5]
    expect(subject).toEqual({
      name: 'Subject',
      value: '验证码 123456',
      raw: '=?utf-8?B?6aqM6K+B?=\r\n =?utf-8?B?56CB?= 123456',
    })
  })

  it('may have bare line feeds, no body, no headers or nothing at all', () => {
    expect(parseMail(Buffer.from('Subject: hi\n\nbody\n'))).toMatchObject({ subject: 'hi', text: 'body\n' })
    expect(parseMail(Buffer.from('Subject: hi'))).toMatchObject({ subject: 'hi', text: '' })
    expect(parseMail(Buffer.from('hello world\r\nsecond line'))).toMatchObject({
      text: 'hello world\nsecond line',
      warnings: ['malformed-header'],
    })
    expect(parseMail(Buffer.alloc(0))).toMatchObject({
      subject: '',
      from: null,
      text: '',
      html: null,
      attachments: [],
    })
  })

  it('may come from an mbox, and may forget the empty line before its body', () => {
    expect(parseMail(Buffer.from('From a@b Mon Jan 1\nSubject: hi\n\nbody')).subject).toBe('hi')
    expect(parseMail(Buffer.from('Subject: hi\nNo header here\nbody'))).toMatchObject({
      subject: 'hi',
      text: 'No header here\nbody',
    })
  })

  it('has flowed lines joined again', () => {
    const flowed = rawMail(
      'Content-Type: text/plain; format=flowed; delsp=yes',
      '',
      'https://a.test/lo ',
      'ng',
      '> quo ',
      '> ted',
      '',
      '-- ',
      'sig',
    )
    expect(parseMail(flowed).text).toBe('https://a.test/long\n> quoted\n\n-- \nsig\n')
  })
})

describe('charsets', () => {
  it.each([
    ['gb18030', 'gb2312', '您的验证码是'],
    ['big5', 'big5', '您的驗證碼是'],
    ['shift_jis', 'shift_jis', '認証コード'],
    ['euc-kr', 'euc-kr', '인증번호'],
    ['koi8-r', 'koi8-r', 'Код подтверждения'],
  ])('of %s are read in body and headers, declared as %s or not at all', (charset, declared, text) => {
    const bytes = encodeAs(charset, text)
    const headers = [
      Buffer.concat([Buffer.from('Subject: '), bytes]),
      Buffer.concat([Buffer.from('From: "'), bytes, Buffer.from('" <a@b.test>')]),
    ]
    const expected = { subject: text, from: { name: text, address: 'a@b.test' }, text: `${text}\n` }
    expect(
      parseMail(rawMail(...headers, `Content-Type: text/plain; charset=${declared}`, '', bytes)),
    ).toMatchObject(expected)
    expect(parseMail(rawMail(...headers, '', bytes))).toMatchObject({
      ...expected,
      warnings: ['charset-guessed'],
    })
    expect(
      parseMail(rawMail(...headers, 'Content-Type: text/plain; charset=us-ascii', '', bytes)),
    ).toMatchObject(expected)
  })

  it('of the body help to read a short raw subject', () => {
    const raw = rawMail(
      Buffer.concat([Buffer.from('Subject: '), encodeAs('windows-1251', 'Да')]),
      'Content-Type: text/plain; charset=windows-1251',
      '',
      encodeAs('windows-1251', 'Да'),
    )
    expect(parseMail(raw).subject).toBe('Да')
  })

  it('of HTML may be declared by the HTML alone', () => {
    const html = '<html><head><meta http-equiv="Content-Type" content="text/html; charset=koi8-r"></head>Да'
    const raw = rawMail('Content-Type: text/html', '', encodeAs('koi8-r', html))
    expect(parseMail(raw).html).toContain('Да')
  })

  it('declared as UTF-7 do not become markup', () => {
    const raw = rawMail('Content-Type: text/html; charset=utf-7', '', '+ADw-script+AD4-alert(1)')
    expect(parseMail(raw).html).toBe('+ADw-script+AD4-alert(1)\n')
  })

  it('never leave a NUL in the text', () => {
    expect(parseMail(Buffer.from('Subject: a\0b\n\nx\0y')).text).toBe('xy')
    expect(parseMail(Buffer.from('Subject: a\0b\n\nx\0y')).subject).toBe('a b')
  })
})

describe('any bytes at all', () => {
  const piece = fc.constantFrom(
    '\r\n',
    '\n',
    '\n\n',
    ' ',
    '--b',
    '--b--',
    '--',
    'Content-Type: ',
    'multipart/mixed; boundary=b',
    'text/html',
    'message/rfc822',
    'Subject: ',
    'From: ',
    'Content-Transfer-Encoding: base64',
    'quoted-printable',
    '=?utf-8?B?',
    '?=',
    '"',
    ';',
    'filename*0*=',
    "utf-8''%E4",
    'QUJD',
    '=41',
    '<a@b>',
    'charset=',
    'gbk',
    '\0',
    '\xd6\xd0',
    '\xff',
  )

  it('are read without throwing, into plain well-formed data', () => {
    const soup = fc.array(fc.oneof({ weight: 4, arbitrary: piece }, { weight: 1, arbitrary: fc.string() }), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(soup, pieces => {
        const raw = Buffer.from(pieces.join(''), 'latin1')
        const mail = parseMail(raw)
        expect(structuredClone(mail)).toEqual(mail)
        for (const header of mail.headers) expect(header.value).not.toMatch(/\p{Cc}/u)
        for (const attachment of mail.attachments)
          expect(decodePart(raw, attachment)).toHaveLength(attachment.size)
        expect(`${mail.text}${mail.html}${mail.subject}`.includes('\0')).toBe(false)
      }),
      { numRuns: 1_500 },
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), bytes => void parseMail(bytes)),
      { numRuns: 1_000 },
    )
  })
})

it.each(['限时优惠', '惠', '惠 惠', 'à', '张惠 '])(
  'raw UTF-8 in headers is read to its last octet: %j',
  words => {
    const lines = [
      `From: ${words} <a@b.test>`,
      `Subject: ${words}`,
      'Content-Type: text/plain; charset=utf-8',
    ]
    const mail = parseMail(Buffer.from(`${lines.join('\r\n')}\r\n\r\nnothing\r\n`))
    expect([mail.subject, mail.from?.name]).toEqual([words.trim(), words.trim()])
  },
)

describe('a mail that other threads have in the same memory', () => {
  const charsets = ['utf-8', 'gb18030', 'big5', 'shift_jis', 'euc-kr', 'windows-1251', 'utf-16le', 'utf-16be']
  const texts: Readonly<Record<string, string>> = {
    'euc-kr': '인증번호 123456',
    shift_jis: '認証コード 123456',
    'windows-1251': 'Ваш код 123456',
  }
  const cases = charsets.flatMap(charset =>
    ['8bit', 'base64', 'quoted-printable', 'x-uuencode'].map(encoding => [charset, encoding] as const),
  )

  it.each(cases)('is read and not touched: %s, %s', (charset, encoding) => {
    const text = texts[charset] ?? '您的驗證碼 123456'
    const body = charset === 'utf-8' ? Buffer.from(text) : encodeAs(charset, text)
    const quoted = () => [...body].map(octet => `=${octet.toString(16).toUpperCase().padStart(2, '0')}`)
    const written =
      encoding === 'base64'
        ? body.toString('base64')
        : encoding === 'quoted-printable'
          ? quoted().join('')
          : body
    const raw = rawMail(
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      `Content-Type: text/plain; charset=${charset}; format=flowed; delsp=yes`,
      `Content-Transfer-Encoding: ${encoding}`,
      '',
      written,
      '--x',
      'Content-Type: message/rfc822',
      '',
      'Subject: within',
      '',
      'text',
      '--x--',
    )
    const shared = Buffer.from(new SharedArrayBuffer(raw.length))
    raw.copy(shared)
    const mail = parseMail(shared)
    for (const file of mail.attachments) expect(decodePart(shared, file)).toHaveLength(file.size)
    if (encoding.startsWith('x-')) expect(mail.attachments.length).toBeGreaterThan(0)
    else expect(mail.text).toContain(text)
    expect(shared.equals(raw)).toBe(true)
  })
})
