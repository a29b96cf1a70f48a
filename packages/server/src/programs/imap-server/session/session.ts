/** Holds the state of one conversation, and the few functions that every command uses. */
import type { SecureContext } from 'node:tls'
import type { MemoryBudget } from '../../../inbound/receive/smtp/mail-room.ts'
import type { Silence, Wire } from '../../../inbound/receive/smtp/wire.ts'
import type { CommandReader } from '../../../mail/imap/command/read-commands.ts'
import type { MailShape } from '../../../mail/imap/structure/shape.ts'
import type { ImapAccount, ImapHandler, Refusal } from '../../imap/types.ts'
import type { ImapLimits } from './limits.ts'
import type { SelectedFolder } from './selected-folder.ts'

export type KeptShape = { uid: number; shape: MailShape }

export type ImapSession = {
  readonly wire: Wire
  readonly reader: CommandReader
  /** The client's address; behind a trusted proxy, the one from the PROXY header. */
  client: string
  readonly hostname: () => string
  readonly tlsContext: (serverName?: string) => SecureContext | null
  readonly limits: ImapLimits
  readonly handler: ImapHandler
  readonly budget: MemoryBudget
  isSecure: boolean
  isCompressed: boolean
  /** Null before the log-in. */
  account: ImapAccount | null
  /** Ends the news of the mailbox. */
  unlisten: () => void
  selected: SelectedFolder | null
  /** What the client switched on (RFC 5161). */
  readonly enabled: { rev2: boolean; utf8: boolean; condstore: boolean; qresync: boolean }
  /** Something may have changed in the mailbox since the last look. */
  isStirred: boolean
  /** The shape of the message that was asked for last. */
  keptShape: KeptShape | null
  /** Answers that were not sent yet, one character for each octet. */
  held: string
  /** How often something was sent at once. */
  sent: number
  /** When other work was last let through. */
  breathedAt: number
  /** Octets of literals that were taken for the command that is being read. */
  literalOctets: number
  commands: number
  errors: number
  authFailures: number
  /** Nothing more is read; what was said is flushed and the connection closed. */
  over: boolean
}

const holdsAtMost = 16 * 1024
/** So long may one session work before others get their turn. */
const turnMs = 10

/** Gathers an untagged answer or a continuation, in octets. */
export function say(s: ImapSession, line: string): void {
  s.held += `${line}\r\n`
}

/** Sends what was gathered once it is much, and lets others work; false when the client is gone or does not read. */
export async function keepUp(s: ImapSession): Promise<boolean> {
  if (performance.now() - s.breathedAt > turnMs) {
    await new Promise(resolve => setImmediate(resolve))
    s.breathedAt = performance.now()
  }
  return s.held.length < holdsAtMost || sendHeld(s)
}

export async function sendHeld(s: ImapSession): Promise<boolean> {
  const text = s.held
  s.held = ''
  return text === '' || sendOctets(s, Buffer.from(text, 'latin1'))
}

/** Sends octets after what was gathered; resolves when there is room for more. */
export async function sendOctets(s: ImapSession, octets: Buffer): Promise<boolean> {
  if (s.held !== '') {
    s.wire.sendText(s.held)
    s.held = ''
  }
  s.sent++
  if (await s.wire.sendOctets(octets, s.limits.pieceMs)) return true
  s.over = true
  s.wire.destroy()
  return false
}

/** Leaves what was gathered to be sent with the answers of others, when the session waits for its client. */
export function handOver(s: ImapSession): void {
  s.wire.sendText(s.held)
  s.held = ''
}

/** How a command ends. */
export type Outcome = { readonly status: 'OK' | 'NO' | 'BAD'; readonly text: string }

export const ok = (text: string): Outcome => ({ status: 'OK', text })
export const no = (text: string): Outcome => ({ status: 'NO', text })
export const bad = (text: string): Outcome => ({ status: 'BAD', text })

const refusals: Readonly<Record<Refusal, string>> = {
  noFolder: '[NONEXISTENT] No such mailbox',
  folderExists: '[ALREADYEXISTS] A mailbox of this name exists',
  badName: '[CANNOT] This name cannot be used',
  notAllowed: '[NOPERM] Not possible with this mailbox',
  tooMany: '[LIMIT] Too many of them',
  overQuota: '[OVERQUOTA] The mailbox is full',
  tooLarge: '[TOOBIG] The message is too large',
  noRoom: '[UNAVAILABLE] There is no room at the moment, try again later',
}

export const refused = (reason: Refusal): Outcome => no(refusals[reason])

export const unavailable = no('[UNAVAILABLE] Temporary failure, try again later')

/** Says good-bye without having been asked. */
export function bye(s: ImapSession, text: string): void {
  say(s, `* BYE ${text}`)
  s.over = true
}

/** Nothing came where something was due. */
export function giveUp(s: ImapSession, silence: Silence): void {
  s.over = true
  if (silence.kind === 'timeout') bye(s, 'Nothing was heard for too long')
  else if (silence.kind === 'closing') bye(s, '[UNAVAILABLE] The service is shutting down')
  else if (silence.kind === 'not-reading') s.wire.destroy()
}

/** True when the client reads UTF-8 in names of folders and in text. */
export const isUtf8Session = ({ enabled }: ImapSession): boolean => enabled.rev2 || enabled.utf8
