import { isDigit, unitAt } from '../../unit-at.ts'

/** Turns words into numbers, so that learning needs no list of words (FNV-1a). */

const STEM = 6
const PRIME = 0x01000193
const START = 0x811c9dc5 | 0

const add = (mark: number, unit: number) => Math.imul(mark ^ unit, PRIME)

export function markOf(text: string): number {
  let mark = START
  for (let i = 0; i < text.length; i++) mark = add(mark, unitAt(text, i))
  return mark
}

/** Chinese, Japanese and Korean: words there have no blanks between them, or endings attach to them. */
const isEastern = (unit: number) =>
  (unit >= 0x3040 && unit <= 0x30ff) ||
  (unit >= 0x3400 && unit <= 0x9fff) ||
  (unit >= 0xac00 && unit <= 0xd7af)
const isLetter = (unit: number) =>
  (unit >= 97 && unit <= 122) ||
  unit === 39 ||
  (unit >= 0xdf && unit <= 0x2af) ||
  (unit >= 0x370 && unit <= 0x1fff)
const NUMBER = markOf('#')
const COLON = markOf(':')
const ADDRESS = markOf('@')

/** Returns the words of a plain text as marks: stems in spaced scripts, pairs of characters in the others. */
export function marksOf(plain: string): number[] {
  const marks: number[] = []
  const { length } = plain
  for (let at = 0; at < length; at++) {
    const unit = unitAt(plain, at)
    if (isLetter(unit)) {
      let mark = START
      let end = at
      for (; end < length && isLetter(unitAt(plain, end)); end++)
        if (end - at < STEM) mark = add(mark, unitAt(plain, end))
      marks.push(mark)
      at = end - 1
    } else if (isEastern(unit)) {
      const next = at + 1 < length ? unitAt(plain, at + 1) : 0
      const lone = at === 0 || !isEastern(unitAt(plain, at - 1))
      if (isEastern(next)) marks.push(add(add(START, unit), next))
      else if (lone) marks.push(add(START, unit))
    } else if (isDigit(unit)) {
      while (at + 1 < length && isDigit(unitAt(plain, at + 1))) at++
      marks.push(NUMBER)
    } else if (unit === 58) marks.push(COLON)
    else if (unit === 1) {
      while (at + 1 < length && unitAt(plain, at + 1) === 1) at++
      marks.push(ADDRESS)
    }
  }
  return marks
}
