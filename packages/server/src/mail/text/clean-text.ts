/**
 * Removes characters that are never content: those that would split a header line, reorder the words on a
 * screen or make two names look alike. Text passes through here before it is shown, stored or written into a
 * new header.
 */

import { isPlainAscii } from './plain-ascii.ts'

const PRINTABLE_ASCII = /^[ -~]*$/
const HEADER_BREAKS = /[\p{Cc}\u2028\u2029]+/gu
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const BODY_CONTROLS = /\p{Cc}(?<![\t\n\f])/gu

export const isPrintableAscii = (text: string): boolean => PRINTABLE_ASCII.test(text)

/**
 * Returns one line of header text without line breaks, NUL, other controls or bidi overrides, so that it can
 * never begin a new header.
 */
export function cleanHeaderText(text: string): string {
  // Most headers are printable ASCII, and one test is cheaper than two replacements.
  if (isPrintableAscii(text)) return text.trim()
  return text.replace(HEADER_BREAKS, ' ').replace(BIDI_CONTROLS, '').toWellFormed().trim()
}

/** Also removes zero-width and other invisible characters, for names that people compare by eye. */
export function stripInvisible(text: string): string {
  if (isPrintableAscii(text)) return text
  return text.replace(BIDI_CONTROLS, '').replace(INVISIBLE, '')
}

/** Cleans body text: line ends become LF, NUL and stray controls go, broken surrogates become U+FFFD. */
export function cleanBodyText(text: string): string {
  const unix = text.replace(/\r\n/g, '\n').replaceAll('\r', '\n')
  if (isPlainAscii(unix)) return unix
  return unix.replace(BODY_CONTROLS, '').toWellFormed()
}
