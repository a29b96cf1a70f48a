/** EHLO, HELO, LHLO and STARTTLS: who speaks, and over what (RFC 5321 section 4.1.1.1, RFC 2033 section 4.1, RFC 3207). */
import type { TLSSocket } from 'node:tls'
import { parseGreetingName } from './command.ts'
import {
  answer,
  type Connection,
  countIdleCommand,
  refuse,
  refuseAndClose,
  report,
  resetTransaction,
} from './connection.ts'
import { printable, replies } from './reply.ts'
import type { Greeting } from './types.ts'

export function greet(c: Connection, verb: Greeting['verb'], argument: string): void {
  const name = parseGreetingName(argument)
  if (name === null) {
    refuse(c, 'syntax', replies.badGreeting, argument)
    return
  }
  const isRepeated = c.session.greeting !== null
  // RFC 5321 section 4.1.4: a new greeting clears the transaction like RSET.
  resetTransaction(c)
  c.session.greeting = { verb, name }
  const hello = `${c.hostname()} greets ${printable(name, 100)}`
  answer(c, verb === 'HELO' ? { code: 250, text: hello } : { code: 250, text: [hello, ...extensions(c)] })
  if (isRepeated) countIdleCommand(c)
}

function extensions(c: Connection): string[] {
  const offers = [
    'PIPELINING',
    `SIZE ${c.limits.messageBytes}`,
    '8BITMIME',
    'SMTPUTF8',
    'CHUNKING',
    'ENHANCEDSTATUSCODES',
  ]
  if (c.session.tls === null && c.tlsContext() !== null) offers.push('STARTTLS')
  if (c.session.tls !== null && c.handler.auth !== undefined) offers.push('AUTH PLAIN LOGIN')
  return offers
}

/** Refused within a transaction. Afterwards nothing said before counts any more (RFC 3207 section 4.2). */
export async function startTls(c: Connection, argument: string): Promise<void> {
  if (argument !== '') return refuse(c, 'syntax', replies.noArgument)
  if (c.session.tls !== null) return refuse(c, 'sequence', replies.tlsActive)
  if (c.session.greeting === null) return refuse(c, 'sequence', replies.greetFirst)
  if (c.transaction !== null) return refuse(c, 'sequence', replies.nested)
  const context = c.tlsContext()
  if (context === null) return refuse(c, 'tls-unavailable', replies.tlsUnavailable)
  // Sent in the clear behind STARTTLS, perhaps by somebody on the way: must not be taken as said under TLS.
  if (c.wire.pending() > 0) return refuseAndClose(c, 'tls-injection', replies.notSynchronised)
  answer(c, replies.startTls)
  const encrypted = await c.wire.secure(context, c.limits.handshakeMs, c.tlsContext)
  if (encrypted === null) {
    report(c, 'tls-handshake', null)
    c.over = true
    return
  }
  noteTls(c, encrypted)
  c.session.greeting = null
  c.session.user = null
}

export function noteTls(c: Connection, encrypted: TLSSocket): void {
  const { servername } = encrypted as { servername?: unknown }
  c.session.tls = {
    protocol: encrypted.getProtocol() ?? 'unknown',
    cipher: encrypted.getCipher().name,
    servername: typeof servername === 'string' ? printable(servername, 255) : null,
  }
}
