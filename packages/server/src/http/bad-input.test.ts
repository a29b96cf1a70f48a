import { gzipSync } from 'node:zlib'
import { errors } from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../testing/databases.ts'
import { makePerson, type Person } from '../testing/people.ts'
import { readRaw, requestLine, sendBytes } from '../testing/raw-http.ts'
import { type PlainAnswer, startTestApp, type TestApp } from '../testing/test-app.ts'

const json = { 'content-type': 'application/json' }
const megabyte = 1024 * 1024

describe.each(databaseKinds)('a request that is wrong, on %s', kind => {
  let site: TestApp
  let user: Person
  let admin: string
  beforeAll(async () => {
    site = await startTestApp(kind)
    user = await makePerson(site, 'user')
    admin = await site.adminToken()
  })
  afterAll(() => site.stop())

  const post = (body: string | Buffer, headers: Record<string, string> = json, path = '/api/login') =>
    site.fetch(path, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })

  const rows = async () => {
    const { query } = site.app.db
    const mailboxes = await query.selectFrom('mailbox').select('id').execute()
    const sessions = await query.selectFrom('session').select('id').execute()
    return mailboxes.length + sessions.length
  }

  /** Refused with words from the catalogue, nothing written, still alive. */
  async function expectRefused(
    answering: Promise<PlainAnswer>,
    status: number,
    error: number,
  ): Promise<void> {
    const before = await rows()
    const answer = await answering
    expect([answer.status, answer.body.error, typeof answer.body.msg]).toEqual([status, error, 'string'])
    expect(await rows()).toBe(before)
    expect((await site.fetch('/healthz')).status).toBe(200)
  }

  describe('as JSON', () => {
    it.each([
      '{',
      '{"username":"a","password":"b"',
      '{"username":"a","password":"b"}}',
      "{'username':'a'}",
      '{"username":"a",}',
      'username=a',
      '\u0000',
      '{"username":"\u0001"}',
      '{"username":NaN}',
      '\ufeff',
    ])('is told so: %j', async body => {
      await expectRefused(post(body), 400, errors.badJson.code)
    })

    it.each(['null', '[]', '"text"', '1', 'true', '[{"username":"a","password":"b"}]', '{}'])(
      'of another shape is told what is missing: %s',
      async body => {
        await expectRefused(post(body), 400, errors.invalidInput.code)
      },
    )

    it.each([
      '{"username":1,"password":"b"}',
      '{"username":null,"password":"b"}',
      '{"username":["admin"],"password":"b"}',
      '{"username":{"$gt":""},"password":{"$gt":""}}',
      '{"username":true,"password":false}',
      '{"username":"a","password":"b","remember":"yes"}',
      '{"username":"a","password":"b","totp":123456}',
      '{"username":"","password":"b"}',
      '{"username":"   ","password":"b"}',
    ])('with wrong types is told at the field: %s', async body => {
      const answer = await post(body)
      expect([answer.status, answer.body.error]).toEqual([400, errors.invalidInput.code])
      expect(Object.keys(answer.body.fields ?? {}).length).toBeGreaterThan(0)
      for (const msg of Object.values(answer.body.fields ?? {})) expect(msg).toMatch(/\p{Script=Han}/u)
    })

    it('with fields nobody knows names them', async () => {
      const { body } = await post('{"username":"a","password":"b","admin":true}')
      expect(body.fields).toEqual({ admin: '没有这个字段' })
    })

    it('of more than a megabyte is too large', async () => {
      await expectRefused(
        post(JSON.stringify({ username: 'x'.repeat(2 * megabyte) })),
        413,
        errors.tooLarge.code,
      )
    })

    it('of more than a megabyte in chunks of no told length is too large', async () => {
      const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
      const head =
        'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
      const answer = readRaw(await sendBytes(site.app.httpPort, `${head}${chunk.repeat(17)}0\r\n\r\n`))
      expect([answer.status, (JSON.parse(answer.body) as { error: number }).error]).toEqual([413, 1004])
    })

    it('as deep as the limit allows is refused', async () => {
      const deep = 500_000
      await expectRefused(post('['.repeat(deep) + ']'.repeat(deep)), 400, errors.invalidInput.code)
      const inField = `{"username":${'['.repeat(deep - 20)}${']'.repeat(deep - 20)}}`
      await expectRefused(post(inField), 400, errors.invalidInput.code)
      await expectRefused(
        post(`${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`),
        400,
        errors.invalidInput.code,
      )
    })

    it('with as many keys as the limit allows is refused with a short answer', async () => {
      const keys = Array.from({ length: 80_000 }, (_, at) => `"k${at}":1`).join(',')
      const answer = await post(`{${keys}}`)
      expect([answer.status, answer.body.error]).toEqual([400, errors.invalidInput.code])
      expect(answer.text.length).toBeLessThan(10_000)
      const values = await post(
        `{"values":{${keys}}}`,
        { ...json, authorization: `Bearer ${admin}` },
        '/api/user/updateSetting',
      )
      expect([values.status, values.body.error]).toEqual([400, errors.invalidInput.code])
      expect(values.text.length).toBeLessThan(10_000)
    })

    it('with the same key twice counts the last, as JSON does', async () => {
      await expectRefused(post('{"username":"a","password":"b","password":1}'), 400, errors.invalidInput.code)
    })
  })

  describe('in its content type', () => {
    const good = '{"username":"nobody","password":"wrong"}'
    it.each([
      ['text/plain'],
      ['application/x-www-form-urlencoded'],
      ['multipart/form-data; boundary=x'],
      ['text/json'],
      ['application/xml'],
      ['application/jsonp'],
      ['application/vnd.api+json'],
      ['nonsense'],
      [''],
    ])('is refused: %j', async type => {
      const answer = readRaw(
        await sendBytes(
          site.app.httpPort,
          requestLine('POST', '/api/login', type ? { 'content-type': type } : {}, good),
        ),
      )
      expect([answer.status, (JSON.parse(answer.body) as { error: number }).error]).toEqual([
        400,
        errors.wrongContentType.code,
      ])
    })

    it.each(['gzip', 'deflate', 'br', 'zstd', 'x-gzip', 'gzip, gzip'])(
      'is refused packed as %s',
      async encoding => {
        const body = gzipSync(good)
        await expectRefused(
          post(body, { ...json, 'content-encoding': encoding }),
          400,
          errors.wrongContentType.code,
        )
      },
    )

    it('is refused packed, however much it would unpack to', async () => {
      const bomb = gzipSync(Buffer.alloc(64 * megabyte, 0x20))
      await expectRefused(
        post(bomb, { ...json, 'content-encoding': 'gzip' }),
        400,
        errors.wrongContentType.code,
      )
    })

    it('and right with a charset is let in', async () => {
      const answer = await post(good, { 'content-type': 'application/json; charset=utf-8' })
      expect(answer.body.error).toBe(errors.wrongCredentials.code)
    })
  })

  describe('in its query', () => {
    const get = (query: string, path = '/api/user/emailList') =>
      site.fetch(`${path}?${query}`, { headers: { authorization: `Bearer ${user.token}` } })

    const absurd = [
      '0',
      '-1',
      '1e9',
      '1e309',
      '9007199254740993',
      'NaN',
      'Infinity',
      '007',
      '1.5',
      '',
      '%20',
      'abc',
      '１',
    ]
    it.each(absurd)('asks for a page size of "%s"', async value => {
      await expectRefused(get(`pageSize=${value}`), 400, errors.invalidInput.code)
      await expectRefused(
        get(`page=${value === '1e9' ? '1000000000' : value}`),
        400,
        errors.invalidInput.code,
      )
    })

    it.each(['page=1&page=2', 'page[]=1', 'page[a]=1', 'pageSize=10&pageSize=1000000'])(
      'gives an array: %s',
      async query => {
        await expectRefused(get(query), 400, errors.invalidInput.code)
      },
    )

    it('names a field that is not there', async () => {
      await expectRefused(get('userId=1'), 400, errors.invalidInput.code)
      await expectRefused(get('sort=password_hash'), 400, errors.invalidInput.code)
    })

    it('is longer than a request may be', async () => {
      const target = `/api/user/searchEmailAccount?content=${'x'.repeat(1_000_000)}`
      const answer = readRaw(await sendBytes(site.app.httpPort, requestLine('GET', target)))
      expect([answer.status, JSON.parse(answer.body)]).toEqual([400, { error: 1000, msg: '请求有误' }])
      expect((await site.fetch('/healthz')).status).toBe(200)
    })

    it('is a thousand fields', async () => {
      const many = Array.from({ length: 1000 }, (_, at) => `a${at}=1`).join('&')
      await expectRefused(get(many), 400, errors.invalidInput.code)
    })

    it('is no UTF-8', async () => {
      const { status } = await get('content=%ff%fe', '/api/user/searchEmailAccount')
      expect([200, 400]).toContain(status)
      await expectRefused(get('page=%', '/api/user/emailList'), 400, errors.invalidInput.code)
    })

    it.each(['%', '_', '\\', "'", '"', "' OR 1=1 --", '%25', '[a-z]', '*', '😀', '\\%'])(
      'searches for %s and finds only what is there',
      async text => {
        const { status, body } = await site.call(
          'searchEmailAccount',
          { query: { content: text } },
          user.token,
        )
        expect([status, body.list]).toEqual([200, []])
      },
    )
  })

  describe('with a NUL character', () => {
    it('in a body is refused', async () => {
      for (const body of [
        '{"username":"ad\\u0000min","password":"x"}',
        '{"username":"admin","password":"x\\u0000"}',
        '{"username":"admin","password":"x","\\u0000":1}',
      ])
        await expectRefused(post(body), 400, errors.badRequest.code)
      const inside = '{"values":{"reservedNames":["a","b\\u0000"]}}'
      const headers = { ...json, authorization: `Bearer ${admin}` }
      await expectRefused(post(inside, headers, '/api/user/updateSetting'), 400, errors.badRequest.code)
    })

    it('in a query or path is refused', async () => {
      const headers = { authorization: `Bearer ${admin}` }
      for (const path of [
        '/api/user/searchEmailAccount?content=a%00b',
        '/api/admin/getSysAccount?q=%00',
        '/api/user/deleteEmail/a%00b',
      ]) {
        const method = path.includes('delete') ? 'DELETE' : 'GET'
        await expectRefused(site.fetch(path, { method, headers }), 400, errors.badRequest.code)
      }
    })

    it('spelled out as text is only text', async () => {
      const body = { username: 'made', note: 'a backslash: \\u0000' }
      const { account } = await site.ok('createSysAccount', { body }, admin)
      expect(account.note).toBe('a backslash: \\u0000')
    })
  })

  it.each(['lone \ud800 surrogate', 'right-to-left \u202e', 'zero\u200bwidth', '😀'.repeat(10)])(
    'in nothing but odd characters is kept as it is or refused: %j',
    async note => {
      const username = `odd-${Math.random().toString(36).slice(2, 10)}`
      const { status } = await site.call('createSysAccount', { body: { username, note } }, admin)
      expect([200, 400]).toContain(status)
    },
  )

  it('because the route does not exist has the same shape as any other', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['POST', '/api/user/nothing'],
      ['GET', '/api'],
      ['GET', '/api/'],
    ] as const) {
      const { status, body } = await site.fetch(path, { method })
      expect([path, status, body]).toEqual([path, 404, { error: 1006, msg: '没有找到' }])
    }
  })

  it('in the length of its path is refused', async () => {
    const { status, body } = await site.fetch(`/api/user/deleteEmail/${'x'.repeat(500)}`, {
      method: 'DELETE',
    })
    expect([status, body]).toEqual([400, { error: 1000, msg: '请求有误' }])
  })

  it.each([
    'GARBAGE\r\n\r\n',
    'GET /api/getVar HTTP/9.9\r\n\r\n',
    'GET  HTTP/1.1\r\n\r\n',
    'GET /api/getVar HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    'GET /api/getVar HTTP/1.1\r\nhost: a\r\nno colon here\r\n\r\n',
    `GET /api/getVar HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
    'POST /api/login HTTP/1.1\r\nhost: a\r\ncontent-length: -5\r\n\r\n',
  ])('as HTTP is answered and hung up on: %j', async bytes => {
    const { status, body } = readRaw(await sendBytes(site.app.httpPort, bytes))
    expect(status).toBe(400)
    expect(JSON.parse(body)).toEqual({ error: 1000, msg: '请求有误' })
  })
})
