import type { Label, Reading } from './code-context.ts'
import { isBareName, isConnected, isDirect, isTight, isToldAfter, isYours } from './glue.ts'
import type { Token } from './number-tokens.ts'

/**
 * How surely one number is a code: the name nearest to it (before it, after it, in the line or the cell above) times
 * how close that name stands, times how usual its shape is, less what speaks against it.
 */

export type Verdict = {
  score: number
  keyword: string | null
  /** The line that holds the keyword. */
  labelLine: number
}

const NO: Verdict = { score: 0, keyword: null, labelLine: -1 }

/** How far up and down a number on a line of its own looks for its name. */
const LINES_ABOVE = 4
const LINES_BELOW = 2
const SHORT_LINE = 24
const ABOVE = [1, 1, 0.95, 0.85, 0.75]
const BELOW = [0, 0.85, 0.7]

type Place = { reading: Reading; line: number; token: Token; from: number; to: number }

function sentenceAt(reading: Reading, line: number, at: number): [number, number] {
  const sentences = reading.lines[line]?.sentences() ?? []
  return (
    sentences.find(([from, to]) => at >= from && at < to) ?? [0, reading.lines[line]?.plain().length ?? 0]
  )
}

export function placeOf(reading: Reading, line: number, token: Token): Place {
  const [from, to] = sentenceAt(reading, line, token.start)
  return { reading, line, token, from, to }
}

function near(reading: Reading, kind: Parameters<Reading['has']>[0], line: number, reach: number): boolean {
  for (let i = Math.max(0, line - reach); i <= line + reach; i++) if (reading.has(kind, i)) return true
  return false
}

/** "取票码：5028，验证码：4029": right before the name stands a number that fetches something. */
function isBesideTicket(reading: Reading, line: number, label: Label): boolean {
  const plain = reading.lines[line]?.plain() ?? ''
  const given = reading.tokens(line).findLast(token => token.end <= label.start)
  if (given === undefined || !isDirect(plain.slice(given.end, label.start))) return false
  const ticket = reading.labels(line).findLast(one => one.end <= given.start)
  if (ticket?.kind !== 'spoil' || !isTight(plain.slice(ticket.end, given.start))) return false
  return reading.has('venue', line, ticket.start, ticket.end)
}

/** A clear name among goods and tickets: handed to a person, or beside the number of a ticket, and not for signing in. */
function isElsewhere(reading: Reading, line: number, label: Label): boolean {
  const [from, to] = sentenceAt(reading, line, label.start)
  if (reading.has('handover', line, from, to)) return true
  const goods =
    [0, line - 1, line + 1].some(at => reading.labels(at).some(one => one.kind === 'spoil')) ||
    isBesideTicket(reading, line, label)
  const auth = reading.has('auth', line, from, label.start) || reading.has('auth', line, label.end, to)
  return goods && !auth && !reading.has('auth', 0)
}

/** "Your … code", with nothing around that codes open or buy. */
function isReadersOwn(reading: Reading, line: number, label: Label): boolean {
  const [from] = sentenceAt(reading, line, label.start)
  const folded = reading.lines[line]?.folded ?? ''
  if (!isBareName(label.word) || !isYours(folded.slice(Math.max(from, label.start - 40), label.start))) {
    return false
  }
  return !near(reading, 'venue', line, 2) && !reading.has('venue', 0)
}

/** How much a name is worth: a bare "code" needs other signs that it is one of an account. */
function worth(reading: Reading, line: number, label: Label): number {
  const [from, to] = sentenceAt(reading, line, label.start)
  if (label.kind === 'code') return isElsewhere(reading, line, label) ? 0.45 : 1
  let worth = 0.3
  if (reading.has('auth', line, from, to)) worth += 0.5
  else if (reading.has('auth', 0)) worth += 0.4
  else if (near(reading, 'auth', line, 2)) worth += 0.2
  const minutes = near(reading, 'minutes', line, 3)
  const brief = near(reading, 'brief', line, 4)
  if (minutes && brief) worth += 0.25
  else if (minutes || brief) worth += 0.1
  if (isReadersOwn(reading, line, label)) worth += 0.25
  if (near(reading, 'guard', line, 6)) worth += 0.25
  if ([0, line - 1, line].some(at => reading.has('venue', at))) worth *= 0.45
  return Math.min(worth, 0.95)
}

function rest(place: Place): string {
  const text = place.reading.lines[place.line]?.folded ?? ''
  return text.slice(0, place.token.start) + text.slice(place.token.end)
}

/** The number has its line to itself. */
export function fillsLine(place: Place): boolean {
  return !/[\p{L}\p{N}]/u.test(rest(place))
}

/** The number has its table cell to itself. */
export function fillsCell(place: Place): boolean {
  const text = place.reading.lines[place.line]?.folded ?? ''
  const before = text.slice(text.lastIndexOf('\t', place.token.start) + 1, place.token.start)
  const end = text.indexOf('\t', place.token.end)
  const after = text.slice(place.token.end, end < 0 ? undefined : end)
  return !/[\p{L}\p{N}]/u.test(before + after)
}

const AGAINST: readonly Label['kind'][] = ['not', 'spoil', 'other', 'soft']
const isAgainst = (label: Label) => AGAINST.includes(label.kind)

/** "Verify your account: 482913" names no account. */
function isDeed(place: Place, label: Label): boolean {
  return label.kind === 'soft' && place.reading.has('auth', place.line, place.from, label.start)
}

type Bond = { verdict: Verdict; refused: boolean }
const FREE: Bond = { verdict: NO, refused: false }
const REFUSED: Bond = { verdict: NO, refused: true }

function bond(reading: Reading, line: number, label: Label, closeness: number): Bond {
  return named(line, label, worth(reading, line, label) * closeness)
}

const named = (line: number, label: Label, score: number): Bond => ({
  verdict: { score, keyword: label.word, labelLine: line },
  refused: false,
})

/** The name before the number in its sentence. */
function fromBefore(place: Place): Bond {
  const { reading, line, token, from } = place
  const plain = reading.lines[line]?.plain() ?? ''
  const labels = reading.labels(line).filter(label => label.start >= from && label.end <= token.start)
  for (const label of labels.toReversed()) {
    const gap = plain.slice(label.end, token.start)
    const tight = isTight(gap)
    if (label.kind === 'talk') continue
    if (isAgainst(label) || label.kind === 'compare') {
      // A comma or another number parts a name from its number; so do words, if a code was named before.
      const named = labels.some(
        one => one.start < label.start && (one.kind === 'code' || one.kind === 'maybe'),
      )
      const close = named ? isDirect(gap) : tight
      if (close && !/[,\d]/.test(gap) && !isDeed(place, label)) return REFUSED
      continue
    }
    if (tight) return bond(reading, line, label, 1)
    if (token.shape !== 'digits' || reading.has('warn', line, from, token.start)) continue
    const between = reading.tokens(line).filter(other => other.start >= label.end && other.end <= token.start)
    if (between.some(other => other.value !== null && other.shape === 'digits'))
      return bond(reading, line, label, 0.5)
    const numbers = between.some(other => other.shape === 'digits')
    const far = gap.length > 80 ? 0.55 : gap.length > 40 ? 0.65 : 0.75
    return bond(reading, line, label, far * (numbers ? 0.85 : 1))
  }
  return FREE
}

/** The name after the number: "482913 is your code". */
function fromAfter(place: Place): Bond {
  const { reading, line, token, from, to } = place
  const plain = reading.lines[line]?.plain() ?? ''
  const folded = reading.lines[line]?.folded ?? ''
  const label = reading
    .labels(line)
    .find(one => one.start >= token.end && one.end <= to && !['talk', 'other', 'soft'].includes(one.kind))
  if (label === undefined) return FREE
  const gap = plain.slice(token.end, label.start)
  const connected = gap.length <= 70 && isConnected(gap)
  if (isAgainst(label) || label.kind === 'compare') return connected && gap.length < 30 ? REFUSED : FREE
  if (connected && isYours(folded.slice(token.end, label.start)) && !reading.has('venue', line, from, to))
    return named(line, label, 0.9)
  if (connected) return bond(reading, line, label, 0.95)
  const leads = plain.slice(from, token.start).trim() === '' && gap.length <= 40
  if (leads) return bond(reading, line, label, 0.85)
  return token.shape === 'digits' ? bond(reading, line, label, 0.4) : FREE
}

/** No name, but the reader is told to type it in, and what for. */
function fromDeed(place: Place): Verdict {
  const { reading, line, token, from, to } = place
  const plain = reading.lines[line]?.plain() ?? ''
  const verb = reading.find('type', line).findLast(one => one.start >= from && one.end <= token.start)
  const told =
    (verb !== undefined && isTight(plain.slice(verb.end, token.start))) || isToldAfter(plain.slice(token.end))
  if (!told || token.shape === 'letters' || near(reading, 'venue', line, 0)) return NO
  if (reading.has('auth', line, from, to)) return { score: 0.75, keyword: null, labelLine: line }
  if (token.shape !== 'digits') return NO
  const named = [line - 1, line + 1, line + 2].some(at => reading.labels(at).some(one => one.kind === 'code'))
  const signingIn = reading.has('auth', 0) && !reading.has('venue', 0)
  return named || (signingIn && near(reading, 'brief', line, 2))
    ? { score: 0.7, keyword: null, labelLine: line }
    : NO
}

/** The heading of the same column in the row above. */
function fromColumn(place: Place): Bond {
  const { reading, line, token } = place
  const above = reading.lines[line - 1]?.plain() ?? ''
  const text = reading.lines[line]?.plain() ?? ''
  const column = text.slice(0, token.start).split('\t').length - 1
  const cells = above.split('\t')
  if (cells.length < 2 || cells.length !== text.split('\t').length) return FREE
  const start = cells.slice(0, column).join('\t').length + (column > 0 ? 1 : 0)
  const end = start + (cells[column]?.length ?? 0)
  const label = reading.labels(line - 1).findLast(one => one.start >= start && one.end <= end)
  if (label === undefined) return FREE
  if (isAgainst(label) || label.kind === 'compare') return REFUSED
  return label.kind === 'talk' ? FREE : bond(reading, line - 1, label, 0.95)
}

/** The line goes on from the one above, which ends with the name: "… code:" and "482913 (valid …)". */
function fromLineEnd(place: Place): Bond {
  const { reading, line, token } = place
  const plain = reading.lines[line]?.plain() ?? ''
  if (line < 2 || /[\p{L}\p{N}]/u.test(plain.slice(0, token.start))) return FREE
  const above = reading.lines[line - 1]?.plain() ?? ''
  const label = reading.labels(line - 1).at(-1)
  if (label === undefined || (label.kind !== 'code' && label.kind !== 'maybe')) return FREE
  return isTight(above.slice(label.end)) ? settle(reading, line - 1, label, 0.95) : FREE
}

/** Words that name what follows only at the end of their line, and "your account:" only where no deed is told. */
function isName(label: Label, plain: string, told: boolean): boolean {
  if (label.kind === 'soft') return !told && isTight(plain.slice(label.end)) && plain.length < SHORT_LINE
  return label.kind !== 'other' || isTight(plain.slice(label.end))
}

/** What the lines above a lone number call it. */
function fromAbove(place: Place): Bond {
  const { reading, line } = place
  for (let up = 1; up <= LINES_ABOVE && line - up >= 0; up++) {
    const at = line - up
    const plain = reading.lines[at]?.plain() ?? ''
    const told = reading.has('type', at) && reading.has('auth', at) && !reading.has('venue', at)
    const label = reading.labels(at).findLast(one => isName(one, plain, told))
    if (label === undefined) {
      if (told) return { verdict: { score: 0.75, keyword: null, labelLine: at }, refused: false }
      continue
    }
    const taken = reading
      .tokens(at)
      .some(token => token.start >= label.end && token.value !== null && token.shape === 'digits')
    if (label.kind === 'talk' || taken) return FREE
    const ends = isTight(plain.slice(label.end))
    if (isAgainst(label) || label.kind === 'compare') {
      if (ends) return REFUSED
      const code = reading.labels(at).findLast(one => one.kind === 'code' || one.kind === 'maybe')
      if (code === undefined) continue
      return settle(reading, at, code, ABOVE[up] ?? 0)
    }
    return settle(reading, at, label, ABOVE[up] ?? 0)
  }
  return FREE
}

function settle(reading: Reading, at: number, label: Label, closeness: number): Bond {
  const [from, to] = sentenceAt(reading, at, label.start)
  const idle = reading.has('warn', at, from, to) && !reading.has('type', at, from, to)
  const old = reading.has('stale', at, from, to)
  const sample = reading.has('sample', at, from, to)
  return bond(reading, at, label, closeness * (idle ? 0.4 : 1) * (old || sample ? 0.4 : 1))
}

/** What the lines below a lone number call it: "This code expires in …". */
function fromBelow(place: Place): Verdict {
  const { reading, line } = place
  for (let down = 1; down <= LINES_BELOW; down++) {
    const at = line + down
    const label = reading.labels(at).find(one => !['other', 'soft', 'talk'].includes(one.kind))
    if (label === undefined) continue
    if (label.kind !== 'code' && label.kind !== 'maybe') return NO
    const taken = reading
      .tokens(at)
      .some(token => token.start >= label.end && token.value !== null && token.shape === 'digits')
    return taken ? NO : bond(reading, at, label, BELOW[down] ?? 0).verdict
  }
  return NO
}

/** A number set apart at an end of a subject about signing in, when the mail goes on about a code. */
function fromSubject(place: Place): Verdict {
  const { reading, line, token } = place
  if (line !== 0 || token.shape !== 'digits' || !reading.has('auth', 0) || reading.has('venue', 0)) return NO
  const text = reading.lines[0]?.plain() ?? ''
  const apart = /[:|\-([]\s{0,2}$/.test(text.slice(0, token.start)) || token.start === 0
  const outer = /^[\s)\].!]{0,3}$/.test(text.slice(token.end)) || token.start === 0
  const named = [1, 2, 3, 4, 5, 6].some(at =>
    reading.labels(at).some(one => one.kind === 'code' || one.kind === 'maybe'),
  )
  return apart && outer && named ? { score: 0.7, keyword: null, labelLine: 0 } : NO
}

/** No name anywhere: a lone number in a mail about signing in, that lives for minutes. */
function fromTopic(place: Place): Verdict {
  const { reading, line, token } = place
  const subjectNames = reading.labels(0).some(label => label.kind === 'code')
  if (subjectNames && line > 0) return { score: 0.8, keyword: null, labelLine: 0 }
  const spoken = reading.has('auth', 0) || reading.labels(0).some(label => label.kind === 'maybe')
  if (token.shape === 'letters' || !spoken || reading.has('venue', 0)) return NO
  const hints =
    near(reading, 'brief', line, 4) || near(reading, 'minutes', line, 4) || near(reading, 'guard', line, 6)
  return hints ? { score: 0.65, keyword: null, labelLine: 0 } : NO
}

/** Numbers that people write when they mean any number. */
const isPlaceholder = (value: string) => /^(\d)\1+$/.test(value) || '01234567890'.includes(value)

function shapeWeight(token: Token): number {
  const value = token.value ?? ''
  const length = value.replaceAll('-', '').length
  if (token.shape === 'digits') {
    if (/^(?:19|20)\d\d$/.test(value)) return 0.6
    return length > 8 || isPlaceholder(value) ? 0.75 : 1
  }
  if (token.shape === 'letters') return 0.62
  // A word with a number behind it is what shops make up.
  if (/^[A-Z]{3,}\d{1,4}$/.test(value)) return 0.75
  return value === value.toUpperCase() ? 0.95 : 0.75
}

/** The clause of the number: an old code is called old close by. */
function isStale(place: Place): boolean {
  const { reading, line, token, from, to } = place
  const plain = reading.lines[line]?.plain() ?? ''
  const left = Math.max(from, ...[',', '、', '\t'].map(sign => plain.lastIndexOf(sign, token.start - 1) + 1))
  const stops = [',', '、', '\t'].map(sign => plain.indexOf(sign, token.end)).filter(at => at >= 0)
  return reading.has('stale', line, left, Math.min(to, ...stops))
}

const better = (a: Verdict, b: Verdict) => (b.score > a.score ? b : a)

export function judge(place: Place): Verdict {
  const { reading, line, token, from, to } = place
  const before = fromBefore(place)
  if (before.refused) return NO
  const after = before.verdict.score >= 0.5 ? FREE : fromAfter(place)
  if (after.refused) return NO
  let verdict = better(before.verdict, after.verdict)
  // What can give no more than is there already is not looked for.
  if (verdict.score < 0.95) {
    verdict = [fromDeed(place), fromSubject(place), fromLineEnd(place).verdict].reduce(better, verdict)
  }
  const lone = fillsLine(place)
  if (verdict.score < 0.8 && (lone || fillsCell(place))) {
    const column = lone ? FREE : fromColumn(place)
    if (column.refused) return NO
    verdict = better(verdict, column.verdict)
  }
  if (verdict.score < 0.8 && lone && line > 0) {
    const above = fromAbove(place)
    if (above.refused) return NO
    verdict = better(verdict, above.verdict)
    if (verdict.score < 0.85) verdict = [fromBelow(place), fromTopic(place)].reduce(better, verdict)
  }
  const compared = reading.has('match', line, from, to)
  const against = (isStale(place) || compared ? 0.3 : 1) * (reading.has('sample', line, from, to) ? 0.4 : 1)
  return { ...verdict, score: verdict.score * shapeWeight(token) * against }
}
