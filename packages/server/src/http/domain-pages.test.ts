import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../testing/databases.ts'
import { freePort } from '../testing/free-port.ts'
import { makeDomain, makePerson } from '../testing/people.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { readAutodiscoverAddress } from './mail-program-settings.ts'

type Answer = { status: number; type: string; text: string }

describe.each(databaseKinds)('what is served under the names of our domains on %s', kind => {
  let site: TestApp
  let pop3s: string
  beforeAll(async () => {
    pop3s = String(await freePort())
    site = await startTestApp(kind, {
      environment: {
        YANSHU_MAIL_HOST: 'mx.mailhost.test',
        YANSHU_PUBLIC_URL: 'https://www.mailhost.test',
        YANSHU_SUBMISSION_PORT: String(await freePort()),
        YANSHU_IMAPS_PORT: String(await freePort()),
        YANSHU_POP3_PORT: String(await freePort()),
        YANSHU_POP3S_PORT: pop3s,
      },
    })
    await makeDomain(site, 'example.com')
    const ann = await makePerson(site, 'ann')
    await site.ok('addDomain', { body: { name: 'claimed.com' } }, ann.token)
  })
  afterAll(() => site.stop())

  /** The host of a request cannot be chosen with fetch. */
  const ask = (host: string, path: string, body?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          host: '127.0.0.1',
          port: new URL(site.url).port,
          path,
          method: body === undefined ? 'GET' : 'POST',
          headers: { host, ...(body === undefined ? {} : { 'content-type': 'text/xml' }) },
        },
        answer => {
          let text = ''
          answer.setEncoding('utf8').on('data', chunk => {
            text += chunk
          })
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', text }),
          )
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  const policy = '/.well-known/mta-sts.txt'
  const config = '/mail/config-v1.1.xml'

  it('is the policy, which only asks for reports while the certificate is our own', async () => {
    const answer = await ask('mta-sts.example.com', policy)
    expect(answer).toEqual({
      status: 200,
      type: 'text/plain; charset=utf-8',
      text: 'version: STSv1\r\nmode: testing\r\nmx: mx.mailhost.test\r\nmax_age: 86400\r\n',
    })
    expect((await ask('MTA-STS.Example.COM.:443', policy)).status).toBe(200)
  })

  it.each([
    'mta-sts.other.com',
    'mta-sts.claimed.com',
    'example.com',
    '127.0.0.1',
    'mta-sts.',
    "mta-sts.x'--",
  ])('is nothing for the host %s', async host => {
    expect((await ask(host, policy)).status).toBe(404)
  })

  it('is the servers for Thunderbird, by host or by address', async () => {
    const byHost = await ask('autoconfig.example.com', config)
    const types = [...byHost.text.matchAll(/Server type="(\w+)"[^?]*?<socketType>(\w+)</g)].map(m => [
      m[1],
      m[2],
    ])
    expect(types).toEqual([
      ['imap', 'SSL'],
      ['pop3', 'SSL'],
      ['pop3', 'STARTTLS'],
      ['smtp', 'STARTTLS'],
    ])
    expect(byHost.text).toContain(`<port>${pop3s}</port>`)
    expect(byHost.text).toContain('<hostname>mx.mailhost.test</hostname>')
    expect(byHost.text).toContain('<loginPage url="https://www.mailhost.test/auth?tab=email"/>')
    const wellKnown = await ask('example.com', '/.well-known/autoconfig/mail/config-v1.1.xml')
    expect(wellKnown.text).toBe(byHost.text)
    expect((await ask('www.mailhost.test', `${config}?emailaddress=a%40example.com`)).text).toBe(byHost.text)
    expect((await ask('autoconfig.claimed.com', config)).status).toBe(404)
    expect((await ask('x', `${config}?emailaddress=a%40other.com`)).status).toBe(404)
  })

  it('is the servers for Outlook', async () => {
    const body = (address: string, before = '') =>
      `<?xml version="1.0"?>${before}<Autodiscover xmlns="x"><Request><EMailAddress>${address}</EMailAddress></Request></Autodiscover>`
    const path = '/autodiscover/autodiscover.xml'
    const answer = await ask('autodiscover.example.com', path, body('a@example.com'))
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('<LoginName>a@example.com</LoginName>')
    expect(answer.text).toMatch(
      new RegExp(`<Type>POP3</Type>[\\s\\S]*<Port>${pop3s}</Port>[\\s\\S]*<SSL>on</SSL>`),
    )
    expect(answer.text).toMatch(/<Type>SMTP<\/Type>[\s\S]*<Encryption>TLS<\/Encryption>/)
    expect((await ask('x', '/Autodiscover/Autodiscover.xml', body('a@example.com'))).status).toBe(200)
    expect((await ask('x', path, body('a@other.com'))).status).toBe(404)
    const entity = '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    expect((await ask('x', path, body('&e;@example.com', entity))).status).toBe(400)
    expect((await ask('x', path, 'x'.repeat(20_000))).status).toBe(413)
    expect((await ask('x', path, '')).status).toBe(400)
  })
})

describe('the address in a request of Outlook', () => {
  it.each([
    ['<a><EMailAddress> a@b.com </EMailAddress></a>', 'a@b.com'],
    ['<x:EMailAddress>a@b.com</x:EMailAddress>', 'a@b.com'],
    ['<EMailAddress>&lt;a@b.com</EMailAddress>', null],
    ['<EMailAddress>a@b.com"/><x</EMailAddress>', null],
    ['<!DOCTYPE x><EMailAddress>a@b.com</EMailAddress>', null],
    ['<EMailAddress>nobody</EMailAddress>', null],
    [`<EMailAddress>${'a'.repeat(10_000)}@b.com</EMailAddress>`, null],
    ['<'.repeat(16_000), null],
  ])('%.60s → %s', (xml, address) => {
    expect(readAutodiscoverAddress(xml)).toBe(address)
  })
})
