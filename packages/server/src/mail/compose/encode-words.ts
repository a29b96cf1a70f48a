/**
 * Encodes text for headers: encoded words (RFC 2047), parameters in other alphabets (RFC 2231) and folding
 * (RFC 5322, section 2.2.3). For any input the output is printable ASCII in lines of bounded length, and no
 * line can begin a new field.
 */
import { cleanHeaderText } from '../text/clean-text.ts'

const softLine = 76
/**
 * RFC 2047, section 2: an encoded word has at most 75 characters. "=?UTF-8?B?" and "?=" take 12 of them, and
 * the name of the field takes some of the first line.
 */
const wordBytes = 39
/** RFC 5322, section 2.1.1 allows 998; no real word is that long. */
const longestWord = 900
const segmentLength = 60

/** Gathers code points into pieces of at most `most` octets of UTF-8, so that no character is cut in two. */
function pieces(text: string, most: number): string[] {
  const list: string[] = []
  let piece = ''
  let bytes = 0
  for (const char of text) {
    const size = Buffer.byteLength(char)
    if (bytes + size > most) {
      list.push(piece)
      piece = ''
      bytes = 0
    }
    piece += char
    bytes += size
  }
  return piece === '' ? list : [...list, piece]
}

/** The line end between adjacent encoded words is not content (RFC 2047, section 6.2). */
export function encodedWords(text: string): string {
  return pieces(text, wordBytes)
    .map(piece => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`)
    .join('\r\n ')
}

/**
 * True when the text could be misread as an encoded word, is not all ASCII, or has a word too long for a
 * line.
 */
export function needsEncoding(text: string): boolean {
  return /[^ -~]/.test(text) || text.includes('=?') || text.split(' ').some(word => word.length > longestWord)
}

/** `column` is the number of characters already on the first line. Lines break only before white space. */
export function foldWords(text: string, column: number): string {
  let line = column
  let folded = ''
  for (const [word = ''] of text.matchAll(/ *[^ ]+/g)) {
    if (line + word.length > softLine && folded !== '') {
      folded += '\r\n'
      line = 0
    }
    folded += word
    line += word.length
  }
  return folded
}

/** Encodes the value of an unstructured field: Subject, and the fields that we add ourselves. */
export function encodeText(value: string, column: number): string {
  const text = cleanHeaderText(value)
  return needsEncoding(text) ? encodedWords(text) : foldWords(text, column)
}

/** Writes `name=value` for Content-Type and Content-Disposition, each parameter on lines of its own. */
export function encodeParameter(name: string, value: string): string {
  const text = cleanHeaderText(value)
  if (/^[ -~]*$/.test(text) && text.length <= segmentLength && !/["\\]/.test(text) && !text.includes('=?')) {
    return `;\r\n ${name}="${text}"`
  }
  const encoded = [...text].map(percent)
  const segments: string[] = []
  let segment = "UTF-8''"
  for (const char of encoded) {
    if (segment.length + char.length > segmentLength) {
      segments.push(segment)
      segment = ''
    }
    segment += char
  }
  segments.push(segment)
  if (segments.length === 1) return `;\r\n ${name}*=${segments[0]}`
  return segments.map((part, index) => `;\r\n ${name}*${index}*=${part}`).join('')
}

/**
 * RFC 2231, section 7: attribute characters stay; the octets of all other characters are written in
 * hexadecimal.
 */
function percent(char: string): string {
  if (/^[A-Za-z0-9._~!#$&+^`{|}-]$/.test(char)) return char
  return [...Buffer.from(char)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}
