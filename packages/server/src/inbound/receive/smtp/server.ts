/**
 * The SMTP and LMTP listener: accepts connections, speaks the protocol strictly (RFC 5321, RFC 2033) and asks a handler what to do. It is
 * in charge of framing, limits, TLS and timeouts, and of never handing over a message that another server could read differently. It must
 * not know of mailboxes, domains, a database, settings or logs: those are the handler's. Extensions: PIPELINING, SIZE, 8BITMIME,
 * SMTPUTF8, CHUNKING, ENHANCEDSTATUSCODES, STARTTLS, and AUTH when the handler has it.
 */
import { createServer, type Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { plainAddress } from '../../../client-address.ts'
import { createAdmission } from './client-address.ts'
import { type Connection, createSession, resetTransaction } from './connection.ts'
import { converse } from './converse.ts'
import type { SmtpLimits } from './limits.ts'
import { createMemoryBudget } from './message-sink.ts'
import { openConnection } from './open-connection.ts'
import type { SmtpHandler } from './types.ts'
import { createWire } from './wire.ts'

export type SmtpServerOptions = {
  protocol: 'smtp' | 'lmtp'
  /** Named in the banner and the greeting; asked each time, so it may change. */
  hostname: () => string
  /** The certificate to use from now on; null: TLS is not offered. */
  tls: () => SecureContext | null
  /** TLS from the first octet (RFC 8314), instead of STARTTLS. */
  implicitTls?: boolean
  limits: SmtpLimits
  handler: SmtpHandler
  /** Addresses that must begin with a PROXY header naming the real client. */
  trustedProxies?: (address: string) => boolean
}

export type SmtpServer = {
  listen(port: number, host: string): Promise<{ port: number }>
  /** Accepts no more, tells idle clients 421, lets running messages finish within the grace, then cuts what is left. */
  close(graceMs: number): Promise<void>
  connections(): number
}

/** Sockets beyond the limit on connections that may wait for their 421; more are dropped without a word. */
const REFUSAL_SLACK = 256

export function createSmtpServer(options: SmtpServerOptions): SmtpServer {
  const { limits, handler, protocol } = options
  const admission = createAdmission(limits.connectionsPerAddress)
  const budget = createMemoryBudget(limits.bufferedBytes)
  const running = new Map<Connection, Promise<void>>()
  let lastId = 0
  let isClosing = false

  const server = createServer({ allowHalfOpen: true, noDelay: true }, accept)
  server.maxConnections = limits.connections + REFUSAL_SLACK

  function accept(socket: Socket): void {
    const { remoteAddress, remotePort, localPort } = socket
    if (remoteAddress === undefined || isClosing) {
      socket.destroy()
      return
    }
    lastId++
    const facts = {
      id: lastId,
      remoteAddress: plainAddress(remoteAddress),
      remotePort: remotePort ?? 0,
      localPort: localPort ?? 0,
    }
    const connection: Connection = {
      protocol,
      hostname: options.hostname,
      tlsContext: options.tls,
      limits,
      handler,
      budget,
      wire: createWire(socket),
      session: createSession(facts, protocol, () => connection.transaction?.params.smtpUtf8 ?? false),
      transaction: null,
      bodyMayFollow: false,
      commands: 0,
      errors: 0,
      idleCommands: 0,
      unknownRecipients: 0,
      authFailures: 0,
      over: false,
    }
    const served = serve(connection, running.size >= limits.connections)
    running.set(connection, served)
    void served.finally(() => running.delete(connection))
  }

  /** Never rejects: whatever goes wrong costs this connection only. */
  async function serve(connection: Connection, isFull: boolean): Promise<void> {
    const { wire } = connection
    let leave = (): void => undefined
    try {
      const opened = await openConnection(connection, {
        isFull,
        admission,
        isProxy: options.trustedProxies?.(connection.session.remoteAddress) ?? false,
        implicitTls: options.implicitTls ?? false,
      })
      leave = opened.leave
      if (opened.ok) await converse(connection)
    } catch {
      wire.destroy()
    }
    resetTransaction(connection)
    await wire.end(limits.lingerMs)
    leave()
  }

  function listen(port: number, host: string): Promise<{ port: number }> {
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, host, backlog: 1024 }, () => {
        server.off('error', reject)
        const address = server.address()
        resolve({ port: typeof address === 'object' && address !== null ? address.port : port })
      })
    })
  }

  async function close(graceMs: number): Promise<void> {
    isClosing = true
    const stopped = new Promise<void>(resolve => {
      server.close(() => resolve())
    })
    for (const connection of running.keys()) connection.wire.beginClosing()
    const timer = setTimeout(() => {
      for (const connection of running.keys()) connection.wire.destroy()
    }, graceMs)
    await Promise.all(running.values())
    clearTimeout(timer)
    await stopped
  }

  return { listen, close, connections: () => running.size }
}
