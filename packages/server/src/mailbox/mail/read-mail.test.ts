import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startCpuTime } from '../../testing/cpu-time.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { fileOf, inbox, plainMail, receive, sourceOf, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

type Part = { type: string; disposition?: string; body?: string }

const mixed = (parts: readonly Part[], subject = 'parts'): Buffer =>
  plainMail({
    subject,
    headers: ['Content-Type: multipart/mixed; boundary="edge"'],
    text: [
      ...parts.map(
        ({ type, disposition, body = 'content' }) =>
          `--edge\nContent-Type: ${type}${disposition === undefined ? '' : `\nContent-Disposition: ${disposition}`}\n\n${body}`,
      ),
      '--edge--',
    ].join('\n'),
  })

const nested = (depth: number): string => {
  let text = 'Content-Type: text/plain\n\ninnermost'
  for (let at = 0; at < depth; at++)
    text = `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n${text}\n--b${at}--`
  return text
}

/** Messages made to hurt a parser; each must be accepted, listed and readable in good time. */
const hostile: readonly [string, () => Buffer][] = [
  ['M-01 multiparts 10,000 deep', () => Buffer.from(`Subject: m01\n${nested(10_000)}`)],
  [
    'M-02 mails 1,000 deep',
    () => Buffer.from(`Subject: m02\n${'Content-Type: message/rfc822\n\n'.repeat(1000)}Subject: last\n\nend`),
  ],
  [
    'M-03 100,000 empty parts',
    () =>
      plainMail({
        subject: 'm03',
        headers: ['Content-Type: multipart/mixed; boundary=x'],
        text: '--x\n\n'.repeat(100_000),
      }),
  ],
  [
    'M-04 100,000 headers',
    () => plainMail({ subject: 'm04', headers: Array.from({ length: 100_000 }, (_, at) => `X-${at}: y`) }),
  ],
  [
    'M-04 one header of 900 kB',
    () => plainMail({ subject: 'm04b', headers: [`X-Long: ${'y'.repeat(900_000)}`] }),
  ],
  [
    'M-06 broken base64',
    () =>
      mixed(
        [
          {
            type: 'application/x; name=a\nContent-Transfer-Encoding: base64',
            body: `!!${'QUJD'.repeat(100_000)}=Q=`,
          },
        ],
        'm06',
      ),
  ],
  [
    'M-07 a million soft breaks',
    () =>
      plainMail({
        subject: 'm07',
        headers: ['Content-Transfer-Encoding: quoted-printable', 'Content-Type: text/plain'],
        text: `${'=\n'.repeat(1_000_000)}=ZZ=`,
      }),
  ],
  [
    'M-08 a boundary of 3 kB with signs of patterns',
    () =>
      plainMail({
        subject: 'm08',
        headers: [`Content-Type: multipart/mixed; boundary="${'(.*)+[a-z]{2,}$^'.repeat(190)}"`],
        text: 'x',
      }),
  ],
  [
    'M-09 no closing boundary',
    () =>
      plainMail({
        subject: 'm09',
        headers: ['Content-Type: multipart/mixed; boundary=x'],
        text: 'preamble\n--x\n\nseen',
      }),
  ],
  [
    'M-10 a charset name of 10 kB',
    () =>
      plainMail({ subject: 'm10', headers: [`Content-Type: text/plain; charset="${'x'.repeat(10_000)}"`] }),
  ],
  [
    'M-10 UTF-7 with markup',
    () =>
      plainMail({
        subject: 'm10b',
        headers: ['Content-Type: text/html; charset=utf-7'],
        text: '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
      }),
  ],
  [
    'M-11 GBK declared as ASCII',
    () =>
      Buffer.concat([
        plainMail({ subject: 'm11', headers: ['Content-Type: text/plain; charset=us-ascii'], text: '' }),
        Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 13, 10]),
      ]),
  ],
  [
    'M-12 10,000 encoded words and a NUL',
    () =>
      plainMail({
        subject: `m12 =?utf-8?Q?=00=0D=0ABcc:_x?= ${'=?utf-8?Q?=E4?= '.repeat(10_000)}`,
        from: '=?utf-8?Q?=00name=00?= <a@b.example>',
      }),
  ],
  ['M-25 100,000 commas in To', () => plainMail({ subject: 'm25', to: ','.repeat(100_000) })],
  [
    'M-26 5 MB without a space',
    () =>
      plainMail({
        subject: 'm26',
        text: `${'x'.repeat(900)}\n`.repeat(200).replaceAll('\n', '') + 'http://a.b/'.repeat(50_000),
      }),
  ],
  [
    'H-27 70,000 unclosed tags',
    () => plainMail({ subject: 'h27', headers: ['Content-Type: text/html'], text: '<div>\n'.repeat(70_000) }),
  ],
]

describe.each(databaseKinds)('reading a mail on %s', kind => {
  let site: TestApp
  let box: TestMailbox
  let names = 0

  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    box = await makeMailbox(site, `box${++names}`)
  })

  async function read(raw: Buffer) {
    await receive(site, { to: box.address, raw })
    const [row] = await inbox(site, box.token)
    const id = row?.id ?? ''
    const { mail } = await site.ok('getEmail', { params: { id } }, box.token)
    return mail
  }
  const attachment = (id: string, number: string) =>
    fileOf(site, box.token, `/api/user/getAttachment/${id}/${number}`)

  it('shows text, sanitised HTML, headers, people and attachments', async () => {
    const raw = plainMail({
      subject: '=?utf-8?B?5L2g5aW9?=',
      from: '"雁书" <a@example.org>',
      to: 'One <one@example.org>, two@example.org',
      headers: [
        'Cc: three@example.org',
        'Reply-To: reply@example.org',
        'Content-Type: text/html; charset=utf-8',
      ],
      text: '<p onclick="x()">正文</p><script>alert(1)</script><img src="https://tracker.example/p.png">',
    })
    const mail = await read(raw)
    expect(mail).toMatchObject({
      subject: '你好',
      from: { name: '雁书', address: 'a@example.org' },
      to: [
        { name: 'One', address: 'one@example.org' },
        { name: '', address: 'two@example.org' },
      ],
      cc: [{ name: '', address: 'three@example.org' }],
      replyTo: [{ name: '', address: 'reply@example.org' }],
      remoteImages: 1,
      attachments: [],
      warnings: [],
    })
    expect(mail.html).toContain('正文')
    expect(mail.html).not.toMatch(/script|onclick/)
    expect(mail.headers).toContainEqual({ name: 'Cc', value: 'three@example.org' })
    expect(mail.auth.spf.result).toBe('temperror')
  })

  it('gives attachments back as they were, in safe names', async () => {
    const names = [
      '../../etc/passwd',
      '..\\..\\x.txt',
      '/abs/file.txt',
      'C:\\x.txt',
      'CON',
      '...',
      '',
      'a\u202Efdp.exe',
      'zero\u200bwidth.txt',
      `${'n'.repeat(4000)}.txt`,
      '中文 名字.pdf',
      'quote"; filename=evil.exe',
    ]
    const encoded = names.map(name => `attachment; filename*=utf-8''${encodeURIComponent(name)}`)
    const mail = await read(
      mixed([
        { type: 'text/plain' },
        ...encoded.map(disposition => ({ type: 'application/pdf', disposition })),
      ]),
    )
    expect(mail.attachments).toHaveLength(names.length)
    for (const file of mail.attachments) {
      expect(file.filename).not.toMatch(/[/\\\u202e\u200b\r\n\0]|^\.+$|^$|^[A-Z]:/)
      expect(file.filename.length).toBeLessThanOrEqual(255)
      const { status, headers, bytes } = await attachment(mail.id, file.id)
      expect([status, bytes.toString().trim()]).toEqual([200, 'content'])
      const disposition = headers.get('content-disposition') ?? ''
      expect(disposition).toMatch(/^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''[\w.~%-]*$/)
    }
    expect(mail.attachments.map(file => file.filename)).toContain('中文 名字.pdf')
    expect(mail.attachments.map(file => file.filename)).toContain('passwd')
  })

  it('never lets an attachment run on our origin', async () => {
    const types = [
      'text/html',
      'image/svg+xml',
      'text/xml',
      'application/xhtml+xml',
      'text/javascript',
      'application/x-shockwave-flash',
      'multipart/related',
      'TEXT/HTML',
      'text/html;charset=utf-7',
    ]
    const parts = types.map(type => ({
      type,
      disposition: 'attachment; filename=page.html',
      body: '<script>alert(1)</script>',
    }))
    const mail = await read(
      mixed([...parts, { type: 'application/pdf', disposition: 'attachment; filename=a.pdf' }]),
    )
    expect(mail.attachments.length).toBeGreaterThanOrEqual(types.length)
    for (const file of mail.attachments) {
      for (const query of ['', '?inline=1']) {
        const { headers } = await attachment(mail.id, `${file.id}${query}`)
        const shown = file.contentType === 'application/pdf' ? 'application/pdf' : 'application/octet-stream'
        if (headers.get('content-type')?.startsWith('application/json')) continue
        expect(headers.get('content-type')).toBe(shown)
        expect(headers.get('content-disposition')).toMatch(/^attachment;/)
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
        expect(headers.get('cache-control')).toBe('private, no-store')
      }
    }
  })

  it('has no attachment but its own', async () => {
    const mail = await read(mixed([{ type: 'text/plain' }]))
    for (const id of ['0', '99', '1.1.1', '..', '...'])
      expect((await attachment(mail.id, id)).status).not.toBe(200)
    for (const id of ['../1', '%2e%2e%2f1', 'a', '1%00', '']) {
      expect([400, 404]).toContain((await attachment(mail.id, id)).status)
    }
  })

  it('decodes an attachment of several megabytes as it was', async () => {
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 7) % 251))
    const body = bytes.toString('base64').replace(/.{76}/g, '$&\n')
    const mail = await read(
      mixed([
        {
          type: 'application/zip\nContent-Transfer-Encoding: base64',
          disposition: 'attachment; filename=a.zip',
          body,
        },
      ]),
    )
    const [file] = mail.attachments
    expect(file?.size).toBe(bytes.length)
    expect((await attachment(mail.id, file?.id ?? '')).bytes.equals(bytes)).toBe(true)
  })

  it.each(hostile)('survives %s', async (_, make) => {
    const raw = Buffer.from(
      make()
        .toString('latin1')
        .replace(/\r?\n/g, '\r\n')
        .replace(/(?<!\n)$/, '\r\n'),
      'latin1',
    )
    const worked = startCpuTime()
    await receive(site, { to: box.address, raw })
    const [row] = await inbox(site, box.token)
    const [spam] = row ? [row] : await inbox(site, box.token, { folder: 'spam' })
    expect(spam?.subject).toMatch(/^[mh]\d\d/)
    const { mail } = await site.ok('getEmail', { params: { id: spam?.id ?? '' } }, box.token)
    expect(mail.warnings).not.toContain('unreadable')
    expect(mail.html ?? '').not.toMatch(/<script/i)
    expect(JSON.stringify(mail)).not.toContain('\\u0000')
    for (const file of mail.attachments.slice(0, 2).filter(({ id }) => id.length <= 64))
      expect((await attachment(mail.id, file.id)).status).toBe(200)
    expect((await sourceOf(site, box.token, mail.id)).equals(raw)).toBe(true)
    expect((await site.fetch('/healthz')).status).toBe(200)
    expect(worked()).toBeLessThan(10_000)
  })
})
