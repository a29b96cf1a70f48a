/**
 * Holds the kind of every character in a table. Each character of each mail is looked up, and regular
 * expressions over letters of all scripts take two to four times as long.
 */

/**
 * `unspaced`: a letter of a script that does not separate words with spaces; `emoji`: a picture, which also
 * stands without spaces.
 */
export const charKind = { other: 0, letter: 1, unspaced: 2, emoji: 3 } as const

const letters = /[\p{L}\p{N}]+/gu
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu
/** Old symbols, such as © and →, do not count as pictures. */
const emoji = /[\p{Emoji_Presentation}[\p{Extended_Pictographic}--[\0-\u25ff]]]+/gv

/** Characters of two units, such as 𠮷, are not in the table; it only marks each unit as half of one. */
const half = 4
const [firstHalf, firstLowHalf, afterHalves, unitCount] = [0xd800, 0xdc00, 0xe000, 0x10000]
const kinds = kindsOfUnits()

function kindsOfUnits(): Uint8Array {
  const units = new Uint16Array(unitCount)
  for (let unit = 0; unit < unitCount; unit++) units[unit] = unit
  const all = Buffer.from(units.buffer).toString('utf16le')
  const table = new Uint8Array(unitCount)
  for (const { 0: run, index } of all.matchAll(letters))
    table.fill(charKind.letter, index, index + run.length)
  for (const { 0: run, index } of all.matchAll(unspaced))
    table.fill(charKind.unspaced, index, index + run.length)
  for (const { 0: run, index } of all.matchAll(emoji)) table.fill(charKind.emoji, index, index + run.length)
  return table.fill(half, firstHalf, afterHalves)
}

export function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length)
  Buffer.from(units.buffer).write(text, 'utf16le')
  return units
}

const isHalf = (unit: number | undefined, from: number, to: number): boolean =>
  unit !== undefined && unit >= from && unit < to

/** Returns how many units the character at `at` has. */
export function widthAt(units: Uint16Array, at: number): number {
  if (!isHalf(units[at], firstHalf, firstLowHalf)) return 1
  return at + 1 < units.length && isHalf(units[at + 1], firstLowHalf, afterHalves) ? 2 : 1
}

/** The kinds of two-unit characters that were looked up, each plus one; 0 means not looked up yet. */
const pairKinds = new Uint8Array(0x100000)

function kindOfChar(char: string): number {
  if (char.search(unspaced) === 0) return charKind.unspaced
  if (char.search(letters) === 0) return charKind.letter
  return char.search(emoji) === 0 ? charKind.emoji : charKind.other
}

/**
 * These characters are few enough to ask the patterns once for each. A half without its other half is not a
 * letter.
 */
function kindOfPair(units: Uint16Array, at: number): number {
  if (widthAt(units, at) === 1) return charKind.other
  const [first, second] = [units[at] ?? 0, units[at + 1] ?? 0]
  const place = ((first & 0x3ff) << 10) | (second & 0x3ff)
  const known = pairKinds[place] ?? 0
  if (known > 0) return known - 1
  const kind = kindOfChar(String.fromCharCode(first, second))
  pairKinds[place] = kind + 1
  return kind
}

export function kindAt(units: Uint16Array, at: number): number {
  const kind = kinds[units[at] ?? 0] ?? charKind.other
  return kind === half ? kindOfPair(units, at) : kind
}

/** Returns the end of the run of characters of this kind that begins at `start`. */
export function runEnd(units: Uint16Array, start: number, kind: number): number {
  let at = start
  while (at < units.length) {
    const found = kinds[units[at] ?? 0]
    if (found === kind) at++
    else if (found === half && kindOfPair(units, at) === kind) at += 2
    else break
  }
  return at
}
