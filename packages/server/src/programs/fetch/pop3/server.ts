/**
 * The POP3 listener (RFC 1939, RFC 2449, RFC 2595): accepts connections, speaks the protocol strictly and asks a handler
 * for mail. It is in charge of framing, limits, TLS and timeouts, and of hearing no password in the clear. It must not
 * know of mailboxes, a database, settings or logs: those are the handler's.
 */
import type { SecureContext } from 'node:tls'
import { createAdmission } from '../../../inbound/receive/smtp/client-address.ts'
import { type ClientFacts, createListener, type Listener } from '../../../inbound/receive/smtp/listener.ts'
import { createMemoryBudget } from '../../../inbound/receive/smtp/message-sink.ts'
import type { Wire } from '../../../inbound/receive/smtp/wire.ts'
import { converse } from './converse.ts'
import type { Pop3Limits } from './limits.ts'
import { type Pop3Session, refuse } from './session.ts'
import type { Pop3Handler } from './types.ts'

export type Pop3ServerOptions = {
  hostname: () => string
  /** The certificate to use from now on; null: nobody can sign in. */
  tls: () => SecureContext | null
  /** TLS from the first octet (RFC 8314), instead of STLS. */
  implicitTls: boolean
  limits: Pop3Limits
  handler: Pop3Handler
}

export function createPop3Server({
  hostname,
  tls,
  implicitTls,
  limits,
  handler,
}: Pop3ServerOptions): Listener {
  const admission = createAdmission(limits.connectionsPerAddress, limits.connections)
  const budget = createMemoryBudget(limits.heldBytes)

  const newSession = (wire: Wire, client: string): Pop3Session => ({
    wire,
    client,
    hostname,
    tlsContext: tls,
    limits,
    handler,
    budget,
    isSecure: false,
    username: null,
    maildrop: null,
    deleted: new Set(),
    commands: 0,
    errors: 0,
    authFailures: 0,
    over: false,
  })

  async function speak(s: Pop3Session): Promise<void> {
    if (implicitTls) {
      const context = tls()
      if (context === null || (await s.wire.secure(context, limits.handshakeMs)) === null) return
      s.isSecure = true
    }
    await converse(s)
  }

  /** Never rejects: whatever goes wrong costs this connection only. */
  async function serve(wire: Wire, { remoteAddress }: ClientFacts, isFull: boolean): Promise<void> {
    const session = newSession(wire, remoteAddress)
    const isAdmitted = !isFull && admission.enter(remoteAddress)
    try {
      if (isAdmitted) await speak(session)
      // In the clear it can be said; where TLS comes first nothing can, and the client sees the connection end.
      else if (!implicitTls) refuse(session, '[SYS/TEMP] Too many connections, try again later')
    } catch (cause) {
      handler.failed(cause)
      wire.destroy()
    }
    await session.maildrop?.close().catch((cause: unknown) => handler.failed(cause))
    await wire.end(limits.lingerMs)
    if (isAdmitted) admission.leave(remoteAddress)
  }

  return createListener({ limit: limits.connections, pressedMs: limits.idleMs, serve })
}
