/**
 * The text of a style made plain, so that what comes after may part it at its signs (CSS Syntax Level 3, section 4):
 * comments are blanks, strings and addresses are empty, escapes are what they stand for, and what stands in brackets
 * holds no sign that parts declarations or rules.
 */
import { readCssEscape } from '../css-escape.ts'

/** An escaped sign is part of a name and parts nothing: it stands this far up, in the private area. */
const ESCAPED = 0xe000
const NAME_SIGN = /[\w\-\u0080-\uffff]/
const SPECIAL = /\\|\/\*|["'()[\]]|<!--|-->/g
const PARTING = /[;{}]/g

const escapedSign = (sign: string) =>
  NAME_SIGN.test(sign) ? sign : String.fromCharCode(ESCAPED + sign.charCodeAt(0))

/**
 * The name of a class or an id, from an attribute or a plain style, as the two are compared: signs that have to be
 * escaped in a style are, and the prefix that keeps the names of a mail apart from those of our pages says nothing.
 */
export function markName(name: string): string {
  const own = name.startsWith('m-') ? name.slice(2) : name
  return own.replace(/[^\w\-\u0080-\uffff]/g, escapedSign)
}

/** Behind the closing quotation mark; a string ends with its line. */
function endOfString(css: string, from: number, quote: string): number {
  for (let at = from; at < css.length; at++) {
    const sign = css[at]
    if (sign === '\\') at++
    else if (sign === quote) return at + 1
    else if (sign === '\n') return at
  }
  return css.length
}

function endOf(css: string, mark: string, from: number): number {
  const at = css.indexOf(mark, from)
  return at < 0 ? css.length : at + mark.length
}

const isAddress = (css: string, open: number) =>
  css.slice(Math.max(0, open - 3), open).toLowerCase() === 'url' &&
  !/^\s*["']/.test(css.slice(open + 1, open + 9))

export function plainCss(css: string): string {
  if (css.search(SPECIAL) < 0) return css
  let out = ''
  let from = 0
  let depth = 0
  const keep = (to: number) => {
    const piece = css.slice(from, to)
    out += depth > 0 ? piece.replace(PARTING, ' ') : piece
  }
  SPECIAL.lastIndex = 0
  for (let match = SPECIAL.exec(css); match !== null; match = SPECIAL.exec(css)) {
    const { index } = match
    const sign = match[0]
    keep(index)
    from = index + sign.length
    if (sign === '/*') {
      from = endOf(css, '*/', from)
      out += ' '
    } else if (sign === '"' || sign === "'") {
      from = endOfString(css, from, sign)
      out += "''"
    } else if (sign === '\\') {
      const escaped = readCssEscape(css, from)
      from = escaped.next
      out += escapedSign(escaped.value)
    } else if (sign === '(' && isAddress(css, index)) {
      from = endOf(css, ')', from)
      out += '()'
    } else if (sign === '(' || sign === '[') {
      depth++
      out += sign
    } else if (sign === ')' || sign === ']') {
      depth = Math.max(0, depth - 1)
      out += sign
    } else out += ' '
    SPECIAL.lastIndex = from
  }
  keep(css.length)
  return out
}
