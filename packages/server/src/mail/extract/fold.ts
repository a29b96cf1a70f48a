import { unitAt } from '../unit-at.ts'

/**
 * Folds text so that all later code can work in ASCII. Each shown character stays one character, so that a
 * place in the folded text is the same place in the shown text.
 */

/** Characters without width on the screen: they must not split a code between two digits. */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u20e3|[\ufe00-\ufe0f]/g

/** Mathematical letters and digits (bold, double-struck, …) of two code units each. */
const MATHEMATICAL = /\ud835[\udc00-\udfff]/g

/**
 * Nearly all mails in English are pure ASCII and need no folding. Any other character takes more than one
 * byte.
 */
const isAscii = (text: string) => Buffer.byteLength(text) === text.length

/** The zeros of the decimal digit blocks of the basic plane; their ten digits follow in order. */
const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50,
  0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810,
]

function foldUnit(unit: number): number {
  if (isFullWidth(unit)) return unit - 0xfee0
  if (unit === 0x3000 || unit === 0xa0 || (unit >= 0x2000 && unit <= 0x200a)) return 32
  if (unit === 0x202f || unit === 0x205f || unit === 0x1680) return 32
  if ((unit >= 0x2010 && unit <= 0x2015) || unit === 0x2212 || unit === 0xfe63) return 45
  if (unit === 0x2018 || unit === 0x2019) return 39
  if (unit < 0x660) return unit
  for (const zero of ZEROS) if (unit >= zero && unit <= zero + 9) return 48 + unit - zero
  return unit
}

const isFullWidth = (unit: number) => unit >= 0xff01 && unit <= 0xff5e

/**
 * Matches all units except those that are composed already and have a width. Nearly all texts consist of such
 * settled units only.
 */
const UNSETTLED =
  /[^\0-\u00ac\u00ae-\u02ff\u0400-\u0481\u2010-\u2026\u3000-\u3098\u309b-\u30ff\u3400-\u9fff\uac00-\ud7a3\uff01-\uff5e]/

function clean(text: string): string {
  if (!UNSETTLED.test(text)) return text
  return text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(MATHEMATICAL, pair => pair.normalize('NFKC'))
}

function fold(shown: string): string {
  let out = ''
  let from = 0
  const { length } = shown
  for (let i = 0; i < length; i++) {
    const unit = unitAt(shown, i)
    if (unit < 0x80 || (unit > 0x3000 && unit < 0xfe00)) continue
    const folded = foldUnit(unit)
    if (folded === unit) continue
    out += shown.slice(from, i) + String.fromCharCode(folded)
    from = i + 1
  }
  return from === 0 ? shown : out + shown.slice(from)
}

/** Composes characters and drops those without width. The result is the text as shown. */
export const cleanText = (text: string): string => (isAscii(text) ? text : clean(text))

/** Turns full-width forms, foreign digits, unusual spaces and dashes into ASCII. The length stays. */
export const foldText = (shown: string): string => (isAscii(shown) ? shown : fold(shown))

/** Cleans and then folds the text. */
export function cleanAndFold(text: string): { shown: string; folded: string } {
  if (isAscii(text)) return { shown: text, folded: text }
  const shown = clean(text)
  return { shown, folded: fold(shown) }
}

const SINGLE_LETTERS: Readonly<Record<string, string>> = {
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ø: 'o',
  İ: 'i',
  ё: 'е',
  ى: 'ي',
  ς: 'σ',
}

function plainUnit(unit: string): string {
  const lower = unit.toLowerCase()
  const single = SINGLE_LETTERS[lower] ?? SINGLE_LETTERS[unit]
  if (single !== undefined) return single
  const code = unit.charCodeAt(0)
  const folds =
    code < 0x250 ||
    (code >= 0x1e00 && code <= 0x1eff) ||
    (code >= 0x370 && code < 0x400) ||
    (code >= 0x622 && code <= 0x625)
  const bare = folds ? (lower.normalize('NFD')[0] ?? unit) : lower
  return bare.length === 1 ? bare : unit
}

const ACCENTED = /[\u00c0-\u024f\u1e00-\u1effёάέήίόύώϊϋΐΰςآأإى]/g

/** Returns lower case without the accents of Latin and Greek and with one form of each Arabic letter, for looking words up. The length stays. */
export function plainText(folded: string): string {
  const lower = folded.toLowerCase()
  if (isAscii(lower)) return lower
  // A capital that becomes two units ("İ") would shift all places after it.
  if (lower.length !== folded.length)
    return Array.from({ length: folded.length }, (_, i) => plainUnit(folded[i] ?? '')).join('')
  return lower.replace(ACCENTED, plainUnit)
}
