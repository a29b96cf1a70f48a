/** Plays a client behind a TCP balancer: a connection that begins with a PROXY header, plain or over TLS. */
import { once } from 'node:events'
import { connect, isIPv6, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'

const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')

export const headerV1 = (client: string): string =>
  isIPv6(client) ? `PROXY TCP6 ${client} ::1 4711 25\r\n` : `PROXY TCP4 ${client} 127.0.0.1 4711 25\r\n`

/** For an IPv4 client, with a field that a receiver does not know. */
export function headerV2(client: string): Buffer {
  const addresses = [...client.split('.').map(Number), 127, 0, 0, 1, 0x12, 0x67, 0, 25]
  const unknown = [0xea, 0, 2, 1, 2]
  return Buffer.concat([
    signature,
    Buffer.from([0x21, 0x11, 0, addresses.length + unknown.length, ...addresses, ...unknown]),
  ])
}

/** The header leaves in one piece with whatever is written first, as a balancer may send it. */
function headed(socket: Socket, header: string | Buffer): Duplex {
  let before = Buffer.from(header)
  const stream = new Duplex({
    read: () => void socket.resume(),
    write(chunk: Buffer, _encoding, done) {
      socket.write(Buffer.concat([before, chunk]), done)
      before = Buffer.alloc(0)
    },
    final: done => void socket.end(done),
    destroy(cause, done) {
      socket.destroy()
      done(cause)
    },
  })
  socket.on('data', (chunk: Buffer) => {
    if (!stream.push(chunk)) socket.pause()
  })
  socket.on('end', () => stream.push(null))
  socket.on('error', () => stream.push(null))
  return stream
}

export type Talk = {
  /** The next line; 'closed' once the other side has hung up. */
  line(): Promise<string>
  say(text: string): Promise<string>
  write(octets: string | Buffer): void
  close(): void
}

export type BalancerOptions = {
  port: number
  header: string | Buffer
  /** The balancer's own address. */
  from?: string
  tls?: boolean
}

export async function openBehind({ port, header, from = '127.0.0.2', tls }: BalancerOptions): Promise<Talk> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  await once(socket, 'connect')
  let stream: Duplex = socket
  if (tls) stream = connectTls({ socket: headed(socket, header), rejectUnauthorized: false })
  else socket.write(header)
  stream.on('error', () => undefined)
  const lines = createInterface({ input: stream })[Symbol.asyncIterator]()
  async function line(): Promise<string> {
    // A connection that breaks is as closed as one that ends.
    const next = await lines.next().catch(() => ({ done: true, value: '' }))
    return next.done ? 'closed' : next.value
  }
  return {
    line,
    say(text) {
      stream.write(`${text}\r\n`)
      return line()
    },
    write: octets => void stream.write(octets),
    close: () => void stream.destroy(),
  }
}
