/** The conversation: one command after the other until somebody hangs up. Answers leave in the order of the commands. */

import type { Silence } from '../../inbound/receive/smtp/wire.ts'
import type { ImapCommand } from '../../mail/imap/command/command.ts'
import { parseCommand } from '../../mail/imap/command/parse-command.ts'
import type { CommandText, ReadEvent, Refused } from '../../mail/imap/command/read-commands.ts'
import { runCommand } from './run-command.ts'
import { capabilities } from './session/capabilities.ts'
import { NoRoom } from './session/message-reader.ts'
import { type Extent, tellNews } from './session/news.ts'
import {
  bad,
  bye,
  giveUp,
  handOver,
  type ImapSession,
  isUtf8Session,
  no,
  type Outcome,
  say,
  unavailable,
} from './session/session.ts'

const piece = 64 * 1024

export async function converse(s: ImapSession): Promise<void> {
  say(s, `* OK [CAPABILITY ${capabilities(s)}] ${s.hostname()} IMAP ready`)
  while (!s.over) {
    const event = await nextEvent(s)
    switch (event.kind) {
      case 'command':
        await run(s, event.command)
        break
      case 'awaited':
        say(s, '+ Go on')
        continue
      case 'refused':
        refuse(s, event)
        break
      case 'hopeless':
        bye(s, '[TOOBIG] That is more than anybody reads')
        break
      default:
        giveUp(s, event)
    }
    s.budget.give(s.literalOctets)
    s.literalOctets = 0
    if (s.errors > s.limits.errorsInARow) bye(s, 'Too many errors')
  }
  s.budget.give(s.literalOctets)
  s.literalOctets = 0
  handOver(s)
}

/** Single octets do not extend the time. */
async function nextEvent(s: ImapSession): Promise<ReadEvent | Silence> {
  const until = performance.now() + (s.account === null ? s.limits.strangerMs : s.limits.idleMs)
  for (;;) {
    const event = s.reader.next()
    if (event !== null) return event
    handOver(s)
    const got = await s.wire.readOctets({
      bytes: piece,
      ms: Math.max(1, until - performance.now()),
      stopsWhenClosing: true,
    })
    if (got.kind !== 'octets') return got
    s.reader.push(got.octets)
  }
}

const refusedSays: Readonly<Record<Refused, Outcome>> = {
  lineTooLong: bad('[TOOBIG] The command is too long'),
  tooManyLiterals: bad('Too many literals'),
  tooLarge: no('[TOOBIG] The literal is too large'),
}

function refuse(s: ImapSession, { tag, reason }: ReadEvent & { kind: 'refused' }): void {
  s.errors++
  finish(s, tag, refusedSays[reason])
}

function finish(s: ImapSession, tag: string | null, { status, text }: Outcome): void {
  if (tag === null && status !== 'BAD') return
  say(s, `${tag ?? '*'} ${status} ${text}`)
}

async function run(s: ImapSession, text: CommandText): Promise<void> {
  s.commands++
  if (s.account === null && s.commands > s.limits.strangersCommands) return bye(s, 'Too many commands')
  const parsed = parseCommand(text, { isUtf8: isUtf8Session(s) })
  if (parsed.kind === 'fault') {
    s.errors++
    const says = parsed.code === null ? bad(parsed.says) : no(`[${parsed.code}] ${parsed.says}`)
    return finish(s, parsed.tag, says)
  }
  const outcome = await carriedOut(s, parsed.tag, parsed.command)
  if (outcome === null) return
  s.errors = outcome.status === 'BAD' ? s.errors + 1 : 0
  finish(s, parsed.tag, outcome)
}

async function carriedOut(s: ImapSession, tag: string, command: ImapCommand): Promise<Outcome | null> {
  try {
    if (s.account !== null && command.name !== 'logout' && !(await s.account.isOpen())) {
      bye(s, 'This session has ended')
      return null
    }
    const outcome = await runCommand(s, tag, command)
    if (outcome !== null && s.selected !== null && !s.over) await catchUp(s, command)
    return outcome
  } catch (cause) {
    if (cause instanceof NoRoom) return no('[LIMIT] Too much is being read at the moment, try again later')
    s.handler.failed(cause)
    return unavailable
  }
}

/** Tells what others did, where the command leaves room for it. Who asks for news gets the latest. */
async function catchUp(s: ImapSession, command: ImapCommand): Promise<void> {
  if (s.selected === null || command.name === 'select' || command.name === 'examine') return
  const asks = command.name === 'noop' || command.name === 'check'
  if (asks || s.isStirred) await tellNews(s, s.selected, extentOf(command))
}

function extentOf(command: ImapCommand): Extent {
  switch (command.name) {
    case 'fetch':
    case 'store':
    case 'search':
    case 'sort':
    case 'thread':
      return command.isUid ? 'all' : 'withoutExpunge'
    default:
      return 'all'
  }
}
