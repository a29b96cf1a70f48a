import { isEscape, isLineEnd, readCssEscape } from './css-escape.ts'

/**
 * Finds where the pieces of a style begin and end (CSS Syntax Level 3, section 4). The sanitiser and the
 * reader of visible text both split styles with these functions alone, so that both always see the same. All
 * of them take text from `preparedCss`, are linear and never throw.
 */

/** Tells where a style is written; the meaning of a block depends on it. */
export type StylePlace = 'sheet' | 'attribute'
/** A piece, and the position after it. */
export type Lexeme = { value: string; next: number }
/** A piece without a value is broken, and breaks the declaration around it. */
export type Breakable = { value: string | null; next: number }

/** Replaces NUL (section 3.3). Line ends of other systems stay, because converting them costs time. */
export function preparedCss(source: string): string {
  return source.includes('\0') ? source.replaceAll('\0', '\ufffd') : source
}

export const isBlank = (sign: string | undefined) => sign === ' ' || sign === '\t' || isLineEnd(sign)
export const isNameSign = (sign: string) => /^[\w\-\u0080-\uffff]/.test(sign)

/** Names ignore case for ASCII letters only: the Kelvin sign is not a "k". */
export function lowerCase(name: string): string {
  return /[A-Z]/.test(name) ? name.replace(/[A-Z]+/g, letters => letters.toLowerCase()) : name
}

export function startsName(css: string, at: number): boolean {
  return isNameSign(css.charAt(at)) || isEscape(css, at)
}

export function startsIdent(css: string, at: number): boolean {
  const from = css[at] === '-' ? at + 1 : at
  if (from > at && css[from] === '-') return true
  return /[A-Za-z_\u0080-\uffff]/.test(css.charAt(from)) || isEscape(css, from)
}

export function startsNumber(css: string, at: number): boolean {
  return /^[+-]?\.?\d/.test(css.slice(at, at + 3))
}

const NUMBER = /^[+-]?(?:\d{1,20}(?:\.\d{1,20})?|\.\d{1,20})(?:e[+-]?\d{1,3})?/i

/** Reads the number without its unit. */
export function readNumber(css: string, from: number): Lexeme {
  const value = NUMBER.exec(css.slice(from, from + 48))?.[0] ?? css.charAt(from)
  return { value, next: from + value.length }
}

/** These patterns are searched for, because stepping character by character takes many times as long. */
const NO_NAME_SIGN = /[^\w\-\u0080-\uffff]/g
const SPECIAL_IN_STRING = { '"': /["\\\n\r\f]/g, "'": /['\\\n\r\f]/g }
/**
 * Matches everything except printable characters, and of those also quotation marks, round brackets and the
 * backslash.
 */
const SPECIAL_IN_URL = /[^!#-&*-[\]-~\u0080-\uffff]/g

function placeOf(signs: RegExp, css: string, from: number): number {
  signs.lastIndex = from
  return signs.test(css) ? signs.lastIndex - 1 : css.length
}

export function readName(css: string, from: number): Lexeme {
  let at = placeOf(NO_NAME_SIGN, css, from)
  let value = css.slice(from, at)
  while (isEscape(css, at)) {
    const escaped = readCssEscape(css, at + 1)
    at = placeOf(NO_NAME_SIGN, css, escaped.next)
    value += escaped.value + css.slice(escaped.next, at)
  }
  return { value, next: at }
}

/** Returns the position after a comment that begins at `from`. */
export function endOfComment(css: string, from: number): number {
  const end = css.indexOf('*/', from + 2)
  return end < 0 ? css.length : end + 2
}

export const isQuote = (sign: string | undefined): sign is '"' | "'" => sign === '"' || sign === "'"

/**
 * Reads a string from after its opening mark. An unclosed string ends with its line or the text, and is
 * broken.
 */
export function readString(css: string, from: number, quote: '"' | "'"): Breakable {
  let value = ''
  let at = from + 1
  for (;;) {
    const end = placeOf(SPECIAL_IN_STRING[quote], css, at)
    value += css.slice(at, end)
    const sign = css[end]
    if (sign === quote) return { value, next: end + 1 }
    if (sign !== '\\') return { value: null, next: end }
    if (isLineEnd(css[end + 1])) at = css.startsWith('\r\n', end + 1) ? end + 3 : end + 2
    else {
      const escaped = readCssEscape(css, end + 1)
      value += escaped.value
      at = escaped.next
    }
  }
}

function skipBlanks(css: string, from: number): number {
  let at = from
  while (isBlank(css[at])) at++
  return at
}

/** Skips the rest of an invalid address, up to its bracket (section 4.3.14). */
function endOfBadUrl(css: string, from: number): number {
  for (let at = from; at < css.length; ) {
    if (css[at] === ')') return at + 1
    at = isEscape(css, at) ? readCssEscape(css, at + 1).next : at + 1
  }
  return css.length
}

/**
 * Reads from after the bracket of "url(". An address without its end takes the rest of the text. Returns null
 * when the address is quoted: then "url(" is an ordinary function around a string.
 */
export function readUrl(css: string, from: number): Breakable | null {
  let at = skipBlanks(css, from)
  if (isQuote(css[at])) return null
  let value = ''
  for (;;) {
    const end = placeOf(SPECIAL_IN_URL, css, at)
    value += css.slice(at, end)
    if (isEscape(css, end)) {
      const escaped = readCssEscape(css, end + 1)
      value += escaped.value
      at = escaped.next
      continue
    }
    const close = skipBlanks(css, end)
    if (close >= css.length) return { value, next: css.length }
    return css[close] === ')' ? { value, next: close + 1 } : { value: null, next: endOfBadUrl(css, close) }
  }
}

export const isUrlName = (name: string) => lowerCase(name) === 'url'

/** Returns "<!--" or "-->", with which old programs wrap style sheets, or an empty text. */
export function htmlMarkAt(css: string, at: number): '<!--' | '-->' | '' {
  if (css.startsWith('<!--', at)) return '<!--'
  return css.startsWith('-->', at) ? '-->' : ''
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])

/**
 * Keeps `open`, the list of brackets that are still to be closed. A bracket closes only the last open one of
 * its own kind; any other is an ordinary character (section 5.4.8).
 */
export function passBracket(open: string[], sign: string): void {
  const closing = CLOSING.get(sign)
  if (closing !== undefined) open.push(closing)
  else if (open.length > 0 && sign === open.at(-1)) open.pop()
}
