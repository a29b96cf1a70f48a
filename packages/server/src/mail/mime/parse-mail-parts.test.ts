import { describe, expect, it } from 'vitest'
import { encodeAs } from '../text/testing/encode-as.ts'
import { parseMail } from './parse-mail.ts'
import { decodePart } from './part-content.ts'
import { base64Lines, rawMail } from './testing/build-mail.ts'

const attachmentText = (raw: Buffer, index = 0) => {
  const attachment = parseMail(raw).attachments[index]
  return attachment === undefined ? null : Buffer.from(decodePart(raw, attachment)).toString()
}

describe('multiparts', () => {
  const alternative = (...parts: string[]) =>
    rawMail(
      'Content-Type: multipart/alternative; boundary=b',
      '',
      ...parts.flatMap(part => ['--b', part]),
      '--b--',
    )

  it('of alternatives give one text and one HTML', () => {
    const raw = alternative(
      'Content-Type: text/plain\r\n\r\nplain',
      'Content-Type: text/html\r\n\r\n<b>rich</b>',
    )
    expect(parseMail(raw)).toMatchObject({
      text: 'plain',
      html: '<b>rich</b>',
      attachments: [],
      warnings: [],
    })
  })

  it.each([
    'boundary*0=A; boundary*1=B',
    "boundary*0*=us-ascii''%41; boundary*1=B",
    "boundary*=us-ascii''A%42",
  ])('may have a boundary in pieces: %s', boundary => {
    const raw = rawMail(
      `Content-Type: multipart/mixed; ${boundary}`,
      '',
      'A preamble, so that the first line does not give the boundary away.',
      '--AB',
      'Content-Type: text/plain',
      '',
      'hello there',
      '--AB--',
    )
    expect(parseMail(raw)).toMatchObject({ text: 'hello there', attachments: [], warnings: [] })
  })

  it('of which none is the one that "start" names show the first that has words', () => {
    const raw = rawMail(
      'Content-Type: multipart/related; boundary=r; start="<none>"',
      '',
      '--r',
      'Content-Type: image/png',
      '',
      'x',
      '--r',
      'Content-Type: text/html',
      '',
      '<b>hello there</b>',
      '--r',
      'Content-Type: text/html',
      '',
      'other',
      '--r--',
    )
    const { html, attachments } = parseMail(raw)
    expect(html).toBe('<b>hello there</b>')
    expect(attachments.map(item => item.contentType)).toEqual(['image/png', 'text/html'])
  })

  it('may have a boundary of octets that is written alike everywhere', () => {
    const boundary = '惠'
    const raw = Buffer.from(
      `Content-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n--${boundary}\r\n\r\nplain\r\n--${boundary}--\r\nafter`,
    )
    expect(parseMail(raw)).toMatchObject({ text: 'plain', attachments: [] })
  })

  it('of alternatives prefer the last form, and plain text from a plain branch', () => {
    const raw = alternative(
      'Content-Type: text/plain\r\n\r\nplain',
      'Content-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\nContent-Type: text/html\r\n\r\n<b>1</b>\r\n--i\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\npdf\r\n--i\r\nContent-Type: text/html\r\n\r\n<b>2</b>\r\n--i--',
    )
    expect(parseMail(raw)).toMatchObject({
      text: 'plain',
      html: '<b>1</b>\n<b>2</b>',
      attachments: [{ id: '2.2' }],
    })
  })

  it('of mixed content join several text bodies, as text and within the HTML', () => {
    const raw = rawMail(
      'Content-Type: multipart/mixed; boundary=m',
      '',
      '--m',
      'Content-Type: multipart/alternative; boundary=a',
      '',
      '--a',
      '',
      'hello',
      '--a',
      'Content-Type: text/html',
      '',
      '<p>hello</p>',
      '--a--',
      '--m',
      'Content-Type: text/plain',
      '',
      'footer <x>',
      '--m--',
    )
    const mail = parseMail(raw)
    expect(mail.text).toBe('hello\n\nfooter <x>')
    expect(mail.html).toContain('<p>hello</p>')
    expect(mail.html).toContain('footer &lt;x&gt;')
  })

  it('of related content take the root as body and the rest as inline parts', () => {
    const raw = rawMail(
      'Content-Type: multipart/related; boundary=r; start="<root>"',
      '',
      '--r',
      'Content-Type: image/png; name=logo.png',
      'Content-ID: <logo@x>',
      'Content-Transfer-Encoding: base64',
      '',
      base64Lines('png'),
      '--r',
      'Content-Type: text/html',
      'Content-ID: <root>',
      '',
      '<img src="cid:logo@x">',
      '--r',
      'Content-Type: text/html',
      'Content-ID: <other>',
      '',
      '<b>not a body</b>',
      '--r--',
    )
    expect(parseMail(raw)).toMatchObject({
      html: '<img src="cid:logo@x">',
      attachments: [
        { id: '1', filename: 'logo.png', contentType: 'image/png', size: 3, inline: true, cid: 'logo@x' },
        { id: '3', contentType: 'text/html', cid: 'other' },
      ],
    })
  })

  it('number their parts as IMAP does', () => {
    const inner =
      'Content-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\n\r\none\r\n--i\r\nContent-Type: image/gif\r\n\r\nGIF\r\n--i--'
    const raw = rawMail(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      inner,
      '--b',
      'Content-Type: image/gif',
      '',
      'G',
      '--b--',
    )
    expect(parseMail(raw).attachments.map(({ id, filename }) => [id, filename])).toEqual([
      ['1.2', '附件-1.gif'],
      ['2', '附件-2.gif'],
    ])
  })

  it('keep a text file that is attached apart from the body', () => {
    const raw = rawMail(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'body',
      '--b',
      'Content-Type: text/plain; name="notes.txt"',
      '',
      'notes',
      '--b',
      'Content-Type: text/html',
      'Content-Disposition: attachment; filename=page.html',
      '',
      '<script>',
      '--b--',
    )
    const mail = parseMail(raw)
    expect(mail).toMatchObject({ text: 'body', html: null })
    expect(mail.attachments.map(attachment => attachment.filename)).toEqual(['notes.txt', 'page.html'])
  })

  it('in a digest are mails', () => {
    const raw = rawMail(
      'Content-Type: multipart/digest; boundary=b',
      '',
      '--b',
      '',
      'Subject: one',
      '',
      'x',
      '--b--',
    )
    expect(parseMail(raw).attachments).toMatchObject([{ contentType: 'message/rfc822', filename: 'one.eml' }])
  })
})

describe('a mail as Chinese webmail sends it', () => {
  const html = encodeAs('gb18030', '<div>您的验证码是 <b>845213</b><img src="cid:_Foxmail.1@abc"></div>')
  const raw = rawMail(
    'Received: from smtp.example.test by mx.example.test; Mon, 1 Jan 2024 12:00:01 +0800',
    'From: "=?gb18030?B?v823/g==?=" <service@example.test>',
    'To: "=?gb18030?B?08O7pw==?=" <user@yanshu.test>',
    'Subject: =?gb18030?B?1cq6xdHp1qQ=?=',
    'Mime-Version: 1.0',
    'Content-Type: multipart/mixed;',
    '\tboundary="----=_NextPart_6592"',
    'Date: Mon, 1 Jan 2024 12:00:00 +0800',
    'Message-ID: <tencent_1@example.test>',
    '',
    'This is a multi-part message in MIME format.',
    '',
    '------=_NextPart_6592',
    'Content-Type: multipart/related; boundary="----=_Related_1"',
    '',
    '------=_Related_1',
    'Content-Type: multipart/alternative; boundary="----=_Alt_1"',
    '',
    '------=_Alt_1',
    'Content-Type: text/plain; charset="gb18030"',
    'Content-Transfer-Encoding: base64',
    '',
    base64Lines(encodeAs('gb18030', '您的验证码是 845213')),
    '------=_Alt_1',
    'Content-Type: text/html; charset="gb18030"',
    'Content-Transfer-Encoding: base64',
    '',
    base64Lines(html),
    '------=_Alt_1--',
    '',
    '------=_Related_1',
    'Content-Type: image/png; name="logo.png"',
    'Content-Transfer-Encoding: base64',
    'Content-ID: <_Foxmail.1@abc>',
    '',
    base64Lines('png'),
    '------=_Related_1--',
    '',
    '------=_NextPart_6592',
    'Content-Type: application/octet-stream; name="=?gb18030?B?t6LGsS5wZGY=?="',
    'Content-Disposition: attachment; filename="=?gb18030?B?t6LGsS5wZGY=?="',
    'Content-Transfer-Encoding: base64',
    '',
    base64Lines('pdf'),
    '------=_NextPart_6592--',
  )

  it('is read whole', () => {
    expect(parseMail(raw)).toMatchObject({
      from: { name: '客服', address: 'service@example.test' },
      to: [{ name: '用户', address: 'user@yanshu.test' }],
      subject: '帐号验证',
      text: '您的验证码是 845213',
      html: '<div>您的验证码是 <b>845213</b><img src="cid:_Foxmail.1@abc"></div>',
      attachments: [
        { id: '1.2', filename: 'logo.png', inline: true, cid: '_Foxmail.1@abc', size: 3 },
        { id: '2', filename: '发票.pdf', inline: false, cid: null, size: 3 },
      ],
      warnings: [],
    })
    expect(attachmentText(raw, 1)).toBe('pdf')
  })
})

describe('attachments', () => {
  const withPart = (...lines: (string | Buffer)[]) =>
    rawMail(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'body',
      '--b',
      ...lines,
      '',
      'content',
      '--b--',
    )
  const filename = (...lines: (string | Buffer)[]) => parseMail(withPart(...lines)).attachments[0]?.filename

  it.each([
    ['a plain name', 'Content-Disposition: attachment; filename="report.pdf"', 'report.pdf'],
    [
      'an unquoted name with blanks',
      'Content-Disposition: attachment; filename=my report.pdf',
      'my report.pdf',
    ],
    // In UTF-8 the last octet of these is 0xA0, which alone would be a no-break space.
    ['an unquoted name in raw UTF-8', 'Content-Disposition: attachment; filename=限时优惠 ', '限时优惠'],
    ['an unquoted name before another', 'Content-Disposition: attachment; filename=voilà; size=1', 'voilà'],
    ['an encoded word', 'Content-Disposition: attachment; filename="=?utf-8?B?5oql5ZGK?=.pdf"', '报告.pdf'],
    ['RFC 2231', "Content-Disposition: attachment; filename*=utf-8''%E6%8A%A5%E5%91%8A.pdf", '报告.pdf'],
    ['RFC 2231 in GBK', "Content-Disposition: attachment; filename*=gb2312'zh'%B1%A8%B8%E6.pdf", '报告.pdf'],
    [
      'both forms',
      'Content-Disposition: attachment; filename="old.pdf"; filename*=utf-8\'\'%E6%96%B0.pdf',
      '新.pdf',
    ],
    ['only name', 'Content-Type: application/pdf; name="=?gb2312?B?sai45g==?=.pdf"', '报告.pdf'],
    [
      'continuations',
      'Content-Disposition: attachment;\r\n filename*0*=utf-8\'\'%E6%8A;\r\n filename*1*=%A5%E5%91%8A;\r\n filename*2=".pdf"',
      '报告.pdf',
    ],
    ['continuations out of order', 'Content-Type: a/b; name*1=b.txt; name*0=a', 'ab.txt'],
    ['a missing continuation', 'Content-Type: a/b; name*0=a.txt; name*2=zzz', 'a.txt'],
    [
      'a path in continuations',
      "Content-Disposition: attachment; filename*0*=utf-8''..%2f; filename*1=etc",
      'etc',
    ],
    ['a Windows path', 'Content-Disposition: attachment; filename="C:\\dir\\x.doc"', 'x.doc'],
    ['an escaped quote', 'Content-Disposition: attachment; filename="a\\"b.txt"', 'a_b.txt'],
    [
      'an encoded line break',
      "Content-Disposition: attachment; filename*=utf-8''a%0D%0AX-Evil:%201.txt",
      'a X-Evil_ 1.txt',
    ],
    ['a semicolon in quotes', 'Content-Disposition: attachment; filename="a;b.txt"; size=1', 'a;b.txt'],
  ])('are named by %s', (_case, line, expected) => {
    expect(filename(line)).toBe(expected)
  })

  it('are named by raw GBK, with or without a declared charset elsewhere', () => {
    const name = encodeAs('gb18030', '会议报告.pdf')
    const line = Buffer.concat([
      Buffer.from('Content-Disposition: attachment; filename="'),
      name,
      Buffer.from('"'),
    ])
    expect(filename(line)).toBe('会议报告.pdf')
  })

  it('survive a thousand continuations', () => {
    const sections = Array.from({ length: 1_000 }, (_, index) => `name*${index}=x`).join('; ')
    expect(filename(`Content-Type: a/b; ${sections}`)).toMatch(/^x{100,}$/)
  })

  it('have the size that they decode to, and can be taken out of the raw mail', () => {
    const raw = rawMail(
      'Content-Type: application/pdf',
      'Content-Transfer-Encoding: base64',
      '',
      base64Lines('x'.repeat(1_000)),
    )
    expect(parseMail(raw)).toMatchObject({
      text: null,
      attachments: [{ id: '1', size: 1_000, inline: false }],
    })
    expect(attachmentText(raw)).toBe('x'.repeat(1_000))
  })

  it('may be mails, called by their subject', () => {
    const raw = withPart(
      'Content-Type: message/rfc822',
      '',
      'Subject: =?utf-8?B?6L2s5Y+R?= a/b',
      'From: x@y.test',
      '',
      'inner',
    )
    const [attachment] = parseMail(raw).attachments
    expect(attachment).toMatchObject({ contentType: 'message/rfc822', filename: '转发 a_b.eml' })
    expect(attachment && parseMail(decodePart(raw, attachment))).toMatchObject({
      subject: '转发 a/b',
      from: { address: 'x@y.test' },
    })
  })

  it.each([
    'message/partial; id=1; number=1; total=2',
    'message/external-body; access-type=URL; URL="http://127.0.0.1/x"',
    'message/external-body; access-type=local-file; name="/etc/passwd"',
    'application/ms-tnef; name=winmail.dat',
    'text/calendar; method=REQUEST',
    'text/x-vcard',
    'text/x-amp-html',
    'message/delivery-status',
    'text/rfc822-headers',
    'application/zip',
  ])('of %s are listed, never opened or shown', type => {
    const mail = parseMail(withPart(`Content-Type: ${type}`))
    expect(mail).toMatchObject({
      text: 'body',
      html: null,
      attachments: [{ size: 7, contentType: type.split(';')[0] }],
    })
    expect(mail.attachments[0]?.filename).not.toContain('/')
  })

  it('have clean content ids', () => {
    const cid = (value: string) =>
      parseMail(withPart('Content-Type: image/png', `Content-ID: ${value}`)).attachments[0]?.cid
    expect(cid('<a@b>')).toBe('a@b')
    expect(cid('a"b\'<script>')).toBe('abscript')
    expect(cid('<>')).toBeNull()
    expect(cid(`<${'a'.repeat(2_000)}>`)).toBeNull()
  })
})
