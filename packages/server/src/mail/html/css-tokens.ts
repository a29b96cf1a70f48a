/**
 * Style text to tokens (CSS Syntax Level 3, section 4). Escapes are decoded here, so that later checks see what browsers
 * see: `u\72l(` is a url. Linear, never throws.
 */
import { readCssEscape } from '../css-escape.ts'

export type CssToken =
  | { type: 'ident' | 'function' | 'at' | 'hash' | 'string' | 'url' | 'delim'; value: string }
  | { type: 'number'; value: string; unit: string }
  | { type: 'blank' | 'bad' }

const IDENT_START = /[A-Za-z_\u0080-\uffff]/
const IDENT_CHAR = /[A-Za-z0-9_\-\u0080-\uffff]/
const NUMBER = /^[+-]?(?:\d{1,20}(?:\.\d{1,20})?|\.\d{1,20})(?:e[+-]?\d{1,3})?/i
const BLANK = /[ \t\n]/

export function tokeniseCss(source: string): CssToken[] {
  const css = source.replace(/\r\n?|\f/g, '\n').replaceAll('\0', '\ufffd')
  const tokens: CssToken[] = []
  let at = 0
  while (at < css.length) {
    const char = css.charAt(at)
    if (BLANK.test(char)) {
      while (BLANK.test(css.charAt(at))) at++
      tokens.push({ type: 'blank' })
    } else if (char === '/' && css.charAt(at + 1) === '*') {
      const end = css.indexOf('*/', at + 2)
      at = end < 0 ? css.length : end + 2
    } else if (css.startsWith('<!--', at) || css.startsWith('-->', at)) {
      // Old mailers wrap style sheets in HTML comment marks; CSS skips them.
      at += char === '<' ? 4 : 3
    } else if (char === '"' || char === "'") {
      at = readString(css, at, tokens)
    } else if (startsNumber(css, at)) {
      at = readNumber(css, at, tokens)
    } else if (startsIdent(css, at)) {
      at = readIdentLike(css, at, tokens)
    } else if ((char === '#' && isNameChar(css, at + 1)) || (char === '@' && startsIdent(css, at + 1))) {
      const name = readName(css, at + 1)
      tokens.push({ type: char === '#' ? 'hash' : 'at', value: name.value })
      at = name.next
    } else {
      tokens.push({ type: 'delim', value: char })
      at++
    }
  }
  return tokens
}

function isEscape(css: string, at: number): boolean {
  return css.charAt(at) === '\\' && css.charAt(at + 1) !== '\n' && at + 1 < css.length
}

function isNameChar(css: string, at: number): boolean {
  return IDENT_CHAR.test(css.charAt(at)) || isEscape(css, at)
}

function startsIdent(css: string, at: number): boolean {
  const from = css.charAt(at) === '-' ? at + 1 : at
  if (from > at && css.charAt(from) === '-') return true
  return IDENT_START.test(css.charAt(from)) || isEscape(css, from)
}

function startsNumber(css: string, at: number): boolean {
  return /^[+-]?\.?\d/.test(css.slice(at, at + 3))
}

function readName(css: string, from: number): { value: string; next: number } {
  let value = ''
  let at = from
  while (at < css.length) {
    if (IDENT_CHAR.test(css.charAt(at))) value += css.charAt(at++)
    else if (isEscape(css, at)) {
      const escaped = readCssEscape(css, at + 1)
      value += escaped.value
      at = escaped.next
    } else break
  }
  return { value, next: at }
}

function readIdentLike(css: string, from: number, tokens: CssToken[]): number {
  const name = readName(css, from)
  if (css.charAt(name.next) !== '(') {
    tokens.push({ type: 'ident', value: name.value })
    return name.next
  }
  if (name.value.toLowerCase() === 'url') return readUrl(css, name.next + 1, tokens)
  tokens.push({ type: 'function', value: name.value.toLowerCase() })
  return name.next + 1
}

/** url(…) quoted or not; without its end it takes everything, as in browsers. */
function readUrl(css: string, from: number, tokens: CssToken[]): number {
  let at = from
  while (BLANK.test(css.charAt(at))) at++
  if (css.charAt(at) === '"' || css.charAt(at) === "'") {
    const inner: CssToken[] = []
    at = readString(css, at, inner)
    const token = inner[0]
    const close = css.indexOf(')', at)
    const isUrl = token?.type === 'string' && css.slice(at, close < 0 ? css.length : close).trim() === ''
    tokens.push(isUrl ? { type: 'url', value: token.value } : { type: 'bad' })
    return close < 0 ? css.length : close + 1
  }
  let value = ''
  while (at < css.length && css.charAt(at) !== ')') {
    if (isEscape(css, at)) {
      const escaped = readCssEscape(css, at + 1)
      value += escaped.value
      at = escaped.next
    } else value += css.charAt(at++)
  }
  const isUrl = !/["'(\n]/.test(value.trim())
  tokens.push(isUrl ? { type: 'url', value: value.trim() } : { type: 'bad' })
  return at + 1
}

function readString(css: string, from: number, tokens: CssToken[]): number {
  const quote = css.charAt(from)
  let value = ''
  let at = from + 1
  while (at < css.length) {
    const char = css.charAt(at)
    if (char === quote) {
      tokens.push({ type: 'string', value })
      return at + 1
    }
    if (char === '\n') {
      // An unclosed string ends with its line and spoils the declaration (section 4.3.5).
      tokens.push({ type: 'bad' })
      return at
    }
    if (char === '\\' && css.charAt(at + 1) === '\n') at += 2
    else if (isEscape(css, at)) {
      const escaped = readCssEscape(css, at + 1)
      value += escaped.value
      at = escaped.next
    } else {
      value += char
      at++
    }
  }
  tokens.push({ type: 'bad' })
  return at
}

function readNumber(css: string, from: number, tokens: CssToken[]): number {
  const text = NUMBER.exec(css.slice(from, from + 48))?.[0] ?? css.charAt(from)
  const at = from + text.length
  if (css.charAt(at) === '%') {
    tokens.push({ type: 'number', value: text, unit: '%' })
    return at + 1
  }
  if (!startsIdent(css, at)) {
    tokens.push({ type: 'number', value: text, unit: '' })
    return at
  }
  const unit = readName(css, at)
  tokens.push({ type: 'number', value: text, unit: unit.value })
  return unit.next
}
