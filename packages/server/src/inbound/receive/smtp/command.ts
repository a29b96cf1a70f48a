/** Command lines (RFC 5321 section 4.1.1): octets without CRLF become a verb and its argument, or a reason to refuse. */
import { isUtf8 } from 'node:buffer'
import { parseMailParams } from './mail-params.ts'
import { type PathFault, parsePath, type SmtpPath } from './path.ts'
import { replies, reply, type SmtpReply } from './reply.ts'
import type { MailParams, RefusedReason } from './types.ts'

export type Command = { verb: string; argument: string }
export type Refusal = { ok: false; reason: RefusedReason; reply: SmtpReply }
export type CommandResult = ({ ok: true } & Command) | Refusal

const VERB = /^([A-Za-z][A-Za-z0-9]*) *(.*)$/s
const CONTENT_VERB = /^(?:DATA|BDAT)(?![A-Za-z])/i
/** Everything but printable ASCII and what lies beyond the C1 controls: nothing of it may stand in an envelope. */
export const CONTROL = /[^ -~\u00a0-\u{10ffff}]/u

/**
 * Only CRLF ends a line, so a lone CR or LF, like NUL or DEL, arrives here as a forbidden octet. Text outside ASCII must be
 * UTF-8 (RFC 6531); where it is allowed is for the command to say.
 */
export function parseCommand(line: Buffer): CommandResult {
  const text = isUtf8(line) ? line.toString('utf8') : null
  if (text === null || CONTROL.test(text)) {
    // An envelope command is told about its parameter, anything else about the line.
    const isEnvelope = /^(?:MAIL|RCPT)\b/i.test(line.toString('latin1', 0, 5))
    return refuse('syntax', isEnvelope ? replies.badParameter : replies.badLine)
  }
  const match = VERB.exec(text)
  if (match === null) return refuse('unknown-command', replies.unknownCommand)
  return { ok: true, verb: (match[1] ?? '').toUpperCase(), argument: withoutSpacesBehind(match[2] ?? '') }
}

/** Other blanks are no part of the protocol; where they stand an argument is wrong. */
function withoutSpacesBehind(text: string): string {
  let end = text.length
  while (text.charAt(end - 1) === ' ') end--
  return text.slice(0, end)
}

/** Whether the line announces a message, even one that cannot be read: what follows is not to be taken for commands. */
export function announcesContent(line: Buffer): boolean {
  return CONTENT_VERB.test(line.toString('latin1', 0, 5))
}

export type MailCommand = { ok: true; from: SmtpPath; params: MailParams } | Refusal

/** `FROM:<reverse-path> [parameters]`. Spaces after the colon are tolerated: they are common and have one meaning only. */
export function parseMail(argument: string, offersAuth: boolean): MailCommand {
  const keyword = /^FROM: */i.exec(argument)
  if (keyword === null) return refuse('syntax', replies.badMailSyntax)
  const parsed = parsePath(argument.slice(keyword[0].length), 'sender')
  if (!parsed.ok) return refuse('syntax', pathReply(parsed.fault, 'sender'))
  if (parsed.rest !== '' && !parsed.rest.startsWith(' ')) return refuse('syntax', replies.badMailSyntax)
  const params = parseMailParams(parsed.rest, offersAuth)
  if (!params.ok) return params
  if (parsed.path.utf8 && !params.params.smtpUtf8)
    return refuse('utf8-not-announced', replies.utf8NotAnnounced)
  return { ok: true, from: parsed.path, params: params.params }
}

export type RcptCommand = { ok: true; to: SmtpPath } | Refusal

/** `TO:<forward-path>`. No extension offered here has parameters for RCPT, so any is unknown (RFC 5321 section 4.1.1.11). */
export function parseRcpt(argument: string, smtpUtf8: boolean): RcptCommand {
  const keyword = /^TO: */i.exec(argument)
  if (keyword === null) return refuse('syntax', replies.badRcptSyntax)
  const parsed = parsePath(argument.slice(keyword[0].length), 'recipient')
  if (!parsed.ok) return refuse('syntax', pathReply(parsed.fault, 'recipient'))
  if (parsed.rest !== '') {
    const isParameter = parsed.rest.startsWith(' ')
    return isParameter
      ? refuse('unsupported-parameter', replies.unknownParameter)
      : refuse('syntax', replies.badRcptSyntax)
  }
  if (parsed.path.utf8 && !smtpUtf8) return refuse('utf8-not-announced', replies.utf8NotAnnounced)
  return { ok: true, to: parsed.path }
}

/** A recipient that names no single mailbox is a relay attempt rather than a slip, and is told 550 like any other. */
function pathReply(fault: PathFault, role: 'sender' | 'recipient'): SmtpReply {
  const status = role === 'sender' ? '5.1.7' : '5.1.3'
  if (fault === 'too-long') return reply(501, status, 'Address too long')
  if (fault === 'unroutable')
    return reply(role === 'sender' ? 553 : 550, status, 'Address needs exactly one domain')
  return reply(501, status, 'Malformed address')
}

export type ChunkCommand = { ok: true; size: number; last: boolean } | { ok: false }

/** `BDAT size [LAST]` (RFC 3030 section 2). */
export function parseChunk(argument: string): ChunkCommand {
  const match = /^([0-9]{1,15})(?: +(LAST))?$/i.exec(argument)
  return match === null ? { ok: false } : { ok: true, size: Number(match[1]), last: match[2] !== undefined }
}

/** EHLO, HELO and LHLO take one word: a domain or an address literal. Its truth is not judged, only that it is one printable word. */
export function parseGreetingName(argument: string): string | null {
  return /^[!-~]{1,255}$/.test(argument) ? argument : null
}

function refuse(reason: RefusedReason, answer: SmtpReply): Refusal {
  return { ok: false, reason, reply: answer }
}
