import { describe, expect, it, vi } from 'vitest'
import { defaultMimeLimits } from './limits.ts'
import { parseMail } from './parse-mail.ts'
import type { ParsedMail } from './parsed-mail.ts'
import { rawMail, SOON, timed } from './testing/build-mail.ts'

// Each case asserts its own time; on a busy machine the test must not time out before that.
vi.setConfig({ testTimeout: 120_000 })

/** Parses within a generous limit: the machine may be busy, but quadratic work would take minutes. */
function parseSoon(raw: Buffer): ParsedMail {
  const result: { mail: ParsedMail | null } = { mail: null }
  expect(timed(() => (result.mail = parseMail(raw)))).toBeLessThan(SOON)
  if (result.mail === null) throw new Error('not parsed')
  return result.mail
}

describe('structure', () => {
  it('nested 10,000 deep stops at the limit and says so', () => {
    const levels = Array.from(
      { length: 10_000 },
      (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
    )
    const mail = parseSoon(Buffer.from(`Subject: deep\r\n${levels.join('')}\r\nbottom\r\n`))
    expect(mail.subject).toBe('deep')
    expect(mail.warnings).toContain('too-deep')
    expect(mail.attachments).toMatchObject([{ contentType: 'multipart/mixed' }])
  })

  it('of mails within mails, 1,000 deep, is one attachment', () => {
    const mail = parseSoon(
      Buffer.from(`${'Content-Type: message/rfc822\r\nSubject: s\r\n\r\n'.repeat(1_000)}end`),
    )
    expect(mail.attachments).toMatchObject([{ contentType: 'message/rfc822', filename: 's.eml' }])
  })

  it('of 100,000 empty parts stops at the limit and says so', () => {
    const mail = parseSoon(
      Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n'.repeat(100_000)}`),
    )
    expect(mail.warnings).toContain('too-many-parts')
    const images = '--b\r\nContent-Type: image/png\r\n\r\n'.repeat(100_000)
    const many = parseSoon(Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${images}`))
    expect(many.attachments.length).toBeLessThan(defaultMimeLimits.maxParts)
    expect(many.attachments.length).toBeGreaterThan(defaultMimeLimits.maxParts - 10)
  })

  it('full of lines that look like boundaries is read in linear time', () => {
    const head = Array.from(
      { length: 50 },
      (_, i) => `Content-Type: multipart/mixed; boundary=bbbb${i}\r\n\r\n--bbbb${i}\r\n`,
    ).join('')
    parseSoon(Buffer.from(`${head}\r\n${'--bbbb\n'.repeat(1_000_000)}`))
    parseSoon(Buffer.from(`${head}\r\n${'--\n'.repeat(2_000_000)}`))
  })
})

describe('boundaries', () => {
  const two = (declared: string, used: string) =>
    rawMail(
      `Content-Type: multipart/mixed; boundary=${declared}`,
      '',
      `--${used}`,
      '',
      'one',
      `--${used}`,
      '',
      'two',
      `--${used}--`,
    )

  it.each([
    ['of regular-expression characters', '"(.*)+[a-z]$^|\\\\"', '(.*)+[a-z]$^|\\'],
    ['3 kB long', `"${'x'.repeat(3_000)}"`, 'x'.repeat(3_000)],
    ['ending in a blank', '"b "', 'b '],
    ['with blanks after the delimiter', 'b', 'b \t'],
    ['ending in dashes', '"b--"', 'b--'],
    ['single-quoted by a bad mailer', "'b'", "'b'"],
    ['missing, but visible', '', 'b'],
  ])('%s are found', (_case, declared, used) => {
    expect(parseMail(two(declared, used)).text).toBe('one\n\ntwo')
  })

  it('that are missing and not to be found leave the text as it is', () => {
    const mail = parseMail(rawMail('Content-Type: multipart/mixed', '', 'just text'))
    expect(mail).toMatchObject({ text: 'just text\n', warnings: ['missing-boundary'] })
  })

  it('that are empty or too long are as good as missing', () => {
    for (const boundary of ['""', '" "', `"${'x'.repeat(10_000)}"`]) {
      expect(parseMail(rawMail(`Content-Type: multipart/mixed; boundary=${boundary}`, '', 'text')).text).toBe(
        'text\n',
      )
    }
  })

  it('that are the prefix of another do not match it', () => {
    const raw = rawMail(
      'Content-Type: multipart/mixed; boundary=abc',
      '',
      '--abc',
      'Content-Type: multipart/alternative; boundary=abcdef',
      '',
      '--abcdef',
      '',
      'plain',
      '--abcdef',
      'Content-Type: text/html',
      '',
      '<b>rich</b>',
      '--abcdef--',
      '--abc',
      'Content-Type: image/png',
      '',
      'png',
      '--abc--',
    )
    expect(parseMail(raw)).toMatchObject({
      text: 'plain',
      html: '<b>rich</b>',
      attachments: [{ id: '2', size: 3 }],
      warnings: [],
    })
  })

  it('that never close end with the mail', () => {
    const raw = rawMail('Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'one', '--b', '', 'two')
    expect(parseMail(raw)).toMatchObject({ text: 'one\n\ntwo', warnings: ['unclosed-multipart'] })
  })

  it('of an outer multipart close an inner one that was left open', () => {
    const raw = rawMail(
      'Content-Type: multipart/mixed; boundary=o',
      '',
      '--o',
      'Content-Type: multipart/mixed; boundary=i',
      '',
      '--i',
      '',
      'one',
      '--o',
      '',
      'two',
      '--o--',
    )
    expect(parseMail(raw).text).toBe('one\n\ntwo')
  })

  it('leave out what stands before the first and after the last', () => {
    const raw = rawMail(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      'preamble',
      '--b',
      '',
      'one',
      '--b--',
      'epilogue',
      '--b',
      '',
      'late',
    )
    expect(parseMail(raw)).toMatchObject({ text: 'one', attachments: [] })
  })

  it('that never appear leave the body readable', () => {
    const raw = rawMail('Content-Type: multipart/mixed; boundary=b', '', 'the code is 1234')
    expect(parseMail(raw).text).toBe('the code is 1234\n')
  })
})

describe('headers', () => {
  it('of a million lines, of 5 MB, and by the hundred thousand are cut and said to be', () => {
    const folded = parseSoon(Buffer.from(`Subject: x\r\n${' y\r\n'.repeat(1_000_000)}\r\nbody`))
    expect(folded).toMatchObject({ text: 'body', warnings: ['headers-truncated'] })
    expect(folded.subject.length).toBeLessThanOrEqual(defaultMimeLimits.maxHeaderValue)
    const long = parseSoon(Buffer.from(`Subject: ${'x'.repeat(5_000_000)}\r\n\r\nbody`))
    expect(long).toMatchObject({ text: 'body', warnings: ['headers-truncated'] })
    const many = parseSoon(Buffer.from(`${'X-A: b\r\n'.repeat(100_000)}Subject: late\r\n\r\nbody`))
    expect(many).toMatchObject({ subject: 'late', text: 'body', warnings: ['headers-truncated'] })
    // A field without which no mail can be read is kept, once.
    expect(many.headers).toHaveLength(defaultMimeLimits.maxHeaders + 1)
    const again = parseSoon(
      Buffer.from(`${'X-A: b\r\n'.repeat(50_000)}${'Subject: late\r\n'.repeat(50_000)}\r\nbody`),
    )
    expect(again.headers).toHaveLength(defaultMimeLimits.maxHeaders + 1)
  })

  it('of a million characters that look like base64, uuencoded data or parts are read soon', () => {
    const hostile = {
      base64: `Content-Transfer-Encoding: base64\r\n\r\n${'QUJD=\r\n\r\n'.repeat(100_000)}`,
      files: `\r\n${'begin 644 a\r\n#0V%T\r\n'.repeat(100_000)}`,
      closed: `\r\n${'begin 644 a\r\n#0V%T\r\nend\r\n'.repeat(100_000)}`,
      delimiters: `Content-Type: multipart/mixed\r\n\r\n${'--a b\r\n'.repeat(200_000)}`,
      misnamed: `Content-Type: mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: mixed; boundary=b\r\n\r\n'.repeat(20_000)}`,
      blanks: `Content-Type: ${' '.repeat(60_000)}multipart${' '.repeat(60_000)}/mixed\r\n\r\nbody`,
      comments: `From: ${'<('.repeat(100_000)}\r\n\r\nbody`,
      spread: `From: ${'a @ '.repeat(100_000)}\r\n\r\nbody`,
      words: `Subject: ${'=?gbk?B?0Q==?= '.repeat(4_000)}\r\n\r\nbody`,
      switching: `Subject: ${'=?iso-2022-jp?Q?=1B$B?= '.repeat(2_500)}\r\n\r\nbody`,
    }
    for (const mail of Object.values(hostile)) parseSoon(Buffer.from(mail))
    expect(parseMail(Buffer.from(hostile.closed)).attachments).toHaveLength(100)
  })

  it('of a thousand parts look for boundaries and files near them only, not in all that follows', () => {
    const odd = 'Content-Type: multipart/x; boundary=none\r\n\r\n--b\r\nContent-Type: x; boundary=none'
    const parts = `--b\r\n${odd}\r\n\r\n--b\r\n\r\ntext\r\n`.repeat(333)
    const mail = (size: number) =>
      `Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b\r\nContent-Type: image/png\r\n\r\n${'x'.repeat(size)}`
    const large = Buffer.from(mail(25_000_000))
    // Looking through all of it takes about forty times as long.
    expect(timed(() => parseMail(large))).toBeLessThan(1_500)
  })

  it('that stand twice count once: the first', () => {
    const raw = rawMail(
      'From: one@a.test',
      'From: two@a.test',
      'To: three@a.test',
      'To: four@a.test',
      'Subject: first',
      'Subject: second',
      'Content-Type: text/plain',
      'Content-Type: text/html',
      '',
      '<b>',
    )
    expect(parseMail(raw)).toMatchObject({
      from: { address: 'one@a.test' },
      to: [{ address: 'three@a.test' }],
      subject: 'first',
      text: '<b>\n',
      html: null,
      warnings: ['duplicate-header'],
    })
  })

  it('of several senders name the first and say that there are more', () => {
    expect(parseMail(rawMail('From: a@b.test, c@d.test', '', ''))).toMatchObject({
      from: { address: 'a@b.test' },
      warnings: ['several-from'],
    })
    expect(parseMail(rawMail('From:', '', '')).from).toBeNull()
  })

  it('with an impossible date have none', () => {
    expect(parseMail(rawMail('Date: Thu, 32 Foo', '', ''))).toMatchObject({
      date: null,
      warnings: ['invalid-date'],
    })
    expect(parseMail(rawMail('Subject: x', '', ''))).toMatchObject({ date: null, warnings: [] })
  })

  it('with absurd message ids have none, and references are capped', () => {
    expect(parseMail(rawMail(`Message-ID: <${'a'.repeat(10_000)}>`, '', '')).messageId).toBeNull()
    expect(parseMail(rawMail('Message-ID: <../../x@y>', '', '')).messageId).toBe('<../../x@y>')
    const ids = Array.from({ length: 50_000 }, (_, i) => `<${i}@x>`)
    const mail = parseSoon(rawMail(`References: ${ids.join('\r\n ')}`, '', ''))
    expect(mail.references).toHaveLength(defaultMimeLimits.maxReferences)
    expect(mail.references[0]).toBe('<0@x>')
  })

  it('of a megabyte of addresses or encoded words are read in linear time', () => {
    parseSoon(rawMail(`To: ${'a@b.test,'.repeat(100_000)}`, '', ''))
    parseSoon(rawMail(`To: ${'"a"@'.repeat(250_000)}`, '', ''))
    parseSoon(rawMail(`Subject: ${'=?utf-8?Q?a?= '.repeat(10_000)}`, '', ''))
    parseSoon(rawMail(`Content-Type: text/plain; ${'a=b;'.repeat(100_000)}`, '', ''))
    parseSoon(Buffer.from('X: =?q?B?eA==?= y =?r?B?eA==?= z\r\n'.repeat(50_000)))
  })

  it('never carry a decoded line break', () => {
    const mail = parseMail(
      rawMail('Subject: =?utf-8?Q?=0D=0ABcc:_x?=', 'From: =?utf-8?Q?a=0AX:_y?= <a@b.test>', '', ''),
    )
    expect(mail.subject).toBe('Bcc: x')
    expect(mail.from?.name).toBe('a X: y')
  })
})

describe('bodies', () => {
  it('over the limit are cut and said to be', () => {
    const mail = parseMail(rawMail('Subject: x', '', 'a'.repeat(1_000)), { maxBodyBytes: 100 })
    expect(mail).toMatchObject({ text: 'a'.repeat(100), warnings: ['body-truncated'] })
  })

  it('of 10 MB are read in linear time, whatever the encoding', () => {
    for (const encoding of ['8bit', 'base64', 'quoted-printable']) {
      const head = `Content-Transfer-Encoding: ${encoding}\r\n\r\n`
      parseSoon(Buffer.concat([Buffer.from(head), Buffer.alloc(10_000_000, '=4\r\n ')]))
    }
    parseSoon(
      Buffer.concat([
        Buffer.from('Content-Type: text/plain; format=flowed\r\n\r\n'),
        Buffer.alloc(4_000_000, '> \n'),
      ]),
    )
  })
})
