/**
 * The SMTP and LMTP listener: accepts connections, speaks the protocol strictly (RFC 5321, RFC 2033) and asks a handler what to do. It is
 * in charge of framing, limits, TLS and timeouts, and of never handing over a message that another server could read differently. It must
 * not know of mailboxes, domains, a database, settings or logs: those are the handler's. Extensions: PIPELINING, SIZE, 8BITMIME,
 * SMTPUTF8, CHUNKING, ENHANCEDSTATUSCODES, STARTTLS, and AUTH when the handler has it.
 */
import type { SecureContext } from 'node:tls'
import { createAdmission } from './client-address.ts'
import { type Connection, createSession, resetTransaction } from './connection.ts'
import { converse } from './converse.ts'
import type { SmtpLimits } from './limits.ts'
import { type ClientFacts, createListener, type Listener } from './listener.ts'
import type { MailRoom } from './mail-room.ts'
import { createMemoryBudget } from './message-sink.ts'
import { openConnection } from './open-connection.ts'
import type { SmtpHandler } from './types.ts'
import type { Wire } from './wire.ts'

export type SmtpServerOptions = {
  protocol: 'smtp' | 'lmtp'
  /** Named in the banner and the greeting; asked each time, so it may change. */
  hostname: () => string
  /** The certificate to use from now on; null: TLS is not offered. */
  tls: (serverName?: string) => SecureContext | null
  /** TLS from the first octet (RFC 8314), instead of STARTTLS. */
  implicitTls?: boolean
  limits: SmtpLimits
  handler: SmtpHandler
  /** Shared with others that take mail in. Without it messages are held in memory, up to a bound of the limits. */
  room?: MailRoom
  /** Addresses that must begin with a PROXY header naming the real client. */
  trustedProxies?: (address: string) => boolean
}

export type SmtpServer = Listener

export function createSmtpServer(options: SmtpServerOptions): SmtpServer {
  const { limits, handler, protocol } = options
  const admission = createAdmission(limits.connectionsPerAddress, limits.connections)
  const budget = options.room ?? createMemoryBudget(limits.bufferedBytes)

  const newConnection = (wire: Wire, client: ClientFacts): Connection => {
    const connection: Connection = {
      protocol,
      hostname: options.hostname,
      tlsContext: options.tls,
      limits,
      handler,
      budget,
      wire,
      session: createSession(client, protocol, () => connection.transaction?.params.smtpUtf8 ?? false),
      transaction: null,
      bodyMayFollow: false,
      commands: 0,
      errors: 0,
      idleCommands: 0,
      unknownRecipients: 0,
      authFailures: 0,
      over: false,
    }
    return connection
  }

  /** Never rejects: whatever goes wrong costs this connection only. */
  async function serve(wire: Wire, client: ClientFacts, isFull: boolean): Promise<void> {
    const connection = newConnection(wire, client)
    let leave = (): void => undefined
    try {
      const opened = await openConnection(connection, {
        isFull,
        admission,
        isProxy: options.trustedProxies?.(client.remoteAddress) ?? false,
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
    handler.left?.(connection.session)
  }

  return createListener({ limit: limits.connections, pressedMs: limits.pressedMs, serve })
}
