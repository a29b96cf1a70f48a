/**
 * The POP3 listener (RFC 1939, RFC 2449, RFC 2595): accepts connections, speaks the protocol strictly and asks a handler
 * for mail. It is in charge of framing, limits, TLS and timeouts, and of hearing no password in the clear. It must not
 * know of mailboxes, a database, settings or logs: those are the handler's.
 */
import type { SecureContext } from 'node:tls'
import { createAdmission } from '../../../inbound/receive/smtp/client-address.ts'
import { type ClientFacts, createListener, type Listener } from '../../../inbound/receive/smtp/listener.ts'
import { createMemoryBudget } from '../../../inbound/receive/smtp/message-sink.ts'
import { readProxyHeader } from '../../../inbound/receive/smtp/read-proxy-header.ts'
import type { Wire } from '../../../inbound/receive/smtp/wire.ts'
import { converse } from './converse.ts'
import type { Pop3Limits } from './limits.ts'
import { type Pop3Session, refuse } from './session.ts'
import type { Pop3Handler } from './types.ts'

export type Pop3ServerOptions = {
  hostname: () => string
  /** The certificate to use from now on; null: nobody can sign in. */
  tls: (serverName?: string) => SecureContext | null
  /** TLS from the first octet (RFC 8314), instead of STLS. */
  implicitTls: boolean
  limits: Pop3Limits
  handler: Pop3Handler
  /** Addresses that must begin with a PROXY header naming the real client. */
  trustedProxies?: (address: string) => boolean
}

const tooMany = '[SYS/TEMP] Too many connections, try again later'

export function createPop3Server({
  hostname,
  tls,
  implicitTls,
  limits,
  handler,
  trustedProxies = () => false,
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
      if (context === null || (await s.wire.secure(context, limits.handshakeMs, tls)) === null) return
      s.isSecure = true
    }
    await converse(s)
  }

  /** In the clear a refusal can be said; where TLS comes first nothing can, and the client sees the connection end. */
  function turnAway(s: Pop3Session, why: string): false {
    if (!implicitTls) refuse(s, why)
    return false
  }

  async function isNamed(s: Pop3Session): Promise<boolean> {
    if (!trustedProxies(s.client)) return true
    const header = await readProxyHeader(s.wire, limits.handshakeMs)
    if (header.kind === 'invalid') return turnAway(s, 'Expected a PROXY header')
    if (header.kind !== 'header') return false
    s.client = header.client?.address ?? s.client
    return true
  }

  const isAdmitted = (s: Pop3Session): boolean => admission.enter(s.client) || turnAway(s, tooMany)

  /** Never rejects: whatever goes wrong costs this connection only. */
  async function serve(wire: Wire, { remoteAddress }: ClientFacts, isFull: boolean): Promise<void> {
    const session = newSession(wire, remoteAddress)
    let leave = (): void => undefined
    try {
      if (isFull) turnAway(session, tooMany)
      else if ((await isNamed(session)) && isAdmitted(session)) {
        leave = () => admission.leave(session.client)
        await speak(session)
      }
    } catch (cause) {
      handler.failed(cause)
      wire.destroy()
    }
    await session.maildrop?.close().catch((cause: unknown) => handler.failed(cause))
    await wire.end(limits.lingerMs)
    leave()
  }

  return createListener({ limit: limits.connections, pressedMs: limits.idleMs, serve })
}
