/** What operators look for is in the log, and what nobody may see is not. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt, stepOf } from './identity/session/totp.ts'
import type { LogEvent } from './kernel/log/events.ts'
import { openPop3 } from './programs/fetch/pop3/testing/test-client.ts'
import { databaseKinds } from './testing/databases.ts'
import { freePort } from './testing/free-port.ts'
import { deliver, greetedClient, plainMail } from './testing/mail-site.ts'
import { openOctets } from './testing/octet-client.ts'
import { makeSender, type OutboundSite, send, startOutboundSite } from './testing/outbound-site.ts'
import { keyFor, makeMailbox, makePerson } from './testing/people.ts'
import { adminPassword } from './testing/test-app.ts'

type Line = Record<string, unknown>

const secrets = {
  wrong: 'wrong-guess-5512',
  inNameField: 'zEcret-in-the-name-field',
  subject: 'Subject-of-a-letter-77',
  text: 'text of the letter with code 739104 in it',
  code: '739104',
  gatewayKey: 'key-of-the-gateway-4711',
}

describe.each(databaseKinds)('the log of a site on %s', kind => {
  let out: OutboundSite
  let popPort: number
  let submissionPort: number
  const accountPasswords: string[] = []
  beforeAll(async () => {
    popPort = await freePort()
    submissionPort = await freePort()
    const environment = {
      YANSHU_POP3S_PORT: String(popPort),
      YANSHU_SUBMISSIONS_PORT: String(submissionPort),
      YANSHU_TRUSTED_PROXIES: '127.0.0.1',
      YANSHU_PUBLIC_URL: 'https://mail.example.org',
    }
    out = await startOutboundSite(kind, {}, { environment })
  })
  afterAll(() => out.stop())

  const lines = (): Line[] => out.site.logged.map(line => JSON.parse(line) as Line)
  const told = (event: LogEvent, about: Line = {}): Line[] =>
    lines().filter(
      line => line.event === event && Object.entries(about).every(([field, value]) => line[field] === value),
    )
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const settled = () => out.site.app.settled()

  it('tells of each mail that comes in, by the id that its sender was given', async () => {
    const { address } = await makeMailbox(out.site, 'arrives')
    const raw = plainMail({ subject: secrets.subject, text: secrets.text })
    const { data } = await deliver(out.site.app.smtpPort, { to: address, raw })
    await settled()
    const id = /stored as (\S+)/.exec(data)?.[1]
    const [line, ...more] = told('mail.received', { to: address })
    expect(more).toEqual([])
    expect(line).toMatchObject({ id, client: '127.0.0.1', from: 'sender@example.org', part: 'inbound' })
    expect(line).toMatchObject({ verdict: 'accepted', reason: 'delivered', size: raw.length, level: 'info' })
    expect(line?.mail).toMatch(/^\S{10,}$/)
    expect(line?.delayMs).toBeGreaterThanOrEqual(0)
  })

  it('tells why a client was refused, once for each reply', async () => {
    const client = await greetedClient(out.site.app.smtpPort)
    await client.say('MAIL FROM:<sender@example.org>')
    await client.say('RCPT TO:<nobody-here@yanshu.test>')
    await client.say('RCPT TO:<someone@elsewhere.example>')
    await client.say('NONSENSE')
    client.socket().destroy()
    const common = { client: '127.0.0.1', channel: 'smtp', from: 'sender@example.org' }
    expect(told('smtp.refused', { to: 'nobody-here@yanshu.test' })).toMatchObject([
      { ...common, code: 550, reason: 'unknownMailbox', reply: '550 5.1.1 No such mailbox here' },
    ])
    expect(told('smtp.refused', { to: 'someone@elsewhere.example' })).toMatchObject([
      { ...common, code: 550, reason: 'notOurs' },
    ])
    expect(told('smtp.refused', { reason: 'unknown-command' })).toMatchObject([{ ...common, code: 500 }])
  })

  it('tells of each attempt to deliver, by the id of the sent mail', async () => {
    const ann = await makeSender(out.site, 'writer')
    out.names.set('gone.test', 'noSuchName')
    const mail = { subject: secrets.subject, text: secrets.text, to: ['bob@far.test', 'bob@gone.test'] }
    const id = await send(out.site, ann, mail)
    await out.site.app.deliverDue()
    const common = { id, from: ann.box.address, attempt: 1, part: 'outbound' }
    expect(told('mail.sent', { to: 'bob@far.test' })).toMatchObject([
      { ...common, verdict: 'delivered', reason: 'accepted', host: 'mx.far.test' },
    ])
    expect(told('mail.sent', { to: 'bob@gone.test' })).toMatchObject([{ ...common, verdict: 'failed' }])
    for (const { size, delayMs } of told('mail.sent', { id })) {
      expect(size).toBeGreaterThan(100)
      expect(delayMs).toBeGreaterThanOrEqual(0)
    }
  })

  it('tells who logged in and who failed, whichever way they came', async () => {
    const { site, admin } = out
    const { password } = await site.ok('createSysAccount', { body: { username: 'ann' } }, admin)
    accountPasswords.push(password)
    const logIn = (username: string, password: string, client: string) =>
      site.call('login', { body: { username, password }, headers: from(client) })
    await logIn('ann', secrets.wrong, '198.51.100.1')
    await logIn('ann', password, '198.51.100.1')
    await logIn(secrets.inNameField, 'ann', '198.51.100.1')
    const here = { client: '198.51.100.1', channel: 'http' }
    expect(told('login.failed', here)).toMatchObject([
      { reason: 'wrong', name: 'ann', known: 'yes' },
      { reason: 'wrong', name: 'z…', known: 'no' },
    ])
    expect(told('login.ok', here)).toMatchObject([{ name: 'ann' }])

    const { address } = await makeMailbox(site, 'programs')
    const body = { address, password: secrets.wrong }
    await site.call('loginEmail', { body, headers: from('198.51.100.2') })
    expect(told('login.failed', { client: '198.51.100.2' })).toMatchObject([
      { name: address, reason: 'wrong' },
    ])

    const pop3 = await openPop3(popPort, { tls: true })
    await pop3.line()
    await pop3.say(`USER ${address}`)
    await pop3.say(`PASS ${secrets.wrong}`)
    expect(told('login.failed', { channel: 'pop3' })).toMatchObject([{ client: '127.0.0.1', name: address }])

    const smtp = await openOctets(submissionPort, { tls: true })
    const line = () => smtp.take(text => /^\d{3} .*\r\n/m.exec(text) && { found: text, length: text.length })
    await line()
    smtp.write('EHLO client.test\r\n')
    await line()
    smtp.write(`AUTH PLAIN ${Buffer.from(`\0${address}\0${secrets.wrong}`).toString('base64')}\r\n`)
    expect(await line()).toMatch(/^535 /)
    smtp.socket().destroy()
    pop3.socket().destroy()
    expect(told('login.failed', { channel: 'submission' })).toMatchObject([
      { name: address, reason: 'wrong' },
    ])
  })

  it('tells of a wrong second factor, and of nothing while it is only asked for', async () => {
    const { site, admin } = out
    const { password } = await site.ok('createSysAccount', { body: { username: 'two-steps' } }, admin)
    accountPasswords.push(password)
    const logIn = (totp?: string) =>
      site.call('login', {
        body: { username: 'two-steps', password, ...(totp && { totp }) },
        headers: from('198.51.100.3'),
      })
    const token = (await logIn()).body.token ?? ''
    const { secret } = await site.ok('startTotp', { body: { password } }, token)
    const right = codeAt(secret, stepOf(site.clock.now()))
    await site.ok('confirmTotp', { body: { totp: right } }, token)
    await logIn()
    await logIn(right)
    expect(told('login.failed', { client: '198.51.100.3' })).toMatchObject([{ reason: 'secondFactor' }])
    for (const line of site.logged) {
      expect(line).not.toContain(secret)
      expect(line).not.toContain(right)
    }
  })

  it('tells what admins do, also in the name of others', async () => {
    const { site, admin } = out
    const person = await makePerson(site, 'led')
    const values = { epayKey: secrets.gatewayKey }
    await site.ok('updateSetting', { body: { values } }, admin)
    expect(told('admin.act', { act: 'updateSetting' }).at(-1)).toMatchObject({
      ...{ who: 'admin', client: '127.0.0.1', part: 'admin' },
    })
    const { token } = await site.ok('loginAs', { body: { id: person.id } }, admin)
    expect(told('admin.act', { act: 'loginAs' })).toMatchObject([{ who: 'admin' }])
    await site.ok('updateSetting', { body: { values: { displayName: 'Led' } } }, token)
    await site.call('getSetting', {}, token)
    expect(told('admin.act', { act: 'getSetting' })).toEqual([])
    expect(told('admin.act', { as: 'led' })).toMatchObject([{ who: 'admin', act: 'updateSetting' }])
  })

  it('holds no password, token, code, subject or letter', async () => {
    const { site, admin } = out
    const person = await makePerson(site, 'keyed')
    const key = await keyFor(site, person)
    await site.call('getInbox', {}, key)
    await site.call('getInbox', {}, `${key}x`)
    const chosen = { domain: 'yanshu.test', localPart: 'registered', password: 'mailbox pass phrase 11' }
    const { token } = await site.ok('regEmail', { body: chosen })
    await site.call('loginEmail', { body: { address: 'registered@yanshu.test', password: chosen.password } })
    const { body } = await site.call('login', { body: { username: 'admin', password: adminPassword } })
    await site.app.runJobs()
    const hidden = [...Object.values(secrets), ...accountPasswords, adminPassword, chosen.password]
    for (const secret of [...hidden, key, token, admin, body.token]) {
      expect(secret).toBeTruthy()
      for (const line of site.logged) expect(line).not.toContain(secret)
    }
  })

  it.skipIf(!existsSync('/usr/bin/jq'))('answers the questions of the operating guide', () => {
    const folder = mkdtempSync(join(tmpdir(), 'yanshu-questions-'))
    const file = join(folder, 'yanshu.log')
    const id = String(told('mail.sent')[0]?.id)
    writeFileSync(file, out.site.logged.join(''))
    const guide = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
    const chapter = /### Questions to the log\n([\s\S]*?)\n### /.exec(guide)?.[1] ?? ''
    const answers = [...chapter.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, command = '']) => {
      const asked = command
        .replaceAll('ann@example.com', 'arrives@yanshu.test')
        .replaceAll('01J…', id)
        .replaceAll('203.0.113.7', '127.0.0.1')
      return execFileSync('sh', ['-ec', asked], { encoding: 'utf8', env: { ...process.env, LOG: file } })
    })
    rmSync(folder, { recursive: true })
    expect(answers).toHaveLength(6)
    const [where, what, who, why, acts, undelivered] = answers
    expect(where).toMatch(/^\{.*"event":"mail\.received".*"to":"arrives@yanshu\.test"/)
    expect(what?.trim().split('\n')).toHaveLength(2)
    expect(who).toMatch(/\b1\t?\s*198\.51\.100\.2\thttp\twrong\tprograms@yanshu\.test/)
    expect(why).toContain('\tnotOurs\tsender@example.org\tsomeone@elsewhere.example\t550 5.7.1')
    expect(acts).toMatch(/\tadmin\tupdateSetting\t/)
    expect(undelivered).toMatch(/\tbob@gone\.test\tfailed\t/)
  })
})
