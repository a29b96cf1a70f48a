/** Holds the state of one conversation, and the few functions that every command uses. */
import type { SecureContext } from 'node:tls'
import type { SmtpLimits } from './limits.ts'
import type { MailRoom, MemoryBudget } from './mail-room.ts'
import type { MessageSink } from './message-sink.ts'
import type { SmtpPath } from './path.ts'
import { printable, replies, type SmtpReply } from './reply.ts'
import type {
  Greeting,
  MailParams,
  MaybePromise,
  RefusedDetails,
  RefusedReason,
  SmtpHandler,
  SmtpSession,
  TlsFacts,
} from './types.ts'
import type { Silence, Wire } from './wire.ts'

export type SessionState = {
  id: number
  remoteAddress: string
  remotePort: number
  localPort: number
  greeting: Greeting | null
  tls: TlsFacts | null
  user: string | null
  readonly protocol: string
}

export type OpenTransaction = {
  from: SmtpPath
  params: MailParams
  recipients: SmtpPath[]
  refusedRecipients: number
  reportedRecipientLimit: boolean
  /** The message as far as BDAT has brought it. */
  chunks: { sink: MessageSink; deadline: number; failed: boolean } | null
}

export type Connection = {
  readonly protocol: 'smtp' | 'lmtp'
  readonly hostname: () => string
  readonly tlsContext: (serverName?: string) => SecureContext | null
  readonly limits: SmtpLimits
  readonly handler: SmtpHandler
  readonly budget: MemoryBudget & Partial<Pick<MailRoom, 'spill'>>
  readonly wire: Wire
  readonly session: SessionState
  transaction: OpenTransaction | null
  /** DATA was refused; a client that does not listen may now send its message as if it were commands. */
  bodyMayFollow: boolean
  commands: number
  errors: number
  idleCommands: number
  unknownRecipients: number
  authFailures: number
  /** Nothing more is read; what was said is flushed and the connection closed. */
  over: boolean
}

/** A session whose `protocol` follows what has been negotiated (RFC 3848; RFC 6531 section 4.3). */
export function createSession(
  facts: Pick<SmtpSession, 'id' | 'remoteAddress' | 'remotePort' | 'localPort'>,
  protocol: 'smtp' | 'lmtp',
  usesUtf8: () => boolean,
): SessionState {
  return {
    ...facts,
    greeting: null,
    tls: null,
    user: null,
    get protocol() {
      if (this.greeting?.verb === 'HELO') return 'SMTP'
      const base = protocol === 'lmtp' ? 'LMTP' : usesUtf8() ? 'SMTP' : 'ESMTP'
      return `${usesUtf8() ? 'UTF8' : ''}${base}${this.tls === null ? '' : 'S'}${this.user === null ? '' : 'A'}`
    },
  }
}

export function answer(c: Connection, given: SmtpReply): void {
  c.wire.send(given)
  if (given.code === 421) c.over = true
}

/** Refuses on the listener's own account: told to the client, counted, and reported for the trace. */
export function refuse(c: Connection, reason: RefusedReason, given: SmtpReply, text?: string): void {
  c.errors++
  answer(c, given)
  report(c, reason, given, text)
}

export function refuseAndClose(c: Connection, reason: RefusedReason, given: SmtpReply, text?: string): void {
  refuse(c, reason, given, text)
  c.over = true
}

export function report(c: Connection, reason: RefusedReason, given: SmtpReply | null, text?: string): void {
  const details: RefusedDetails = { reply: given }
  if (text !== undefined) details.text = printable(text, 200)
  if (c.transaction !== null) details.transaction = c.transaction
  c.handler.refused(c.session, reason, details)
}

/** Asks the handler; one that fails must not lose a mail, so the client is told to come back. */
export async function ask<T>(c: Connection, call: () => MaybePromise<T>): Promise<T | SmtpReply> {
  try {
    return await call()
  } catch (error) {
    const details: RefusedDetails = { reply: replies.handlerFailed, error }
    if (c.transaction !== null) details.transaction = c.transaction
    c.handler.refused(c.session, 'handler-failed', details)
    return replies.handlerFailed
  }
}

export function resetTransaction(c: Connection): void {
  c.transaction?.chunks?.sink.release()
  c.transaction = null
}

/** NOOP and its like cost us little, but a client that says nothing else has no business here. */
export function countIdleCommand(c: Connection): void {
  c.idleCommands++
  if (c.idleCommands > c.limits.idleCommands) {
    refuseAndClose(c, 'too-many-idle-commands', replies.tooManyCommands)
  }
}

/** Nothing came where something was due. `reason` is for the case that time ran out. */
export function giveUp(c: Connection, silence: Silence, reason: 'command-timeout' | 'data-timeout'): void {
  c.over = true
  if (silence.kind === 'timeout') {
    refuse(c, reason, replies.timeout)
  } else if (silence.kind === 'not-reading') {
    report(c, 'client-not-reading', null)
    c.wire.destroy()
  } else if (silence.kind === 'closing') {
    refuse(c, 'shutting-down', replies.shuttingDown)
  } else if (reason === 'data-timeout') {
    report(c, 'client-gone', null)
  }
}
