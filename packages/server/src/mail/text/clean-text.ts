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

const JOINING = String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}]`
const PICTURE = String.raw`\p{Extended_Pictographic}`
/**
 * Invisible characters that names are written with: joiners between emoji, and between letters of scripts
 * that join; selectors of the look of an emoji, a keycap, a Mongolian letter or a Chinese character; the
 * letters of a flag.
 */
const SHAPING = [
  String.raw`(?<=[${PICTURE}\p{Emoji_Modifier}\ufe0f])\u200d(?=${PICTURE})`,
  String.raw`(?<=${JOINING})[\u200c\u200d](?=${JOINING})`,
  String.raw`(?<=\p{Mn})[\u200c\u200d](?=\p{L})`,
  String.raw`(?<=${PICTURE})[\ufe0e\ufe0f]`,
  String.raw`(?<=[\d#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d]`,
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\u{1f3f4}[\u{e0061}-\u{e007a}]{0,6})[\u{e0061}-\u{e007f}]`,
].join('|')
const INVISIBLE_IN_NAME = new RegExp(String.raw`(?=\p{Default_Ignorable_Code_Point})(?!${SHAPING})[^]`, 'gu')

/** Removes invisible characters from a name, except for those that it is written with. */
export function stripFromName(text: string): string {
  return isPrintableAscii(text) ? text : text.replace(BIDI_CONTROLS, '').replace(INVISIBLE_IN_NAME, '')
}

/** Also removes zero-width and other invisible characters, for text that people compare by eye. */
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
