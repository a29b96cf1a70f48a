/** The conversation: one command after the other until somebody hangs up. Replies leave in the order of the commands. */
import { auth } from './auth.ts'
import { announcesContent, parseCommand } from './command.ts'
import { answer, type Connection, countIdleCommand, giveUp, refuse, refuseAndClose } from './connection.ts'
import { bdat, data } from './content.ts'
import { greet, startTls } from './greeting.ts'
import type { Line } from './line-buffer.ts'
import { replies } from './reply.ts'
import { mail, rcpt, rset } from './transaction.ts'

type Run = (c: Connection, argument: string) => void | Promise<void>

const commands: ReadonlyMap<string, Run> = new Map<string, Run>([
  ['EHLO', smtpGreeting('EHLO')],
  ['HELO', smtpGreeting('HELO')],
  ['LHLO', (c, argument) => (c.protocol === 'lmtp' ? greet(c, 'LHLO', argument) : unknown(c))],
  ['MAIL', mail],
  ['RCPT', rcpt],
  ['DATA', data],
  ['BDAT', bdat],
  ['RSET', rset],
  ['STARTTLS', startTls],
  ['AUTH', auth],
  ['QUIT', quit],
  ['NOOP', c => idle(c, replies.ok)],
  // Whether a mailbox exists is told to nobody who does not send to it.
  ['VRFY', c => idle(c, replies.cannotVerify)],
  ['EXPN', c => idle(c, replies.notImplemented)],
  ['HELP', c => idle(c, replies.help)],
  ['PROXY', forbidden],
  ['XCLIENT', forbidden],
  ['XFORWARD', forbidden],
])

/** A browser or a proxy was talked into connecting here; its request body must not be taken for mail. */
const httpVerbs: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'CONNECT',
  'PATCH',
])

const unknownCommand = { reason: 'unknown-command', reply: replies.unknownCommand } as const

export async function converse(c: Connection): Promise<void> {
  while (!c.over) {
    const got = await c.wire.readLine(lineLimits(c))
    if (c.wire.isClosing()) giveUp(c, { kind: 'closing' }, 'command-timeout')
    else if (got.kind === 'line') await run(c, got.octets)
    else if (got.kind === 'too-long' || got.kind === 'endless') refuseLongLine(c, got)
    else giveUp(c, got, 'command-timeout')
    if (!c.over && c.errors > c.limits.errorsPerConnection) {
      refuseAndClose(c, 'too-many-errors', replies.tooManyErrors)
    }
  }
}

function lineLimits(c: Connection): { bytes: number; discard: number; ms: number } {
  const { commandBytes, authLineBytes, discardBytes, commandMs } = c.limits
  // AUTH may carry its first response on the command line (RFC 4954 section 4).
  const mayAuth = c.handler.auth !== undefined && c.session.tls !== null
  return {
    bytes: mayAuth ? Math.max(commandBytes, authLineBytes) : commandBytes,
    discard: discardBytes,
    ms: commandMs,
  }
}

async function run(c: Connection, octets: Buffer): Promise<void> {
  c.commands++
  if (c.commands > c.limits.commandsPerConnection) {
    return refuseAndClose(c, 'too-many-commands', replies.tooManyCommands)
  }
  const afterRefusedData = c.bodyMayFollow
  c.bodyMayFollow = false
  const command = parseCommand(octets)
  const action = command.ok ? commands.get(command.verb) : undefined
  if (command.ok && action !== undefined) return action(c, command.argument)
  if (afterRefusedData) {
    return refuseAndClose(
      c,
      'unauthorised-pipelining',
      replies.notSynchronised,
      octets.toString('latin1', 0, 200),
    )
  }
  if (announcesContent(octets)) {
    const { reason, reply } = command.ok ? unknownCommand : command
    return refuseAndClose(c, reason, reply, octets.toString('latin1', 0, 200))
  }
  if (!command.ok) return refuse(c, command.reason, command.reply, octets.toString('latin1', 0, 200))
  if (httpVerbs.has(command.verb)) return refuseAndClose(c, 'not-smtp', replies.notSmtp, command.verb)
  refuse(c, unknownCommand.reason, unknownCommand.reply, command.verb)
}

function refuseLongLine(c: Connection, line: Exclude<Line, { kind: 'line' }>): void {
  const isAuth = /^AUTH /i.test(line.head.toString('latin1'))
  const given = isAuth ? replies.authLineTooLong : replies.commandTooLong
  refuse(c, 'command-too-long', given, isAuth ? 'AUTH' : line.head.toString('latin1'))
  if (line.kind === 'endless' || c.bodyMayFollow || announcesContent(line.head)) c.over = true
}

function smtpGreeting(verb: 'EHLO' | 'HELO'): Run {
  // RFC 2033 section 4.1: LMTP has LHLO instead.
  return (c, argument) => (c.protocol === 'smtp' ? greet(c, verb, argument) : unknown(c))
}

function unknown(c: Connection): void {
  refuse(c, unknownCommand.reason, unknownCommand.reply)
}

function forbidden(c: Connection, argument: string): void {
  refuse(c, 'forbidden-command', replies.forbidden, argument)
}

function idle(c: Connection, given: Parameters<typeof answer>[1]): void {
  answer(c, given)
  countIdleCommand(c)
}

function quit(c: Connection, argument: string): void {
  if (argument === '') {
    answer(c, replies.bye)
    c.over = true
  } else {
    refuse(c, 'syntax', replies.noArgument)
  }
}
