import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import {
  deliverOn,
  greetedClient,
  inbox,
  plainMail,
  receive,
  sourceOf,
  startMailSite,
} from '../../testing/mail-site.ts'
import { makeMailbox, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const megabyte = 1024 * 1024

/** Lines of letters, so that the limit of a line is never met. */
function mailOfSize(bytes: number): Buffer {
  const head = plainMail({ subject: `size ${bytes}`, text: '' })
  const line = `${'abcdefghijklmnopqrstuvwxyz'.repeat(3)}\r\n`
  const body = line.repeat(Math.ceil((bytes - head.length) / line.length)).slice(0, bytes - head.length - 2)
  return Buffer.concat([head, Buffer.from(`${body.replace(/\r$/, 'x')}\r\n`)])
}

describe.each(databaseKinds)('the bytes of a message on %s', kind => {
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

  async function sourceAfter(raw: Buffer, params = ''): Promise<Buffer> {
    await receive(site, { to: box.address, raw, params })
    const [mail] = await inbox(site, box.token)
    return sourceOf(site, box.token, mail?.id ?? '')
  }

  it.each([
    ['UTF-8 with 8BITMIME', 'BODY=8BITMIME', Buffer.from('Subject: 你好\r\n\r\n正文 — ünïcödé\r\n')],
    [
      'SMTPUTF8',
      'BODY=8BITMIME SMTPUTF8',
      Buffer.from('From: 用户@例え.jp\r\nSubject: 你好\r\n\r\n正文\r\n'),
    ],
    [
      'eight-bit bytes nobody announced',
      '',
      Buffer.from([...Buffer.from('Subject: x\r\n\r\n'), ...[0xc4, 0xe3, 0xba, 0xc3, 0xff, 0x80], 13, 10]),
    ],
    ['lines that begin with dots', '', Buffer.from('.first: x\r\n\r\n.\r\n..\r\n...a\r\n.\r\n')],
    ['an empty mail', '', Buffer.from('\r\n')],
    ['headers only', '', Buffer.from('Subject: no body\r\n')],
  ])('stay as they were: %s', async (_, params, raw) => {
    expect((await sourceAfter(raw, params)).equals(raw)).toBe(true)
  })

  it('stay as they were with an address outside ASCII', async () => {
    const raw = plainMail({ subject: '国际化', from: '用户 <用户@例え.jp>' })
    await receive(site, { from: '用户@例え.jp', to: box.address, raw, params: 'BODY=8BITMIME SMTPUTF8' })
    const [mail] = await inbox(site, box.token)
    expect(mail?.from.address).toBe('用户@例え.jp')
    expect((await sourceOf(site, box.token, mail?.id ?? '')).equals(raw)).toBe(true)
  })

  it.each([256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 3 * megabyte])(
    'stay as they were at a size of %d, in the row or in the blob store',
    async size => {
      const raw = mailOfSize(size)
      expect(raw.length).toBe(size)
      const source = await sourceAfter(raw)
      expect([source.length, sha256(source)]).toEqual([raw.length, sha256(raw)])
      const { blob_key } = await site.app.db.query
        .selectFrom('message')
        .select('blob_key')
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow()
      expect(blob_key !== null).toBe(size > 256 * 1024)
    },
  )

  it('are accepted up to 25 MB and refused above with 552', async () => {
    const limit = 25 * megabyte
    const raw = mailOfSize(limit)
    expect(sha256(await sourceAfter(raw))).toBe(sha256(raw))
    const client = await greetedClient(site.app.smtpPort)
    expect(await client.say(`MAIL FROM:<a@example.org> SIZE=${limit + 1}`)).toMatch(/^552 5\.3\.4 /)
    const { data } = await deliverOn(client, { to: box.address, raw: mailOfSize(limit + 1) })
    expect(data).toMatch(/^552 5\.3\.4 /)
    expect((await deliverOn(client, { to: box.address })).data).toMatch(/^250 /)
    client.socket().destroy()
  })

  it('are gone for the reader, and only for this mail, when the store has damaged them', async () => {
    const raw = mailOfSize(300_000)
    await receive(site, { to: box.address, raw })
    await receive(site, { to: box.address, raw: plainMail({ subject: 'healthy' }) })
    const [healthy, damaged] = await inbox(site, box.token)
    const row = await site.app.db.query
      .selectFrom('message')
      .select(['seq', 'blob_key'])
      .where('blob_key', 'is not', null)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    await site.app.db.transaction(async tx => {
      await tx
        .updateTable('message')
        .set({ blob_key: `${'0'.repeat(64)}-${'0'.repeat(16)}` })
        .where('seq', '=', row.seq)
        .execute()
    })
    const { status, body } = await site.call('getEmail', { params: { id: damaged?.id ?? '' } }, box.token)
    expect([status, body.msg]).toEqual([404, '这封邮件的内容已经损坏'])
    const { mail } = await site.ok('getEmail', { params: { id: healthy?.id ?? '' } }, box.token)
    expect(mail.subject).toBe('healthy')
    expect(await inbox(site, box.token)).toHaveLength(2)
  })
})
