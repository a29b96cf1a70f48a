import { errors } from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeMailbox, makePerson, type Person, type TestMailbox } from '../testing/people.ts'
import { readRaw, requestLine, sendBytes } from '../testing/raw-http.ts'
import { adminPassword, startTestApp, type TestApp } from '../testing/test-app.ts'
import { makeWebFolder } from '../testing/web-folder.ts'

/** Names of accounts stand in no answer but that of getSysAccount. */
const secret = 'well-hidden-account'

describe('the way to a call', () => {
  let site: TestApp
  let web: ReturnType<typeof makeWebFolder>
  let user: Person
  let mailbox: TestMailbox
  beforeAll(async () => {
    // With pages to serve, a path that misses the API could still end at one.
    web = makeWebFolder()
    site = await startTestApp('sqlite', { webDir: web.path })
    user = await makePerson(site, 'user')
    mailbox = await makeMailbox(site, 'box')
    await makePerson(site, secret)
  })
  afterAll(async () => {
    await site.stop()
    web.remove()
  })

  it('leads to a page whatever its query ends in, and to no page for a file that is not there', async () => {
    const page = await site.fetch('/auth?tab=email&address=anna%40yanshu.test')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await site.fetch('/nothing.js?v=1')).status).toBe(404)
  })

  const send = async (method: string, target: string, headers: Record<string, string> = {}, body = '') =>
    readRaw(await sendBytes(site.app.httpPort, requestLine(method, target, headers, body)))

  it('leads to a page whatever its query names, and to nothing where a file is missing', async () => {
    for (const path of ['/use?address=a@b.test', '/store?renew=a%40b.mail&mail=1.2', '/home?x=/y.js'])
      expect((await site.fetch(path)).headers.get('content-type')).toContain('text/html')
    for (const path of ['/missing.js', '/missing.js?v=1', '/assets/missing?x'])
      expect((await site.fetch(path)).status).toBe(404)
  })

  it('is not one for two hosts at once', async () => {
    for (const target of [
      '/api/getVar',
      '/home',
      '/mta-sts.txt',
      '/.well-known/mta-sts.txt',
      '/openapi.json',
    ]) {
      const twice = `GET ${target} HTTP/1.1\r\nHost: a.test\r\nhost: a.test\r\nConnection: close\r\n\r\n`
      const { status } = readRaw(await sendBytes(site.app.httpPort, twice))
      expect([target, status]).toEqual([target, 400])
    }
  })

  it.each([
    '/API/admin/getSysAccount',
    '/api/Admin/getSysAccount',
    '//api/admin/getSysAccount',
    '/api//admin/getSysAccount',
    '/api/./admin/getSysAccount',
    '/api/user/../admin/getSysAccount',
    '/api/user/%2e%2e/admin/getSysAccount',
    '/api/user%2f..%2fadmin/getSysAccount',
    '/api/admin%2FgetSysAccount',
    '/%61pi/admin/getSysAccount',
    '/api/%61dmin/getSysAccount',
    '/api/admin/getSysAccount/',
    '/api/admin/getSysAccount.',
    '/api/admin/getSysAccount;x=1',
    '/api/admin;/getSysAccount',
    '/api/admin/getSysAccount%00',
    '/api/admin/getSysAccount%20',
    '/api/admin/getSysAccount%09',
    '/api/admin/getSysAccount.json',
    '/api/admin/getSysAccount_x',
    '/api/user/getSysAccount',
    '/api/getSysAccount',
    '/api/user/getVar/../../admin/getSysAccount',
    'http://localhost/api/admin/getSysAccount',
    '/api/admin/getSysAccount?token=x#/api/getVar',
    '/api/admin/getSysAccount\\..',
    '/api/admin/%ff',
    '/api/%zz',
  ])('%s lets neither a visitor nor a user through', async target => {
    for (const headers of [{}, { authorization: `Bearer ${user.token}` }]) {
      const { status, body } = await send('GET', target, headers)
      expect(status, body).toBeGreaterThanOrEqual(400)
      expect(status, body).toBeLessThan(500)
      const { error, msg } = JSON.parse(body) as { error: number; msg: string }
      expect(Object.values(errors).map(entry => entry.code)).toContain(error)
      expect(msg).not.toBe('')
      expect(body).not.toContain(secret)
    }
  })

  it.each([
    { 'x-original-url': '/api/admin/getSysAccount' },
    { 'x-rewrite-url': '/api/admin/getSysAccount' },
    { 'x-forwarded-uri': '/api/admin/getSysAccount' },
    { 'x-forwarded-prefix': '/api/admin' },
    { 'x-forwarded-host': 'localhost', 'x-forwarded-for': '127.0.0.1' },
  ])('is what the request line says, whatever the header says: %j', async headers => {
    const { status, body } = await send('GET', '/api/getArrDomains', headers)
    expect([status, JSON.parse(body)]).toEqual([200, { error: 0, msg: '', list: ['yanshu.test'] }])
  })

  it.each(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    'does not take another method from %s',
    async name => {
      const headers = { [name]: 'POST', authorization: `Bearer ${user.token}` }
      const { status } = await send('GET', '/api/user/refreshKey', headers)
      expect(status).toBe(404)
    },
  )

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    '%s on a call that is a GET is not there',
    async method => {
      const token = await site.adminToken()
      const { status, body } = await send(method, '/api/admin/getSysAccount', {
        authorization: `Bearer ${token}`,
      })
      expect([400, 404]).toContain(status)
      expect(body).not.toContain(secret)
    },
  )

  describe('with a token that is none', () => {
    const header = Buffer.from('{"alg":"none"}').toString('base64url')
    const claims = Buffer.from('{"sub":"admin","role":"admin","exp":99999999999}').toString('base64url')
    it.each([
      ['nothing', ''],
      ['the scheme alone', 'Bearer'],
      ['the scheme and a space', 'Bearer '],
      ['null', 'Bearer null'],
      ['undefined', 'Bearer undefined'],
      ['an unsigned JWT', `Bearer ${header}.${claims}.`],
      ['a signed JWT', `Bearer ${header}.${claims}.c2lnbmF0dXJl`],
      ['basic credentials', `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`],
      ['a quote', `Bearer ' OR '1'='1`],
      ['a wildcard', 'Bearer %'],
      ['a key prefix alone', 'Bearer ysk_'],
      ['a session prefix alone', 'Bearer ys_'],
      ['ten kilobytes', `Bearer ys_${'A'.repeat(10_000)}`],
      ['two tokens', 'Bearer ys_a ys_b'],
    ])('%s, the caller is a visitor', async (_, authorization) => {
      const { status, body } = await send('GET', '/api/admin/getSysAccount', { authorization })
      expect([status, (JSON.parse(body) as { error: number }).error]).toEqual([401, 302])
    })

    it('a megabyte long, the request is refused and the server stays up', async () => {
      const { status, body } = await send('GET', '/api/user/getSetting', {
        authorization: `Bearer ys_${'A'.repeat(1_000_000)}`,
      })
      expect([status, JSON.parse(body)]).toEqual([400, { error: 1000, msg: '请求有误' }])
      expect((await site.fetch('/healthz')).status).toBe(200)
    })

    it('but the digest that is stored of one, the caller is a visitor', async () => {
      const rows = await site.app.db.query.selectFrom('session').select('token_hash').execute()
      for (const { token_hash } of rows) {
        expect((await site.call('getSetting', {}, token_hash)).status).toBe(401)
        expect((await site.call('getSetting', {}, `ys_${token_hash}`)).status).toBe(401)
      }
    })

    it('in another case, the caller is a visitor', async () => {
      expect((await site.call('getSetting', {}, user.token)).status).toBe(200)
      expect((await site.call('getSetting', {}, user.token.toUpperCase())).status).toBe(401)
      expect((await site.call('getSetting', {}, `${user.token}x`)).status).toBe(401)
    })

    it('in the query or a cookie, the caller is a visitor', async () => {
      const inQuery = await site.fetch(`/api/user/getSetting?token=${user.token}&authorization=${user.token}`)
      const inCookie = await site.fetch('/api/user/getSetting', {
        headers: { cookie: `token=${user.token}` },
      })
      expect([inQuery.status, inCookie.status]).toEqual([401, 401])
    })

    it('of a mailbox, what is for accounts stays shut', async () => {
      for (const name of ['createEmail', 'refreshKey', 'getSysAccount', 'startTotp'] as const) {
        const { status } = await site.call(
          name,
          { body: name === 'getSysAccount' ? undefined : {} },
          mailbox.token,
        )
        expect([name, status]).toEqual([name, 403])
      }
    })
  })
})
