/**
 * Folds text for comparison: full width and half width, and capitals and small letters, become equal, and
 * invisible characters disappear. Nearly all characters of nearly all mails fold to exactly one character,
 * whatever stands beside them. A table holds those and takes a fraction of the time. A text with any other
 * character is folded as a whole by the rules of Unicode.
 */
import { unitsOf } from './characters.ts'

export const maxIndexedChars = 60_000

/** Matches all invisible characters except the joiners. */
const invisible = /[^\P{Default_Ignorable_Code_Point}\u200c\u200d]/gu
/** Persian and related scripts separate the pieces of a word by a joiner, and search uses those pieces. */
const strayJoiner = /(?<![\u0590-\u10ff])[\u200c\u200d]/g
const [firstJoined, lastJoined] = [0x590, 0x10ff]

export const fold = (text: string): string =>
  text.replace(invisible, '').normalize('NFKC').toLowerCase().replace(strayJoiner, '')

/**
 * Special values in the table: the character needs the rules, is dropped, or is a joiner. Characters with
 * these numbers also need the rules.
 */
const needsRules = 0
const notThere = 1
const joiner = 2
const [firstHalf, firstLowHalf, afterHalves, unitCount] = [0xd800, 0xdc00, 0xe000, 0x10000]

/** Folds to one of two letters, depending on its neighbours. */
const sigma = 'Σ'
/** Marks and the parts of Hangul syllables merge with the character before them. */
const joining = /[\p{M}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u
/** The first half of many emoji, none of which folds; any other first half may belong to a letter. */
const emojiHalf = 0xd83d

const foldedUnits = makeTable()

function foldedAlone(unit: number): number {
  if (unit === emojiHalf) return unit
  if (unit >= firstHalf && unit < firstLowHalf) return needsRules
  // A second half means nothing without a first one, and only second halves of emoji get here.
  if (unit >= firstLowHalf && unit < afterHalves) return unit
  const char = String.fromCharCode(unit)
  if (unit <= joiner) return needsRules
  if (char.search(invisible) === 0) return notThere
  if (char.search(strayJoiner) === 0) return joiner
  const form = char.normalize('NFKC')
  const small = form.toLowerCase()
  return small.length > 1 || form === sigma || joining.test(small) ? needsRules : small.charCodeAt(0)
}

function makeTable(): Uint16Array {
  const table = new Uint16Array(unitCount)
  for (let unit = 1; unit < unitCount; unit++) table[unit] = foldedAlone(unit)
  return table
}

const isJoined = (unit: number): boolean => unit >= firstJoined && unit <= lastJoined

/**
 * Folds in place up to the first unit that does not fold to exactly one other, and returns its position. Most
 * texts have no such unit.
 */
function foldPlain(units: Uint16Array): number {
  for (let at = 0; at < units.length; at++) {
    const small = foldedUnits[units[at] ?? 0] ?? needsRules
    if (small <= joiner) return at
    units[at] = small
  }
  return units.length
}

/** Folds the rest in place. Returns the folded length, or -1 if a unit cannot be folded alone. */
function foldRest(units: Uint16Array, from: number): number {
  let length = from
  for (let at = from; at < units.length; at++) {
    const unit = units[at] ?? 0
    const small = foldedUnits[unit] ?? needsRules
    if (small > joiner) units[length++] = small
    else if (small === needsRules) return -1
    else if (small === joiner && length > 0 && isJoined(units[length - 1] ?? 0)) units[length++] = unit
  }
  return length
}

/**
 * One buffer for all texts, since they are folded one after the other: a new one each time costs clearing and
 * collection.
 */
const room = new Uint16Array(maxIndexedChars)
const roomOctets = Buffer.from(room.buffer)

function inRoom(text: string): Uint16Array {
  roomOctets.write(text, 'utf16le')
  return room.subarray(0, text.length)
}

/** Returns the folded UTF-16 units of a text. They hold until the next text is folded. */
export function foldedUnitsOf(text: string): Uint16Array {
  if (text.length > room.length) return unitsOf(fold(text))
  const units = inRoom(text)
  const plain = foldPlain(units)
  const length = plain === units.length ? plain : foldRest(units, plain)
  return length < 0 ? unitsOf(fold(text)) : units.subarray(0, length)
}
