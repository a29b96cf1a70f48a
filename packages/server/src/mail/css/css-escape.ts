/** Escapes in styles (CSS Syntax Level 3, section 4.3.7). */

export const isLineEnd = (sign: string | undefined) => sign === '\n' || sign === '\r' || sign === '\f'

/** A backslash is an escape unless a line end follows it (section 4.3.8). */
export function isEscape(css: string, at: number): boolean {
  return css[at] === '\\' && !isLineEnd(css[at + 1])
}

/** Reads after the backslash: up to six hexadecimal digits and a blank, or the character itself. */
export function readCssEscape(css: string, from: number): { value: string; next: number } {
  const first = css.codePointAt(from)
  if (first === undefined) return { value: '\ufffd', next: css.length }
  const digits = /^[0-9a-f]{1,6}/i.exec(css.slice(from, from + 6))?.[0]
  if (digits === undefined) {
    const value = String.fromCodePoint(first)
    return { value, next: from + value.length }
  }
  const code = Number.parseInt(digits, 16)
  const isChar = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  const end = from + digits.length
  const blank = /^(?:\r\n|[ \t\n\r\f])/.exec(css.slice(end, end + 2))?.[0] ?? ''
  return { value: isChar ? String.fromCodePoint(code) : '\ufffd', next: end + blank.length }
}
