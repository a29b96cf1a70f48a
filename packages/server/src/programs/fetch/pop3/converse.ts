/** The conversation: one command after the other until somebody hangs up. Answers leave in the order of the commands. */
import { auth, capa, pass, stls, user } from './authorization.ts'
import { ask, giveUp, ok, type Pop3Session, type Run, refuse, refuseAndClose } from './session.ts'
import { dele, type Fetch, list, noop, quit, retr, rset, stat, top, uidl } from './transaction.ts'

/** Names and passwords may hold any character but control characters, which are in no line of an honest client. */
const COMMAND = /^([A-Za-z]{3,4})(?: ([^\p{Cc}]*))?$/u

const authorization: ReadonlyMap<string, Run> = new Map<string, Run>([
  ['CAPA', capa],
  ['STLS', stls],
  ['USER', user],
  ['PASS', pass],
  ['AUTH', auth],
  ['QUIT', leave],
])

const transaction: ReadonlyMap<string, Fetch> = new Map<string, Fetch>([
  ['CAPA', capa],
  ['STAT', stat],
  ['LIST', list],
  ['UIDL', uidl],
  ['RETR', retr],
  ['TOP', top],
  ['DELE', dele],
  ['RSET', rset],
  ['NOOP', noop],
  ['QUIT', quit],
])

export async function converse(s: Pop3Session): Promise<void> {
  ok(s, `${s.hostname()} POP3 ready`)
  while (!s.over) {
    const got = await s.wire.readLine(lineLimits(s))
    if (s.wire.isClosing()) giveUp(s, { kind: 'closing' })
    else if (got.kind === 'line') await run(s, got.octets)
    else if (got.kind === 'too-long') refuse(s, 'Line too long')
    else if (got.kind === 'endless') refuseAndClose(s, 'Line too long')
    else giveUp(s, got)
    if (!s.over && s.errors > s.limits.errorsPerConnection) refuseAndClose(s, 'Too many errors')
  }
}

function lineLimits({ limits, maildrop, isSecure }: Pop3Session) {
  const { commandBytes, authLineBytes, discardBytes, strangerMs, idleMs } = limits
  // AUTH may carry its first answer on the command line (RFC 5034 section 4).
  const mayAuth = isSecure && maildrop === null
  return {
    bytes: mayAuth ? authLineBytes : commandBytes,
    discard: discardBytes,
    ms: maildrop === null ? strangerMs : idleMs,
  }
}

async function run(s: Pop3Session, octets: Buffer): Promise<void> {
  s.commands++
  const { maildrop, limits } = s
  const limit = maildrop === null ? limits.strangersCommands : limits.commandsPerConnection
  if (s.commands > limit) return refuseAndClose(s, 'Too many commands on this connection')
  // Octets that are no UTF-8 become the sign for it, which is in no name or password of ours.
  const [, verb = '', argument = ''] = COMMAND.exec(octets.toString('utf8')) ?? []
  const command = verb.toUpperCase()
  if (maildrop === null) {
    const action = authorization.get(command)
    if (action !== undefined) return action(s, argument)
    return refuse(s, transaction.has(command) ? 'Sign in first' : 'Command not recognised')
  }
  const action = transaction.get(command)
  if (action === undefined) return refuse(s, 'Command not recognised')
  const asked = await ask(s, () => maildrop.isOpen())
  if (asked === null) return
  if (!asked.answer) return refuseAndClose(s, '[AUTH] This session has ended')
  await action(s, maildrop, argument)
}

function leave(s: Pop3Session): void {
  s.over = true
  ok(s, 'Bye')
}
