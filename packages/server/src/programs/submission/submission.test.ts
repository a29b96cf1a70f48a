import { connect as connectTls, type TLSSocket } from 'node:tls'
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPasswords } from '../../identity/session/password.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { freePort } from '../../testing/free-port.ts'
import { greetedClient, plainMail } from '../../testing/mail-site.ts'
import { makeSendingMailbox, type OutboundSite, startOutboundSite } from '../../testing/outbound-site.ts'
import { makeMailbox, type TestMailbox } from '../../testing/people.ts'

const password = 'a long pass phrase'

describe.each(databaseKinds)('submission on %s', kind => {
  let out: OutboundSite
  let plainPort: number
  let tlsPort: number
  let hash: string
  let count = 0
  beforeAll(async () => {
    plainPort = await freePort()
    tlsPort = await freePort()
    const environment = {
      YANSHU_SUBMISSION_PORT: String(plainPort),
      YANSHU_SUBMISSIONS_PORT: String(tlsPort),
    }
    hash = await createPasswords().hash(password)
    out = await startOutboundSite(
      kind,
      {},
      { environment: { ...environment, YANSHU_DNS_SERVERS: '127.0.0.1:9' } },
    )
  })
  afterAll(() => out.stop())

  async function withPassword(box: TestMailbox): Promise<TestMailbox> {
    await out.site.app.db.transaction(async tx => {
      await tx.updateTable('mailbox').set({ password_hash: hash }).where('id', '=', box.id).execute()
    })
    return box
  }
  const sender = async () => withPassword(await makeSendingMailbox(out.site, `phone${++count}`))

  type Mail = { from: string; to: string[]; raw: Buffer }
  /** As a mail program does it: connect, encrypt, sign in, hand in. Resolves with what went wrong, or the answer. */
  async function submit(user: string, mail: Mail, { secure = true, pass = password } = {}): Promise<string> {
    const connection = new SMTPConnection({
      host: '127.0.0.1',
      port: secure ? tlsPort : plainPort,
      secure,
      requireTLS: !secure,
      tls: { rejectUnauthorized: false },
    })
    try {
      return await new Promise<string>(resolve => {
        connection.once('error', error => resolve((error as { response?: string }).response ?? error.message))
        connection.connect(() => {
          connection.login({ credentials: { user, pass } }, failed => {
            if (failed) return resolve((failed as { response?: string }).response ?? failed.message)
            connection.send({ from: mail.from, to: mail.to }, mail.raw, (error, info) =>
              resolve(error ? ((error as { response?: string }).response ?? error.message) : info.response),
            )
          })
        })
      })
    } finally {
      connection.close()
    }
  }

  it.each([true, false])('takes mail of one who signed in, over TLS from the start: %s', async secure => {
    const box = await sender()
    const to = `a@d${count}.test`
    const raw = plainMail({
      from: `Phone <${box.address}>`,
      to,
      subject: '手机发出',
      headers: ['Bcc: hidden@d.test', `Sender: <${box.address}>`, 'X-Mailer: phone'],
    })
    const answer = await submit(
      box.address,
      { from: box.address, to: [to, 'hidden@d.test'], raw },
      { secure },
    )
    expect(answer).toMatch(/^250 2\.0\.0 OK, queued as/)
    await out.site.app.deliverDue()
    const { list } = await out.site.ok('getSentEmail', {}, box.token)
    expect(list[0]).toMatchObject({ subject: '手机发出', state: 'delivered' })
    expect(list[0]?.recipients.map(({ kind }) => kind)).toEqual(['to', 'bcc'])
    const given = out.far.messages.findLast(({ recipients }) => recipients.includes(to))
    const text = given?.data.toString() ?? ''
    expect(text).not.toMatch(/^(bcc|sender):/im)
    expect(text).toMatch(/^Received: by .* with ESMTPSA id /m)
    expect(text).not.toContain('127.0.0.1')
    expect(text.match(/^DKIM-Signature:/gm)).toHaveLength(2)
  })

  it('lets nobody send as another, neither in the envelope nor in the letter', async () => {
    const [box, other] = [await sender(), await sender()]
    const to = ['a@d.test']
    const theirs = plainMail({ from: other.address })
    const own = plainMail({ from: box.address })
    expect(await submit(box.address, { from: other.address, to, raw: own })).toMatch(/^553 5\.7\.1/)
    expect(await submit(box.address, { from: box.address, to, raw: theirs })).toMatch(/^553 5\.7\.1/)
    expect(await submit(box.address, { from: 'x@elsewhere.test', to, raw: own })).toMatch(/^553/)
    for (const name of ['Sender', 'Resent-From', 'resent-sender']) {
      const raw = plainMail({ from: box.address, headers: [`${name}: Boss <${other.address}>`] })
      expect(await submit(box.address, { from: box.address, to, raw })).toMatch(/^553 5\.7\.1/)
    }
    const two = plainMail({ from: `${box.address}, ${other.address}` })
    expect(await submit(box.address, { from: box.address, to, raw: two })).toMatch(/^550/)
    const twice = Buffer.concat([Buffer.from(`From: ${other.address}\r\n`), own])
    expect(await submit(box.address, { from: box.address, to, raw: twice })).toMatch(/^550/)
  })

  it('is closed to those who did not sign in, and hears no password in the clear', async () => {
    const client = await greetedClient(plainPort)
    expect(await client.say('MAIL FROM:<a@yanshu.test>')).toMatch(/^530 5\.7\.0/)
    expect(await client.say('AUTH PLAIN AGEAYg==')).toMatch(/^53[08]/)
    expect(await client.say('EHLO again')).not.toContain('AUTH')
    client.socket().destroy()
  })

  /** Raw lines over TLS. */
  async function speak(lines: readonly string[]): Promise<string[]> {
    const socket: TLSSocket = connectTls({ port: tlsPort, host: '127.0.0.1', rejectUnauthorized: false })
    const answers: string[] = []
    let held = ''
    const next = () =>
      new Promise<string>(resolve => {
        const look = () => {
          const match = /^(?:\d{3}-[^\r]*\r\n)*\d{3} [^\r]*\r\n/.exec(held)
          if (!match) return false
          held = held.slice(match[0].length)
          resolve(match[0])
          return true
        }
        if (look()) return
        socket.on('data', function more(piece: Buffer) {
          held += piece.toString()
          if (look()) socket.off('data', more)
        })
        socket.once('close', () => resolve('closed'))
      })
    await next()
    for (const line of lines) {
      socket.write(`${line}\r\n`)
      answers.push(await next())
    }
    socket.destroy()
    return answers
  }
  const base64 = (text: string) => Buffer.from(text).toString('base64')

  it('answers broken sign-ins as it should and nobody acts for another', async () => {
    const box = await sender()
    const [, broken, huge, asked, cancelled, other] = await speak([
      'EHLO c.test',
      'AUTH PLAIN !!!!',
      `AUTH PLAIN ${'A'.repeat(1_000_000)}`,
      'AUTH LOGIN',
      '*',
      `AUTH PLAIN ${base64(`someone@else.test\0${box.address}\0${password}`)}`,
    ])
    expect([broken, huge, asked, cancelled, other].map(line => line?.slice(0, 3))).toEqual([
      '501',
      '501',
      '334',
      '501',
      '535',
    ])
    const named = ['EHLO c.test', 'AUTH LOGIN', base64(`${box.address}\0`), base64(password)]
    expect((await speak(named)).at(-1)).toMatch(/^535/)
  })

  it('shares one lock with the page: guessing here shuts there, and hangs up after five', async () => {
    const box = await sender()
    const wrong = `AUTH PLAIN ${base64(`\0${box.address}\0wrong`)}`
    const unknown = `AUTH PLAIN ${base64('\0nobody@yanshu.test\0wrong')}`
    const answers = await speak(['EHLO c.test', wrong, unknown, wrong, wrong, wrong])
    expect(answers[1]).toBe(answers[2])
    expect(answers[1]).toMatch(/^535/)
    expect(answers[4]).toMatch(/^535/)
    expect(answers[5]).toMatch(/^421/)
    const [, later] = await speak(['EHLO c.test', wrong])
    expect(later).toMatch(/^454 4\.7\.0/)
    const page = await out.site.call('loginEmail', { body: { address: box.address, password } })
    expect(page.body.error).toBe(2004)
    out.site.clock.advance(20 * 60_000)
    expect((await out.site.call('loginEmail', { body: { address: box.address, password } })).body.error).toBe(
      0,
    )
  })

  it('tells a mailbox that may not send so, and takes one that is stopped for unknown', async () => {
    const quiet = await withPassword(await makeMailbox(out.site, `quiet${++count}`))
    const mail = (box: TestMailbox) => ({
      from: box.address,
      to: ['a@d.test'],
      raw: plainMail({ from: box.address }),
    })
    expect(await submit(quiet.address, mail(quiet))).toMatch(/^550 5\.7\.1 This mailbox may not send/)
    const box = await sender()
    await out.site.ok('editEmailAccount', { body: { id: box.id, status: 'stopped' } }, out.admin)
    expect(await submit(box.address, mail(box))).toMatch(/^535/)
    out.site.clock.advance(20 * 60_000)
  })

  it('ends for whoever signed in with a password that was changed since', async () => {
    const box = await sender()
    const connection = new SMTPConnection({
      ...{ host: '127.0.0.1', port: tlsPort, secure: true, tls: { rejectUnauthorized: false } },
    })
    const raw = plainMail({ from: box.address })
    const hand = () =>
      new Promise<string>(resolve =>
        connection.send({ from: box.address, to: ['a@d.test'] }, raw, (error, info) =>
          resolve(error ? ((error as { response?: string }).response ?? error.message) : info.response),
        ),
      )
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject)
      connection.connect(() =>
        connection.login({ credentials: { user: box.address, pass: password } }, failed =>
          failed ? reject(failed) : resolve(),
        ),
      )
    })
    expect(await hand()).toMatch(/^250/)
    const body = { oldPassword: password, newPassword: 'quite another password' }
    await out.site.ok('changePassword', { body }, box.token)
    expect(await hand()).toMatch(/^530/)
    connection.close()
  })

  it('takes nothing from a sender that was stopped', async () => {
    const box = await sender()
    const stop = { sender_key: `mailbox:${box.id}`, reason: 'bounces', detail: '', stopped_at: 1 } as const
    await out.site.app.db.transaction(async tx => {
      await tx.insertInto('send_stop').values(stop).execute()
    })
    const mail = { from: box.address, to: ['a@d.test'], raw: plainMail({ from: box.address }) }
    expect(await submit(box.address, mail)).toMatch(/^550 5\.7\.1 Sending was stopped/)
  })

  it('counts against the same limit of the day as the page', async () => {
    const box = await sender()
    await out.site.ok('updateSetting', { body: { values: { mailboxSendsPerDay: 2 } } }, out.admin)
    const raw = plainMail({ from: box.address })
    expect(await submit(box.address, { from: box.address, to: ['a@d.test'], raw })).toMatch(/^250/)
    const body = { from: box.address, to: ['b@d.test'], subject: '', text: '' }
    expect((await out.site.call('sendEmail', { body }, box.token)).body.error).toBe(0)
    expect(await submit(box.address, { from: box.address, to: ['c@d.test'], raw })).toMatch(/^452/)
    expect((await out.site.call('sendEmail', { body }, box.token)).body.error).toBe(3004)
    await out.site.ok('updateSetting', { body: { values: { mailboxSendsPerDay: null } } }, out.admin)
  })
})
