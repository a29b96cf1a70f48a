/** HTTP as bytes, for requests that no well-behaved client can make. */
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
    // The server may be done before it has read everything; what it said first is what counts.
    socket.on('error', cause => (text === '' ? reject(cause) : resolve(text)))
  })
}

/** One request written by hand; the connection closes after it. */
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
