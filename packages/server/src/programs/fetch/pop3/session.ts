/** Holds the state of one conversation, and the few functions that every command uses. */
import type { SecureContext } from 'node:tls'
import type { MemoryBudget } from '../../../inbound/receive/smtp/mail-room.ts'
import type { Silence, Wire } from '../../../inbound/receive/smtp/wire.ts'
import type { Pop3Limits } from './limits.ts'
import type { Maildrop, Pop3Handler } from './types.ts'

export type Pop3Session = {
  readonly wire: Wire
  /** The client's address; behind a trusted proxy, the one from the PROXY header. */
  client: string
  readonly hostname: () => string
  readonly tlsContext: (serverName?: string) => SecureContext | null
  readonly limits: Pop3Limits
  readonly handler: Pop3Handler
  readonly budget: MemoryBudget
  isSecure: boolean
  /** Named with USER, waiting for PASS. */
  username: string | null
  /** Null: the AUTHORIZATION state (RFC 1939 section 4). */
  maildrop: Maildrop | null
  /** Places of mails marked with DELE. */
  deleted: Set<number>
  commands: number
  errors: number
  authFailures: number
  /** Nothing more is read; what was said is flushed and the connection closed. */
  over: boolean
}

export type Run = (s: Pop3Session, argument: string) => void | Promise<void>

/** Nothing that a client said ever stands in an answer, so that none needs to be made fit for one. */
export function ok(s: Pop3Session, text: string): void {
  s.wire.sendText(`+OK ${text}\r\n`)
}

export function refuse(s: Pop3Session, text: string): void {
  s.errors++
  s.wire.sendText(`-ERR ${text}\r\n`)
}

export function refuseAndClose(s: Pop3Session, text: string): void {
  refuse(s, text)
  s.over = true
}

/** Asks the handler; one that fails is told to the log, and the client to come back. */
export async function ask<T>(s: Pop3Session, call: () => Promise<T>): Promise<{ answer: T } | null> {
  try {
    return { answer: await call() }
  } catch (cause) {
    s.handler.failed(cause)
    refuse(s, '[SYS/TEMP] Temporary failure, try again later')
    return null
  }
}

/** Nothing came where something was due. No mail is removed: there was no QUIT (RFC 1939 section 6). */
export function giveUp(s: Pop3Session, silence: Silence): void {
  s.over = true
  if (silence.kind === 'timeout') refuse(s, '[SYS/TEMP] Timed out, closing connection')
  else if (silence.kind === 'closing') refuse(s, '[SYS/TEMP] Service is shutting down')
  else if (silence.kind === 'not-reading') s.wire.destroy()
}

const PIECE = 64 * 1024

/** Sends what is made piece by piece, each when the client has taken the one before; false when it does not. */
export async function sendAll(s: Pop3Session, pieces: Iterable<Buffer>): Promise<boolean> {
  for (const piece of pieces) {
    if (await s.wire.sendOctets(piece, s.limits.pieceMs)) continue
    s.over = true
    s.wire.destroy()
    return false
  }
  return true
}

export const pieceBytes = PIECE
