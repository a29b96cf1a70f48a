/**
 * Turns style text into tokens (CSS Syntax Level 3, section 4). It decodes escapes, so that later checks see
 * the same as browsers: `u\72l(` is a url. It is linear and never throws.
 */
import {
  endOfComment,
  htmlMarkAt,
  isBlank,
  isQuote,
  isUrlName,
  lowerCase,
  preparedCss,
  readName,
  readNumber,
  readString,
  readUrl,
  startsIdent,
  startsName,
  startsNumber,
} from './css-lexemes.ts'

export type CssToken =
  | { type: 'ident' | 'function' | 'at' | 'hash' | 'string' | 'url' | 'delim'; value: string }
  | { type: 'number'; value: string; unit: string }
  /** `mark` is an HTML comment mark: allowed between rules, an error elsewhere. */
  | { type: 'blank' | 'bad' | 'mark' }

export function tokeniseCss(source: string): CssToken[] {
  const css = preparedCss(source)
  const tokens: CssToken[] = []
  let at = 0
  while (at < css.length) {
    const char = css.charAt(at)
    const mark = char === '<' || char === '-' ? htmlMarkAt(css, at) : ''
    if (isBlank(char)) {
      while (isBlank(css[at])) at++
      tokens.push({ type: 'blank' })
    } else if (char === '/' && css[at + 1] === '*') {
      at = endOfComment(css, at)
    } else if (mark !== '') {
      at += mark.length
      tokens.push({ type: 'mark' })
    } else if (isQuote(char)) {
      const { value, next } = readString(css, at, char)
      tokens.push(value === null ? { type: 'bad' } : { type: 'string', value })
      at = next
    } else if (startsNumber(css, at)) {
      at = pushNumber(css, at, tokens)
    } else if (startsIdent(css, at)) {
      at = pushIdentLike(css, at, tokens)
    } else if ((char === '#' && startsName(css, at + 1)) || (char === '@' && startsIdent(css, at + 1))) {
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

function pushIdentLike(css: string, from: number, tokens: CssToken[]): number {
  const name = readName(css, from)
  if (css[name.next] !== '(') {
    tokens.push({ type: 'ident', value: name.value })
    return name.next
  }
  const inside = name.next + 1
  const url = isUrlName(name.value) ? (readUrl(css, inside) ?? readQuotedUrl(css, inside)) : null
  if (url === null) {
    tokens.push({ type: 'function', value: lowerCase(name.value) })
    return inside
  }
  tokens.push(url.value === null ? { type: 'bad' } : { type: 'url', value: url.value })
  return url.next
}

/** A string alone in the brackets is also an address; with anything beside it, "url(" stays a function. */
function readQuotedUrl(css: string, from: number): { value: string; next: number } | null {
  let at = from
  while (isBlank(css[at])) at++
  const quote = css[at]
  if (!isQuote(quote)) return null
  const { value, next } = readString(css, at, quote)
  at = next
  while (isBlank(css[at])) at++
  return value === null || css[at] !== ')' ? null : { value, next: at + 1 }
}

function pushNumber(css: string, from: number, tokens: CssToken[]): number {
  const { value, next } = readNumber(css, from)
  if (css[next] === '%') {
    tokens.push({ type: 'number', value, unit: '%' })
    return next + 1
  }
  const unit = startsIdent(css, next) ? readName(css, next) : { value: '', next }
  tokens.push({ type: 'number', value, unit: unit.value })
  return unit.next
}
