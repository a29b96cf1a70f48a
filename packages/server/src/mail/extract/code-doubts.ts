import type { Reading } from './code-context.ts'
import type { Place } from './code-place.ts'
import type { Token } from './token.ts'

/** Checks for reasons against a number, whatever its name: an unusual shape, an old code, an example. */

/** Matches numbers that people write as placeholders. */
export const isPlaceholder = (value: string) =>
  /^(\d)\1+$/.test(value) || '01234567890'.includes(value) || '9876543210'.includes(value)

export function shapeWeight(token: Token): number {
  const value = token.value ?? ''
  const length = value.replaceAll('-', '').length
  if (token.shape === 'digits') {
    if (/^(?:19|20)\d\d$/.test(value)) return 0.6
    return length > 8 || isPlaceholder(value) ? 0.75 : 1
  }
  // Six or more letters without a vowel are not a word; codes are made so on purpose (RFC 8628 section 6.1).
  if (token.shape === 'letters' && value.split('-').length > 2) return 0.8
  if (token.shape === 'letters') return /^[B-DF-HJ-NP-TV-XZ-]{6,}$/.test(value) ? 0.85 : 0.62
  // A word followed by a number is typically a promotion code of a shop.
  if (/^[A-Z]{3,}\d{1,4}$/.test(value)) return 0.75
  if (value === value.toUpperCase()) return 0.95
  return length >= 8 ? 0.85 : 0.75
}

/** Three letters together that can be pronounced are part of a word. */
const SPOKEN = /(?=[a-z]{3})[a-z]{0,2}[aeiou]/i

/**
 * Matches names of programs, standards and lists: "utf8", "log4j", "4pda", "Windows11", "ES2024". Random
 * codes mix their letters and digits, or have many digits.
 */
export function isNumberedWord(value: string): boolean {
  const bare = value.replaceAll('-', '')
  if (!/[a-z]/.test(bare)) return /^(?:[A-Z]+\d{1,4}|\d[A-Z]+)$/.test(bare)
  return /^[a-z]*\d+[a-z]*$/i.test(bare) || (/\d/.test(bare) && SPOKEN.test(bare))
}

const CLAUSE_ENDS = [',', '、', '\t']

/** Returns the range between the commas around the number. */
function clauseOf({ reading, line, token, from, to }: Place): [number, number] {
  const plain = reading.lines[line]?.plain() ?? ''
  const left = Math.max(from, ...CLAUSE_ENDS.map(sign => plain.lastIndexOf(sign, token.start - 1) + 1))
  const stops = CLAUSE_ENDS.map(sign => plain.indexOf(sign, token.end)).filter(at => at >= 0)
  return [left, Math.min(to, ...stops)]
}

/** The words that call a code old stand close to it. */
export function isStale(place: Place): boolean {
  const { reading, line, token, from, to } = place
  const plain = reading.lines[line]?.plain() ?? ''
  const [left, right] = clauseOf(place)
  // "Your earlier code, 118204, has expired": only the number stands between the commas.
  const inserted = !/\p{L}/u.test(plain.slice(left, token.start) + plain.slice(token.end, right))
  return inserted && !plain.includes('\t')
    ? reading.has('stale', line, from, to)
    : reading.has('stale', line, left, right)
}

/** True when the reader must compare the number with another one. */
export function isCompared(place: Place): boolean {
  return place.reading.has('match', place.line, ...clauseOf(place))
}

const BRANDS = new Set(['sample', 'example', 'exemple', 'ejemplo', 'exemplo', 'esempio'])

/** True when the name belongs to a sender: "Your Example code", "[Example] …", "Example Bank". */
function isBrand(
  folded: string,
  from: number,
  { start, end, word }: { start: number; end: number; word: string },
): boolean {
  if (!BRANDS.has(word) || !/[A-Z]/.test(folded[start] ?? '')) return false
  if (/^ [A-Z]/.test(folded.slice(end, end + 2)) || /[[(【]/.test(folded[start - 1] ?? '')) return true
  return start > from && /[^:.!?;]\s$/.test(folded.slice(start - 2, start))
}

/** True when the text between the two places is only an example. */
export function isSample(reading: Reading, line: number, from: number, to: number): boolean {
  const folded = reading.lines[line]?.folded ?? ''
  return reading
    .find('sample', line)
    .some(one => one.start >= from && one.end <= to && !isBrand(folded, from, one))
}
