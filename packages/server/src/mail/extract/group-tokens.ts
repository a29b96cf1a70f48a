import type { Span } from './addresses.ts'
import type { Token } from './token.ts'

/**
 * Finds codes that are written in groups with signs between them, or in parts that fill a cell or the end of a
 * line. Many other numbers look alike, so most of these count only if the mail clearly means them (`uneven`).
 */

const GROUPED =
  /(?<![a-z\u00c0-\u052f\p{N}.,/·|-]|\d:)\d{1,4}(?:(?: ?[.·•] ?| ?\] ?\[ ?| ?[|/] ?| )\d{1,4}){1,9}(?![a-z\u00c0-\u052f\p{N}]|[.,:/·-]\d)/giu
const MIN = 4
const MAX = 10

type Read = Pick<Token, 'value' | 'shape'>

function tokenAt(start: number, text: string, read: Read, isSure: boolean): Token {
  const token = { ...read, start, end: start + text.length }
  return isSure ? token : { ...token, uneven: true }
}

const isDate = (groups: readonly string[]) =>
  groups.length <= 3 && Number(groups[0]) <= 31 && Number(groups[1]) <= 12 && groups.length > 1

/** True when dots between the digits do not make them a date, a version or thousands of something. */
function mayBeDotted(groups: readonly string[]): boolean {
  const [first = ''] = groups
  if (groups.some(group => group.length !== first.length)) return false
  if (first.length === 1) return groups.length >= 4
  if (first.length === 2) return groups.length >= 3 ? !isDate(groups) || groups.length > 3 : !isDate(groups)
  return groups.length === 2 && first.length >= 3
}

/** "40.17.93.6": four groups or more that are no address of a computer. */
const isOddRow = (groups: readonly string[]) =>
  groups.length >= 4 &&
  groups.slice(0, -1).every(group => group.length === 2) &&
  (groups.at(-1) ?? '').length < 3

/** "60.31.75", "305·88·14", "5.1.8.6.2", "9 9 0 / 2 8 4", "318 / 604", "[2] [2] [8] [0]" */
function groupTokens(folded: string): Token[] {
  if (!/\d ?[.·•|/\]]/.test(folded)) return []
  const tokens: Token[] = []
  for (const match of folded.matchAll(GROUPED)) {
    const text = match[0]
    const signs = new Set(text.replace(/[\d [\]]/g, ''))
    if (text.includes('[')) signs.add('[')
    if (signs.size !== 1) continue
    const [sign = ''] = signs
    const groups = text.split(/\D+/)
    const value = groups.join('')
    if (value.length < MIN || value.length > MAX) continue
    const plain = !text.includes(' ')
    if (sign === '.' && plain && !mayBeDotted(groups) && !isOddRow(groups)) continue
    if (sign === '.' && !plain && groups.length < 4) continue
    const single = groups.every(group => group.length === 1)
    const barred = sign === '/' || sign === '|'
    if (barred && !single && (plain || isDate(groups))) continue
    const even = sign !== '.' && (single || !barred) && groups.every(one => one.length === groups[0]?.length)
    tokens.push(tokenAt(match.index, text, { value, shape: 'digits' }, even))
  }
  return tokens
}

/** Three parts or more with hyphens, lines or dots between. */
const HYPHENED = /[A-Za-z\d][-_.][A-Za-z\d]{1,12}[-_.]/
/** A code of several words. */
const WORDS =
  /(?<![\p{L}\p{N}@._/-])(?:[a-z\d]{2,12}(?:-[a-z\d]{1,12}){2,4}|[a-z\d]{2,12}(?:_[A-Za-z\d]{1,12}){2,4}|[a-z]{3,12}(?:\.[a-z]{3,12}){2,3}|[A-Z\d]{2,12}(?:-[A-Z\d]{2,12}){2,4}|[A-Z][a-z]{2,11}(?:-[A-Z][a-z]{2,11}){2,4})(?![\p{L}\p{N}@_/-]|\.\w)/gu
const MAX_WORDS = 44

function isOfWords(text: string): boolean {
  const parts = text.split(/[-_.]/)
  const words = parts.filter(part => /^\p{L}{2,}$/u.test(part))
  if (words.length < 2 || text.length > MAX_WORDS || text.length < 8) return false
  if (parts.some(part => !/\d/.test(part) && !words.includes(part))) return false
  const long = words.filter(word => word.length > 2).length
  return words.some(word => /[aeiouy]/i.test(word)) && long >= (words.length < parts.length ? 1 : 2)
}

/** "kamal-jal-agni", "KORSO-MEDVE-HOLD", "cam-xoai-oi-42" within a line. */
function wordTokens(folded: string): Token[] {
  if (!HYPHENED.test(folded)) return []
  const tokens: Token[] = []
  for (const { 0: text, index } of folded.matchAll(WORDS)) {
    if (!isOfWords(text)) continue
    const shape = /\d/.test(text) ? 'mixed' : 'letters'
    tokens.push(tokenAt(index, text, { value: text, shape }, folded.trim() === text))
  }
  return tokens
}

const LONG =
  /(?<![\p{L}\p{N}@._/=&?-])(?=[A-Za-z.-]{0,12}\d)[A-Za-z\d]{1,7}(?:[-.][A-Za-z\d]{1,7}){1,4}(?![\p{L}\p{N}@_/=-]|\.\w)/gu
const SOLID = /(?<![\p{L}\p{N}@._/=&?-])(?=[A-Za-z]{0,12}\d)[A-Za-z\d]{11,14}(?![\p{L}\p{N}@_/=-]|\.\w)/gu
/** Without letters beside digits there are no such codes, and the patterns need not run. */
const BESIDE = /[A-Za-z][-.]?\d|\d[-.]?[A-Za-z]/
const LEAST_LONG = 6
const MOST_LONG = 16

/** True for letters and digits that are neither words with a number nor the name of a file or a program. */
function isRandom(text: string): boolean {
  const bare = text.replace(/[-.]/g, '')
  if (bare.length < LEAST_LONG || bare.length > MOST_LONG) return false
  const digits = bare.replace(/\D/g, '').length
  return (
    digits > 0 && digits < bare.length && !/[a-z]{6}|^v\d/.test(text) && !/^[A-Za-z]+\.|\.[a-z]+$/.test(text)
  )
}

/** "wq7N-1cRv-88Kd", "L8-VV-30-QJ", "T4R.LM9.0ZX", "Q0Z817HHT2MX94": longer than most, in any groups. */
function longTokens(folded: string): Token[] {
  if (!BESIDE.test(folded)) return []
  const tokens: Token[] = []
  for (const { 0: text, index } of folded.matchAll(LONG)) {
    const dotted = text.includes('.')
    const parts = text.split(/[-.]/)
    const even = parts.length > 2 && parts.every(part => part.length === parts[0]?.length)
    if (!isRandom(text) || (dotted && (text.includes('-') || !even))) continue
    const usual = parts.length <= 3 && text.length - parts.length < MAX
    if (!dotted && usual && (parts.length === 2 || !parts.some(part => /^[A-Z]?[a-z]{2,}$/.test(part))))
      continue
    tokens.push(tokenAt(index, text, { value: text, shape: 'mixed' }, false))
  }
  for (const { 0: text, index } of folded.matchAll(SOLID))
    if (isRandom(text)) tokens.push(tokenAt(index, text, { value: text, shape: 'mixed' }, false))
  return tokens
}

/** Groups of one length within a line, with letters and digits among them. */
const APART =
  /(?<![\p{L}\p{N}@._/=-]|[A-Z\d] )(?:[A-Z\d](?: {1,3}[A-Z\d]){3,9}|[A-Z\d]{2}(?: {1,3}[A-Z\d]{2}){1,4}|[A-Z\d]{3}(?: {1,3}[A-Z\d]{3}){1,2}|[a-z\d]{2}(?: {1,3}[a-z\d]{2}){2,3})(?![\p{L}\p{N}@_/=-]|[.:,]\d| [A-Z\d])/gu

/** Two of them beside each other. */
const TWO_APART = /[A-Z\d] {1,3}[A-Z\d]|[a-z]\d {1,3}[a-z\d]|\d[a-z] {1,3}[a-z\d]/

/** "TR 90 SB", "8 K 3 Y", "c2 m8 x0" */
function apartTokens(folded: string): Token[] {
  if (!/\d/.test(folded) || !TWO_APART.test(folded)) return []
  const tokens: Token[] = []
  for (const { 0: text, index } of folded.matchAll(APART)) {
    const value = text.replace(/ +/g, '')
    if (value.length < MIN || value.length > MAX || !/\d/.test(value) || !/[A-Za-z]/.test(value)) continue
    // "TAN 417 385": letters that only lead are the name of the number.
    if (/^[A-Z]{2,} [\d ]+$/.test(text)) continue
    const small = /[a-z]/.test(text)
    if (small && !text.split(/ +/).every(group => /\d/.test(group) && /[a-z]/.test(group))) continue
    tokens.push(tokenAt(index, text, { value, shape: 'mixed' }, false))
  }
  return tokens
}

/** Ends what stands before the last part of a cell. */
const LEADS = [':', '：', '>', '→', '=']
const MAX_TAIL = 30
const PREFIXED = /^([A-Z]{1,4}-\d{2,4}(?: \d{1,4}){1,2})$/
const LETTERS = /^[A-Z]{1,4}(?: {1,3}[A-Z]{1,4})+$/
const PIECES = /^[A-Z\d]{1,4}(?: [A-Z\d]{1,4}){1,3}$/
const CONSONANTS = /^[bcdfghjklmnpqrstvwxz]{6,10}$/

function tailValue(text: string): (Read & { isSure: boolean }) | null {
  const value = text.replaceAll(' ', '')
  if (PREFIXED.test(text) && value.length <= 12) return { value, shape: 'mixed', isSure: false }
  if (CONSONANTS.test(text)) return { value, shape: 'letters', isSure: false }
  if (!text.includes(' ') || value.length < MIN || value.length > MAX) return null
  if (LETTERS.test(text)) {
    const groups = text.split(/ +/)
    const even = new Set(groups.map(group => group.length)).size === 1
    return even ? { value, shape: 'letters', isSure: true } : null
  }
  const mixed = PIECES.test(text) && /\d/.test(value) && /[A-Z]/.test(value)
  return mixed && value.length >= 5 ? { value, shape: 'mixed', isSure: false } : null
}

/** "Letters: KDM PVX", "KX 409 TB" in a cell, "H-208 455". */
function tailTokens(folded: string): Token[] {
  const tokens: Token[] = []
  let from = 0
  for (const cell of folded.split('\t')) {
    const start = from + Math.max(...LEADS.map(sign => cell.lastIndexOf(sign))) + 1
    const tail = folded.slice(start, from + cell.length)
    from += cell.length + 1
    if (tail.length > MAX_TAIL + 8) continue
    const text = tail.trim().replace(/ {0,3}[.。]$/, '')
    if (text.length < 5 || text.length > MAX_TAIL) continue
    const read = tailValue(text)
    if (read === null) continue
    const { isSure, ...value } = read
    tokens.push(tokenAt(start + tail.indexOf(text), text, value, isSure))
  }
  return tokens
}

/** All of them that overlap neither an address nor struck text nor one another. */
export function groupedTokens(folded: string, taken: readonly Span[]): Token[] {
  return apart(
    [
      ...groupTokens(folded),
      ...wordTokens(folded),
      ...tailTokens(folded),
      ...apartTokens(folded),
      ...longTokens(folded),
    ],
    taken,
  )
}

function apart(tokens: readonly Token[], taken: readonly Span[]): Token[] {
  const kept: Token[] = []
  const spans = [...taken]
  for (const token of tokens) {
    if (spans.some(([from, to]) => token.start < to && token.end > from)) continue
    kept.push(token)
    spans.push([token.start, token.end])
  }
  return kept
}
