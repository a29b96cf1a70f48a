import type { Label, Reading } from './code-context.ts'
import { isPlaceholder } from './code-doubts.ts'
import { fillsCell, fillsLine, type Place } from './code-place.ts'
import type { Told } from './code-told.ts'
import { fromStruck, isSpelled } from './code-unnamed.ts'
import type { CodeVerdict } from './code-verdict.ts'
import { writingOf } from './code-writing.ts'
import { gatherKnown, type Know, knowAll } from './weights/knowledge.ts'
import { markOf, marksOf } from './weights/word-marks.ts'

/** Gathers the features of one number: the words around it, its shape, and the verdict of the rules. */

/** The length of the line that is read on each side of the number. */
const REACH = 120
/** A line longer than this is about many things, so its words tell nothing about the number. */
const LONG_LINE = 600

/** Marks that open and close a quotation. */
const OPENING = /[“„«「『]/g
const CLOSING = /[”»」』]/g

function isSpoken(before: string): boolean {
  return (before.match(OPENING)?.length ?? 0) > (before.match(CLOSING)?.length ?? 0)
}

const LABEL_MARKS = marksByName('compare code talk spoil not other soft maybe')
const KIND_MARKS = marksByName(
  'auth type brief minutes guard warn once venue sample stale match workshop bargain handover fraud figures screen',
)

function marksByName(names: string): ReadonlyMap<string, number> {
  return new Map(names.split(' ').map(name => [name, markOf(`kind ${name}`)]))
}

const WHAT = {
  any: markOf('any'),
  before: markOf('before'),
  after: markOf('after'),
  rightBefore: markOf('right before'),
  rightAfter: markOf('right after'),
  line: markOf('line'),
  over: markOf('over'),
  under: markOf('under'),
  rightOver: markOf('right over'),
  lineBefore: markOf('line before'),
  lineAfter: markOf('line after'),
  subject: markOf('subject'),
  opening: markOf('opening'),
  lone: markOf('lone'),
  strong: markOf('strong'),
  small: markOf('small letters'),
  hyphened: markOf('hyphened'),
  uneven: markOf('uneven'),
  year: markOf('year'),
  spelled: markOf('spelled'),
  struck: markOf('struck before'),
  spoken: markOf('spoken'),
  atLine: markOf('at line'),
  lines: markOf('lines'),
  beside: markOf('numbers beside'),
  sign: markOf('sign before'),
  score: markOf('score'),
  told: markOf('told'),
  counted: markOf('counted'),
  toldWhere: markOf('told where'),
  together: markOf('together'),
  mail: markOf('kinds in mail'),
  sole: markOf('sole'),
  best: markOf('best'),
  outdone: markOf('outdone'),
  echoed: markOf('echoed'),
  many: markOf('many'),
  written: markOf('written'),
  placeholder: markOf('placeholder'),
  wordy: markOf('wordy'),
  answers: markOf('answers'),
  pairBefore: markOf('pair before'),
  pairAfter: markOf('pair after'),
  first: markOf('first'),
  nameBefore: markOf('name before'),
  nameAfter: markOf('name after'),
  nameOver: markOf('name over'),
  nameInSubject: markOf('name in subject'),
} as const

/** What is known of the number among the others, and of the whole mail. */
export type Among = {
  kinds: readonly number[]
  sole: boolean
  best: boolean
  outdone: boolean
  echoed: boolean
  /** The number of numbers in the mail that might be codes. */
  many: number
}

/** The number of lines whose kinds of words tell what the whole mail is about. */
const MAX_LINES = 16

/** Returns the marks of the kinds of words in the mail. */
export function kindsOf(reading: Reading): number[] {
  const kinds = new Set<number>()
  for (let line = 0; line < Math.min(reading.lines.length, MAX_LINES); line++) {
    if (reading.lines[line]?.quoted || !isShort(reading, line)) continue
    for (const kind of reading.kinds(line)) {
      const mark = KIND_MARKS.get(kind)
      if (mark !== undefined) kinds.add(mark)
    }
  }
  return [...kinds]
}

function knowAmong({ token }: Place, { kinds, sole, best, outdone, echoed, many }: Among, know: Know): void {
  knowAll(know, WHAT.mail, kinds)
  know(WHAT.many, Math.min(many, 6))
  if (many === 1) know(WHAT.many, markOf(token.shape))
  if (echoed) know(WHAT.echoed)
  if (sole) know(WHAT.sole, markOf(token.shape))
  if (best) know(WHAT.best)
  if (outdone) know(WHAT.outdone)
}

function knowTold({ score, counted, where }: Told, know: Know): void {
  know(WHAT.told, Math.round(score * 10))
  if (counted) know(WHAT.counted)
  if (score > 0) know(WHAT.toldWhere, markOf(where))
}

/** What one rule says means more or less beside what else is known, in every language alike. */
/** "ROHIT-8K2Q", "SAVE2024": letters that can be spoken, as names and vouchers have. */
const hasWord = (value: string) => /\d/.test(value) && /(?=[a-z]{3})[a-z]{0,2}[aeiouy]/i.test(value)

function knowTogether({ token }: Place, verdict: CodeVerdict, told: Told, among: Among, know: Know): void {
  const value = token.value ?? ''
  const named = verdict.keyword === null ? 'unnamed' : 'named'
  const step = Math.min(Math.ceil(verdict.score * 5), 4)
  const judged = markOf(`${named} ${step} ${told.where}`)
  know(WHAT.together, judged)
  know(WHAT.together, judged ^ markOf(token.shape))
  know(WHAT.together, judged ^ markOf(`length ${value.replaceAll('-', '').length}`))
  if (among.best) know(WHAT.together, judged ^ WHAT.best)
  if (among.sole) know(WHAT.together, judged ^ WHAT.sole)
  if (among.echoed) know(WHAT.together, judged ^ WHAT.echoed)
  if (among.many === 1) know(WHAT.together, judged ^ WHAT.many)
  const looks = markOf(token.shape) ^ (hasWord(value) ? WHAT.wordy : 0)
  know(WHAT.wordy, looks)
  if (isPlaceholder(value)) know(WHAT.together, judged ^ WHAT.placeholder)
  for (const kind of among.kinds) {
    know(WHAT.together, judged ^ kind)
    know(WHAT.wordy, looks ^ kind)
  }
}

/** Returns the features of the number. */
export function knownOfNumber(place: Place, verdict: CodeVerdict, told: Told, among: Among): number[] {
  const lone = fillsLine(place)
  return gatherKnown(know => {
    know(WHAT.any)
    knowWords(place, lone, know)
    knowShape(place, lone, know)
    knowRules(place, verdict, know)
    knowTold(told, know)
    knowAmong(place, among, know)
    knowTogether(place, verdict, told, among, know)
  })
}

const plainOf = (reading: Reading, line: number) => reading.lines[line]?.plain() ?? ''
const isShort = (reading: Reading, line: number) => (reading.lines[line]?.folded.length ?? 0) <= LONG_LINE

/** Two words in their order. */
const pairOf = (one = 0, other = 0): number => Math.imul(one, 31) ^ other

function knowWords(place: Place, lone: boolean, know: Know): void {
  const { reading, line, token, from, to } = place
  const plain = plainOf(reading, line)
  const marksOfLine = (at: number) =>
    isShort(reading, at) ? marksOf(plainOf(reading, at).slice(0, 2 * REACH)) : []
  const before = marksOf(plain.slice(Math.max(from, token.start - REACH), token.start))
  const after = marksOf(plain.slice(token.end, Math.min(to, token.end + REACH)))
  knowAll(know, WHAT.before, before)
  knowAll(know, WHAT.after, after)
  knowAll(know, WHAT.rightBefore, before.slice(-2))
  knowAll(know, WHAT.rightAfter, after.slice(0, 2))
  know(WHAT.pairBefore, pairOf(before.at(-2), before.at(-1)))
  know(WHAT.pairAfter, pairOf(after[0], after[1]))
  know(WHAT.first, before[0] ?? 0)
  knowAll(know, WHAT.line, marksOf(plain.slice(Math.max(0, token.start - REACH), token.start)))
  knowAll(know, WHAT.line, marksOf(plain.slice(token.end, token.end + REACH)))
  const apart = lone || fillsCell(place)
  knowAll(know, apart ? WHAT.over : WHAT.lineBefore, marksOfLine(line - 1))
  knowAll(know, apart ? WHAT.under : WHAT.lineAfter, marksOfLine(line + 1))
  if (apart) knowAll(know, WHAT.rightOver, marksOf(plainOf(reading, line - 1).slice(-REACH)).slice(-2))
  knowAll(know, WHAT.subject, marksOfLine(0))
  knowAll(know, WHAT.opening, reading.opening())
}

function knowShape(place: Place, lone: boolean, know: Know): void {
  const { reading, line, token } = place
  const value = token.value ?? ''
  const shape = markOf(token.shape)
  const shown = (reading.lines[line]?.shown ?? '').slice(0, token.start)
  know(shape)
  know(shape, value.replaceAll('-', '').length)
  know(WHAT.lone, lone ? shape : 0)
  if (reading.lines[line]?.strong) know(WHAT.strong)
  if (/[a-z]/.test(value)) know(WHAT.small)
  if (isPlaceholder(value)) know(WHAT.placeholder)
  if (reading.lines.some(one => one.quoted)) know(WHAT.answers)
  if (value.includes('-')) know(WHAT.hyphened)
  if (token.uneven) know(WHAT.uneven)
  know(WHAT.written, markOf(writingOf(place)))
  if (isSpelled(place)) know(WHAT.spelled)
  if (fromStruck(place).score > 0) know(WHAT.struck)
  if (/^(?:19|20)\d\d$/.test(value)) know(WHAT.year)
  if (isSpoken(shown)) know(WHAT.spoken)
  know(WHAT.atLine, Math.min(line, 6))
  know(WHAT.lines, Math.min(Math.ceil(Math.log2(reading.lines.length)), 6))
  know(WHAT.beside, Math.min(reading.tokens(line).length, 4))
  know(WHAT.sign, shown.trimEnd().at(-1)?.charCodeAt(0) ?? 0)
}

function knowRules({ reading, line, token, from, to }: Place, verdict: CodeVerdict, know: Know): void {
  const nameOf = (label: Label | undefined) => (label === undefined ? 0 : (LABEL_MARKS.get(label.kind) ?? 0))
  const labels = reading.labels(line)
  know(WHAT.score, Math.round(verdict.score * 10))
  know(WHAT.nameBefore, nameOf(labels.findLast(one => one.end <= token.start)))
  know(WHAT.nameAfter, nameOf(labels.find(one => one.start >= token.end)))
  for (const label of reading.labels(0)) know(WHAT.nameInSubject, nameOf(label))
  const knowKinds = (what: number, at: number) => {
    for (const kind of reading.kinds(at)) {
      const mark = KIND_MARKS.get(kind)
      if (mark !== undefined) know(what, mark)
    }
  }
  for (const kind of reading.kinds(line)) {
    const mark = KIND_MARKS.get(kind)
    if (mark !== undefined && reading.has(kind, line, from, to)) know(WHAT.any, mark)
  }
  knowKinds(WHAT.line, line)
  knowKinds(WHAT.subject, 0)
  if (isShort(reading, line - 1)) {
    know(WHAT.nameOver, nameOf(reading.labels(line - 1).at(-1)))
    knowKinds(WHAT.over, line - 1)
  }
  if (isShort(reading, line + 1)) knowKinds(WHAT.under, line + 1)
}
