import type { Reading } from './code-context.ts'
import { isNumberedWord } from './code-doubts.ts'
import { knownOfNumber } from './code-features.ts'
import { fillsCell, fillsLine, isAnnounced, placeOf, speaksOfCode } from './code-place.ts'
import { judge } from './code-score.ts'
import type { Verdict } from './code-verdict.ts'
import { makeChance } from './learning/chance.ts'
import { CODE_WEIGHTS } from './learning/code-weights.ts'
import { isForwarded, type Line } from './mail-lines.ts'
import type { Token } from './number-tokens.ts'

/**
 * Finds the code of a mail among its lines: every candidate is judged by the rules, weighed by what the corpus taught,
 * and the likeliest and topmost one is taken.
 */

export type FoundCode = {
  value: string
  confidence: number
  line: Line
  label: Line | null
  shown: string
  keyword: string | null
}

/** Candidates judged, from the top; a mail with more has no code worth finding below them. */
const MAX_CANDIDATES = 120
/** From this chance on a number is a code. */
const LIKELY = 0.4
/** From this score on the rules call it one. */
const NAMED = 0.5
/** Chances this close are equal. */
const TIE = 0.03
/** This many alike on neighbouring lines are a list, not a code. */
const LIST = 3

const chanceOf = makeChance(CODE_WEIGHTS)

type Candidate = { line: number; token: Token; value: string; alone: boolean }
export type Judged = Candidate & Verdict & { known: number[] }

/** Nothing but numbers stands in the line. */
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

/** Backup codes and the like: several of one make, each alone, on lines that follow each other. */
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

/** How much of the mail is searched for what it is about. */
const MAX_ABOUT = 40
/** The marks of a tracker of software in a subject: "[owner/project]", "(Issue #20417)", "[AUTH-4821]". */
const TRACKER =
  /\[[\w.-]+\/[\w.-]+\]|\[(?:jira|gitlab|redmine|bugzilla)\b|\((?:issue |pr |bug )?[#!]\d+\)|(?:issue|pr|bug|pull request|工单|缺陷|課題)\s?#\d+|[[(][A-Z][A-Z0-9]{1,9}-\d{1,6}[\])]/i
/** Words of that trade in a mail without such marks. */
const WORKSHOP = 3

/** A letter of one person to another. */
const ANSWER = /^\s?(?:re|aw|sv|antw|回复|答复|回覆|返信|답장)\s?:/i

/** The subject is that of a mail that brings a code: then nothing more is asked of it. */
function announcesCode(reading: Reading): boolean {
  const subject = reading.lines[0]?.folded ?? ''
  return !ANSWER.test(subject) && !isForwarded(subject) && isAnnounced(reading)
}

/** The mail is about codes, and brings none: a report of people who make software, or a warning of fraud. */
function isAbout(reading: Reading, { alone }: Candidate): boolean {
  const warns = reading.has('fraud', 0) && !reading.labels(0).some(label => label.kind === 'compare')
  // What a warning quotes stands within its sentences; a code that it brings stands apart.
  if (warns && !alone) return true
  const marked = TRACKER.test(reading.lines[0]?.folded ?? '')
  // What is quoted in a report stands within its lines.
  const plain = alone || announcesCode(reading)
  const lines = marked || reading.has('workshop', 0) || !plain ? Math.min(reading.lines.length, MAX_ABOUT) : 1
  const said = new Set<string>()
  for (let line = 0; line < lines; line++)
    for (const { word } of reading.find('workshop', line)) said.add(word)
  return said.size >= WORKSHOP || (said.size > 0 && marked)
}

/** How far down a mail is searched for a word about codes or signing in. */
const MAX_SPOKEN = 60
const TELLING = ['auth', 'type', 'brief', 'minutes'] as const

/** Nothing in the mail tells of a code, of signing in, of typing something in, or of something that ends soon. */
const isSilent = (reading: Reading): boolean =>
  !reading.lines
    .slice(0, MAX_SPOKEN)
    .some((_, line) => speaksOfCode(reading, line) || TELLING.some(kind => reading.has(kind, line)))

/** A subject and one line: nobody explains anything. */
const FEW_LINES = 2

/** Words of the subject stand apart behind such a sign: "Sign in: wren52". */
const SET_APART = /[:|]\s{0,2}$/

/**
 * A subject says what a mail is about: "log4j", "top10 list". That the mail speaks of some code does not make it one;
 * what is set apart in a subject about signing in may be.
 */
function isTopic({ line, token, value }: Candidate, reading: Reading): boolean {
  if (line !== 0 || token.shape !== 'mixed' || !isNumberedWord(value)) return false
  const before = reading.lines[0]?.folded.slice(0, token.start) ?? ''
  return !(isAnnounced(reading) && SET_APART.test(before))
}

/**
 * Words in capitals are on many a button. Where nobody speaks of a code, letters with digits in a subject or in one
 * line are what people number: "test12", "TEST-0001", "iPhone15". Such ones must be called a code.
 */
const mustBeNamed = (one: Candidate, reading: Reading): boolean =>
  one.token.shape === 'letters' ||
  isTopic(one, reading) ||
  (one.token.shape !== 'digits' && (one.line === 0 || reading.lines.length <= FEW_LINES) && isSilent(reading))

/** Beside the word "code" and nothing else that tells of one. */
const CALLED = 0.3

/** Digits that the mail calls a code, however faintly: then a word of the subject that nothing calls so is none. */
const callsDigits = (judged: readonly Judged[]): boolean =>
  judged.some(
    one => one.line > 0 && one.token.shape === 'digits' && one.keyword !== null && one.score >= CALLED,
  )

function choose(judged: Judged[], reading: Reading): (Judged & { chance: number }) | null {
  const outdone = callsDigits(judged)
  const needsName = (one: Judged) =>
    mustBeNamed(one, reading) || (outdone && one.line === 0 && one.token.shape !== 'digits')
  const likely = judged
    .map(one => ({ ...one, chance: chanceOf(one.known) }))
    .filter(one => one.chance >= LIKELY && (one.score >= NAMED || !needsName(one)))
  const best = Math.max(0, ...likely.map(one => one.chance))
  return likely.find(one => one.chance >= best - TIE) ?? null
}

/** Every number that might be a code, with what the rules make of it. */
export function judgeNumbers(reading: Reading): Judged[] {
  return withoutLists(gather(reading)).map(candidate => {
    const place = placeOf(reading, candidate.line, candidate.token)
    const verdict = judge(place)
    return { ...candidate, ...verdict, known: knownOfNumber(place, verdict) }
  })
}

export function findCode(reading: Reading): FoundCode | null {
  const { lines } = reading
  const best = choose(judgeNumbers(reading), reading)
  const chosen = best === null || isAbout(reading, best) ? null : best
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
