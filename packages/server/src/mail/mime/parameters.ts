import { decodeText } from '../text/charset.ts'
import { cleanHeaderText } from '../text/clean-text.ts'
import { decodeEncodedWords } from '../text/encoded-word.ts'
import { trimBlanks } from './header-block.ts'

/**
 * Reads structured MIME header values: `text/plain; charset=utf-8; name*0*=…` (RFC 2045 section 5.1, RFC
 * 2231). It reads values byte by byte, one character per byte, and decodes them only on request. It makes one
 * pass without backtracking.
 */

export type StructuredValue = {
  /** The text before the first ";", in lower case. */
  value: string
  /** The parameters as written, by lower-case name; the first of repeated ones counts. */
  params: Map<string, string>
}

const MAX_PARAMS = 1_100
const MAX_SECTIONS = 1_000

export function parseStructured(text: string): StructuredValue {
  const semicolon = text.indexOf(';')
  const head = semicolon < 0 ? text : text.slice(0, semicolon)
  const value = trimBlanks(head.split('(', 1)[0] ?? '').toLowerCase()
  const params = new Map<string, string>()
  let at = semicolon < 0 ? text.length : semicolon + 1
  for (let count = 0; at < text.length && count < MAX_PARAMS; count++) {
    const parameter = readParameter(text, at)
    if (parameter.name !== '' && !params.has(parameter.name)) params.set(parameter.name, parameter.value)
    at = parameter.next
  }
  return { value, params }
}

/**
 * Returns a parameter as text. RFC 2231 forms (`name*`, `name*0*`, `name*1`) win over the plain form, which
 * is for old programs. The plain form may hold encoded words or raw bytes in an undeclared charset.
 */
export function parameterText(
  structured: StructuredValue,
  name: string,
  charsetHint: string | null,
): string | null {
  const extended = structured.params.get(`${name}*`) ?? structured.params.get(`${name}*0*`)
  const plainStart = structured.params.get(`${name}*0`)
  if (extended !== undefined || plainStart !== undefined) {
    return cleanHeaderText(decodeExtended(structured, name, charsetHint))
  }
  const plain = structured.params.get(name)
  if (plain === undefined) return null
  return decodeEncodedWords(decodeText(Buffer.from(plain, 'latin1'), charsetHint).text)
}

/**
 * Returns the octets and the charset of a parameter in the forms of RFC 2231, sections 3 and 4. A missing
 * section ends the value.
 */
export function extendedOctets(
  structured: StructuredValue,
  name: string,
): { octets: string; charset: string | null } {
  const whole = structured.params.get(`${name}*`)
  const sections: { text: string; encoded: boolean }[] = []
  if (whole !== undefined) sections.push({ text: whole, encoded: true })
  else {
    for (let index = 0; index < MAX_SECTIONS; index++) {
      const encoded = structured.params.get(`${name}*${index}*`)
      const plain = structured.params.get(`${name}*${index}`)
      if (encoded === undefined && plain === undefined) break
      sections.push({ text: encoded ?? plain ?? '', encoded: encoded !== undefined })
    }
  }
  let charset: string | null = null
  const first = sections[0]
  if (first?.encoded) {
    const marked = /^([^']{0,64})'[^']{0,64}'/.exec(first.text)
    if (marked !== null) {
      charset = marked[1] || null
      first.text = first.text.slice(marked[0].length)
    }
  }
  const octets = sections
    .map(section => (section.encoded ? percentDecode(section.text) : section.text))
    .join('')
  return { octets, charset }
}

function decodeExtended(structured: StructuredValue, name: string, charsetHint: string | null): string {
  const { octets, charset } = extendedOctets(structured, name)
  const text = decodeText(Buffer.from(octets, 'latin1'), charset ?? charsetHint).text
  // Some mailers cut an encoded word into continuation sections.
  return charset === null ? decodeEncodedWords(text) : text
}

function percentDecode(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_match, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

function readParameter(text: string, from: number): { name: string; value: string; next: number } {
  let at = from
  while (at < text.length && !'=;'.includes(text.charAt(at))) at++
  const name = text.slice(from, at).replace(/\s+/g, '').toLowerCase()
  if (text.charAt(at) !== '=') return { name: '', value: '', next: at + 1 }
  at++
  while (/[ \t]/.test(text.charAt(at))) at++
  if (text.charAt(at) === '"') {
    const quoted = readQuoted(text, at + 1)
    const semicolon = text.indexOf(';', quoted.next)
    return { name, value: quoted.value, next: semicolon < 0 ? text.length : semicolon + 1 }
  }
  const semicolon = text.indexOf(';', at)
  const end = semicolon < 0 ? text.length : semicolon
  return { name, value: trimBlanks(text.slice(at, end)), next: end + 1 }
}

/** Only `\"` and `\\` are unescaped, because Windows programs write paths with single backslashes. */
function readQuoted(text: string, from: number): { value: string; next: number } {
  const parts: string[] = []
  let plainFrom = from
  let at = from
  for (; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '"') break
    if (char === '\\' && (text.charAt(at + 1) === '"' || text.charAt(at + 1) === '\\')) {
      parts.push(text.slice(plainFrom, at))
      plainFrom = at + 1
      at++
    }
  }
  parts.push(text.slice(plainFrom, at))
  return { value: parts.join(''), next: at + 1 }
}
