/**
 * Handles everything before the first command: PROXY header, limits, TLS from the start, the handler's
 * verdict, the banner.
 */
import type { Admission } from './client-address.ts'
import { answer, ask, type Connection, giveUp, refuseAndClose, report } from './connection.ts'
import { noteTls } from './greeting.ts'
import { readProxyHeader } from './read-proxy-header.ts'
import { isRefusal, replies } from './reply.ts'

export type Opening = { isFull: boolean; admission: Admission; isProxy: boolean; implicitTls: boolean }
export type Opened = { ok: boolean; leave: () => void }

export async function openConnection(c: Connection, opening: Opening): Promise<Opened> {
  const refused: Opened = { ok: false, leave: () => undefined }
  if (opening.isFull) {
    refuseAndClose(c, 'too-many-connections', replies.tooManyConnections)
    return refused
  }
  if (opening.isProxy && !(await learnClient(c))) return refused
  const address = c.session.remoteAddress
  if (!opening.admission.enter(address)) {
    refuseAndClose(c, 'too-many-from-address', replies.tooManyFromAddress)
    return refused
  }
  const leave = (): void => opening.admission.leave(address)
  try {
    if (opening.implicitTls && !(await secureFirst(c))) return { ok: false, leave }
    return { ok: await welcome(c), leave }
  } catch (error) {
    leave()
    throw error
  }
}

/** The client is the one whom the proxy names; for the proxy's own connections it is the proxy. */
async function learnClient(c: Connection): Promise<boolean> {
  const header = await readProxyHeader(c.wire, c.limits.handshakeMs)
  switch (header.kind) {
    case 'header':
      c.session.remoteAddress = header.client?.address ?? c.session.remoteAddress
      c.session.remotePort = header.client?.port ?? c.session.remotePort
      return true
    case 'invalid':
      refuseAndClose(c, 'proxy-header', replies.badProxyHeader)
      return false
    default:
      giveUp(c, header, 'command-timeout')
      return false
  }
}

async function secureFirst(c: Connection): Promise<boolean> {
  const context = c.tlsContext()
  const encrypted = context === null ? null : await c.wire.secure(context, c.limits.handshakeMs, c.tlsContext)
  if (encrypted === null) {
    report(c, context === null ? 'tls-unavailable' : 'tls-handshake', null)
    return false
  }
  noteTls(c, encrypted)
  return true
}

/**
 * The banner comes without delay: a delay would cost honest senders more than spammers. A client that talks
 * before it is still refused.
 */
async function welcome(c: Connection): Promise<boolean> {
  const verdict = await ask(c, () => c.handler.connect(c.session))
  if (isRefusal(verdict)) {
    answer(c, verdict)
    return false
  }
  if (c.wire.pending() > 0) {
    refuseAndClose(c, 'early-talker', replies.notSynchronised)
    return false
  }
  answer(
    c,
    verdict ?? { code: 220, text: `${c.hostname()} ${c.protocol === 'lmtp' ? 'LMTP' : 'ESMTP'} ready` },
  )
  return true
}
