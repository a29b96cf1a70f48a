import type { Label, Reading } from './code-context.ts'
import { isAnnounced, near, sentenceAt } from './code-place.ts'
import {
  isBareName,
  isDirect,
  isOfNounBefore,
  isOfSomething,
  isPassName,
  isSignInName,
  isTight,
  isYours,
  leadsOn,
} from './glue.ts'

/** Rates a name that stands near a number: how surely a number of this name is a code for signing in. */

/** "取票码：5028，验证码：4029": a number that collects something stands right before the name. */
function isBesideTicket(reading: Reading, line: number, label: Label): boolean {
  const plain = reading.lines[line]?.plain() ?? ''
  const given = reading.tokens(line).findLast(token => token.end <= label.start)
  if (given === undefined || !isDirect(plain.slice(given.end, label.start))) return false
  const ticket = reading.labels(line).findLast(one => one.end <= given.start)
  if (ticket?.kind !== 'spoil' || !isTight(plain.slice(ticket.end, given.start))) return false
  return reading.has('venue', line, ticket.start, ticket.end)
}

/** A paragraph of this length is about many things. */
const LONG_LINE = 300
const isShort = (reading: Reading, line: number) => (reading.lines[line]?.folded.length ?? 0) < LONG_LINE

/**
 * True for a clear name among goods and tickets: the code is handed to a person, or stands beside a ticket
 * number, and is not for signing in.
 */
function isElsewhere(reading: Reading, line: number, label: Label): boolean {
  const [from, to] = sentenceAt(reading, line, label.start)
  const handed = reading.has('handover', line, from, to) && !reading.has('warn', line, from, to)
  if (handed || reading.has('bargain', line, from, to)) return true
  if (isSignInName(label.word)) return false
  // This line and the subject are checked first, because the lines around may be long.
  const auth = reading.has('auth', line, from, label.start) || reading.has('auth', line, label.end, to)
  if (auth || reading.has('auth', 0)) return false
  return (
    [0, line - 1, line + 1].some(
      at => isShort(reading, at) && reading.labels(at).some(one => one.kind === 'spoil'),
    ) || isBesideTicket(reading, line, label)
  )
}

/** True for "Your … code" when nothing nearby is something that codes open or buy. */
function isReadersOwn(reading: Reading, line: number, label: Label): boolean {
  const [from] = sentenceAt(reading, line, label.start)
  const folded = reading.lines[line]?.folded ?? ''
  if (!isBareName(label.word) || !isYours(folded.slice(Math.max(from, label.start - 40), label.start))) {
    return false
  }
  if (!leadsOn(reading.lines[line]?.plain().slice(label.end) ?? '')) return false
  return !near(reading, 'venue', line, 2) && !reading.has('venue', 0)
}

/** Rates a name: a bare "code" needs other signs that it belongs to an account. */
export function worthOf(reading: Reading, line: number, label: Label): number {
  const [from, to] = sentenceAt(reading, line, label.start)
  if (label.kind === 'code') return isElsewhere(reading, line, label) ? 0.45 : 1
  // "(CBC, code 85025)": a remark about something else.
  if (isBareName(label.word) && /[(,]\s?$/.test(reading.lines[line]?.plain().slice(0, label.start) ?? ''))
    return 0.2
  // "Código de centro": this is not a known kind of code.
  if (isOfSomething(label.word, reading.lines[line]?.folded.slice(label.end) ?? '')) return 0.2
  if (isOfNounBefore(label.word, reading.lines[line]?.plain().slice(0, label.start) ?? '')) return 0.2
  let worth = isPassName(label.word) ? 0.5 : 0.3
  if (reading.has('auth', line, from, to)) worth += 0.5
  else if (isAnnounced(reading)) worth += 0.4
  else if (near(reading, 'auth', line, 3)) worth += 0.2
  // "Enter the activation code:"
  if (reading.has('type', line, from, label.start)) worth += 0.15
  const minutes = near(reading, 'minutes', line, 3)
  const brief = near(reading, 'brief', line, 4)
  if (minutes && brief) worth += 0.25
  else if (minutes || brief) worth += 0.1
  if (isReadersOwn(reading, line, label)) worth += 0.25
  if (near(reading, 'guard', line, 6)) worth += 0.25
  if ([0, line - 1, line].some(at => reading.has('venue', at))) worth *= 0.45
  return Math.min(worth, 0.95)
}
