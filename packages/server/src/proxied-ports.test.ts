/** Every port behind a TCP balancer: the client is the one whom a trusted balancer names, and nobody else may name one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPasswords } from './identity/session/password.ts'
import { openClient } from './inbound/receive/smtp/testing/test-client.ts'
import { loadConfig } from './kernel/config/load.ts'
import { lookAtPorts } from './operate/doctor/look-at-ports.ts'
import { headerV1, headerV2, openBehind, type Talk } from './testing/balancer-client.ts'
import { eventually } from './testing/eventually.ts'
import { freePort } from './testing/free-port.ts'
import { inbox, startMailSite } from './testing/mail-site.ts'
import { makeMailbox, type TestMailbox } from './testing/people.ts'
import { readRaw, requestLine, sendBytes } from './testing/raw-http.ts'
import { adminPassword, type TestApp } from './testing/test-app.ts'

const password = 'a long pass phrase'
const balancer = '127.0.0.2'
const everyPort = 'http smtp submission submissions imap imaps pop3 pop3s'

async function programPorts(): Promise<Record<string, string>> {
  const names = ['SUBMISSION', 'SUBMISSIONS', 'IMAP', 'IMAPS', 'POP3', 'POP3S']
  const ports = await Promise.all(names.map(async name => [`YANSHU_${name}_PORT`, String(await freePort())]))
  return Object.fromEntries(ports) as Record<string, string>
}

describe('a port behind a TCP balancer', () => {
  let site: TestApp
  let ports: Record<string, string>
  let hash: string
  let count = 0
  beforeAll(async () => {
    ports = await programPorts()
    hash = await createPasswords().hash(password)
    site = await startMailSite('sqlite', {
      environment: { ...ports, YANSHU_TRUSTED_PROXIES: balancer, YANSHU_PROXY_PROTOCOL: everyPort },
    })
  })
  afterAll(() => site.stop())

  const port = (name: string): number => Number(ports[`YANSHU_${name}_PORT`])

  async function account(): Promise<TestMailbox> {
    const box = await makeMailbox(site, `phone${++count}`)
    const change = { password_hash: hash, may_send: 1 as const }
    await site.app.db.transaction(async tx => {
      await tx.updateTable('mailbox').set(change).where('id', '=', box.id).execute()
    })
    return box
  }

  async function deliverAs(header: string | Buffer, to: string): Promise<string> {
    const smtp = await openBehind({ port: site.app.smtpPort, header })
    try {
      expect(await smtp.line()).toMatch(/^220 /)
      await smtp.say('HELO client.test')
      const mail = await smtp.say('MAIL FROM:<sender@example.org>')
      if (!mail.startsWith('250')) return mail
      await smtp.say(`RCPT TO:<${to}>`)
      await smtp.say('DATA')
      return await smtp.say('Subject: hello\r\n\r\ntext\r\n.')
    } finally {
      smtp.close()
    }
  }

  it('takes mail from the client that the header names, in the trace and in the letter', async () => {
    const box = await makeMailbox(site, 'trace')
    for (const header of [headerV1('203.0.113.7'), headerV2('203.0.113.8'), headerV1('2001:db8::9')])
      expect(await deliverAs(header, box.address)).toMatch(/^250 /)
    await site.app.settled()
    const clients = await eventually('the trace is written', async () => {
      const { list } = await site.ok('getTrace', {}, box.token)
      return list.length === 3 && list.map(({ client }) => client).sort()
    })
    expect(clients).toEqual(['2001:db8::9', '203.0.113.7', '203.0.113.8'])
    const sources: string[] = []
    for (const { id } of await inbox(site, box.token)) {
      const headers = { authorization: `Bearer ${box.token}` }
      sources.push((await site.fetch(`/api/user/getEmailSource/${id}`, { headers })).text)
    }
    for (const client of ['203.0.113.7', '203.0.113.8', '2001:db8::9'])
      expect(sources.filter(text => text.includes(`${client}]`))).toHaveLength(1)
  })

  it('counts mails for each client and not for the balancer', async () => {
    const box = await makeMailbox(site, 'rate')
    const admin = await site.adminToken()
    await site.ok('updateSetting', { body: { values: { smtpPerMinute: 2 } } }, admin)
    const busy = headerV1('198.51.100.1')
    const answers = [busy, busy, busy, headerV1('198.51.100.2')].map(
      header => () => deliverAs(header, box.address),
    )
    const given: string[] = []
    for (const answer of answers) given.push((await answer()).slice(0, 3))
    expect(given).toEqual(['250', '250', '450', '250'])
  })

  const doors: [
    name: string,
    tls: boolean,
    signIn: (talk: Talk, address: string, pass: string) => Promise<string>,
  ][] = [
    [
      'SUBMISSIONS',
      true,
      async (talk, address, pass) => {
        await talk.say('HELO phone')
        return talk.say(`AUTH PLAIN ${Buffer.from(`\0${address}\0${pass}`).toString('base64')}`)
      },
    ],
    ['IMAPS', true, (talk, address, pass) => talk.say(`a LOGIN ${address} "${pass}"`)],
    [
      'POP3S',
      true,
      async (talk, address, pass) => {
        await talk.say(`USER ${address}`)
        return talk.say(`PASS ${pass}`)
      },
    ],
  ]

  it.each(doors)(
    '%s hears the header before TLS, and locks out a client and not the balancer',
    async (name, tls, signIn) => {
      const { address } = await account()
      // Each door has a client of its own: what one guesses counts at all doors.
      const client = `192.0.2.1${doors.findIndex(door => door[0] === name)}`
      async function tryIt(header: string | Buffer, pass: string): Promise<string> {
        const talk = await openBehind({ port: port(name), header, tls })
        expect(await talk.line()).toMatch(/^(?:220|\* OK|\+OK) /)
        const answer = await signIn(talk, address, pass)
        talk.close()
        return answer
      }
      for (const header of [headerV1(client), headerV2(client), headerV1(client)])
        expect(await tryIt(header, 'wrong')).toMatch(/^(?:535|a NO \[AUTH|-ERR \[AUTH\])/)
      expect(await tryIt(headerV1(client), password)).toMatch(/^(?:454|a NO \[LIMIT\]|-ERR \[SYS\/TEMP\])/)
      expect(await tryIt(headerV2('192.0.2.2'), password)).toMatch(/^(?:235|a OK|\+OK)/)
    },
  )

  it.each(['SUBMISSION', 'IMAP', 'POP3'])('%s hears the header before its greeting', async name => {
    const talk = await openBehind({ port: port(name), header: headerV2('192.0.2.3') })
    expect(await talk.line()).toMatch(/^(?:220|\* OK|\+OK) /)
    talk.close()
    const bare = await openBehind({ port: port(name), header: 'NOOP\r\n' })
    expect(await bare.line()).toMatch(/^(?:554 5\.5\.0|\* BYE|-ERR) Expected a PROXY header/)
  })

  it('answers HTTP to the client that the header names', async () => {
    const body = JSON.stringify({ username: 'admin', password: adminPassword })
    const json = { 'content-type': 'application/json' }
    async function seen(header: string, more: Record<string, string> = {}): Promise<string | undefined> {
      const behind = await openBehind({ port: site.app.httpPort, header })
      behind.write(requestLine('POST', '/api/login', { ...json, ...more }, body))
      let token: string | undefined
      for (
        let line = await behind.line();
        line !== 'closed' && token === undefined;
        line = await behind.line()
      )
        token = /"token":"([^"]+)"/.exec(line)?.[1]
      const { list } = await site.ok('getSessions', {}, token ?? '')
      return list.find(session => session.current)?.client
    }
    expect(await seen(headerV1('203.0.113.20'))).toBe('203.0.113.20')
    expect(await seen(headerV1('203.0.113.20'), { 'x-forwarded-for': '1.2.3.4' })).toBe('203.0.113.20')
    expect(await seen(headerV1(balancer), { 'x-forwarded-for': '1.2.3.4' })).toBe('1.2.3.4')
  })

  it('takes a header from nobody else, and needs none from anybody else', async () => {
    const smtp = await openClient(site.app.smtpPort)
    expect(await smtp.reply()).toMatch(/^220 /)
    expect(await smtp.say(headerV1('203.0.113.9').trimEnd())).toMatch(/^502 /)
    const pop3 = await openBehind({ port: port('POP3'), header: '', from: '127.0.0.1' })
    expect(await pop3.line()).toMatch(/^\+OK /)
    expect(await pop3.say(headerV1('203.0.113.9').trimEnd())).toMatch(/^-ERR /)
    for (const name of ['SUBMISSIONS', 'IMAPS', 'POP3S']) {
      const header = headerV1('203.0.113.9')
      const talk = await openBehind({ port: port(name), header, from: '127.0.0.1', tls: true })
      expect(await talk.line()).toBe('closed')
    }
    const forged = `${headerV1('203.0.113.9')}${requestLine('GET', '/healthz')}`
    expect(readRaw(await sendBytes(site.app.httpPort, forged)).status).toBe(400)
    expect(readRaw(await sendBytes(site.app.httpPort, requestLine('GET', '/healthz'))).status).toBe(200)
  })
})

describe('the program’s own connections', () => {
  it('say the header where their own address is trusted', async () => {
    const environment: Record<string, string> = {
      ...(await programPorts()),
      YANSHU_TRUSTED_PROXIES: '127.0.0.0/8',
      YANSHU_PROXY_PROTOCOL: 'smtp,submission,submissions,imap,imaps,pop3,pop3s',
    }
    const site = await startMailSite('sqlite', { environment })
    try {
      const box = await makeMailbox(site, 'letter')
      await site.ok('sendTestMail', { body: { mailbox: box.id } }, box.token)
      await site.app.settled()
      expect(await inbox(site, box.token)).toHaveLength(1)
      const { httpPort, smtpPort } = site.app
      const config = { ...loadConfig(environment), httpPort, smtpPort }
      const found = await lookAtPorts(config)
      expect(found).toHaveLength(8)
      expect(found.filter(({ state }) => state !== 'ok')).toEqual([])
    } finally {
      await site.stop()
    }
  })
})
