import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRaw, requestLine, sendBytes } from '../testing/raw-http.ts'
import { adminPassword, startTestApp, type TestApp } from '../testing/test-app.ts'

const metricsPath = '/metrics'

describe('who a client is', () => {
  let site: TestApp
  beforeAll(async () => {
    site = await startTestApp('sqlite')
  })
  afterAll(() => site.stop())

  const clientsSeen = async (app: TestApp, headers: Record<string, string>) => {
    const login = { body: { username: 'admin', password: adminPassword }, headers }
    const { token } = await app.ok('login', login)
    const { list } = await app.ok('getSessions', {}, token)
    return list.find(session => session.current)?.client
  }

  it('is where the connection comes from, whatever headers say', async () => {
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.9' },
      { forwarded: 'for=203.0.113.9' },
      { 'x-real-ip': '203.0.113.9' },
      { 'cf-connecting-ip': '203.0.113.9' },
    ])
      expect(await clientsSeen(site, headers)).toBe('127.0.0.1')
  })

  it('cannot be changed to get around the limit on guesses', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 5; at++) {
      const headers = { 'x-forwarded-for': `203.0.113.${at}` }
      const { status } = await site.call('login', { body: { username: 'admin', password: 'guess' }, headers })
      statuses.push(status)
    }
    expect(statuses).toEqual([401, 401, 401, 403, 403])
  })

  it('is what a trusted proxy says, and only its own word', async () => {
    const behind = await startTestApp('sqlite', {
      environment: { YANSHU_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' },
    })
    expect(await clientsSeen(behind, { 'x-forwarded-for': '203.0.113.9' })).toBe('203.0.113.9')
    expect(await clientsSeen(behind, { 'x-forwarded-for': '1.2.3.4, 203.0.113.9' })).toBe('203.0.113.9')
    expect(await clientsSeen(behind, { 'x-forwarded-for': '1.2.3.4, 203.0.113.9, 10.1.2.3' })).toBe(
      '203.0.113.9',
    )
    expect(await clientsSeen(behind, { 'x-forwarded-for': '2001:db8::7' })).toBe('2001:db8::7')
    expect(await clientsSeen(behind, {})).toBe('127.0.0.1')
    await behind.stop()
  })

  it('is not a proxy that is not on the list', async () => {
    const behind = await startTestApp('sqlite', { environment: { YANSHU_TRUSTED_PROXIES: '10.0.0.0/8' } })
    expect(await clientsSeen(behind, { 'x-forwarded-for': '203.0.113.9' })).toBe('127.0.0.1')
    await behind.stop()
  })

  it('cannot write lines into the log or the list of sessions', async () => {
    const agent = 'curl\u0085\u0007\u001b[31m {"level":"error"} é'
    const request = requestLine(
      'POST',
      '/api/login',
      { 'content-type': 'application/json', 'user-agent': agent },
      JSON.stringify({ username: 'admin\r\n{"level":"fatal"}', password: 'x' }),
    )
    readRaw(await sendBytes(site.app.httpPort, request))
    await sendBytes(site.app.httpPort, 'GET /api/getVar HTTP/1.1\r\nhost: a\r\nuser-agent: a\rb\r\n\r\n')
    const other = await startTestApp('sqlite')
    const { token } = await other.ok('login', {
      body: { username: 'admin', password: adminPassword },
      headers: { 'user-agent': `${'x'.repeat(500)}` },
    })
    const { list } = await other.ok('getSessions', {}, token)
    expect(list[0]?.agent).toBe('x'.repeat(200))
    await other.stop()
    for (const line of site.logged) {
      expect(line.trimEnd()).not.toContain('\n')
      expect(JSON.parse(line)).not.toMatchObject({ level: 'fatal' })
    }
  })

  it('is hung up on after a request that is no HTTP', async () => {
    const socket = connect({ port: site.app.httpPort, host: '127.0.0.1', allowHalfOpen: true })
    socket.write('NONSENSE\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(readRaw(String(answer)).head).toContain('Connection: close')
    // One who never closes its own side does not keep the connection.
    const writing = setInterval(() => socket.write('more'), 5)
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
    expect(['EPIPE', 'ECONNRESET']).toContain(error.code)
    clearInterval(writing)
  })
})

describe('the figures', () => {
  it('are for the machine itself and for nobody who comes through a proxy on it', async () => {
    const site = await startTestApp('sqlite')
    const own = await site.fetch(metricsPath)
    expect(own.status).toBe(200)
    expect(own.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(own.text).toContain('# TYPE yanshu_http_request_seconds histogram')
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.9' },
      { forwarded: 'for=203.0.113.9' },
      { via: '1.1 proxy' },
      { 'x-real-ip': '203.0.113.9' },
    ]) {
      const { status, body } = await site.fetch(metricsPath, { headers })
      expect([JSON.stringify(headers), status, body.error]).toEqual([JSON.stringify(headers), 404, 1006])
    }
    await site.stop()
  })

  it('need the token where there is one', async () => {
    const site = await startTestApp('sqlite', { environment: { YANSHU_METRICS_TOKEN: 'for the scraper' } })
    const ask = (authorization: string) => site.fetch(metricsPath, { headers: { authorization } })
    expect((await site.fetch(metricsPath)).status).toBe(404)
    for (const wrong of ['Bearer for-the-scrape', 'Bearer', 'for the scraper', 'Bearer for the scraper2'])
      expect((await ask(wrong)).status).toBe(404)
    expect((await ask('Bearer for the scraper')).status).toBe(200)
    expect((await ask(`Bearer ${await site.adminToken()}`)).status).toBe(404)
    await site.stop()
  })

  it('count requests by route, so that a path cannot fill the memory', async () => {
    const site = await startTestApp('sqlite')
    for (let at = 0; at < 20; at++) await site.fetch(`/api/nothing-${at}`)
    await site.fetch('/api/user/getSetting')
    const { text } = await site.fetch(metricsPath)
    expect(text).not.toContain('nothing-')
    expect(text).toContain('yanshu_http_request_seconds_count{method="GET",route="other",status="404"} 20')
    expect(text).toContain('route="/api/user/getSetting",status="401"} 1')
    expect(text).toMatch(/yanshu_resident_bytes \d+/)
    await site.stop()
  })
})
