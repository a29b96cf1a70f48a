import type { Sample } from '../corpus/sample.ts'

/**
 * Writes a mail anew with numbers of other shapes: in pairs, in threes, as letters, as words. The words around
 * a number then teach what it is, however it is written. The same mail always becomes the same copy.
 */

const WORDS = 'olive harbor tiger mango violet copper lantern maple falcon river pebble cedar'.split(' ')
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const MIXED = 'ABCDEFGHJKMNPQRTUVWXY346789'

type Dice = (sides: number) => number

function makeDice(seed: string): Dice {
  let state = 7
  for (const unit of seed) state = (Math.imul(state, 31) + (unit.codePointAt(0) ?? 0)) | 0
  return sides => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * sides)
  }
}

const draw = (from: string, length: number, roll: Dice) =>
  Array.from({ length }, () => from[roll(from.length)]).join('')
const groups = (sizes: readonly number[], from: string, sign: string, roll: Dice) =>
  sizes.map(size => draw(from, size, roll)).join(sign)
const DIGITS = '0123456789'

/** The ways to write a code; the usual ones stand more than once. */
const WAYS: readonly ((roll: Dice) => string)[] = [
  roll => draw(DIGITS, 6, roll),
  roll => draw(DIGITS, 4 + roll(5), roll),
  roll => groups([2, 2, 2], DIGITS, ' ', roll),
  roll => groups([3, 3], DIGITS, ' ', roll),
  roll => groups([3, 3, 3], DIGITS, ' ', roll),
  roll => groups([2, 2, 2], DIGITS, '-', roll),
  roll => groups([1, 1, 1, 1, 1, 1], DIGITS, ' ', roll),
  roll => groups([4, 3], DIGITS, ' ', roll),
  roll => groups([2, 2, 2, 2], DIGITS, ' ', roll),
  roll => draw(MIXED, 5 + roll(3), roll),
  roll => groups([3, 3], MIXED, '-', roll),
  roll => groups([4, 4], MIXED, '-', roll),
  roll => groups([3, 3, 3], MIXED, '-', roll),
  roll => `${draw(LETTERS, 1 + roll(2), roll)}-${draw(DIGITS, 4 + roll(3), roll)}`,
  roll => draw(LETTERS, 6 + roll(3), roll),
  roll => draw(MIXED, 9, roll),
  roll => Array.from({ length: 3 }, () => WORDS[roll(WORDS.length)]).join('-'),
]

/** A number or letters with digits that stand for themselves: not a year, an amount or a part of an address. */
const NUMBER =
  /(?<![\p{L}\p{N}.,:/=&?@%#_+*-])(?!(?:19|20)\d\d\b)(?:\d{2,4}(?: \d{2,4}){1,3}|\d(?: \d){3,9}|(?=[A-Z-]*\d)[A-Z\d]{2,10}(?:-[A-Z\d]{2,8}){0,2})(?![\p{L}\p{N}@_/=%-]|[.,:]\d)/gu
const LEAST = 4

export function reshaped(sample: Sample): Sample {
  const roll = makeDice(sample.name)
  const known = new Map<string, string>()
  const anew = (text: string) =>
    text.replace(NUMBER, number => {
      const value = number.replaceAll(' ', '')
      if (value.replaceAll('-', '').length < LEAST) return number
      const written = known.get(value) ?? WAYS[roll(WAYS.length)]?.(roll) ?? number
      known.set(value, written)
      return written
    })
  const subject = anew(sample.subject)
  const text = sample.text === null ? null : anew(sample.text)
  const html = sample.html === null ? null : sample.html.replace(/(?<=>)[^<>]+(?=<)/g, anew)
  const { code } = sample.expect
  const written = code === null ? undefined : known.get(code)
  const value = (written ?? code)?.replaceAll(' ', '') ?? null
  const asRead = value !== null && /^[\d-]+$/.test(value) ? value.replaceAll('-', '') : value
  return { ...sample, subject, text, html, expect: { ...sample.expect, code: asRead } }
}
