/**
 * The IMAP listener (RFC 9051, RFC 3501): accepts connections, speaks the protocol strictly and asks a handler for mail.
 * It is in charge of framing, limits, TLS and timeouts, and of hearing no password in the clear. It must not know of
 * mailboxes, a database, settings or logs: those are the handler's.
 */
import type { SecureContext } from 'node:tls'
import { createAdmission } from '../../inbound/receive/smtp/client-address.ts'
import { type ClientFacts, createListener, type Listener } from '../../inbound/receive/smtp/listener.ts'
import type { MemoryBudget } from '../../inbound/receive/smtp/mail-room.ts'
import { createMemoryBudget } from '../../inbound/receive/smtp/message-sink.ts'
import { readProxyHeader } from '../../inbound/receive/smtp/read-proxy-header.ts'
import type { Wire } from '../../inbound/receive/smtp/wire.ts'
import { createCommandReader, type ReaderBounds } from '../../mail/imap/command/read-commands.ts'
import type { ImapHandler } from '../imap/types.ts'
import { converse } from './converse.ts'
import type { ImapLimits } from './session/limits.ts'
import { bye, handOver, type ImapSession } from './session/session.ts'

export type ImapServerOptions = {
  hostname: () => string
  /** The certificate to use from now on; null: nobody can sign in. */
  tls: (serverName?: string) => SecureContext | null
  /** TLS from the first octet (RFC 8314), instead of STARTTLS. */
  implicitTls: boolean
  limits: ImapLimits
  handler: ImapHandler
  /** Addresses that must begin with a PROXY header naming the real client. */
  trustedProxies?: (address: string) => boolean
}

const tooMany = '[UNAVAILABLE] Too many connections, try again later'

/** A message is booked while it comes; other literals are small. */
function boundsOf(s: ImapSession): ReaderBounds {
  const { limits, account } = s
  return {
    line: account === null ? limits.strangersBytes : limits.commandBytes,
    literals: limits.literals,
    dropped: account === null ? limits.strangersBytes : limits.discardBytes,
    isTaken({ command, octets, before }) {
      const isMail = command === 'APPEND' && account !== null
      const most = isMail
        ? limits.appendBytes
        : account === null
          ? limits.strangersBytes
          : limits.literalBytes
      if (before + octets > most || !s.budget.take(octets)) return false
      s.literalOctets += octets
      return true
    },
  }
}

function newSession(
  { hostname, tls, limits, handler }: ImapServerOptions,
  budget: MemoryBudget,
  wire: Wire,
  client: string,
): ImapSession {
  const session: ImapSession = {
    ...{ wire, client, hostname, tlsContext: tls, limits, handler, budget },
    reader: createCommandReader(() => boundsOf(session)),
    isSecure: false,
    isCompressed: false,
    account: null,
    unlisten: () => undefined,
    selected: null,
    enabled: { rev2: false, utf8: false, condstore: false, qresync: false },
    isStirred: false,
    keptShape: null,
    held: '',
    sent: 0,
    breathedAt: performance.now(),
    literalOctets: 0,
    commands: 0,
    errors: 0,
    authFailures: 0,
    over: false,
  }
  return session
}

export function createImapServer(options: ImapServerOptions): Listener {
  const { tls, implicitTls, limits, handler, trustedProxies = () => false } = options
  const admission = createAdmission(limits.connectionsPerAddress, limits.connections)
  const budget = createMemoryBudget(limits.heldBytes)

  async function speak(s: ImapSession): Promise<void> {
    if (implicitTls) {
      const context = tls()
      if (context === null || (await s.wire.secure(context, limits.handshakeMs, tls)) === null) return
      s.isSecure = true
    }
    await converse(s)
  }

  /** In the clear a refusal can be said; where TLS comes first nothing can, and the client sees the connection end. */
  function turnAway(s: ImapSession, why: string): false {
    if (implicitTls) return false
    bye(s, why)
    handOver(s)
    return false
  }

  async function isNamed(s: ImapSession): Promise<boolean> {
    if (!trustedProxies(s.client)) return true
    const header = await readProxyHeader(s.wire, limits.handshakeMs)
    if (header.kind === 'invalid') return turnAway(s, 'Expected a PROXY header')
    if (header.kind !== 'header') return false
    s.client = header.client?.address ?? s.client
    return true
  }

  const isAdmitted = (s: ImapSession): boolean => admission.enter(s.client) || turnAway(s, tooMany)

  /** Never rejects: whatever goes wrong costs this connection only. */
  async function serve(wire: Wire, { remoteAddress }: ClientFacts, isFull: boolean): Promise<void> {
    const session = newSession(options, budget, wire, remoteAddress)
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
    session.unlisten()
    await session.account?.close().catch((cause: unknown) => handler.failed(cause))
    await wire.end(limits.lingerMs)
    leave()
  }

  return createListener({ limit: limits.connections, pressedMs: limits.idleMs, serve })
}
