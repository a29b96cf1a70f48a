import { isDigit, unitAt } from '../unit-at.ts'
import type { Span } from './addresses.ts'
import { groupedTokens } from './group-tokens.ts'
import type { Line } from './mail-lines.ts'
import { isMarkedBefore, isMeasure } from './not-code-words.ts'
import type { Token } from './token.ts'

/**
 * Finds everything in a line that might be read as a code or as another number. A candidate has a value. An
 * opaque token (a date, a price, a phone number, part of an address) has none, but still takes the word
 * before it.
 */

export const MIN_CODE = 4
export const MAX_CODE = 10
const MOST_IN_CELL = 3

const DIGIT = /[0-9]/
// The regex engine can skip to the few letters of half an alphabet, but not to those of a whole one.
const CAPITALS_TO_M = /[A-M][ \t]{0,3}[-A-Z]/
const CAPITALS_FROM_N = /[N-Z][ \t]{0,3}[-A-Z]/
// Four repeated classes match many times faster than a class with a count.
const HAN_FOUR = '[〇零一二三四五六七八九]'.repeat(4)
const HAN_HINT = new RegExp(HAN_FOUR)
const HAN_DIGITS = new RegExp(`${HAN_FOUR}[〇零一二三四五六七八九]*`, 'g')
/** Codes of small letters: several words, or letters that are no word. */
const SMALL_CODE = /[A-Za-z][-_.][A-Za-z\d]{1,12}[-_.]|[bcdfghjklmnpqrstvwxz]{6}|[a-z] {1,3}[a-z] {1,3}[a-z]/
const HAN_VALUES = '零一二三四五六七八九'
const MONTH =
  /(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mai|juin|juil|aout|ene|abr|ago|dic|dez|gen|mag|giu|lug|set|ott|янв|фев|мар|апр|мая|июн|июл|авг|сен|окт|ноя|дек)[a-zа-я.]{0,9},?\s?(?:\d{1,2},?\s?)?$/
const MEASURED_WORD =
  /^\d+(?:st|nd|rd|th|am|pm|px|pt|gb|mb|kb|tb|mins?|hrs?|h|k|x|d|days?|ms|s|m|kg|km|g|w|p|fps|hz)$/i

/** "验证码为593018,10分钟内有效": an ASCII comma that separates clauses, because a duration follows. */
const CLAUSE = /^,\d{1,2}\s?(?:分|秒|小时|小時|天|時間|시간|분|초)/

/** False when a line has no digit, no neighbouring capitals and no Chinese numerals, and so no token. */
function mayHoldToken(folded: string): boolean {
  // Several patterns in turn take less time than one with as many alternatives.
  return (
    DIGIT.test(folded) ||
    CAPITALS_TO_M.test(folded) ||
    CAPITALS_FROM_N.test(folded) ||
    SMALL_CODE.test(folded) ||
    HAN_HINT.test(folded)
  )
}

const HYPHEN = 45
const isCapital = (unit: number) => unit >= 65 && unit <= 90
const isSmall = (unit: number) => unit >= 97 && unit <= 122
const isInWord = (unit: number) => isSmall(unit) || isDigit(unit) || isCapital(unit)

/**
 * Returns the words with a digit or without a small letter, hyphenated ones as a whole; no other word is a
 * token.
 */
function tokenWords(folded: string): Span[] {
  const words: Span[] = []
  const { length } = folded
  for (let start = 0; start < length; start++) {
    if (!isInWord(unitAt(folded, start))) continue
    let hasDigit = false
    let hasSmall = false
    let end = start
    for (; end < length; end++) {
      const unit = unitAt(folded, end)
      if (isSmall(unit)) hasSmall = true
      else if (isDigit(unit)) hasDigit = true
      else if (unit === HYPHEN) {
        if (end + 1 === length || !isInWord(unitAt(folded, end + 1))) break
      } else if (!isCapital(unit)) break
    }
    if (hasDigit || !hasSmall) words.push([start, end])
    start = end
  }
  return words
}

function within(spans: readonly Span[], start: number, end: number): boolean {
  return spans.some(([from, to]) => start < to && end > from)
}

/** True for masked numbers: "****1234" and "138****5678". "*482913*" is bold and "• 482913" is a list. */
function isMasked(near: { ahead: string; before: string; after: string; beyond: string }): boolean {
  const star = (sign: string) => sign === '*' || sign === '•' || sign === '●'
  if (star(near.before) && star(near.after)) return false
  if (star(near.before)) return near.before === '*' || star(near.ahead)
  return star(near.after) && (near.after === '*' || star(near.beyond))
}

/** Letters outside ASCII of scripts that separate words with blanks. */
const OTHER_LETTER = /[\u00c0-\u024f\u0370-\u052f\u1e00-\u1eff]/

/**
 * True when signs beside a number make it part of something else: a path, an address, a time, a decimal. It
 * reads the text as shown, because a full-width comma separates sentences and never decimals.
 */
function isTangled(shown: string, start: number, end: number): boolean {
  const ahead = shown[start - 2] ?? ''
  const before = shown[start - 1] ?? ''
  const after = shown[end] ?? ''
  const beyond = shown[end + 1] ?? ''
  // "05** *** 44 71": the visible end of a masked number.
  if (/[*•xX#]{2,}[ -]?$/.test(shown.slice(Math.max(0, start - 4), start))) return true
  // "BØNNE-7192", "ІВТ-2044": the rest of the word is in other letters.
  if (OTHER_LETTER.test(before) || OTHER_LETTER.test(after)) return true
  if (before === '-' && OTHER_LETTER.test(ahead)) return true
  if (/[@_\\&~^]/.test(before + after)) return true
  if (before === '/' && /\S/.test(ahead)) return true
  if (/[.,:'-]/.test(before) && /\d/.test(ahead)) return true
  if (before === '.' && /[a-z]/i.test(ahead)) return true
  if (/[.,:'/]/.test(after) && /\d/.test(beyond)) return after !== ',' || !CLAUSE.test(shown.slice(end))
  if (/[./=]/.test(after) && /[a-z]/.test(beyond)) return true
  if (after === '.' && /^\.[A-Z0-9]{4}(?![A-Za-z0-9])/.test(shown.slice(end, end + 6))) return true
  return isMasked({ ahead, before, after, beyond })
}

function isYearNearDate(plainBefore: string, value: string): boolean {
  return /^(?:19|20)\d\d$/.test(value) && MONTH.test(plainBefore)
}

function digitsValue(groups: string[]): string | null {
  const joined = groups.join('')
  if (joined.length < MIN_CODE || joined.length > MAX_CODE) return null
  return groups.some(group => group.length !== groups[0]?.length) ? null : joined
}

/** "12-11-24" looks like a date; nobody writes a date with blanks. */
const looksLikeDate = (groups: string[]) =>
  groups.length === 3 && groups.every(group => group.length === 2 && Number(group) <= 31)

/** "82hx4" is neither a word nor a count nor a measure. */
const isMixture = (part: string) =>
  /^(?=.*\d.*\d)(?=.*[a-z])[a-z\d]{4,}$/i.test(part) && !MEASURED_WORD.test(part)

function lettersValue(word: string): string | null {
  const bare = word.replaceAll('-', '')
  if (bare.length < MIN_CODE || bare.length > MAX_CODE || MEASURED_WORD.test(bare)) return null
  if (/x{3,}/i.test(bare)) return null
  const parts = word.split('-')
  // "6-digit", "30-day": a whole word is not part of a code, unless it is short and the rest is not a word.
  const wordy = parts.some(part => /^[A-Z]?[a-z]{2,}$/.test(part))
  if (parts.length > 3 || (wordy && !parts.some(isMixture))) return null
  if (parts.some(part => /^[A-Z]?[a-z]{5,}$/.test(part))) return null
  if (!/\d/.test(bare) && bare !== bare.toUpperCase()) return null
  return word
}

function wordToken(shown: string, start: number, word: string): Token | null {
  const end = start + word.length
  if (/^[\d-]+$/.test(word)) {
    const groups = word.split('-')
    const value = looksLikeDate(groups) ? null : digitsValue(groups)
    if (value === null && (isUnevenPair(groups) || isUnevenRow(groups)) && !beginsWithYear(groups))
      return { start, end, value: groups.join(''), shape: 'digits', uneven: true }
    return { start, end, value, shape: 'digits' }
  }
  const shape = /\d/.test(word) ? 'mixed' : 'letters'
  const value = isTangled(shown, start, end) ? null : lettersValue(word)
  if (value === null) return shape === 'mixed' ? { start, end, value, shape } : null
  return { start, end, value, shape }
}

const beginsWithYear = (groups: string[]) => groups.length < 4 && /^(?:19|20)\d\d$/.test(groups[0] ?? '')

/** "62 88 40 1", "12-345-67" */
function isUnevenRow(groups: string[]): boolean {
  const { length } = groups.join('')
  const few = groups.every(group => /^\d{1,4}$/.test(group)) && (groups[0]?.length ?? 0) > 1
  return groups.length >= 3 && groups.length <= 4 && few && length >= 5 && length <= MAX_CODE
}

function isUnevenPair(groups: string[]): boolean {
  const [first = '', second = ''] = groups
  const length = first.length + second.length
  if (groups.length !== 2 || length < 5 || length > 8) return false
  return groups.every(group => /^\d{2,5}$/.test(group))
}

const HALF = /^(?=.*\d)(?=.*[A-Z])[A-Z0-9]{3,5}$/i

/**
 * Returns the text that may be half of a code. Three characters are too few for a code of their own and may
 * be part of something else.
 */
function halfAt(folded: string, { start, end, value, shape }: Token): string {
  if (value !== null || shape !== 'mixed' || end - start !== 3) return value ?? ''
  const free =
    /^[\s:(]?$/.test(folded.slice(Math.max(0, start - 1), start)) &&
    /^[\s.,;!?)]?$/.test(folded.slice(end, end + 1))
  return free ? folded.slice(start, end) : ''
}

/** Joins two halves of the same shape, each with letters and digits: "WQZ4 TN8B", "Rk7w Tz4c", "RT5 K82". */
function joinHalves(folded: string, tokens: Token[]): Token[] {
  const out: Token[] = []
  for (const token of tokens) {
    const last = out.at(-1)
    const halves = last === undefined ? [''] : [halfAt(folded, last), halfAt(folded, token)]
    const fit = halves.every(half => HALF.test(half)) && halves[0]?.length === halves[1]?.length
    if (last !== undefined && fit && folded.slice(last.end, token.start) === ' ')
      out[out.length - 1] = { ...last, end: token.end, value: halves.join('') }
    else out.push(token)
  }
  return out
}

/**
 * Joins "482 913", "4 8 2 9 1 3" and cells of digits. Groups that do not fit together are a phone number or
 * the like.
 */
function joinGroups(folded: string, run: Token[]): Token[] {
  const groups = run.map(token => folded.slice(token.start, token.end))
  const start = run[0]?.start ?? 0
  const end = run.at(-1)?.end ?? 0
  if (groups.length < 2) return run
  const whole = digitsValue(groups)
  const small = groups.join('').length <= MAX_CODE && (groups[0]?.length ?? 9) <= 5
  if (whole !== null && small && !groups.some(group => group.includes('-'))) {
    return [{ start, end, value: whole, shape: 'digits' }]
  }
  // A second group of one or two digits may belong to a unit: "4092 10 minutes".
  const closed = (groups[1]?.length ?? 0) > 2 || !isMeasure(folded.slice(end, end + 16).toLowerCase())
  if ((isUnevenPair(groups) && closed) || isUnevenRow(groups))
    return [{ start, end, value: groups.join(''), shape: 'digits', uneven: true }]
  if (groups.every(group => group.length === 1)) return [{ start, end, value: null, shape: 'digits' }]
  if (groups.length === 2 && groups.some(group => group.length <= 2)) return run
  const tabbed = folded.slice(start, end).includes('\t')
  return tabbed ? run : [{ start, end, value: null, shape: 'digits' }]
}

/** Reads a code that fills its line in parts: "K 7 Q X R", "AB3 9XK". */
function spacedLine(folded: string): Token | null {
  const text = folded.trim()
  const laid = /^[A-Z0-9]{1,5}(?:[ \t]{1,3}[A-Z0-9]{1,5})+$|^[a-z0-9](?:[ \t]{1,3}[a-z0-9]){4,}$/
  if (text.length > 30 || !laid.test(text)) return null
  const groups = text.split(/[ \t]+/)
  const value = groups.join('')
  if (new Set(groups.map(group => group.length)).size !== 1 || !/[A-Za-z]/.test(value)) return null
  if (value.length < MIN_CODE || value.length > MAX_CODE) return null
  const single = groups[0]?.length === 1
  if (!single && !/\d/.test(value)) return null
  const start = folded.indexOf(text)
  return { start, end: start + text.length, value, shape: /\d/.test(value) ? 'mixed' : 'letters' }
}

const PIECES =
  /(?:^|[:：][ \t]?)[ \t]{0,8}([A-Z0-9]{1,4}(?: [A-Z0-9]{1,4}){1,3}|[a-z0-9]{3,4} [a-z0-9]{3,4})[ \t]*[.。]?$/
const SMALL = /^(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]+ (?=[a-z]*\d)(?=\d*[a-z])[a-z\d]+$/

/**
 * Reads pieces of different shapes that fill a line, or all of it after a colon: "HN 6093", "Passcode: G5 82
 * KD", "c4m7 y2p".
 */
function piecedEnd(folded: string): Token | null {
  const found = PIECES.exec(folded)
  const pieces = found?.[1]
  if (found === null || pieces === undefined) return null
  const value = pieces.replaceAll(' ', '')
  // Small letters mark words, unless each piece also has a digit.
  const lettered = /[A-Z]/.test(value) || SMALL.test(pieces)
  if (value.length < 5 || value.length > 9 || !lettered || !/\d/.test(value)) return null
  const start = found.index + found[0].lastIndexOf(pieces)
  return { start, end: start + pieces.length, value, shape: 'mixed', uneven: true }
}

const WORDS = /^[a-z\d]{2,9}(?:-[a-z\d]{2,9}){2,3}$/
const WORD = /^[a-z]{3,9}$/
const NUMBER_AMONG_WORDS = /^(?=\D*\d)[a-z\d]{2,6}$/

/** True for "olive-harbor-tiger", "mango-violet-4812" and "tide-maple-47x". */
function isOfWords(text: string): boolean {
  if (!WORDS.test(text)) return false
  const parts = text.split('-')
  const words = parts.filter(part => WORD.test(part)).length
  return words >= 2 && parts.every(part => WORD.test(part) || NUMBER_AMONG_WORDS.test(part))
}

/** Reads a code of words that fills its line. */
function wordsLine(folded: string): Token | null {
  const text = folded.trim()
  if (text.length > 40 || !isOfWords(text)) return null
  const start = folded.indexOf(text)
  return { start, end: start + text.length, value: text, shape: /\d/.test(text) ? 'mixed' : 'letters' }
}

function hanTokens(folded: string): Token[] {
  if (!HAN_HINT.test(folded)) return []
  return [...folded.matchAll(HAN_DIGITS)].map(match => {
    const word = match[0].replaceAll('〇', '零')
    const usable = word.length <= MAX_CODE && folded[match.index + word.length] !== '年'
    const value = usable ? [...word].map(unit => HAN_VALUES.indexOf(unit)).join('') : null
    return { start: match.index, end: match.index + word.length, value, shape: 'digits' as const }
  })
}

/**
 * True when the text between two tokens joins groups of one number. A cell holds a few digits of it, or all
 * of them.
 */
function isJoint(folded: string, last: Token, start: number, end: number): boolean {
  const between = folded.slice(last.end, start)
  if (between.includes('\t') && (last.end - last.start > MOST_IN_CELL || end - start > MOST_IN_CELL))
    return false
  // "08:31\t336 901": the end of a time is no cell of its own.
  if (between.includes('\t') && /[.:,/]/.test(folded[last.start - 1] ?? '')) return false
  if (between.includes('\t') && /^[.:,/]\d/.test(folded.slice(end, end + 2))) return false
  // Empty cells may separate the cells of digits.
  return /^(?:[ \t]{1,3}|\t {0,4}\t|[ \t][-·][ \t])$/.test(between)
}

/** Returns all tokens of a line in order, without struck text. */
export function scanTokens(line: Line): Token[] {
  const { folded } = line
  const words = wordsLine(folded)
  if (words !== null && line.struck.length === 0) return [words]
  if (!mayHoldToken(folded)) return []
  const spaced = spacedLine(folded)
  if (spaced !== null && line.struck.length === 0) return [spaced]
  const pieced = line.struck.length === 0 ? piecedEnd(folded) : null
  const addresses = line.addresses()
  const tokens: Token[] = addresses.map(([start, end]) => ({ start, end, value: null, shape: 'mixed' }))
  const grouped = pieced === null ? groupedTokens(folded, [...addresses, ...line.struck]) : []
  const groups = grouped.map(({ start, end }): Span => [start, end])
  for (const token of grouped) tokens.push(vetted(line, token))
  let run: Token[] = []
  const settle = () => {
    for (const token of joinGroups(folded, run)) tokens.push(vetted(line, token))
    run = []
  }
  for (const [start, end] of tokenWords(folded)) {
    if (within(line.struck, start, end) || within(groups, start, end)) {
      settle()
      continue
    }
    if (within(addresses, start, end)) continue
    if (pieced !== null && start >= pieced.start) continue
    const token = wordToken(line.shown, start, folded.slice(start, end))
    const last = run.at(-1)
    if (last !== undefined && !isJoint(folded, last, start, end)) settle()
    if (token === null || token.shape !== 'digits') {
      settle()
      if (token !== null) tokens.push(vetted(line, token))
    } else run.push(token)
  }
  settle()
  if (pieced !== null) tokens.push(vetted(line, pieced))
  tokens.push(...hanTokens(folded).filter(one => !within(line.struck, one.start, one.end)))
  return joinHalves(
    folded,
    tokens.sort((a, b) => a.start - b.start),
  )
}

/** True for "ACME HARDWARE" and "YOUR VERIFICATION CODE": capitals beside capitals are a name or shouting. */
function isShouted(shown: string, { start, end }: Token): boolean {
  return (
    /[A-Z]{2} $/.test(shown.slice(Math.max(0, start - 3), start)) ||
    /^ [A-Z]{2}/.test(shown.slice(end, end + 3))
  )
}

function vetted({ shown, plain: words }: Line, token: Token): Token {
  if (token.value === null) return token
  const plain = words()
  const before = plain.slice(Math.max(0, token.start - 24), token.start)
  const refused =
    isTangled(shown, token.start, token.end) ||
    isMarkedBefore(before) ||
    isMeasure(plain.slice(token.end, token.end + 16)) ||
    (token.shape === 'letters' && isShouted(shown, token)) ||
    isYearNearDate(before, token.value)
  return refused ? { ...token, value: null } : token
}
