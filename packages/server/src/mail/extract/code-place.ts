import type { Reading } from './code-context.ts'
import type { Token } from './token.ts'

/** Describes the place of a number: its line, its sentence, and whether it has a line or a cell to itself. */

export type Place = { reading: Reading; line: number; token: Token; from: number; to: number }

export function sentenceAt(reading: Reading, line: number, at: number): [number, number] {
  const sentences = reading.lines[line]?.sentences() ?? []
  return (
    sentences.find(([from, to]) => at >= from && at < to) ?? [0, reading.lines[line]?.plain().length ?? 0]
  )
}

export function placeOf(reading: Reading, line: number, token: Token): Place {
  const [from, to] = sentenceAt(reading, line, token.start)
  return { reading, line, token, from, to }
}

export function near(
  reading: Reading,
  kind: Parameters<Reading['has']>[0],
  line: number,
  reach: number,
): boolean {
  for (let i = Math.max(0, line - reach); i <= line + reach; i++) if (reading.has(kind, i)) return true
  return false
}

/** True when the line surely names a code. */
export const namesCode = (reading: Reading, line: number): boolean =>
  reading.labels(line).some(label => label.kind === 'code')

/** True when the line names a code, or may do so. */
export const speaksOfCode = (reading: Reading, line: number): boolean =>
  reading.labels(line).some(label => label.kind === 'code' || label.kind === 'maybe')

/** True when the subject mentions signing in or a code. */
export const isAnnounced = (reading: Reading): boolean => reading.has('auth', 0) || namesCode(reading, 0)

function rest(place: Place): string {
  const text = place.reading.lines[place.line]?.folded ?? ''
  return text.slice(0, place.token.start) + text.slice(place.token.end)
}

/** "937248 (valid until 16:45)" */
const REMARK = /\([^()]{1,40}\)\s*$/

/** True when the number has its line to itself; a remark in brackets does not count. */
export function fillsLine(place: Place): boolean {
  return !/[\p{L}\p{N}]/u.test(rest(place).replace(REMARK, ''))
}

/** True when the number has its table cell to itself. */
export function fillsCell(place: Place): boolean {
  const text = place.reading.lines[place.line]?.folded ?? ''
  const before = text.slice(text.lastIndexOf('\t', place.token.start) + 1, place.token.start)
  const end = text.indexOf('\t', place.token.end)
  const after = text.slice(place.token.end, end < 0 ? undefined : end)
  return !/[\p{L}\p{N}]/u.test(before + after)
}

/**
 * True when the number has its cell to itself and the other cells of the row hold no words and no other such
 * number, only a time or a date.
 */
export function isOnlyValue(place: Place): boolean {
  const { reading, line, token } = place
  const text = reading.lines[line]?.folded ?? ''
  if (!text.includes('\t') || !fillsCell(place) || /\p{L}/u.test(rest(place))) return false
  return reading.tokens(line).every(one => one.start === token.start || one.value === null)
}
