import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseKinds } from '../testing/databases.ts'
import { startMailSite } from '../testing/mail-site.ts'
import { makeMailbox, makePerson } from '../testing/people.ts'
import { readRaw, requestLine, writeForEver, writeThenRead } from '../testing/raw-http.ts'
import type { TestApp } from '../testing/test-app.ts'
import { passOver } from './unread-body.ts'

const megabyte = 1024 * 1024
const secret = 'a shared secret of the two'
/** More than the two ends of a connection hold between them. */
const large = 'abcdefgh'.repeat(2 * megabyte)
const times = 20
const json = { 'content-type': 'application/json' }

describe.each(databaseKinds)('a body that is not wanted, on %s', kind => {
  let site: TestApp
  let token: string
  let address: string
  beforeAll(async () => {
    site = await startMailSite(kind, { environment: { YANSHU_INGEST_SECRET: secret } })
    token = (await makePerson(site, 'ann')).token
    address = (await makeMailbox(site, 'box')).address
    const values = { smtpMaxMb: 1, uploadLimitMb: 1 }
    await site.ok('updateSetting', { body: { values } }, await site.adminToken())
  })
  afterAll(() => site.stop())

  const ingest = () => ({ authorization: `Bearer ${secret}`, 'x-rcpt-to': address })
  const form = () => ({
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=cut',
  })
  const file = `--cut\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${large}\r\n--cut--\r\n`
  const kept = { connection: 'keep-alive' }

  it.each<[string, number, () => string]>([
    ['a mail', 413, () => requestLine('POST', '/api/ingest', { ...ingest(), ...kept }, large)],
    ['a mail of one who hangs up then', 413, () => requestLine('POST', '/api/ingest', ingest(), large)],
    ['JSON', 413, () => requestLine('POST', '/api/login', { ...json, ...kept }, large)],
    ['a file', 413, () => requestLine('POST', '/api/user/uploadFile', { ...form(), ...kept }, file)],
    ['what a stranger sends', 401, () => requestLine('POST', '/api/user/uploadFile', json, large)],
  ])('does not keep its answer from one who writes all of it first: %s', async (_, status, request) => {
    const bytes = Buffer.from(request())
    for (let time = 0; time < times; time++) {
      const answer = readRaw(await writeThenRead(site.app.httpPort, bytes))
      expect([answer.status, JSON.parse(answer.body)]).toEqual([
        status,
        expect.objectContaining({ msg: expect.any(String) }),
      ])
      expect(answer.head).toMatch(/^connection: close$/im)
    }
  })

  it.each<[string, () => Record<string, string>]>([
    ['/api/ingest', ingest],
    ['/api/login', () => json],
  ])('is not read for ever: %s', async (path, headers) => {
    const all = { host: 'localhost', 'transfer-encoding': 'chunked', ...headers() }
    const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    const answer = readRaw(
      await writeForEver(site.app.httpPort, `POST ${path} HTTP/1.1\r\n${head.join('')}\r\n`),
    )
    expect([answer.status, (JSON.parse(answer.body) as { error: number }).error]).toEqual([413, 1004])
    expect((await site.fetch('/healthz')).status).toBe(200)
  })
})

describe('the rest of a body', () => {
  const most = { bytes: 1000, ms: 600_000, silentMs: 600_000 }

  it('is passed over to its end', async () => {
    const body = new PassThrough()
    const passed = passOver(body, most)
    body.end('x'.repeat(1000))
    await passed
    expect([body.readableEnded, body.readableLength]).toEqual([true, 0])
  })

  it('is given up when there is too much of it', async () => {
    const body = new PassThrough()
    const passed = passOver(body, most)
    body.write('x'.repeat(600))
    body.write('x'.repeat(600))
    await passed
    expect([body.readableEnded, body.isPaused()]).toEqual([false, true])
  })

  it.each([{ ms: 1 }, { silentMs: 1 }])('is given up when it does not come: %j', async patience => {
    const body = new PassThrough()
    await passOver(body, { ...most, ...patience })
    expect(body.readableEnded).toBe(false)
  })

  it('is given up when it comes too slowly, drop by drop', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const body = new PassThrough()
      let over = false
      const passed = passOver(body, { bytes: 1000, ms: 1000, silentMs: 300 }).then(() => {
        over = true
      })
      for (let at = 0; at < 1000; at += 200) {
        expect(over).toBe(false)
        body.write('x')
        await setImmediate()
        await vi.advanceTimersByTimeAsync(200)
      }
      await passed
    } finally {
      vi.useRealTimers()
    }
  })

  it('is nothing to wait for when its client is gone', async () => {
    const body = new PassThrough()
    const passed = passOver(body, most)
    body.destroy()
    await passed
    await passOver(body, most)
  })
})
