import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { makeSelfSigned } from '../certificate/der/self-signed.ts'
import { createGuardedFetch, type GuardDeps, type OutsideRequest } from './guarded-fetch.ts'
import { OutsideError } from './outside-error.ts'
import { outsideWords } from './words.ts'

const open: { close(): unknown; closeAllConnections?(): void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections?.()
    server.close()
  }
})

async function listen(server: Server | ReturnType<typeof createTcpServer>, host = '127.0.0.1', port = 0) {
  open.push(server)
  await new Promise<void>(resolve => server.listen(port, host, resolve))
  return (server.address() as AddressInfo).port
}

const serve = (listener: RequestListener, host?: string, port?: number): Promise<number> =>
  listen(createServer(listener), host, port)

/**
 * 127.0.0.1 plays the public internet; every other loopback address plays a private server that must not be
 * reached.
 */
const publicOnly: GuardDeps = {
  allowPrivate: ['127.0.0.1'],
  resolver: async host => (host.endsWith('.inside') ? ['127.0.0.2'] : ['127.0.0.1']),
}

const get = (url: string, change: Partial<OutsideRequest> = {}): OutsideRequest => ({
  url,
  method: 'GET',
  maxBytes: 1000,
  timeoutMs: 5000,
  maxRedirects: 3,
  ...change,
})

/** Returns the reason of a request that must fail. */
async function reasonOf(deps: GuardDeps, request: OutsideRequest): Promise<string> {
  try {
    const { status } = await createGuardedFetch(deps)(request)
    return `answered ${status}`
  } catch (cause) {
    if (!(cause instanceof OutsideError)) throw cause
    expect(cause.message).toBe(outsideWords.reasons[cause.reason])
    return cause.reason
  }
}

describe('a guarded request', () => {
  it('brings back status, headers and body, and tells the other side only who we are', async () => {
    let seen: IncomingMessage['headers'] = {}
    const port = await serve((request, response) => {
      seen = request.headers
      response.writeHead(201, { 'x-one': ['a', 'b'], 'set-cookie': 'a=1' }).end('hello')
    })
    const fetch = createGuardedFetch(publicOnly)
    const url = `http://www.example.com:${port}/path?q=1`
    const headers = {
      Cookie: 'a=1',
      Referer: 'http://secret/',
      Host: 'other',
      'User-Agent': 'x',
      'X-Mine': 'y',
    }
    const answer = await fetch(get(url, { headers }))
    expect({ ...answer, body: answer.body.toString() }).toMatchObject({ status: 201, body: 'hello', url })
    expect(answer.headers['x-one']).toBe('a, b')
    expect(seen).toEqual({
      host: `www.example.com:${port}`,
      connection: 'close',
      'user-agent': 'Yanshu',
      'accept-encoding': 'gzip, br',
      'x-mine': 'y',
    })
  })

  it('sends a body with its length', async () => {
    let seen = ''
    const port = await serve(async (request, response) => {
      for await (const chunk of request) seen += chunk
      response.end(request.headers['content-length'])
    })
    const answer = await createGuardedFetch(publicOnly)(
      get(`http://a.example:${port}/`, { method: 'POST', body: '{"你":1}' }),
    )
    expect([seen, answer.body.toString()]).toEqual(['{"你":1}', '9'])
  })

  it('goes to the address that was checked, and asks for it once', async () => {
    const inside: string[] = []
    const port = await serve((_, response) => response.end('outside'))
    await serve((request, response) => response.end(inside.push(String(request.url))), '127.0.0.2', port)
    const questions: string[] = []
    const rebinding: GuardDeps = {
      allowPrivate: ['127.0.0.1'],
      resolver: async host => [questions.push(host) === 1 ? '127.0.0.1' : '127.0.0.2'],
    }
    const fetch = createGuardedFetch(rebinding)
    const answer = await fetch(get(`http://rebind.example:${port}/`))
    expect(answer.body.toString()).toBe('outside')
    expect(questions).toEqual(['rebind.example'])
    await expect(fetch(get(`http://rebind.example:${port}/`))).rejects.toMatchObject({ reason: 'address' })
    expect(inside).toEqual([])
  })

  it('refuses a host as soon as one of its addresses is not public', async () => {
    const port = await serve((_, response) => response.end())
    for (const address of ['127.0.0.2', '10.0.0.1', '::1', '::ffff:127.0.0.2', 'fe80::1', '', 'localhost']) {
      const deps: GuardDeps = { allowPrivate: ['127.0.0.1'], resolver: async () => ['127.0.0.1', address] }
      expect(await reasonOf(deps, get(`http://mixed.example:${port}/`))).toBe('address')
    }
  })

  it('reaches nothing of this machine unless a dependency says so', async () => {
    let hits = 0
    const port = await serve((_, response) => response.end(String(hits++)))
    const deps: GuardDeps = { resolver: async () => ['127.0.0.1'] }
    for (const host of [
      '127.0.0.1',
      'localhost',
      'a.localhost',
      '0x7f.1',
      '2130706433',
      '[::ffff:127.0.0.1]',
      'a.example',
    ]) {
      expect(await reasonOf(deps, get(`http://${host}:${port}/`))).toBe('address')
    }
    expect(hits).toBe(0)
  })

  it('tells a name without addresses from nothing else in its text', async () => {
    const none = await reasonOf({ resolver: async () => [] }, get('http://none.example/'))
    const failed = await reasonOf(
      { resolver: () => Promise.reject(new Error('SERVFAIL')) },
      get('http://none.example/'),
    )
    expect([none, failed]).toEqual(['dns', 'dns'])
    const { reasons } = outsideWords
    expect(new Set([reasons.dns, reasons.address, reasons.network, reasons.timeout]).size).toBe(1)
  })

  it('says no more than "network" of a closed port and of something that is no web server', async () => {
    const closing = createServer()
    const closed = await listen(closing)
    await new Promise(resolve => closing.close(resolve))
    expect(await reasonOf(publicOnly, get(`http://a.example:${closed}/`))).toBe('network')
    const port = await listen(createTcpServer(socket => socket.end('220 mail ready\r\n')))
    expect(await reasonOf(publicOnly, get(`http://a.example:${port}/`))).toBe('network')
  })

  it('names the host in TLS and believes no certificate that nobody vouches for', async () => {
    const names: string[] = []
    const { key, cert } = makeSelfSigned({ hostname: 'secure.example' })
    const server = createTlsServer(
      {
        key,
        cert,
        SNICallback(name, done) {
          names.push(name)
          done(null)
        },
      },
      (_, response) => response.end(),
    )
    const port = await listen(server)
    expect(await reasonOf(publicOnly, get(`https://secure.example.:${port}/`))).toBe('network')
    expect(names).toEqual(['secure.example'])
  })
})

describe('redirects', () => {
  const redirecting = (target: (port: number) => string, status = 302) => {
    const seen: IncomingMessage[] = []
    const listener: RequestListener = (request, response) => {
      seen.push(request)
      if (request.url === '/end') response.end('arrived')
      else response.writeHead(status, { location: target(request.socket.localPort ?? 0) }).end()
    }
    return { seen, listener }
  }

  it('are followed, relative ones too', async () => {
    const port = await serve(redirecting(() => 'end').listener)
    const answer = await createGuardedFetch(publicOnly)(get(`http://a.example:${port}/x`))
    expect([answer.url, answer.body.toString()]).toEqual([`http://a.example:${port}/end`, 'arrived'])
  })

  it.each([
    ['to a private address', (port: number) => `http://127.0.0.2:${port}/end`, 'address'],
    ['to a name with a private address', (port: number) => `http://db.inside:${port}/end`, 'address'],
    ['to the metadata service', () => 'http://169.254.169.254/latest/', 'address'],
    ['to a mail port', () => 'http://a.example:25/', 'port'],
    ['to a file', () => 'file:///etc/passwd', 'scheme'],
    ['to gopher', () => 'gopher://a.example:6379/_FLUSHALL', 'scheme'],
    ['with credentials', (port: number) => `http://a:b@a.example:${port}/end`, 'bad-url'],
    ['in a circle', () => '/again', 'redirects'],
  ])('%s are refused', async (_, target, reason) => {
    const { listener, seen } = redirecting(target)
    const port = await serve(listener)
    await serve(() => expect.unreachable(), '127.0.0.2', port)
    expect(await reasonOf(publicOnly, get(`http://a.example:${port}/`))).toBe(reason)
    expect(seen.length).toBe(reason === 'redirects' ? 4 : 1)
  })

  it('are handed back when none may be followed', async () => {
    const port = await serve(redirecting(() => '/end', 308).listener)
    const answer = await createGuardedFetch(publicOnly)(get(`http://a.example:${port}/`, { maxRedirects: 0 }))
    expect([answer.status, answer.headers.location]).toEqual([308, '/end'])
  })

  it('take credentials along on the same host only', async () => {
    const headers = { authorization: 'Bearer x', 'x-api-key': 'y', accept: 'image/*' }
    const same = redirecting(() => '/end')
    const samePort = await serve(same.listener)
    await createGuardedFetch(publicOnly)(get(`http://a.example:${samePort}/`, { headers }))
    expect(same.seen[1]?.headers).toMatchObject(headers)
    const other = redirecting(port => `http://b.example:${port}/end`)
    const otherPort = await serve(other.listener)
    await createGuardedFetch(publicOnly)(get(`http://a.example:${otherPort}/`, { headers }))
    expect(other.seen[1]?.headers).toMatchObject({ accept: 'image/*', host: `b.example:${otherPort}` })
    expect(Object.keys(other.seen[1]?.headers ?? {})).not.toEqual(expect.arrayContaining(['authorization']))
    expect(Object.keys(other.seen[1]?.headers ?? {})).not.toEqual(expect.arrayContaining(['x-api-key']))
  })

  it.each([
    [301, 'GET', undefined],
    [303, 'GET', undefined],
    [307, 'POST', '4'],
    [308, 'POST', '4'],
  ])('after a POST keep or drop the body as %i says', async (status, method, length) => {
    const { listener, seen } = redirecting(() => '/end', status)
    const port = await serve(listener)
    await createGuardedFetch(publicOnly)(get(`http://a.example:${port}/`, { method: 'POST', body: 'body' }))
    expect([seen[1]?.method, seen[1]?.headers['content-length']]).toEqual([method, length])
  })
})

describe('a body', () => {
  const megabyte = Buffer.alloc(1024 * 1024)

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('packed with %s is unpacked', async (encoding, pack) => {
    const port = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(pack('unpacked')),
    )
    const { body } = await createGuardedFetch(publicOnly)(get(`http://a.example:${port}/`))
    expect(body.toString()).toBe('unpacked')
  })

  it.each([
    ['zstd', Buffer.from('x')],
    ['gzip, gzip', gzipSync(gzipSync('x'))],
    ['gzip', Buffer.from('not packed at all')],
  ])('of encoding %s that we do not read is refused', async (encoding, bytes) => {
    const port = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    )
    expect(await reasonOf(publicOnly, get(`http://a.example:${port}/`))).toBe('network')
  })

  it.each([
    ['gzip', gzipSync(megabyte)],
    ['br', brotliCompressSync(megabyte, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
    ['identity', megabyte],
    // Gzip members that unpack to nothing, in endless number.
    ['gzip', Buffer.concat(Array<Buffer>(200).fill(gzipSync('')))],
  ])('that unpacks to too much (%s) is stopped', async (encoding, bytes) => {
    const port = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    )
    expect(await reasonOf(publicOnly, get(`http://a.example:${port}/`))).toBe('too-large')
  })

  it('without end is stopped at the limit and its connection closed', async () => {
    let sent = 0
    const closed = Promise.withResolvers<void>()
    const port = await serve((_, response) => {
      response.on('close', () => closed.resolve())
      const more = () => {
        sent += 65_536
        response.write(megabyte.subarray(0, 65_536), () => !response.destroyed && setImmediate(more))
      }
      more()
    })
    expect(await reasonOf(publicOnly, get(`http://a.example:${port}/`, { maxBytes: 100_000 }))).toBe(
      'too-large',
    )
    await closed.promise
    expect(sent).toBeLessThan(20_000_000)
  })

  it('of exactly the limit is whole; a longer one may be cut instead of refused', async () => {
    const port = await serve((_, response) => response.end(megabyte))
    const fetch = createGuardedFetch(publicOnly)
    const url = `http://a.example:${port}/`
    expect((await fetch(get(url, { maxBytes: megabyte.length }))).body.length).toBe(megabyte.length)
    expect((await fetch(get(url, { maxBytes: 10, overflow: 'cut' }))).body.length).toBe(10)
  })

  it('cannot be asked to be larger than the instance allows', async () => {
    const port = await serve((_, response) => response.end(megabyte))
    const deps = { ...publicOnly, limits: { maxBytes: 1000 } }
    expect(await reasonOf(deps, get(`http://a.example:${port}/`, { maxBytes: 1e9 }))).toBe('too-large')
  })

  it('of a broken-off answer is not passed for whole', async () => {
    const port = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.destroy())
    })
    expect(await reasonOf(publicOnly, get(`http://a.example:${port}/`))).toBe('network')
  })
})

describe('time', () => {
  const soon = { timeoutMs: 150 }

  it('runs out on a resolver, a server or a body that never comes to an end', async () => {
    const resolver = () => new Promise<never>(() => undefined)
    expect(await reasonOf({ resolver }, get('http://a.example/', soon))).toBe('timeout')
    const silent = await serve(() => undefined)
    expect(await reasonOf(publicOnly, get(`http://a.example:${silent}/`, soon))).toBe('timeout')
    const timers: NodeJS.Timeout[] = []
    const slow = await serve((_, response) => {
      timers.push(setInterval(() => response.write('.'), 20))
    })
    expect(await reasonOf(publicOnly, get(`http://a.example:${slow}/`, soon))).toBe('timeout')
    timers.forEach(clearInterval)
  })

  it('is counted over all redirects together', async () => {
    let hops = 0
    const port = await serve((_, response) => {
      setTimeout(() => response.writeHead(302, { location: `/${hops++}` }).end(), 60)
    })
    const request = get(`http://a.example:${port}/`, { ...soon, maxRedirects: 5 })
    expect(await reasonOf(publicOnly, request)).toBe('timeout')
    expect(hops).toBeLessThan(4)
  })

  it('ends early when the caller gives up', async () => {
    const giveUp = new AbortController()
    const port = await serve(() => giveUp.abort())
    expect(await reasonOf(publicOnly, get(`http://a.example:${port}/`, { signal: giveUp.signal }))).toBe(
      'network',
    )
  })

  it('passes in line when too many requests run, without any of them being lost', async () => {
    let running = 0
    let most = 0
    const port = await serve((_, response) => {
      most = Math.max(most, ++running)
      setImmediate(() => {
        running--
        response.end('done')
      })
    })
    const fetch = createGuardedFetch({ ...publicOnly, limits: { concurrent: 2 } })
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => fetch(get(`http://a.example:${port}/`))),
    )
    expect(answers.map(answer => answer.body.toString())).toEqual(Array(12).fill('done'))
    expect(most).toBeLessThanOrEqual(2)
  })

  it('of those waiting in line runs out as well, and their place is free again', async () => {
    const first = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const port = await serve(async (request, response) => {
      if (request.url === '/first') {
        first.resolve()
        await answer.promise
      }
      response.end()
    })
    const fetch = createGuardedFetch({ ...publicOnly, limits: { concurrent: 1 } })
    const holding = fetch(get(`http://a.example:${port}/first`))
    await first.promise
    await expect(fetch(get(`http://a.example:${port}/`, soon))).rejects.toMatchObject({ reason: 'timeout' })
    answer.resolve()
    expect((await holding).status).toBe(200)
    expect((await fetch(get(`http://a.example:${port}/`))).status).toBe(200)
  })
})
