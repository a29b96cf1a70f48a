/** For containers: ends with 0 when the program on this machine is ready, by the same settings as the program's. */
import { connect } from 'node:net'
import { loadConfig } from './kernel/config/load.ts'
import { ownHeader } from './kernel/proxied-ports.ts'

const withinMs = 4000
const everyAddress = new Set(['::', '0.0.0.0'])

const config = loadConfig(process.env)
const host = everyAddress.has(config.httpHost) ? '127.0.0.1' : config.httpHost
const socket = connect({ host, port: config.httpPort })
let text = ''

function end(code: 0 | 1, why: string): void {
  process.stdout.write(`${why}\n`)
  process.exit(code)
}

setTimeout(() => end(1, 'no answer'), withinMs)
socket.setEncoding('latin1')
socket.on('error', cause => end(1, cause.message))
socket.on('data', chunk => {
  text += String(chunk)
})
socket.on('close', () => {
  const [status = ''] = text.split('\r\n')
  end(status.startsWith('HTTP/1.1 200 ') ? 0 : 1, status)
})
const request = 'GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
socket.write(`${ownHeader(config, 'http')}${request}`)
