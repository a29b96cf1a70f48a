import { isEscape } from '../css/css-escape.ts'
import {
  endOfComment,
  isNameSign,
  isQuote,
  isUrlName,
  passBracket,
  preparedCss,
  readName,
  readNumber,
  readString,
  readUrl,
  type StylePlace,
  startsNumber,
} from '../css/css-lexemes.ts'

/**
 * Simplifies the text of a style, so that later code can split it at its signs (CSS Syntax Level 3). Strings
 * and addresses become empty, escapes are decoded, and brackets hold no sign that separates declarations or
 * rules. The pieces end exactly where the sanitiser ends them too (`css/css-lexemes.ts`).
 */

/**
 * Stands for a comment. It is not a blank, because it does not separate a compound of a selector, but words
 * do not join across it.
 */
export const COMMENT = '\v'
/** Stands for an error that invalidates a declaration or a selector, whatever else is in it. */
export const BROKEN = '\\'

/**
 * An escaped sign is part of a name and separates nothing. It is moved up by this much, into the private
 * area.
 */
const ESCAPED = 0xe000
const ASCII_SIGNS = 128
const LAST_OF_ASCII = '\u007f'
/**
 * Parts of names that JavaScript treats as blanks or folds to ASCII letters; they are placed after the
 * escaped ones.
 */
const ODD =
  '\u00a0\u0130\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u212a\u3000\ufeff'
const ODD_SIGN = '\u00a0\u0130\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u212a\u3000\ufeff'
const NO_NAME_SIGN = new RegExp(`[^\\w\\-\\u0080-\\uffff]|[${ODD_SIGN}]`, 'g')

const SPECIAL = new RegExp(`/(?=\\*)|[\\\\"'()[\\]\\v${ODD_SIGN}]`, 'g')
const SPECIAL_OR_BLOCK = new RegExp(`/(?=\\*)|[\\\\"'()[\\]{}\\v${ODD_SIGN}]`, 'g')

function standIn(sign: string): string {
  const code = sign.charCodeAt(0)
  return String.fromCharCode(ESCAPED + (code < ASCII_SIGNS ? code : ASCII_SIGNS + ODD.indexOf(sign)))
}

/** A name that escapes produced must not begin a number or continue one. */
function plainName(name: string, number: RegExp): string {
  const plain = name.replace(NO_NAME_SIGN, standIn)
  return number.test(plain) ? standIn(plain.charAt(0)) + plain.slice(1) : plain
}

/** No name without escapes looks like this. */
const UNLIKE_NAME = /^-?\d|^-$/
/** The steps below do not change such a name. */
const USUAL_NAME = /^(?!m-)[a-z_][\w-]*$/i
const LIKE_MORE_OF_NUMBER = /^(?:\d|e[+-]?\d)/i

/**
 * Returns the name of a class or an id in one form for attributes and plain styles, so that the two can be
 * compared. Signs that a style must escape are escaped, and the prefix that separates the names of a mail
 * from those of our pages is dropped.
 */
export function markName(name: string): string {
  if (USUAL_NAME.test(name)) return name
  return plainName(name.startsWith('m-') ? name.slice(2) : name, UNLIKE_NAME)
}

function startOfName(css: string, least: number, end: number): number {
  let start = end
  while (start > least && isNameSign(css.charAt(start - 1))) start--
  return start >= least + 2 && css.startsWith('<!--', start - 2) ? start + 2 : start
}

/** A name after "#" or "@" is not the name of a function. */
const isFunction = (css: string, start: number) => start === 0 || !'#@'.includes(css.charAt(start - 1))

function isUrlBefore(css: string, least: number, end: number): boolean {
  const start = end - 3
  const last = css[end - 1]
  if (start < least || (last !== 'l' && last !== 'L') || !isUrlName(css.slice(start, end))) return false
  return startOfName(css, least, end) === start && isFunction(css, start)
}

/** The text written for a piece of the style, which begins at `start` and ends before `next`. */
type Plain = { text: string; start: number; next: number }

/**
 * Reads from after the bracket; returns null for an address in quotation marks, which is an ordinary string.
 */
function plainUrl(css: string, start: number, inside: number, name: string): Plain | null {
  const url = readUrl(css, inside)
  return url && { text: url.value === null ? BROKEN : `${name}()`, start, next: url.next }
}

/** Reads a name with escapes in it, which may be the unit of a number. */
function readPlainName(css: string, start: number): Plain {
  if (startsNumber(css, start)) {
    const number = readNumber(css, start)
    const unit = readName(css, number.next)
    const text = number.value + plainName(unit.value, LIKE_MORE_OF_NUMBER)
    return { text, start, next: unit.next }
  }
  const { value, next } = readName(css, start)
  const isUrl = css[next] === '(' && isUrlName(value) && isFunction(css, start)
  const url = isUrl ? plainUrl(css, start, next + 1, value) : null
  return url ?? { text: plainName(value, UNLIKE_NAME), start, next }
}

function plainBracket(open: string[], sign: string): string {
  const before = open.length
  passBracket(open, sign)
  if (open.length === before || sign === '{') return BROKEN
  return sign === '}' ? ' ' : sign
}

/** `least` is the end of the piece before; `open` lists the brackets around. */
function readPiece(css: string, least: number, at: number, open: string[]): Plain {
  const sign = css.charAt(at)
  if (isQuote(sign)) {
    const { value, next } = readString(css, at, sign)
    return { text: value === null ? BROKEN : "''", start: at, next }
  }
  if (sign === '/') return { text: COMMENT, start: at, next: endOfComment(css, at) }
  if (sign > LAST_OF_ASCII || isEscape(css, at)) return readPlainName(css, startOfName(css, least, at))
  const url = sign === '(' && isUrlBefore(css, least, at) ? plainUrl(css, at, at + 1, '') : null
  if (url !== null) return url
  const isSpoiling = sign === BROKEN || sign === COMMENT
  return { text: isSpoiling ? BROKEN : plainBracket(open, sign), start: at, next: at + 1 }
}

/** In an attribute a block cannot hold declarations; in a sheet later code reads it. */
export function plainCss(source: string, place: StylePlace): string {
  const css = preparedCss(source)
  const special = place === 'sheet' ? SPECIAL : SPECIAL_OR_BLOCK
  if (css.search(special) < 0) return css
  const open: string[] = []
  let out = ''
  let from = 0
  for (;;) {
    const isInside = open.length > 0
    const signs = isInside ? SPECIAL_OR_BLOCK : special
    signs.lastIndex = from
    const found = signs.test(css)
    const piece = found ? readPiece(css, from, signs.lastIndex - 1, open) : null
    const before = piece === null ? css.slice(from) : css.slice(from, piece.start)
    out += isInside ? before.replaceAll(';', ' ') : before
    if (piece === null) return out
    out += piece.text
    from = piece.next
  }
}
