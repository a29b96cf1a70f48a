/**
 * Sets of message numbers (RFC 9051, section 9, `sequence-set`). They stay ranges all the way, so that `1:4294967295` costs
 * no more than `1`.
 */

/** The `*` of a set: the largest number in use, which only the selected folder knows. */
export const LARGEST = Number.POSITIVE_INFINITY

/** As a client wrote it; `saved` is `$`, the result of the last search (RFC 5182). */
export type NumberSet =
  | { readonly kind: 'ranges'; readonly ranges: readonly Range[] }
  | { readonly kind: 'saved' }

export type Range = readonly [first: number, last: number]

/** Ranges in ascending order that neither touch nor overlap. */
export type Ranges = readonly Range[]

const MAX_NUMBER = 4_294_967_295
const PIECE = /^([1-9]\d{0,9}|\*)(?::([1-9]\d{0,9}|\*))?$/

/** Returns null for text that is not a set. */
export function parseNumberSet(text: string): NumberSet | null {
  if (text === '$') return { kind: 'saved' }
  const ranges: Range[] = []
  for (const piece of text.split(',')) {
    const found = PIECE.exec(piece)
    if (found === null) return null
    const first = numberOf(found[1] ?? '')
    const last = found[2] === undefined ? first : numberOf(found[2])
    if (Math.max(first === LARGEST ? 0 : first, last === LARGEST ? 0 : last) > MAX_NUMBER) return null
    ranges.push([first, last])
  }
  return { kind: 'ranges', ranges }
}

const numberOf = (text: string): number => (text === '*' ? LARGEST : Number(text))

/**
 * Returns what the set means while `largest` is the largest number in use, and `saved` the last result. `*` in an empty
 * folder means nothing.
 */
export function resolveSet(set: NumberSet, largest: number, saved: Ranges): Ranges {
  if (set.kind === 'saved') return saved
  const known = ([first, last]: Range): Range => {
    const [a, b] = [Math.min(first, MAX_NUMBER), Math.min(last, MAX_NUMBER)]
    const low = first === LARGEST ? largest : a
    const high = last === LARGEST ? largest : b
    return low <= high ? [low, high] : [high, low]
  }
  return mergeRanges(set.ranges.map(known).filter(([, last]) => last > 0))
}

/** Sorts ranges and joins those that touch. */
export function mergeRanges(ranges: readonly Range[]): Ranges {
  const merged: [number, number][] = []
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const before = merged.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else merged.push([Math.max(first, 1), last])
  }
  return merged
}

/** The numbers must ascend. */
export function rangesOf(numbers: Iterable<number>): Ranges {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const before = ranges.at(-1)
    if (before !== undefined && number === before[1] + 1) before[1] = number
    else ranges.push([number, number])
  }
  return ranges
}

export function hasNumber(ranges: Ranges, number: number): boolean {
  let low = 0
  let high = ranges.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const [first, last] = ranges[middle] ?? [0, 0]
    if (number < first) high = middle - 1
    else if (number > last) low = middle + 1
    else return true
  }
  return false
}

export function countOf(ranges: Ranges): number {
  return ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)
}

/** Returns those of the ascending numbers that are in the ranges; the cost is that of both lists, not of the span. */
export function numbersWithin(ranges: Ranges, numbers: readonly number[]): number[] {
  const found: number[] = []
  let at = 0
  for (const [first, last] of ranges) {
    at = firstAtLeast(numbers, first, at)
    for (; at < numbers.length && (numbers[at] ?? 0) <= last; at++) found.push(numbers[at] ?? 0)
  }
  return found
}

function firstAtLeast(numbers: readonly number[], least: number, from: number): number {
  let low = from
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** Writes the shortest form, such as `1:3,7`. The empty set has no form in the protocol; it gives ''. */
export function writeRanges(ranges: Ranges): string {
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}:${last}`)).join(',')
}
