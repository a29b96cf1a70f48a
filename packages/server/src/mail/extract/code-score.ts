import type { Label, Reading } from './code-context.ts'
import { isCompared, isSample, isStale, shapeWeight } from './code-doubts.ts'
import { fillsCell, fillsLine, isOnlyValue, near, type Place, sentenceAt } from './code-place.ts'
import { fromTold, LEAST_OF_WORDS, type Told } from './code-told.ts'
import { fromPointer, fromPurpose, fromSpelled, fromStruck, fromSubject, fromTopic } from './code-unnamed.ts'
import { type CodeVerdict, isAgainst, NO, unnamed } from './code-verdict.ts'
import { isConnected, isDirect, isPassword, isSaid, isTight, isYours } from './glue.ts'
import { worthOf } from './name-worth.ts'

/**
 * Rates how surely one number is a code. It takes the name nearest to the number (before it, after it, in the
 * line or the cell above) and multiplies by the closeness of that name and by how usual the number's shape
 * is. Reasons against a code lower the result.
 */

/** The number of lines above and below in which a number on a line of its own looks for its name. */
const LINES_ABOVE = 4
const LINES_BELOW = 2
const SHORT_LINE = 24
/** The number of names that are checked in the line above, from its end. */
const LAST_NAMES = 12
/** From this score on, the mail means a number that looks unlike a code. */
const TOLD = 0.5
const ABOVE = [1, 1, 0.95, 0.85, 0.75]
const BELOW = [0, 0.85, 0.7]

/** True for a password that works once and is typed in: "上記パスワードは1回限り有効です。認証画面に入力してください". */
function isPasswordOnce(reading: Reading, line: number, label: Label): boolean {
  if (label.kind !== 'soft' || !isPassword(label.word)) return false
  return near(reading, 'once', line, 3) && near(reading, 'type', line, 3) && near(reading, 'auth', line, 3)
}

/** "Verify your account: 482913" does not name an account. */
function isPurpose(place: Place, label: Label): boolean {
  return label.kind === 'soft' && place.reading.has('auth', place.line, place.from, label.start)
}

type Bond = { verdict: CodeVerdict; refused: boolean }
const FREE: Bond = { verdict: NO, refused: false }
const REFUSED: Bond = { verdict: NO, refused: true }

function bond(reading: Reading, line: number, label: Label, closeness: number): Bond {
  return named(line, label, worthOf(reading, line, label) * closeness)
}

const named = (line: number, label: Label, score: number): Bond => ({
  verdict: { score, keyword: label.word, labelLine: line },
  refused: false,
})

/** "… the code to send money to 77451234": the number is the destination. */
function isElsewhereBound(gap: string): boolean {
  return /\s(?:to|from|at|until|since)\s$/.test(gap) && !/(?:changed|set|updated|reset) to\s$/.test(gap)
}

/** Judges by the name before the number in its sentence. */
function fromBefore(place: Place): Bond {
  const { reading, line, token, from } = place
  const plain = reading.lines[line]?.plain() ?? ''
  const labels = reading.labels(line).filter(label => label.start >= from && label.end <= token.start)
  for (const label of labels.toReversed()) {
    const gap = plain.slice(label.end, token.start)
    const tight = isTight(gap)
    if (label.kind === 'talk') continue
    if (tight && isPasswordOnce(reading, line, label)) return named(line, label, 0.75)
    if (isAgainst(label) || label.kind === 'compare') {
      // "【飞梭物流】839016": the brackets hold the sender's name.
      if (/^[】\]]/.test(gap)) continue
      // A comma or another number separates a name from its number. If a code was named before, words do so
      // too.
      const named = labels.some(
        one => one.start < label.start && (one.kind === 'code' || one.kind === 'maybe'),
      )
      const close = named ? isDirect(gap) : tight
      if (close && !/[,\d]/.test(gap) && !isPurpose(place, label)) return REFUSED
      continue
    }
    if (tight) return bond(reading, line, label, 1)
    if (token.shape !== 'digits' || reading.has('warn', line, from, token.start)) continue
    if (isElsewhereBound(gap)) continue
    const between = reading.tokens(line).filter(other => other.start >= label.end && other.end <= token.start)
    if (between.some(other => other.value !== null && other.shape === 'digits'))
      return bond(reading, line, label, isSaid(gap) ? 0.7 : 0.5)
    // "Your one-time password for … on card XX2290 on 14-03-2026 is 308771"
    if (label.kind === 'code' && isSaid(gap)) return bond(reading, line, label, 0.8)
    const numbers = between.some(other => other.shape === 'digits')
    const far = gap.length > 80 ? 0.55 : gap.length > 40 ? 0.65 : 0.75
    return bond(reading, line, label, far * (numbers ? 0.85 : 1))
  }
  return FREE
}

/** Judges by the name after the number: "482913 is your code". */
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
  // "482913 (3 min., request 20417)": a comma separates the name from the number.
  if (isAgainst(label) || label.kind === 'compare')
    return connected && gap.length < 30 && !/[,\d]/.test(gap) ? REFUSED : FREE
  if (connected && isYours(folded.slice(token.end, label.start)) && !reading.has('venue', line, from, to))
    return named(line, label, 0.9)
  if (connected) return bond(reading, line, label, 0.95)
  const leads = plain.slice(from, token.start).trim() === '' && gap.length <= 40
  if (leads) return bond(reading, line, label, 0.85)
  return token.shape === 'digits' ? bond(reading, line, label, 0.4) : FREE
}

/**
 * "Harbor Bank: 482913 is your one-time passcode": the name after the number is clear, whatever word stands
 * before.
 */
function isCalledAfter({ reading, line, token, to }: Place): boolean {
  const plain = reading.lines[line]?.plain() ?? ''
  const label = reading.labels(line).find(one => one.start >= token.end && one.end <= to)
  if (label?.kind !== 'code') return false
  const gap = plain.slice(token.end, label.start)
  return (
    gap.length <= 40 &&
    /^\s?(?:is (?:your|the)|ist (?:ihr|dein|der)|est (?:votre|ton|le)|es (?:tu|su|el)|是您的|是你的|为您的)\s?/.test(
      gap,
    )
  )
}

/** The number of rows above in which the column of the number may be named. */
const ROWS_ABOVE = 4

/** Judges by the heading of the same column in a row above. */
function fromColumn(place: Place): Bond {
  const { reading, line, token } = place
  const text = reading.lines[line]?.plain() ?? ''
  const column = text.slice(0, token.start).split('\t').length - 1
  const columns = text.split('\t').length
  // In a table of two columns a row names its own value.
  const rows = columns > 2 ? ROWS_ABOVE : 1
  for (let at = line - 1; at >= Math.max(0, line - rows); at--) {
    const cells = (reading.lines[at]?.plain() ?? '').split('\t')
    if (cells.length < 2 || cells.length !== columns) return FREE
    const start = cells.slice(0, column).join('\t').length + (column > 0 ? 1 : 0)
    const end = start + (cells[column]?.length ?? 0)
    const label = reading.labels(at).findLast(one => one.start >= start && one.end <= end)
    if (label === undefined) continue
    if (isAgainst(label) || label.kind === 'compare') return REFUSED
    return label.kind === 'talk' ? FREE : bond(reading, at, label, 0.95)
  }
  return FREE
}

/**
 * Judges by the line above when it ends with the name and this line continues it: "… code:" and "482913
 * (valid …)".
 */
function fromLineEnd(place: Place): Bond {
  const { reading, line, token } = place
  const plain = reading.lines[line]?.plain() ?? ''
  if (line < 2 || /[\p{L}\p{N}]/u.test(plain.slice(0, token.start))) return FREE
  const above = reading.lines[line - 1]?.plain() ?? ''
  const label = reading.labels(line - 1).at(-1)
  if (label === undefined || (label.kind !== 'code' && label.kind !== 'maybe')) return FREE
  return isTight(above.slice(label.end)) ? settle(reading, line - 1, label, 0.95) : FREE
}

/**
 * Some words name the following number only at the end of their line; "your account:" does so only if no
 * purpose is told.
 */
function isName(label: Label, plain: string, told: boolean): boolean {
  if (label.kind === 'soft') return !told && isTight(plain.slice(label.end)) && plain.length < SHORT_LINE
  return label.kind !== 'other' || isTight(plain.slice(label.end))
}

/** "… account ending 7745": the number right after a name belongs to that name. */
function hasOwnNumber(reading: Reading, line: number, label: Label): boolean {
  const plain = reading.lines[line]?.plain() ?? ''
  const next = reading.tokens(line).find(token => token.start >= label.end)
  return next !== undefined && isDirect(plain.slice(label.end, next.start))
}

/** True when a number after the name may be the named one and no other name claims it. */
function isTaken(reading: Reading, line: number, label: Label): boolean {
  const plain = reading.lines[line]?.plain() ?? ''
  const others = reading.labels(line).filter(one => isAgainst(one) && one.start >= label.end)
  let next = 0
  return reading.tokens(line).some(token => {
    if (token.start < label.end || token.value === null || token.shape !== 'digits') return false
    while ((others[next]?.end ?? Number.POSITIVE_INFINITY) <= token.start) next++
    const owner = others[next - 1]
    return owner === undefined || !isDirect(plain.slice(owner.end, token.start))
  })
}

/** The verdict for a line that tells the reader to type in the number below, and for what purpose. */
const typedIn = (line: number): Bond => ({
  verdict: unnamed(0.75, line),
  refused: false,
})

/** Judges by the names in the lines above a lone number. */
function fromAbove(place: Place): Bond {
  const { reading, line } = place
  for (let up = 1; up <= LINES_ABOVE && line - up >= 0; up++) {
    const at = line - up
    const plain = reading.lines[at]?.plain() ?? ''
    const told = reading.has('type', at) && reading.has('auth', at) && !reading.has('venue', at)
    const names = reading
      .labels(at)
      .slice(-LAST_NAMES)
      .filter(one => isName(one, plain, told))
    const label = names.findLast(one => !(isAgainst(one) && hasOwnNumber(reading, at, one)))
    if (label === undefined) {
      if (names.length > 0) return FREE
      if (told) return typedIn(at)
      continue
    }
    if (label.kind === 'talk' || isTaken(reading, at, label)) return FREE
    const rest = plain.slice(label.end)
    if (isAgainst(label) || label.kind === 'compare') {
      // "… with your claim." is part of a story; "Order number:" names the number that follows.
      const code = reading.labels(at).findLast(one => one.kind === 'code' || one.kind === 'maybe')
      const spoken = (told && label.kind === 'not') || (code !== undefined && code.start < label.start)
      const named = spoken ? isDirect(rest) : isTight(rest)
      if (named && !/^\s?[.!。]/.test(rest)) return REFUSED
      if (code === undefined && told) return typedIn(at)
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
  const sample = isSample(reading, at, from, to)
  return bond(reading, at, label, closeness * (idle ? 0.4 : 1) * (old || sample ? 0.4 : 1))
}

/** Judges by the names in the lines below a lone number: "This code expires in …". */
function fromBelow(place: Place): CodeVerdict {
  const { reading, line, token } = place
  // The sender's name can also stand above the words about a code.
  if (token.shape === 'letters' && shapeWeight(token) < 0.8) return NO
  for (let down = 1; down <= LINES_BELOW; down++) {
    const at = line + down
    const labels = reading.labels(at).filter(one => !['other', 'soft', 'talk'].includes(one.kind))
    // "请将上方的五位数重设码输入": the clear name wins among several.
    const label =
      labels[0]?.kind === 'maybe' ? (labels.find(one => one.kind === 'code') ?? labels[0]) : labels[0]
    if (label === undefined) continue
    if (label.kind !== 'code' && label.kind !== 'maybe') return NO
    return isTaken(reading, at, label) ? NO : bond(reading, at, label, BELOW[down] ?? 0).verdict
  }
  return NO
}

/** True when the line above introduces an example: "Fraudsters send messages such as:". */
function isShown(reading: Reading, line: number): boolean {
  const above = reading.lines[line - 1]?.plain() ?? ''
  if (!/:\s*$/.test(above)) return false
  const [from, to] = sentenceAt(reading, line - 1, above.length - 1)
  return isSample(reading, line - 1, from, to)
}

/** "上の7桁を入力": the lines beside the number tell how many digits it has. */
function isCounted(reading: Reading, line: number, value: string): boolean {
  const { length } = value
  const count = new RegExp(
    `(?:^|\\D)${length}\\s?(?:桁|位|자리|-?digit|-?stellig|chiffres|cifras|digitos|цифр)`,
  )
  return [line - 1, line + 1].some(at => count.test(reading.lines[at]?.plain() ?? ''))
}

const better = (a: CodeVerdict, b: CodeVerdict) => (b.score > a.score ? b : a)

export function judge(place: Place, told: Told): CodeVerdict {
  const { reading, line, token, from, to } = place
  // Only the topic of the mail tells words that are a code from other words.
  const isOfWords = /[a-z]-[a-z]/.test(token.value ?? '') && token.shape === 'letters'
  if (isOfWords && !reading.has('auth', 0) && told.score < LEAST_OF_WORDS) return NO
  const before = fromBefore(place)
  if (before.refused && !isCalledAfter(place)) return NO
  const after = before.verdict.score >= 0.5 ? FREE : fromAfter(place)
  if (after.refused) return NO
  let verdict = better(before.verdict, after.verdict)
  // A check that cannot raise the score is skipped.
  if (verdict.score < 0.95) {
    verdict = [fromPurpose(place), fromSubject(place), fromLineEnd(place).verdict].reduce(better, verdict)
  }
  const lone = fillsLine(place) || isOnlyValue(place)
  if (verdict.score < 0.65) verdict = better(verdict, fromPointer(place, lone))
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
  verdict = [fromTold(place, told), fromSpelled(place), fromStruck(place)].reduce(better, verdict)
  if (
    token.uneven &&
    told.score < TOLD &&
    !(verdict.keyword !== null && verdict.score >= 0.8) &&
    !isCounted(reading, line, token.value ?? '')
  )
    return NO
  // When something else is named for comparison, this number is not the one to compare.
  const compared =
    isCompared(place) &&
    !reading.labels(line).some(one => one.kind === 'compare') &&
    !(verdict.score > 0.9 && reading.has('type', line, from, token.start))
  const against =
    (isStale(place) || compared ? 0.3 : 1) *
    (isSample(reading, line, from, to) || isShown(reading, line) ? 0.4 : 1)
  return { ...verdict, score: verdict.score * shapeWeight(token) * against }
}
