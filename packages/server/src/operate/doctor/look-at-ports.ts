/** The ports: whether the program answers on them, and where it does not run, whether it could listen. */
import { connect, createServer } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Config } from '../../config/settings-table.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const patienceMs = 5000

/** The first line a server says, or what it says to a request; null when it says nothing. */
export function firstLine(
  host: string,
  port: number,
  { request = '', tls = false } = {},
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    // Whether the certificate is one that others trust is looked at elsewhere.
    const socket = tls ? connectTls({ host, port, rejectUnauthorized: false }) : connect({ host, port })
    let text = ''
    const end = (answer: () => void) => {
      socket.destroy()
      answer()
    }
    socket.setTimeout(patienceMs, () => end(() => resolve(null)))
    socket.once(tls ? 'secureConnect' : 'connect', () => request !== '' && socket.write(request))
    socket.setEncoding('latin1').on('data', chunk => {
      text += String(chunk)
      if (text.includes('\n') || text.length > 1000) end(() => resolve(text.split(/\r?\n/)[0] ?? ''))
    })
    socket.once('end', () => end(() => resolve(text === '' ? null : text)))
    socket.once('error', cause => end(() => reject(cause)))
  })
}

function canListen(port: number): Promise<string | null> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', (cause: NodeJS.ErrnoException) => resolve(cause.code ?? cause.message))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(null)))
  })
}

type Door = { name: string; port: number; greeting: string; request?: string; tls?: boolean }

async function lookAtPort({ name, port, greeting, ...ways }: Door): Promise<Finding> {
  try {
    const line = await firstLine('127.0.0.1', port, ways)
    if (line?.startsWith(greeting)) return ok(`${name} answers on port ${port}`)
    return fail(
      `something else answers on port ${port}`,
      `set another port for ${name}, or stop what uses it`,
    )
  } catch {
    const fault = await canListen(port)
    if (fault === null)
      return warn(`${name} does not run on port ${port}; the port is free`, 'start the program')
    if (fault === 'EACCES')
      return fail(`port ${port} may not be used by this user`, `use a higher port and forward ${port} to it`)
    return fail(`port ${port} cannot be used (${fault})`, 'stop what uses it, or set another port')
  }
}

type Ports = Pick<
  Config,
  'httpPort' | 'smtpPort' | 'submissionPort' | 'submissionsPort' | 'pop3Port' | 'pop3sPort'
>

export async function lookAtPorts(config: Ports): Promise<Finding[]> {
  const request = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  const optional: Door[] = [
    { name: 'submission', port: config.submissionPort, greeting: '220 ' },
    { name: 'submission over TLS', port: config.submissionsPort, greeting: '220 ', tls: true },
    { name: 'POP3', port: config.pop3Port, greeting: '+OK ' },
    { name: 'POP3 over TLS', port: config.pop3sPort, greeting: '+OK ', tls: true },
  ]
  const doors: Door[] = [
    { name: 'the web', port: config.httpPort, greeting: 'HTTP/1.1 200', request },
    { name: 'SMTP', port: config.smtpPort, greeting: '220 ' },
    ...optional.filter(({ port }) => port > 0),
  ]
  return Promise.all(doors.map(lookAtPort))
}
