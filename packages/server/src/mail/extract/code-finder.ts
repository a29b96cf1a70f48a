import type { Reading } from './code-context.ts'
import { isNumberedWord } from './code-doubts.ts'
import { kindsOf, knownOfNumber } from './code-features.ts'
import { fillsCell, fillsLine, isAnnounced, placeOf, speaksOfCode } from './code-place.ts'
import { judge } from './code-score.ts'
import { ordersOf, type Told, toldOf } from './code-told.ts'
import type { CodeVerdict } from './code-verdict.ts'
import { echoesOf, isEchoed } from './code-writing.ts'
import { isForwarded, type Line } from './mail-lines.ts'
import type { Token } from './token.ts'
import type { Chance } from './weights/chance.ts'

/**
 * Finds the code of a mail among its lines. The rules judge every candidate, the weights learned from the
 * corpus rate it, and the likeliest wins; of equals, the topmost.
 */

export type FoundCode = {
  value: string
  confidence: number
  line: Line
  label: Line | null
  shown: string
  keyword: string | null
}

/** The number of candidates judged, from the top. A mail with more has no code worth finding below them. */
const MAX_CANDIDATES = 120
/** A number that the rules call a code is one with at least this probability. */
const LIKELY = 0.5
/** A number that no rule calls a code needs more, and letters need more still, because many words look alike. */
const LIKELY_UNNAMED = 0.55
const LIKELY_LETTERS = 0.7
/** This is enough where the mail tells the reader to type it in and is about nothing else. */
const LIKELY_TOLD = 0.3
const TOLD = 0.6
/** This is enough for letters with digits in a mail that has next to no other words. */
const LIKELY_BARE = 0.05
const BARE = 3
/** This much makes up for a name that the rules miss. */
const SURE = 0.8
/** From this score on, the rules call it a code. */
const NAMED = 0.5
/** Probabilities this close count as equal. */
const TIE = 0.03
/** This many similar numbers on neighbouring lines are a list, not a code. */
const LIST = 3

type Candidate = { line: number; token: Token; value: string; alone: boolean }
export type Judged = Candidate & CodeVerdict & { told: Told; known: number[] }

/** True when the line holds only numbers. */
function isWordless(reading: Reading, line: number): boolean {
  let at = 0
  let rest = ''
  const folded = reading.lines[line]?.folded ?? ''
  for (const { start, end } of reading.tokens(line)) {
    rest += folded.slice(at, start)
    at = end
  }
  return !/[\p{L}\p{N}]/u.test(rest + folded.slice(at))
}

function gather(reading: Reading): Candidate[] {
  const candidates: Candidate[] = []
  for (const [index, line] of reading.lines.entries()) {
    if (line.quoted) continue
    for (const token of reading.tokens(index)) {
      if (token.value === null) continue
      const place = placeOf(reading, index, token)
      const alone = fillsLine(place) || fillsCell(place) || isWordless(reading, index)
      candidates.push({ line: index, token, value: token.value, alone })
      if (candidates.length >= MAX_CANDIDATES) return candidates
    }
  }
  return candidates
}

/** Drops backup codes and the like: several of the same shape, each alone, on consecutive lines. */
function withoutLists(candidates: Candidate[]): Candidate[] {
  const make = (one: Candidate) => `${one.token.shape} ${one.value.length}`
  const listed = new Set<Candidate>()
  let group: Candidate[] = []
  const settle = () => {
    if (new Set(group.map(one => one.value)).size >= LIST) for (const one of group) listed.add(one)
    group = []
  }
  for (const one of candidates.filter(candidate => candidate.alone)) {
    const last = group.at(-1)
    if (last !== undefined && (one.line - last.line > 1 || make(one) !== make(last))) settle()
    group.push(one)
  }
  settle()
  return candidates.filter(one => !listed.has(one))
}

/** The number of lines that are searched for the topic of the mail. */
const MAX_ABOUT = 40
/** Marks of a software issue tracker in a subject: "[owner/project]", "(Issue #20417)", "[AUTH-4821]". */
const TRACKER =
  /\[[\w.-]+\/[\w.-]+\]|\[(?:jira|gitlab|redmine|bugzilla)\b|\((?:issue |pr |bug )?[#!]\d+\)|(?:issue|pr|bug|pull request|工单|缺陷|課題)\s?#\d+|[[(][A-Z][A-Z0-9]{1,9}-\d{1,6}[\])]/i
/** This many software words show the topic of a mail without such marks. */
const WORKSHOP = 3

/** Marks a letter from one person to another. */
const ANSWER =
  /^\s?(?:re|aw|sv|vs|antw|odp|r|res|ynt|vá|απ|отг|ответ|відп|رد|תגובה|השב|ตอบกลับ|balas|trả lời|回复|答复|回覆|返信|답장)\s?:/i

/** True when the subject announces a code; then no further check is needed. */
function announcesCode(reading: Reading): boolean {
  const subject = reading.lines[0]?.folded ?? ''
  return !ANSWER.test(subject) && !isForwarded(subject) && isAnnounced(reading)
}

/**
 * True when the mail talks about codes but brings none: a report by software makers, or a warning of fraud.
 */
function isAbout(reading: Reading, { alone }: Candidate): boolean {
  const warns = reading.has('fraud', 0) && !reading.labels(0).some(label => label.kind === 'compare')
  // A warning quotes codes within its sentences; a code that the mail brings stands apart.
  if (warns && !alone) return true
  const marked = TRACKER.test(reading.lines[0]?.folded ?? '')
  // A report quotes codes within its lines.
  const plain = alone || announcesCode(reading)
  const lines = marked || reading.has('workshop', 0) || !plain ? Math.min(reading.lines.length, MAX_ABOUT) : 1
  const said = new Set<string>()
  for (let line = 0; line < lines; line++)
    for (const { word } of reading.find('workshop', line)) said.add(word)
  return said.size >= WORKSHOP || (said.size > 0 && marked)
}

/** The number of lines that are searched for words about codes or signing in. */
const MAX_SPOKEN = 60
const TELLING = ['auth', 'type', 'brief', 'minutes'] as const

/** True when the mail never mentions a code, signing in, typing something in, or something that ends soon. */
const isSilent = (reading: Reading): boolean =>
  !reading.lines
    .slice(0, MAX_SPOKEN)
    .some((_, line) => speaksOfCode(reading, line) || TELLING.some(kind => reading.has(kind, line)))

/** A mail with a subject and one line explains nothing. */
const FEW_LINES = 2

/** After such a mark a word of the subject stands apart: "Sign in: wren52". */
const SET_APART = /[:|]\s{0,2}$/

/**
 * True when the word belongs to the topic in the subject: "log4j", "top10 list". A mention of some code in
 * the mail does not make such a word a code. A word that is set apart in a subject about signing in can be
 * one.
 */
function isTopic({ line, token, value }: Candidate, reading: Reading): boolean {
  if (line !== 0 || token.shape !== 'mixed' || !isNumberedWord(value)) return false
  const before = reading.lines[0]?.folded.slice(0, token.start) ?? ''
  return !(isAnnounced(reading) && SET_APART.test(before))
}

/**
 * Many buttons have words in capitals. When the mail mentions no code, letters with digits in a subject or in
 * a mail of one line are usually names with a number: "test12", "TEST-0001", "iPhone15". The mail must call
 * such a word a code.
 */
const mustBeNamed = (one: Candidate, reading: Reading): boolean =>
  one.token.shape === 'letters' ||
  isTopic(one, reading) ||
  (one.token.shape !== 'digits' && (one.line === 0 || reading.lines.length <= FEW_LINES) && isSilent(reading))

/** The score of a number beside the word "code" without further signs. */
const CALLED = 0.3

/**
 * True when the mail calls some digits a code, however faintly. Then a word of the subject is a code only if
 * the mail calls it one.
 */
const callsDigits = (judged: readonly Judged[]): boolean =>
  judged.some(
    one => one.line > 0 && one.token.shape === 'digits' && one.keyword !== null && one.score >= CALLED,
  )

/** Kinds of words in a mail that also tells to type in something else than a code, or only tells of codes. */
const MAX_AGAINST = 20
const AGAINST = ['venue', 'bargain', 'handover', 'fraud', 'sample', 'workshop'] as const
const speaksAgainst = (reading: Reading) =>
  reading.lines.slice(0, MAX_AGAINST).some((_, line) => AGAINST.some(kind => reading.has(kind, line)))

/** True for letters with digits set apart right below words about discounts, in a mail about nothing secret. */
const isBargain = (reading: Reading, { line, token, alone }: Judged): boolean =>
  token.shape !== 'digits' &&
  alone &&
  (reading.has('bargain', line - 1) || reading.has('bargain', line)) &&
  !reading.has('auth', 0)

/** True for letters with digits alone in a mail of a few lines about signing in or a code. */
function isBare(reading: Reading, { alone, token, value }: Judged): boolean {
  if (reading.lines.length > BARE || !alone || token.shape !== 'mixed' || isNumberedWord(value)) return false
  return reading.lines.some((_, line) => reading.has('auth', line) || speaksOfCode(reading, line))
}

function choose(judged: Judged[], reading: Reading, chanceOf: Chance): (Judged & { chance: number }) | null {
  const outdone = callsDigits(judged)
  const needsName = (one: Judged) =>
    mustBeNamed(one, reading) || (outdone && one.line === 0 && one.token.shape !== 'digits')
  const top = Math.max(0, ...judged.map(one => one.score))
  const isMeant = (one: Judged) =>
    one.score >= NAMED &&
    one.score === top &&
    one.told.score >= TOLD &&
    one.told.where !== 'far' &&
    !speaksAgainst(reading)
  const leastOf = (one: Judged) => {
    if (isBare(reading, one)) return LIKELY_BARE
    if (isMeant(one)) return LIKELY_TOLD
    if (one.score >= NAMED) return LIKELY
    if (needsName(one)) return SURE
    return one.token.shape === 'digits' ? LIKELY_UNNAMED : LIKELY_LETTERS
  }
  const likely = judged
    .map(one => ({ ...one, chance: chanceOf(one.known) }))
    .filter(one => one.chance >= leastOf(one))
  const best = Math.max(0, ...likely.map(one => one.chance))
  return likely.find(one => one.chance >= best - TIE) ?? null
}

/** Returns every number that might be a code, with the verdict of the rules. */
export function judgeNumbers(reading: Reading): Judged[] {
  const candidates = withoutLists(gather(reading))
  if (candidates.length === 0) return []
  const orders = ordersOf(reading)
  const places = candidates.map(({ line, token }) => placeOf(reading, line, token))
  const apart = places.filter(place => place.line > 0 && fillsLine(place))
  const judged = candidates.flatMap((candidate, at) => {
    const place = places[at]
    if (place === undefined) return []
    const sole = apart.length === 1 && apart[0] === place
    const told = toldOf(place, orders, sole)
    return { candidate, place, told, sole, verdict: judge(place, told) }
  })
  const best = Math.max(0, ...judged.map(({ verdict }) => verdict.score))
  const kinds = kindsOf(reading)
  const echoes = echoesOf(reading, orders)
  const many = new Set(judged.map(({ candidate }) => candidate.value)).size
  return judged.map(({ candidate, place, told, sole, verdict }) => {
    const among = {
      kinds,
      sole,
      best: verdict.score > 0 && verdict.score === best,
      outdone: verdict.score < best,
      echoed: isEchoed(place, echoes),
      many,
    }
    return { ...candidate, ...verdict, told, known: knownOfNumber(place, verdict, told, among) }
  })
}

export function findCode(reading: Reading, chanceOf: Chance): FoundCode | null {
  const { lines } = reading
  const best = choose(judgeNumbers(reading), reading, chanceOf)
  const chosen = best === null || isAbout(reading, best) || isBargain(reading, best) ? null : best
  const line = chosen === null ? undefined : lines[chosen.line]
  if (chosen === null || line === undefined) return null
  return {
    value: chosen.value,
    confidence: Math.round(chosen.chance * 100) / 100,
    line,
    label: chosen.labelLine === chosen.line ? null : (lines[chosen.labelLine] ?? null),
    shown: line.shown.slice(chosen.token.start, chosen.token.end),
    keyword: chosen.keyword,
  }
}
