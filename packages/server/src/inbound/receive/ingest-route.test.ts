import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { updateMailbox } from '../../mailbox/account/repository.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { freePort } from '../../testing/free-port.ts'
import {
  deliverOn,
  greetedClient,
  inbox,
  plainMail,
  sourceOf,
  startMailSite,
  subjects,
} from '../../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

const secret = 'a shared secret of the two'

describe.each(databaseKinds)('other ways in on %s', kind => {
  let site: TestApp
  let box: TestMailbox
  let admin: Person
  let lmtpPort: number
  let names = 0

  beforeAll(async () => {
    lmtpPort = await freePort()
    site = await startMailSite(kind, {
      environment: { YANSHU_INGEST_SECRET: secret, YANSHU_LMTP_PORT: String(lmtpPort) },
    })
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    box = await makeMailbox(site, `box${++names}`)
    admin = await makePerson(site, `admin-${names}`, { role: 'admin' })
  })

  const ingest = (
    body: Buffer | string | undefined,
    headers: Record<string, string> = {},
    to: string = box.address,
  ) =>
    site.fetch('/api/ingest', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'message/rfc822',
        'x-mail-from': 'sender@example.org',
        'x-rcpt-to': to,
        ...headers,
      },
      ...(body === undefined ? {} : { body: new Uint8Array(Buffer.from(body)) }),
    })

  describe('mail over HTTP', () => {
    it('goes the same way as mail by SMTP', async () => {
      const raw = plainMail({ subject: '验证码', text: '您的验证码是 773301。' })
      const { status, body } = await ingest(raw)
      expect([status, body]).toEqual([200, { error: 0, msg: '', accepted: [box.address], refused: [] }])
      await site.app.settled()
      const [mail] = await inbox(site, box.token)
      expect(mail).toMatchObject({ subject: '验证码', code: '773301' })
      expect((await sourceOf(site, box.token, mail?.id ?? '')).equals(raw)).toBe(true)
    })

    it('takes lone line feeds for line ends', async () => {
      expect((await ingest('Subject: unix\n\nline one\nline two')).status).toBe(200)
      await site.app.settled()
      const [mail] = await inbox(site, box.token)
      expect((await sourceOf(site, box.token, mail?.id ?? '')).toString()).toBe(
        'Subject: unix\r\n\r\nline one\r\nline two\r\n',
      )
    })

    it('is taken from the null sender and whatever the body calls itself', async () => {
      const types = ['application/json', 'text/plain', 'application/octet-stream']
      for (const type of types) {
        expect((await ingest(plainMail(), { 'content-type': type, 'x-mail-from': '<>' })).status).toBe(200)
      }
      await site.app.settled()
      expect(await inbox(site, box.token)).toHaveLength(types.length)
    })

    it.each([
      ['a wrong one', { authorization: 'Bearer a shared secret of the tw0' }],
      ['none', { authorization: '' }],
      ['another kind', { authorization: `Basic ${secret}` }],
    ])('is not there for who has the secret not: %s', async (_, headers) => {
      const { status, body } = await ingest(plainMail(), headers)
      expect([status, body.error]).toEqual([404, 1006])
      expect(await inbox(site, box.token)).toEqual([])
    })

    it.each([
      ['a bare CR', 'Subject: x\r\n\r\na\rb\r\n'],
      ['a NUL', 'Subject: x\r\n\r\na\0b\r\n'],
    ])('is refused with %s in it', async (_, raw) => {
      expect((await ingest(raw)).status).toBe(400)
      await site.app.settled()
      expect(await inbox(site, box.token)).toEqual([])
    })

    it('says what was refused beside what was accepted', async () => {
      const { status, body } = await ingest(plainMail(), {}, `${box.address}, nobody@yanshu.test,u@gmail.com`)
      expect([status, body]).toMatchObject([
        200,
        {
          accepted: [box.address],
          refused: [
            { address: 'nobody@yanshu.test', reply: '550 5.1.1 No such mailbox here' },
            { address: 'u@gmail.com', reply: '550 5.7.1 Relaying denied' },
          ],
        },
      ])
    })

    it('tells a refusal for good from one for now', async () => {
      const unknown = await ingest(plainMail(), {}, 'nobody@yanshu.test')
      expect([unknown.status, unknown.body.msg]).toEqual([404, '550 5.1.1 No such mailbox here'])
      await site.app.db.transaction(tx => updateMailbox(tx, box.id, { status: 'paused' }))
      expect((await ingest(plainMail())).status).toBe(503)
      expect((await ingest(plainMail(), {}, `nobody@yanshu.test,${box.address}`)).status).toBe(503)
      await site.app.db.transaction(tx => updateMailbox(tx, box.id, { status: 'active' }))
      const headers = Array.from({ length: 60 }, () => 'Received: from a by b; now')
      const loop = await ingest(plainMail({ headers }))
      expect([loop.status, loop.body.msg]).toEqual([400, '554 5.4.6 Too many hops, the message is looping'])
    })

    it.each(['', 'not an address', 'a@b@c', `${'x'.repeat(70)}@yanshu.test`, '<box@yanshu.test>'])(
      'asks for recipients that are addresses, not "%s"',
      async to => {
        expect((await ingest(plainMail(), {}, to)).status).toBe(400)
      },
    )

    it.each(['用户@例え.jp', 'müller@example.org'])('takes the sender %s as it is written', async sender => {
      const header = Buffer.from(sender).toString('latin1')
      expect((await ingest('Subject: x\n\nhello', { 'x-mail-from': header })).status).toBe(200)
      await site.app.settled()
      expect((await inbox(site, box.token)).map(mail => mail.from.address)).toEqual([sender])
    })

    it.each(['nonsense', '"a\tb"@example.org', '"a\x85b"@example.org'])(
      'says that it is the sender that is wrong: %j',
      async sender => {
        const { status, body } = await ingest(plainMail(), { 'x-mail-from': sender })
        expect([status, body.fields]).toEqual([400, { 'x-mail-from': '地址格式不对' }])
      },
    )

    it('passes over commas without an address', async () => {
      const { status, body } = await ingest(plainMail(), {}, `,${box.address}, ,`)
      expect([status, body]).toMatchObject([200, { accepted: [box.address], refused: [] }])
      expect((await ingest(plainMail(), {}, ' , ')).status).toBe(400)
    })

    it('takes as many recipients as SMTP does', async () => {
      const to = Array.from({ length: 101 }, (_, at) => box.address.replace('@', `+${at}@`))
      const { status, body } = await ingest(plainMail(), {}, to.join(','))
      expect([status, body]).toMatchObject([
        200,
        {
          accepted: to.slice(0, 100),
          refused: [{ address: to[100], reply: expect.stringMatching(/^452 4\.5\.3/) }],
        },
      ])
    })

    it('takes an empty mail and no body at all without a fault', async () => {
      expect((await ingest('')).status).toBe(200)
      expect((await ingest(undefined)).status).toBe(200)
    })

    it('keeps to the size and the number of recipients that the operator set', async () => {
      const update = (values: Record<string, unknown>) =>
        site.ok('updateSetting', { body: { values } }, admin.token)
      const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'abcdefgh\r\n')
      const to = Array.from({ length: 101 }, (_, at) => box.address.replace('@', `+${at}@`))
      await update({ smtpMaxMb: 1, smtpMaxRecipients: 101 })
      expect([(await ingest(megabytes(2))).status, await inbox(site, box.token)]).toEqual([413, []])
      expect((await ingest(plainMail(), {}, to.join(','))).body).toMatchObject({ accepted: to, refused: [] })
      await update({ smtpMaxMb: 30, smtpMaxRecipients: null })
      expect((await ingest(megabytes(26))).status).toBe(200)
      await update({ smtpMaxMb: null })
    })

    it('is refused above 25 MB', async () => {
      const raw = Buffer.concat([plainMail(), Buffer.alloc(25 * 1024 * 1024, 'abcdefgh\r\n')])
      expect((await ingest(raw)).status).toBe(413)
      expect(await inbox(site, box.token)).toEqual([])
    })
  })

  describe('mail by LMTP', () => {
    it('has an answer for each recipient that was accepted', async () => {
      const other = await makeMailbox(site, `other${names}`)
      const client = await greetedClient(lmtpPort, 'LHLO client.test')
      const to = [box.address, 'nobody@yanshu.test', other.address]
      const { rcpt, data } = await deliverOn(client, { to, raw: plainMail({ subject: 'by LMTP' }) })
      expect(rcpt.map(answer => answer.slice(0, 9))).toEqual(['250 2.1.5', '550 5.1.1', '250 2.1.5'])
      expect([data, await client.reply()]).toEqual([
        expect.stringMatching(/^250 2\.0\.0 /),
        expect.stringMatching(/^250 2\.0\.0 /),
      ])
      client.socket().destroy()
      await site.app.settled()
      for (const { token } of [box, other]) expect(subjects(await inbox(site, token))).toEqual(['by LMTP'])
    })
  })
})

describe('mail over HTTP without a secret', () => {
  it('is not there', async () => {
    const site = await startMailSite('sqlite')
    const { status } = await site.fetch('/api/ingest', {
      method: 'POST',
      headers: { authorization: 'Bearer ', 'content-type': 'text/plain', 'x-rcpt-to': 'a@yanshu.test' },
      body: 'x',
    })
    expect(status).toBe(404)
    await site.stop()
  })
})
