import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compressAnswers, takesGzip } from './compress.ts'

describe('a client reads gzip', () => {
  it.each([
    ['gzip', true],
    ['gzip, deflate, br', true],
    ['br;q=1.0, GZIP;q=0.5', true],
    ['*', true],
    ['*;q=0.1', true],
    ['', false],
    ['br', false],
    ['identity', false],
    ['gzip;q=0', false],
    ['gzip; q=0.0, *', false],
    ['*;q=0', false],
    ['gzip;q=nonsense', false],
    ['x-gzip-like', false],
  ])('or not: %j', (accepted, takes) => {
    expect(takesGzip(accepted)).toBe(takes)
  })
})

describe('an answer', () => {
  let app: FastifyInstance
  let url: string
  const small = '雁'.repeat(300)
  const long = '鸿雁长飞光不度，鱼龙潜跃水成文。'.repeat(100)
  const longer = long.repeat(40)
  beforeAll(async () => {
    app = fastify()
    app.addHook('onRequest', async (_, reply) => void reply.header('vary', 'origin'))
    compressAnswers(app)
    app.get('/small', async () => ({ text: small }))
    app.get('/long', async () => ({ text: long }))
    app.get('/longer', async () => ({ text: longer }))
    app.get('/svg', async (_, reply) => reply.type('image/svg+xml').send(Buffer.from(`<svg>${long}</svg>`)))
    app.get('/picture', async (_, reply) => reply.type('image/png').send(Buffer.from(long)))
    app.get('/as-it-is', async (_, reply) =>
      reply.type('text/plain').header('cache-control', 'no-transform').send(long),
    )
    app.get('/packed', async (_, reply) =>
      reply.type('text/plain').header('content-encoding', 'x').send(long),
    )
    await app.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  })
  afterAll(() => app.close())

  type Got = { headers: Record<string, string | string[] | undefined>; body: Buffer }
  const get = (path: string, encoding?: string, method = 'GET') =>
    new Promise<Got>((resolve, reject) => {
      const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
      const asked = request(`${url}${path}`, { method, headers }, async answer => {
        resolve({ headers: answer.headers, body: Buffer.concat(await answer.toArray()) })
      })
      asked.once('error', reject)
      asked.end()
    })

  it.each([
    ['/long', long],
    ['/longer', longer],
  ])('that is long leaves compressed: %s', async (path, text) => {
    const { headers, body } = await get(path, 'gzip, deflate, br')
    expect(headers['content-encoding']).toBe('gzip')
    expect(headers['content-length']).toBe(String(body.length))
    expect(headers.vary).toBe('origin, accept-encoding')
    expect(body.length).toBeLessThan(Buffer.byteLength(text) / 10)
    expect(JSON.parse(gunzipSync(body).toString())).toEqual({ text })
  })

  it('leaves as it is where nobody asked, and tells caches that it may be otherwise', async () => {
    for (const encoding of [undefined, 'br', 'gzip;q=0']) {
      const { headers, body } = await get('/long', encoding)
      expect(headers['content-encoding']).toBeUndefined()
      expect(headers.vary).toBe('origin, accept-encoding')
      expect(JSON.parse(body.toString())).toEqual({ text: long })
    }
  })

  it.each(['/small', '/picture', '/as-it-is'])(
    'that would not gain or must not change is left alone: %s',
    async path => {
      const { headers } = await get(path, 'gzip')
      expect(headers['content-encoding']).toBeUndefined()
      expect(headers.vary).toBe('origin')
    },
  )

  it('that is compressed already is not compressed again', async () => {
    const { headers, body } = await get('/packed', 'gzip')
    expect(headers['content-encoding']).toBe('x')
    expect(body.toString()).toBe(long)
  })

  it('may be a drawing', async () => {
    const { headers, body } = await get('/svg', 'gzip')
    expect(headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(body).toString()).toContain(long)
  })

  it('to HEAD has the headers and no body', async () => {
    const { headers, body } = await get('/long', 'gzip', 'HEAD')
    expect(headers['content-encoding']).toBe('gzip')
    expect(body.length).toBe(0)
  })
})
