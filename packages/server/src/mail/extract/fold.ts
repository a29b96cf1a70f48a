/**
 * Folding of text so that everything after it can think in ASCII: what is shown stays one character per
 * character, so that a place found in the folded text is the same place in the text as shown.
 */

/** Characters that take no room on the screen: between two digits they must not part a code. */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\u034f|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u20e3|[\ufe00-\ufe0f]/g

/** Mathematical letters and digits (bold, double-struck, …), two code units each. */
const MATHEMATICAL = /\ud835[\udc00-\udfff]/g

/** The zeros of the decimal digit blocks of the basic plane; their ten digits follow in order. */
const ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50,
  0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810, 0xff10,
]

function foldUnit(unit: number): string {
  if (unit >= 0xff01 && unit <= 0xff5e) return String.fromCharCode(unit - 0xfee0)
  if (unit === 0x3000 || unit === 0xa0 || (unit >= 0x2000 && unit <= 0x200a)) return ' '
  if (unit === 0x202f || unit === 0x205f || unit === 0x1680) return ' '
  if ((unit >= 0x2010 && unit <= 0x2015) || unit === 0x2212 || unit === 0xfe63) return '-'
  if (unit === 0x2018 || unit === 0x2019) return "'"
  for (const zero of ZEROS) {
    if (unit >= zero && unit <= zero + 9) return String.fromCharCode(48 + unit - zero)
  }
  return String.fromCharCode(unit)
}

/** Composes, and drops what takes no room. What is left is the text as shown. */
export function cleanText(text: string): string {
  return text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(MATHEMATICAL, pair => pair.normalize('NFKC'))
}

/** Full-width forms, foreign digits, odd spaces and dashes become ASCII; the length stays. */
export function foldText(shown: string): string {
  let out = ''
  for (let i = 0; i < shown.length; i++) {
    const unit = shown.charCodeAt(i)
    out += unit < 0x80 ? shown[i] : foldUnit(unit)
  }
  return out
}

const SINGLE_LETTERS: Readonly<Record<string, string>> = { đ: 'd', ł: 'l', ı: 'i', ø: 'o', İ: 'i', ё: 'е' }

function plainUnit(unit: string): string {
  const lower = unit.toLowerCase()
  const single = SINGLE_LETTERS[lower] ?? SINGLE_LETTERS[unit]
  if (single !== undefined) return single
  const code = unit.charCodeAt(0)
  const latin = code < 0x250 || (code >= 0x1e00 && code <= 0x1eff)
  const bare = latin ? (lower.normalize('NFD')[0] ?? unit) : lower
  return bare.length === 1 ? bare : unit
}

/** Lower case without Latin accents, for looking words up; the length stays. */
export function plainText(folded: string): string {
  let out = ''
  for (let i = 0; i < folded.length; i++) {
    const unit = folded.charCodeAt(i)
    if (unit >= 65 && unit <= 90) out += String.fromCharCode(unit + 32)
    else out += unit < 0x80 ? folded[i] : plainUnit(folded[i] ?? '')
  }
  return out
}
