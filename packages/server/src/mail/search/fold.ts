/**
 * Text as searchers compare it: full width and half width, capitals and small letters are the same. Nearly all characters
 * of nearly all mails become one other character, whatever stands beside them: those are looked up in a table, which takes
 * a fraction of the time. A text with any other character is folded as a whole by the rules of Unicode.
 */
import { isAsciiText } from '../mime/plain-ascii.ts'
import { unitsOf } from './characters.ts'

export const maxIndexedChars = 60_000

export const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** In the table: not to be folded by itself. */
const needsRules = 0
const [firstHalf, firstLowHalf, afterHalves, unitCount] = [0xd800, 0xdc00, 0xe000, 0x10000]

/** Becomes one of two letters, by what stands beside it. */
const sigma = 'Σ'
/** Marks and the parts of Hangul syllables melt into what stands before them. */
const joining = /[\p{M}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u
/** A mark by name that joins nothing, and stands behind many an emoji. */
const emojiSelector = 0xfe0f
/** The first half of many emoji, and of nothing that folds; any other may be that of a letter. */
const emojiHalf = 0xd83d

const foldedUnits = makeTable()

function foldedAlone(unit: number): number {
  if (unit === emojiSelector || unit === emojiHalf) return unit
  if (unit >= firstHalf && unit < firstLowHalf) return needsRules
  // A second half means nothing without a first one, and of those only that of emoji gets here.
  if (unit >= firstLowHalf && unit < afterHalves) return unit
  const form = String.fromCharCode(unit).normalize('NFKC')
  const small = form.toLowerCase()
  return small.length > 1 || form === sigma || joining.test(small) ? needsRules : small.charCodeAt(0)
}

function makeTable(): Uint16Array {
  const table = new Uint16Array(unitCount)
  for (let unit = 1; unit < unitCount; unit++) table[unit] = foldedAlone(unit)
  return table
}

/** Folds in place; false where there is one that is not to be folded by itself. */
function foldUnits(units: Uint16Array): boolean {
  for (let at = 0; at < units.length; at++) {
    const small = foldedUnits[units[at] ?? 0] ?? needsRules
    if (small === needsRules) return false
    units[at] = small
  }
  return true
}

/** One for all texts, as they are folded one after the other: a new one each time must be cleared and collected. */
const room = new Uint16Array(maxIndexedChars)
const roomOctets = Buffer.from(room.buffer)

function inRoom(text: string): Uint16Array {
  roomOctets.write(text, 'utf16le')
  return room.subarray(0, text.length)
}

/** The UTF-16 units of a text, folded. They hold until the next text is folded. */
export function foldedUnitsOf(text: string): Uint16Array {
  if (text.length > room.length) return unitsOf(fold(text))
  // For ASCII, small letters are all there is to it.
  if (isAsciiText(text)) return inRoom(text.toLowerCase())
  const units = inRoom(text)
  return foldUnits(units) ? units : unitsOf(fold(text))
}
