/** The ports: whether the program answers on them, and where it does not run, whether it could listen. */
import { createServer } from 'node:net'
import type { Config, ProxiedPort } from '../../kernel/config/settings-table.ts'
import { ownHeader, type ProxySettings } from '../../kernel/proxied-ports.ts'
import { machineResolver } from '../../outside/resolve-host.ts'
import { type Finding, fail, ok, warn } from './finding.ts'
import { firstLine } from './first-line.ts'

function canListen(port: number): Promise<string | null> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', (cause: NodeJS.ErrnoException) => resolve(cause.code ?? cause.message))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(null)))
  })
}

type Door = { name: string; port: number; greeting: string; request?: string; tls?: boolean; header: string }

async function lookAtPort({ name, port, greeting, ...ways }: Door): Promise<Finding> {
  try {
    const line = await firstLine(machineResolver, { host: '127.0.0.1', port, ...ways })
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
  | ('httpPort' | 'smtpPort' | 'submissionPort' | 'submissionsPort')
  | ('imapPort' | 'imapsPort' | 'pop3Port' | 'pop3sPort')
> &
  ProxySettings

export async function lookAtPorts(config: Ports): Promise<Finding[]> {
  const request = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  const header = (port: ProxiedPort) => ownHeader(config, port)
  const optional: Door[] = [
    { name: 'submission', header: header('submission'), port: config.submissionPort, greeting: '220 ' },
    {
      name: 'submission over TLS',
      header: header('submissions'),
      port: config.submissionsPort,
      greeting: '220 ',
      tls: true,
    },
    { name: 'IMAP', header: header('imap'), port: config.imapPort, greeting: '* OK ' },
    { name: 'IMAP over TLS', header: header('imaps'), port: config.imapsPort, greeting: '* OK ', tls: true },
    { name: 'POP3', header: header('pop3'), port: config.pop3Port, greeting: '+OK ' },
    { name: 'POP3 over TLS', header: header('pop3s'), port: config.pop3sPort, greeting: '+OK ', tls: true },
  ]
  const doors: Door[] = [
    { name: 'the web', header: header('http'), port: config.httpPort, greeting: 'HTTP/1.1 200', request },
    { name: 'SMTP', header: header('smtp'), port: config.smtpPort, greeting: '220 ' },
    ...optional.filter(({ port }) => port > 0),
  ]
  return Promise.all(doors.map(lookAtPort))
}
