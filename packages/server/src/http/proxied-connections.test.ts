import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { headerV1, headerV2 } from '../testing/balancer-client.ts'
import { eventually } from '../testing/eventually.ts'
import { requestLine, sendBytes } from '../testing/raw-http.ts'
import { expectProxyHeaders, type ProxiedConnections } from './proxied-connections.ts'

let server: Server
let connections: ProxiedConnections
let port: number
beforeEach(async () => {
  server = createServer(async (request, response) => {
    let bytes = 0
    for await (const chunk of request) bytes += (chunk as Buffer).length
    response.end(`${request.socket.remoteAddress} ${request.socket.remotePort} ${bytes};`)
  })
  connections = expectProxyHeaders(
    server,
    address => address === '127.0.0.1',
    socket => socket.end('refused'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(async () => {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  connections.close()
  await closed
})

const answersIn = (text: string): string[] =>
  [...text.matchAll(/\S+ \d+ \d+(?=;)/g)].map(([answer]) => answer)

it('takes the header together with the first request, and what follows on the same connection', async () => {
  const keep = { connection: 'keep-alive' }
  const requests = `${requestLine('GET', '/', keep)}${requestLine('POST', '/', {}, 'body')}`
  expect(answersIn(await sendBytes(port, `${headerV1('203.0.113.5')}${requests}`))).toEqual([
    '203.0.113.5 4711 0',
    '203.0.113.5 4711 4',
  ])
  const bytes = Buffer.concat([headerV2('203.0.113.6'), Buffer.from(requestLine('GET', '/'))])
  expect(answersIn(await sendBytes(port, bytes))).toEqual(['203.0.113.6 4711 0'])
})

it('takes a header octet by octet, and a large body behind it', async () => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.setNoDelay(true)
  for (const octet of headerV2('203.0.113.7')) {
    socket.write(Buffer.from([octet]))
    await wait(1)
  }
  const body = 'x'.repeat(3_000_000)
  socket.write(requestLine('POST', '/', {}, body))
  expect(answersIn(await textOf(socket))).toEqual(['203.0.113.7 4711 3000000'])
})

it('leaves the proxy’s own connections its own', async () => {
  const said = await sendBytes(port, `PROXY UNKNOWN\r\n${requestLine('GET', '/')}`)
  expect(answersIn(said)[0]).toMatch(/^127\.0\.0\.1 /)
})

it.each(['GET / HTTP/1.1\r\n\r\n', 'PROXY TCP4 nowhere 127.0.0.1 1 2\r\n', '\r\n\r\n\0\r\nQUIX\n'])(
  'refuses %j',
  async text => {
    expect(await sendBytes(port, text)).toBe('refused')
  },
)

it('ends connections whose header never comes when it closes', async () => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('PROXY TC')
  const count = promisify(server.getConnections.bind(server))
  await eventually('the server has the connection', async () => (await count()) === 1)
  const text = textOf(socket)
  connections.close()
  expect(await text).toBe('')
})

async function textOf(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('data', chunk => {
    text += String(chunk)
  })
  socket.on('error', () => undefined)
  await new Promise(resolve => socket.on('close', resolve))
  return text
}
