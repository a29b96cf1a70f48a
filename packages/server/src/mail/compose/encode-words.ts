/**
 * Text in headers: encoded words (RFC 2047), parameters in other alphabets (RFC 2231) and folding (RFC 5322, section 2.2.3).
 * Whatever comes in, what goes out is printable ASCII in lines of bounded length, and never a line that begins a new field.
 */
import { cleanHeaderText } from '../mime/clean-text.ts'

const softLine = 76
/** RFC 2047, section 2: an encoded word has at most 75 characters; "=?UTF-8?B?" and "?=" take 12, the name of the field its share. */
const wordBytes = 39
/** RFC 5322, section 2.1.1 allows 998; a word that long is nobody's word. */
const longestWord = 900
const segmentLength = 60

/** Code points gathered into pieces of at most `most` octets of UTF-8: no character is ever cut in two. */
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

/** Between adjacent encoded words the line end is no content (RFC 2047, section 6.2). */
export function encodedWords(text: string): string {
  return pieces(text, wordBytes)
    .map(piece => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`)
    .join('\r\n ')
}

/** Could be misread as an encoded word, holds what is not ASCII, or is too long to stand on a line. */
export function needsEncoding(text: string): boolean {
  return /[^ -~]/.test(text) || text.includes('=?') || text.split(' ').some(word => word.length > longestWord)
}

/** `column`: how much of the first line is taken already. Breaks come before white space only. */
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

/** The value of an unstructured field: Subject, and what we add ourselves. */
export function encodeText(value: string, column: number): string {
  const text = cleanHeaderText(value)
  return needsEncoding(text) ? encodedWords(text) : foldWords(text, column)
}

/** `name=value` of Content-Type and Content-Disposition; each parameter on lines of its own. */
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

/** RFC 2231, section 7: attribute characters stay, the octets of all others are written in hexadecimal. */
function percent(char: string): string {
  if (/^[A-Za-z0-9._~!#$&+^`{|}-]$/.test(char)) return char
  return [...Buffer.from(char)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}
