/**
 * Removal of characters that are never content: what would split a header line, reorder the words on a screen or make
 * two names look alike. Text that is shown, stored or written into a new header passes through here first.
 */

import { isPlainAscii } from './plain-ascii.ts'

const PRINTABLE_ASCII = /^[ -~]*$/
const HEADER_BREAKS = /[\p{Cc}\u2028\u2029]+/gu
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const BODY_CONTROLS = /\p{Cc}(?<![\t\n\f])/gu

export const isPrintableAscii = (text: string): boolean => PRINTABLE_ASCII.test(text)

/** One line of header text: no line break, NUL or other control, no bidi override, so it can never open a new header. */
export function cleanHeaderText(text: string): string {
  // Most headers hold nothing else, and one look is cheaper than two replacements.
  if (isPrintableAscii(text)) return text.trim()
  return text.replace(HEADER_BREAKS, ' ').replace(BIDI_CONTROLS, '').toWellFormed().trim()
}

/** Also without zero-width and other invisible characters: for names that people compare by eye. */
export function stripInvisible(text: string): string {
  if (isPrintableAscii(text)) return text
  return text.replace(BIDI_CONTROLS, '').replace(INVISIBLE, '')
}

/** Body text: line ends become LF, NUL and stray controls go, broken surrogates become U+FFFD. */
export function cleanBodyText(text: string): string {
  const unix = text.replace(/\r\n/g, '\n').replaceAll('\r', '\n')
  if (isPlainAscii(unix)) return unix
  return unix.replace(BODY_CONTROLS, '').toWellFormed()
}
