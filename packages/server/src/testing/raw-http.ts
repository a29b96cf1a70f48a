/** Sends HTTP as bytes, for requests that no correct client can make. */
import { connect } from 'node:net'

/** Sends the bytes and returns everything that comes back until the server closes. */
export function sendBytes(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', chunk => {
      text += String(chunk)
    })
    socket.on('close', () => resolve(text))
    // The server may finish before it has read everything; its first answer counts.
    socket.on('error', cause => (text === '' ? reject(cause) : resolve(text)))
  })
}

/**
 * Does the same as a client that reads the answer only after it has written everything. It fails when it
 * cannot write everything.
 */
export function writeThenRead(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').pause().setEncoding('utf8')
    let text = ''
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
    socket.write(bytes, () => {
      socket.on('data', chunk => {
        text += String(chunk)
      })
      socket.resume()
    })
  })
}

/** Sends a request whose body never ends: it writes until the server cuts it off, and returns the answer. */
export function writeForEver(port: number, head: string): Promise<string> {
  return new Promise(resolve => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    let text = ''
    const write = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('data', piece => {
      text += String(piece)
    })
    socket.on('drain', write)
    // While the client keeps writing, the way in which the connection ends is a matter of chance.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text))
    socket.write(head)
    write()
  })
}

/** Writes one request by hand; the connection closes after it. */
export function requestLine(
  method: string,
  target: string,
  headers: Record<string, string> = {},
  body = '',
): string {
  const all = {
    host: 'localhost',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

export type RawAnswer = { status: number; head: string; body: string }

export function readRaw(text: string): RawAnswer {
  const cut = text.indexOf('\r\n\r\n')
  const head = text.slice(0, cut)
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body: text.slice(cut + 4) }
}
