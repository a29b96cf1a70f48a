import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import * as dnsPacket from 'dns-packet'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type DnsServer, hasDnsServer, startDnsServer } from '../testing/dns-server.ts'
import { createResolver } from './resolver.ts'
import { reverseName } from './reverse-name.ts'

const patience = { tryMs: 5000, tries: 2, wholeMs: 20_000, rememberMs: 0 }
const refused = 5
const formErr = 1

type Said = Partial<dnsPacket.Packet> & { rcode?: number }
/** Null means silence; bytes are sent as they are. */
type Script = (query: dnsPacket.DecodedPacket, raw: Buffer) => Said | Buffer | null

let closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing) close()
  closing = []
})

function answerTo(query: dnsPacket.DecodedPacket, { rcode = 0, flags = 0, ...said }: Said): Buffer {
  const { id = 0, questions = [] } = query
  return dnsPacket.encode({ type: 'response', id, questions, flags: flags | rcode, ...said })
}

async function udp(script: Script): Promise<{ address: string; asked: () => number; port: number }> {
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', (raw: Buffer, from: RemoteInfo) => {
    asked++
    const query = dnsPacket.decode(raw)
    const said = script(query, raw)
    if (said === null) return
    socket.send(Buffer.isBuffer(said) ? said : answerTo(query, said), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  closing.push(() => socket.close())
  const { port } = socket.address()
  return { address: `127.0.0.1:${port}`, asked: () => asked, port }
}

const mx = (exchange: string): dnsPacket.Answer => ({
  type: 'MX',
  name: 'a.test',
  data: { preference: 10, exchange },
})
const found = { kind: 'found', records: [{ exchange: 'mx.a.test', priority: 10 }] }

describe('an answer', () => {
  it.each([
    ['server', 2],
    ['refused', refused],
  ])('that says "%s" is trouble, and the next server is asked', async (why, rcode) => {
    const bad = await udp(() => ({ rcode }))
    const good = await udp(() => ({ answers: [mx('mx.a.test')] }))
    expect(await createResolver([bad.address], patience)('MX', 'a.test')).toEqual({ kind: 'trouble', why })
    expect(bad.asked()).toBe(1)
    expect(await createResolver([bad.address, good.address], patience)('MX', 'a.test')).toEqual(found)
  })

  it('that the server has verified says so, and the server is asked to say it', async () => {
    let asked = 0
    const data = { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.alloc(32, 7) }
    const server = await udp(query => {
      asked = query.flags ?? 0
      const name = query.questions?.[0]?.name ?? ''
      return {
        flags: name.startsWith('_25.') ? dnsPacket.AUTHENTIC_DATA : 0,
        answers: [{ type: 'TLSA', name, data }],
      }
    })
    const ask = createResolver([server.address], patience)
    const record = { usage: 3, selector: 1, matching: 1, data: Buffer.alloc(32, 7) }
    expect(await ask('TLSA', '_25._tcp.a.test')).toEqual({
      ...{ kind: 'found', isAuthentic: true },
      records: [record],
    })
    expect(asked & dnsPacket.AUTHENTIC_DATA).not.toBe(0)
    expect(await ask('TLSA', '_26._tcp.a.test')).toEqual({ kind: 'found', records: [record] })
  })

  it('that there is nothing is told apart from one that there is no such name, and nobody else is asked', async () => {
    const other = await udp(() => ({ answers: [mx('mx.a.test')] }))
    const nothing = await udp(() => ({}))
    const none = await udp(() => ({ rcode: 3 }))
    const ask = (address: string) => createResolver([address, other.address], patience)('MX', 'a.test')
    expect(await ask(nothing.address)).toEqual({ kind: 'nothing' })
    expect(await ask(none.address)).toEqual({ kind: 'noSuchName' })
    expect(other.asked()).toBe(0)
  })

  it('to another question or number is not taken for one', async () => {
    const server = createSocket('udp4')
    server.on('message', (raw, { port, address }) => {
      const query = dnsPacket.decode(raw)
      const forged = answerTo(query, { answers: [mx('mx.evil.test')] })
      forged.writeUInt16BE(((query.id ?? 0) + 1) & 0xffff, 0)
      const elsewhere = { ...query, questions: [{ type: 'MX' as const, name: 'b.test' }] }
      for (const bytes of [
        forged,
        answerTo(elsewhere, { answers: [mx('mx.evil.test')] }),
        raw,
        Buffer.from('no DNS'),
        answerTo(query, { answers: [mx('mx.a.test')] }),
      ])
        server.send(bytes, port, address)
    })
    server.bind(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => server.close())
    expect(await createResolver([`127.0.0.1:${server.address().port}`], patience)('MX', 'a.test')).toEqual(
      found,
    )
  })

  it('that cannot be read is trouble', async () => {
    const server = await udp((query, raw) => {
      const broken = Buffer.concat([raw.subarray(0, 12), Buffer.from([0xc0, 0xff, 0, 1, 0, 1])])
      broken.writeUInt16BE(0x8000, 2)
      broken.writeUInt16BE(query.id ?? 0, 0)
      return broken
    })
    expect(await createResolver([server.address], patience)('A', 'a.test')).toEqual({
      kind: 'trouble',
      why: 'bad-answer',
    })
  })

  it('that was cut is asked for again over TCP', async () => {
    const server = await udp(() => ({ flags: dnsPacket.TRUNCATED_RESPONSE }))
    const tcp = createServer(socket => {
      socket.on('error', () => undefined)
      socket.once('data', bytes => {
        const answer = answerTo(dnsPacket.decode(bytes.subarray(2)), { answers: [mx('mx.a.test')] })
        const length = Buffer.alloc(2)
        length.writeUInt16BE(answer.length)
        // The answer goes in two pieces, as can happen on a real network.
        socket.write(Buffer.concat([length, answer.subarray(0, 5)]), () => socket.write(answer.subarray(5)))
      })
    })
    tcp.listen(server.port, '127.0.0.1')
    await once(tcp, 'listening')
    closing.push(() => tcp.close())
    expect((tcp.address() as AddressInfo).port).toBe(server.port)
    expect(await createResolver([server.address], patience)('MX', 'a.test')).toEqual(found)
  })

  it('of a server that does not know EDNS is had without', async () => {
    const server = await udp(query =>
      (query.additionals?.length ?? 0) > 0 ? { rcode: formErr } : { answers: [mx('mx.a.test')] },
    )
    expect(await createResolver([server.address], patience)('MX', 'a.test')).toEqual(found)
    expect(server.asked()).toBe(2)
  })

  it('with an alias gives what the alias leads to, and nothing that belongs to another name', async () => {
    const a = (name: string, data: string): dnsPacket.Answer => ({ type: 'A', name, data })
    const server = await udp(() => ({
      answers: [
        { type: 'CNAME', name: 'WWW.a.test', data: 'b.test' },
        { type: 'CNAME', name: 'b.test', data: 'c.test' },
        a('c.test', '192.0.2.1'),
        a('stranger.test', '192.0.2.2'),
      ],
    }))
    const resolve = createResolver([server.address], patience)
    expect(await resolve('A', 'www.a.test')).toEqual({ kind: 'found', records: ['192.0.2.1'] })
    expect(await resolve('CNAME', 'www.a.test')).toEqual({ kind: 'found', records: ['b.test'] })
    expect(await resolve('AAAA', 'www.a.test')).toEqual({ kind: 'nothing' })
  })
})

describe('an answer that may be remembered', () => {
  const remembering = { ...patience, rememberMs: 60_000 }
  const soa = (ttl: number): dnsPacket.Answer => ({
    type: 'SOA',
    name: 'a.test',
    ttl,
    data: { mname: 'ns.a.test', rname: 'admin.a.test', minimum: 3600 },
  })
  const twice = async (said: Said, by = remembering): Promise<number> => {
    const server = await udp(() => said)
    const resolve = createResolver([server.address], by)
    const first = await resolve('MX', 'a.test')
    expect(await resolve('MX', 'A.test')).toEqual(first)
    return server.asked()
  }

  it('is asked for once while it holds, also when it is that there is nothing', async () => {
    expect(await twice({ answers: [{ ...mx('mx.a.test'), ttl: 3600 } as dnsPacket.Answer] })).toBe(1)
    expect(await twice({ authorities: [soa(3600)] })).toBe(1)
    expect(await twice({ rcode: 3, authorities: [soa(3600)] })).toBe(1)
  })

  it('is asked for again where it does not say how long it holds, is trouble, or nothing is remembered', async () => {
    expect(await twice({ answers: [mx('mx.a.test')] })).toBe(2)
    expect(await twice({ authorities: [soa(0)] })).toBe(2)
    expect(await twice({})).toBe(2)
    expect(await twice({ rcode: refused })).toBe(2)
    expect(await twice({ authorities: [soa(3600)] }, patience)).toBe(2)
  })

  it('of one kind is none of another', async () => {
    const server = await udp(() => ({ authorities: [soa(3600)] }))
    const resolve = createResolver([server.address], remembering)
    await resolve('MX', 'a.test')
    await resolve('A', 'a.test')
    expect(server.asked()).toBe(2)
  })
})

describe('no answer', () => {
  it('within the time is a time-out, after as many tries as there are', async () => {
    const silent = await udp(() => null)
    const resolve = createResolver([silent.address], { ...patience, tryMs: 30, tries: 3 })
    expect(await resolve('A', 'a.test')).toEqual({ kind: 'trouble', why: 'timeout' })
    expect(silent.asked()).toBe(3)
  })

  it('in the first try may come in the second', async () => {
    let lost = true
    const server = await udp(() => {
      const said = lost ? null : { answers: [mx('mx.a.test')] }
      lost = false
      return said
    })
    const resolve = createResolver([server.address], { ...patience, tryMs: 200, tries: 5 })
    expect(await resolve('MX', 'a.test')).toEqual(found)
  })

  it('where nobody listens is told at once', async () => {
    const gone = await udp(() => null)
    for (const close of closing.splice(0)) close()
    const resolve = createResolver([gone.address], { ...patience, tryMs: 60_000, wholeMs: 60_000 })
    expect(await resolve('A', 'a.test')).toEqual({ kind: 'trouble', why: 'unreachable' })
  })

  it('is waited for once the question is given up', async () => {
    const giveUp = new AbortController()
    const server = await udp(() => {
      giveUp.abort()
      return null
    })
    const resolve = createResolver([server.address], { ...patience, tryMs: 60_000, wholeMs: 60_000 })
    expect(await resolve('A', 'a.test', giveUp.signal)).toEqual({ kind: 'trouble', why: 'aborted' })
    expect(await resolve('A', 'a.test', giveUp.signal)).toEqual({ kind: 'trouble', why: 'aborted' })
  })

  it('is needed for a name that cannot be', async () => {
    const server = await udp(() => ({}))
    const resolve = createResolver([server.address], patience)
    for (const name of ['', '.', 'a..b', `${'a'.repeat(64)}.test`, 'a.'.repeat(200), 'a b.test'])
      expect(await resolve('A', name)).toEqual({ kind: 'noSuchName' })
    expect(server.asked()).toBe(0)
  })
})

describe.skipIf(!hasDnsServer)('a real name server', () => {
  let server: DnsServer
  beforeAll(async () => {
    server = await startDnsServer({
      zones: {
        'a.test': [
          '@ MX 10 mx',
          '@ NS ns.invalid.',
          'mx A 192.0.2.1',
          'mx AAAA 2001:db8::1',
          'www CNAME mx',
          '_s._tcp SRV 1 2 443 mx',
          '_none._tcp SRV 0 0 0 .',
          'words TXT "one " "two" ',
          'words TXT "语"',
          ...Array.from({ length: 90 }, (_, n) => `many TXT "value ${n} ${'x'.repeat(100)}"`),
        ],
        'xn--fsqu00a.test': ['@ A 192.0.2.3'],
        '2.0.192.in-addr.arpa': ['1 PTR mx.a.test.'],
        '8.b.d.0.1.0.0.2.ip6.arpa': [`1.${'0.'.repeat(23).slice(0, -1)} PTR six.a.test.`],
      },
      broken: ['broken.test'],
    })
  })
  afterAll(() => server.stop())

  it('is asked for every kind of record', async () => {
    const resolve = createResolver([server.address], patience)
    const values = async (...question: Parameters<typeof resolve>) => {
      const answer = await resolve(...question)
      return answer.kind === 'found' ? answer.records : answer.kind
    }
    expect(await values('MX', 'a.test')).toEqual([{ exchange: 'mx.a.test', priority: 10 }])
    expect(await values('NS', 'a.test.')).toEqual(['ns.invalid'])
    expect(await values('A', 'WWW.a.test')).toEqual(['192.0.2.1'])
    expect(await values('AAAA', 'mx.a.test')).toEqual(['2001:db8::1'])
    expect(await values('SRV', '_s._tcp.a.test')).toEqual([
      { name: 'mx.a.test', port: 443, priority: 1, weight: 2 },
    ])
    expect(await values('SRV', '_none._tcp.a.test')).toEqual([{ name: '', port: 0, priority: 0, weight: 0 }])
    expect([...(await values('TXT', 'words.a.test'))].sort()).toEqual(['one two', '语'])
    expect(await values('TXT', 'many.a.test')).toHaveLength(90)
    expect(await values('A', '例子.test')).toEqual(['192.0.2.3'])
    expect(await values('PTR', reverseName('192.0.2.1'))).toEqual(['mx.a.test'])
    expect(await values('PTR', reverseName('2001:db8::1'))).toEqual(['six.a.test'])
    expect(await values('A', 'nobody.a.test')).toBe('noSuchName')
    expect(await values('TXT', 'mx.a.test')).toBe('nothing')
    expect(await resolve('A', 'broken.test')).toEqual({ kind: 'trouble', why: 'server' })
  })
})
