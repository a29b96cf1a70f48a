import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { makeSelfSigned } from '../certificate/der/self-signed.ts'
import { dialHost } from './addresses.ts'
import { type DialError, dial } from './dial.ts'

const timeoutMs = 10_000
let closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing) close()
  closing = []
})

async function listening(server: Server, host = '127.0.0.1'): Promise<number> {
  const held = new Set<Socket>()
  server.on('connection', socket => held.add(socket))
  closing.push(() => {
    server.close()
    for (const socket of held) socket.destroy()
  })
  server.listen(0, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const faultOf = (dialled: Promise<Socket>) =>
  dialled.then(
    () => null,
    (cause: DialError) => cause.fault,
  )

const greeter = () =>
  createServer(socket => {
    socket.on('error', () => undefined)
    socket.end(`hello ${socket.remoteAddress}`)
  })

async function words(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}

describe('a connection', () => {
  it('is made to the first address that answers, from the address that is told', async () => {
    const port = await listening(greeter())
    const place = { addresses: ['127.0.0.9', '127.0.0.1'], port }
    expect(await words(await dial(place, { timeoutMs }))).toContain('hello 127.')
    const one = { addresses: ['127.0.0.1'], port }
    expect(await words(await dial(one, { timeoutMs, localAddress: '127.0.0.7' }))).toBe('hello 127.0.0.7')
  })

  it('is made to a socket of this machine by its path', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'yanshu-dial-'))
    const path = join(folder, 'socket')
    const server = greeter().listen(path)
    await once(server, 'listening')
    expect(await words(await dial({ path }, { timeoutMs }))).toContain('hello')
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('that nobody takes, that is given up or that is too late says which of them it is', async () => {
    const open = await listening(createServer())
    const place = { addresses: ['127.0.0.1'], port: open }
    const tls = { host: 'a.test', verify: false }
    const giveUp = new AbortController()
    const waiting = faultOf(dial(place, { timeoutMs, tls, signal: giveUp.signal }))
    giveUp.abort()
    expect(await waiting).toBe('aborted')
    expect(await faultOf(dial(place, { timeoutMs, signal: giveUp.signal }))).toBe('aborted')
    // The server does not answer the handshake.
    expect(await faultOf(dial(place, { timeoutMs: 100, tls }))).toBe('timeout')
    for (const close of closing.splice(0)) close()
    expect(await faultOf(dial(place, { timeoutMs }))).toBe('network')
    expect(await faultOf(dial({ ...place, addresses: ['127.0.0.1', '127.0.0.2'] }, { timeoutMs }))).toBe(
      'network',
    )
  })
})

describe('a connection over TLS', () => {
  const { key, cert } = makeSelfSigned({ hostname: 'a.test' })
  const secure = () => listening(createTlsServer({ key, cert }, socket => socket.end('hello')))

  it('wants a certificate that is trusted and has the name, unless any will do', async () => {
    const place = { addresses: ['127.0.0.1'], port: await secure() }
    const over = (tls: { host: string; verify: boolean; ca?: string[] }) => dial(place, { timeoutMs, tls })
    expect(await words(await over({ host: 'a.test', verify: true, ca: [cert] }))).toBe('hello')
    expect(await words(await over({ host: 'b.test', verify: false }))).toBe('hello')
    expect(await faultOf(over({ host: 'b.test', verify: true, ca: [cert] }))).toBe('tls')
    expect(await faultOf(over({ host: 'a.test', verify: true }))).toBe('tls')
  })

  it('ends where the other side speaks something else, or hangs up', async () => {
    const tls = { host: 'a.test', verify: false }
    for (const server of [greeter(), createServer(socket => socket.end())]) {
      const place = { addresses: ['127.0.0.1'], port: await listening(server) }
      expect(await faultOf(dial(place, { timeoutMs, tls }))).toBe('tls')
    }
  })
})

describe('a host', () => {
  const guard = (addresses: readonly string[], allowed: readonly string[]) => ({
    resolver: async () => addresses,
    isAllowed: (address: string) => allowed.includes(address),
  })

  it('is dialled only where every one of its addresses may be', async () => {
    const port = await listening(greeter())
    const to = (addresses: string[], allowed: string[]) =>
      dialHost(guard(addresses, allowed), 'a.test', port, { timeoutMs })
    expect(await words(await to(['127.0.0.1'], ['127.0.0.1']))).toBe('hello 127.0.0.1')
    await expect(to(['127.0.0.1', '10.0.0.1'], ['127.0.0.1'])).rejects.toMatchObject({ reason: 'address' })
    await expect(to([], [])).rejects.toMatchObject({ reason: 'dns' })
  })

  it('has one time for its look-up and the rest', async () => {
    const never = { resolver: () => new Promise<string[]>(() => undefined), isAllowed: () => true }
    await expect(dialHost(never, 'a.test', 25, { timeoutMs: 50 })).rejects.toMatchObject({
      reason: 'timeout',
    })
  })
})
