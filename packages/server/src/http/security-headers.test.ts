import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRaw, requestLine, sendBytes } from '../testing/raw-http.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { makeWebFolder } from '../testing/web-folder.ts'

describe('what the server sends along', () => {
  let site: TestApp
  let web: ReturnType<typeof makeWebFolder>
  beforeAll(async () => {
    web = makeWebFolder()
    site = await startTestApp('sqlite', { webDir: web.path })
  })
  afterAll(async () => {
    await site.stop()
    web.remove()
  })

  it.each([
    '/home',
    '/user/inbox',
    '/assets/index-abc123.js',
    '/api/getVar',
    '/api/nothing',
    '/healthz',
    '/openapi.json',
    '/api/%zz',
  ])('protects %s', async path => {
    const { headers } = await site.fetch(path)
    const csp = headers.get('content-security-policy') ?? ''
    expect(csp).toContain("default-src 'none'")
    expect(csp).toContain("script-src 'self';")
    expect(csp).toContain("frame-ancestors 'none'")
    expect(csp).toContain("base-uri 'none'")
    expect(csp).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('server')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('set-cookie')).toBeNull()
  })

  it('keeps answers of the API out of every cache', async () => {
    for (const path of ['/api/getVar', '/api/user/getSetting', '/api/nothing'])
      expect((await site.fetch(path)).headers.get('cache-control')).toBe('no-store')
  })

  it.each(['https://evil.example', 'null', 'http://localhost:3000'])(
    'never opens the API to another origin: %s',
    async origin => {
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const { headers, status } = await site.fetch('/api/getVar', {
          method,
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization',
          },
        })
        expect([method, status]).toEqual([method, method === 'GET' ? 200 : 404])
        const names = [...headers.keys()].filter(name => name.startsWith('access-control'))
        expect(names).toEqual([])
      }
    },
  )

  it('refuses the bodies that a foreign page can send without asking first', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
    ]) {
      const { status, body } = await site.fetch('/api/regEmail', {
        method: 'POST',
        headers: { origin: 'https://evil.example', 'content-type': type },
        body: '{"domain":"yanshu.test"}',
      })
      expect([type, status, body.error]).toEqual([type, 400, 1003])
    }
    expect(await site.app.db.query.selectFrom('mailbox').select('id').execute()).toEqual([])
  })

  it('promises HTTPS only where the site is reached by it', async () => {
    expect((await site.fetch('/home')).headers.get('strict-transport-security')).toBeNull()
    const secure = await startTestApp('sqlite', {
      environment: { YANSHU_PUBLIC_URL: 'https://mail.example.com' },
    })
    expect((await secure.fetch('/api/getVar')).headers.get('strict-transport-security')).toBe(
      'max-age=31536000',
    )
    await secure.stop()
  })

  describe('of pages', () => {
    it.each(['/', '/home', '/auth', '/use', '/store', '/user/inbox', '/no/such/page'])(
      'is the page at %s',
      async path => {
        const { status, headers, text } = await site.fetch(path)
        expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
          200,
          'text/html; charset=utf-8',
          'no-cache',
        ])
        expect(text).toContain('<title>page</title>')
        expect(text).toContain('content="eWFuc2h1LXBlcm1pc3Npb24tZGF0YS1jaXBoZXItMDE="')
      },
    )

    it('is the file where there is one, hashed ones for ever', async () => {
      const script = await site.fetch('/assets/index-abc123.js')
      expect([script.status, script.text]).toEqual([200, 'export {}'])
      expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const logo = await site.fetch('/logo.svg')
      expect([logo.status, logo.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    })

    it('is "not found" for a file that is not there', async () => {
      for (const path of ['/assets/index-old.js', '/nothing.png', '/favicon.ico'])
        expect((await site.fetch(path)).status).toBe(404)
    })

    it.each([
      '/../outside.txt',
      '/..%2foutside.txt',
      '/%2e%2e/outside.txt',
      '/assets/..%2f..%2foutside.txt',
      '/assets/..%5c..%5coutside.txt',
      '/assets/../../outside.txt',
      '//etc/passwd',
      '/assets//etc/passwd',
      '/%2fetc%2fpasswd',
      '/assets/%00/../../outside.txt',
      '/.env',
    ])('is nothing from outside the folder for %s', async target => {
      const { body } = readRaw(await sendBytes(site.app.httpPort, requestLine('GET', target)))
      expect(body).not.toContain('must not be served')
      expect(body).not.toContain('root:')
    })

    it('is "not found" for anything but reading', async () => {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const { status, body } = await site.fetch('/home', { method })
        expect([method, status, body.error]).toEqual([method, 404, 1006])
      }
    })
  })
})
