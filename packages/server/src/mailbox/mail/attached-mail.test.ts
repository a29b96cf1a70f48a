import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { fileOf, inbox, plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

const mixed = (headers: readonly string[], ...parts: readonly string[]): string =>
  [...headers, 'Content-Type: multipart/mixed; boundary=edge', '', ...parts.map(part => `--edge\n${part}`)]
    .concat('--edge--', '')
    .join('\n')
    // Each has an edge of its own.
    .replaceAll('edge', `edge${parts.length}`)

const innermost = 'From: Deep <deep@example.com>\nSubject: innermost\n\nat the bottom'
const picture = 'Content-Type: image/png; name=dot.png\nContent-ID: <dot>\n\nnot really a picture'
const inner = mixed(
  [
    'From: =?utf-8?B?546L6Zu3?= <wang@example.com>',
    'To: li@example.com, zhao@example.com',
    'Subject: =?utf-8?B?6YeH6LSt5Y2V?=',
    'Date: Mon, 2 Nov 2026 08:30:00 +0800',
  ],
  'Content-Type: text/html; charset=utf-8\n\n<p onclick="x()">你好</p><script>steal()</script><img src="cid:dot"><img src="https://spy.example/p.png">',
  picture,
  `Content-Type: message/rfc822\n\n${innermost}`,
)
const outer = plainMail({
  subject: 'forwarded',
  headers: ['Content-Type: multipart/mixed; boundary=out'],
  text: [
    '--out\nContent-Type: text/plain\n\nsee below',
    `--out\nContent-Type: message/rfc822\nContent-Transfer-Encoding: 8bit\n\n${inner}`,
    `--out\nContent-Type: application/octet-stream; name="Mail.EML"\nContent-Transfer-Encoding: base64\n\n${Buffer.from(innermost).toString('base64')}`,
    '--out\nContent-Type: text/plain; name=notes.txt\nContent-Disposition: attachment\n\nno mail',
    '--out--',
  ].join('\n'),
})

describe.each(databaseKinds)('a mail that is attached to a mail on %s', kind => {
  let site: TestApp
  let box: TestMailbox
  let id: string
  beforeAll(async () => {
    site = await startMailSite(kind)
    box = await makeMailbox(site, 'reader')
    await receive(site, { to: box.address, raw: outer })
    id = (await inbox(site, box.token))[0]?.id ?? ''
  })
  afterAll(() => site.stop())

  const read = (attachmentId: string, token = box.token) =>
    site.call('getAttachedEmail', { params: { id, attachmentId } }, token)
  const file = (attachmentId: string, token = box.token) =>
    fileOf(site, token, `/api/user/getAttachment/${id}/${attachmentId}`)

  it('is read like a mail: people, time, sanitised letter, files', async () => {
    const { mail } = await site.ok('getAttachedEmail', { params: { id, attachmentId: '2' } }, box.token)
    expect(mail).toMatchObject({
      from: { name: '王雷', address: 'wang@example.com' },
      to: [{ address: 'li@example.com' }, { address: 'zhao@example.com' }],
      subject: '采购单',
      date: '2026-11-02T00:30:00.000Z',
      remoteImages: 1,
      attachments: [
        { id: '2-2', filename: 'dot.png', inline: true, cid: 'dot' },
        { id: '2-3', filename: 'innermost.eml', contentType: 'message/rfc822' },
      ],
    })
    expect(mail.html).toContain('你好')
    expect(mail.html).not.toMatch(/script|onclick| src="https/)
    expect((await file('2-2')).bytes.toString()).toContain('not really a picture')
    expect((await file('2-3')).bytes.toString()).toContain('at the bottom')
  })

  it('is read in an attached mail too, and by its name where the type says nothing', async () => {
    for (const attachmentId of ['2-3', '3']) {
      const { mail } = await site.ok('getAttachedEmail', { params: { id, attachmentId } }, box.token)
      expect([mail.subject, mail.from.address]).toEqual(['innermost', 'deep@example.com'])
      expect(mail.text).toContain('at the bottom')
    }
  })

  it('is not there where there is none, and not for others', async () => {
    for (const attachmentId of ['1', '4', '9', '2-1', '2-2', '2-9', '2-3-1', '4-1'])
      expect([attachmentId, (await read(attachmentId)).status]).toEqual([attachmentId, 404])
    for (const attachmentId of ['4-1', '2-9', '9-1'])
      expect([attachmentId, (await file(attachmentId)).status]).toEqual([attachmentId, 404])
    for (const attachmentId of ['a', '-', '2-', '1-1-1-1-1-1', '..%2f'])
      expect([attachmentId, (await read(attachmentId)).status]).toEqual([attachmentId, 400])
    const other = await makeMailbox(site, 'other')
    for (const attachmentId of ['2', '2-3']) expect((await read(attachmentId, other.token)).status).toBe(404)
    expect((await file('2-2', other.token)).status).toBe(404)
  })
})
