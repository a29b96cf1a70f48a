/**
 * Handles everything before the first command: PROXY header, limits, TLS from the start, the handler's
 * verdict, the banner.
 */
import { plainAddress } from '../../../kernel/client-address.ts'
import type { Admission } from './client-address.ts'
import { answer, ask, type Connection, giveUp, refuseAndClose, report } from './connection.ts'
import { noteTls } from './greeting.ts'
import { parseProxyHeader } from './proxy-header.ts'
import { isRefusal, replies } from './reply.ts'

export type Opening = { isFull: boolean; admission: Admission; isProxy: boolean; implicitTls: boolean }
export type Opened = { ok: boolean; leave: () => void }

export async function openConnection(c: Connection, opening: Opening): Promise<Opened> {
  const refused: Opened = { ok: false, leave: () => undefined }
  if (opening.isFull) {
    refuseAndClose(c, 'too-many-connections', replies.tooManyConnections)
    return refused
  }
  if (opening.isProxy && !(await readProxyHeader(c))) return refused
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

async function readProxyHeader(c: Connection): Promise<boolean> {
  let seen = Buffer.alloc(0)
  const deadline = performance.now() + c.limits.handshakeMs
  for (;;) {
    const got = await c.wire.readOctets({ bytes: 4096, ms: deadline - performance.now() })
    if (got.kind !== 'octets') {
      giveUp(c, got, 'command-timeout')
      return false
    }
    seen = Buffer.concat([seen, got.octets])
    const header = parseProxyHeader(seen)
    if (header.kind === 'invalid') {
      refuseAndClose(c, 'proxy-header', replies.badProxyHeader)
      return false
    }
    if (header.kind === 'incomplete') continue
    c.wire.unread(seen.subarray(header.length))
    if (header.client !== null) {
      c.session.remoteAddress = plainAddress(header.client.address)
      c.session.remotePort = header.client.port
    }
    return true
  }
}

async function secureFirst(c: Connection): Promise<boolean> {
  const context = c.tlsContext()
  const encrypted = context === null ? null : await c.wire.secure(context, c.limits.handshakeMs)
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
