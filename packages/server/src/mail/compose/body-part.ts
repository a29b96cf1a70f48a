/**
 * Encodes parts of a message so that every server passes them on unchanged (RFC 2045, section 6): 7 bits,
 * short lines.
 */
import { isAscii } from 'node:buffer'
import { cleanBodyText } from '../text/clean-text.ts'

/** Header lines and content, both with CRLF; the content without its final line end. */
export type Part = { readonly headers: readonly string[]; readonly content: string }

const maxPlainLine = 78
const maxLine = 998
const encodedLine = 76

export function textPart(subtype: 'plain' | 'html', value: string): Part {
  const { isPlain, encoding, content } = encodedText(value)
  const type = `text/${subtype}; charset=${isPlain ? 'us-ascii' : 'utf-8'}`
  return { headers: [`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`], content }
}

export type CalendarText = {
  /** What the calendar does (RFC 5546); the calendar itself says the same. */
  readonly method: 'REPLY'
  readonly text: string
}

/** RFC 6047, section 2.4: the type names the method, and always the charset. */
export function calendarPart({ method, text }: CalendarText): Part {
  const { encoding, content } = encodedText(text.replace(/(?:\r?\n)+$/, ''))
  const type = `text/calendar; method=${method}; charset=utf-8`
  return { headers: [`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`], content }
}

type Encoded = { isPlain: boolean; encoding: '7bit' | 'quoted-printable' | 'base64'; content: string }

function encodedText(value: string): Encoded {
  const text = cleanBodyText(value).replaceAll('\n', '\r\n')
  const isPlain = /^[\t -~\r\n]*$/.test(text) && staysAsItIs(text)
  if (isPlain) return { isPlain, encoding: '7bit', content: text }
  const bytes = Buffer.from(text)
  let escaped = 0
  for (const byte of bytes) if (byte > 126) escaped++
  // Quoted-printable keeps mostly-ASCII text readable; base64 is shorter for all other text.
  if (escaped * 6 <= bytes.length)
    return { isPlain, encoding: 'quoted-printable', content: quotedPrintable(bytes) }
  return { isPlain, encoding: 'base64', content: base64Lines(bytes) }
}

/**
 * Text stays as it is when no line is too long, no line begins with words that mailbox files quote, and no
 * line ends in white space that would be lost on the way.
 */
function staysAsItIs(text: string): boolean {
  return text
    .split('\r\n')
    .every(line => line.length <= maxPlainLine && !line.startsWith('From ') && !/[ \t]$/.test(line))
}

export function base64Lines(bytes: Buffer): string {
  const text = bytes.toString('base64')
  const lines: string[] = []
  for (let at = 0; at < text.length; at += encodedLine) lines.push(text.slice(at, at + encodedLine))
  return lines.join('\r\n')
}

/**
 * RFC 2045, section 6.7. It also escapes at the beginning of a line: "From " because of mailbox files, "."
 * because of careless relays.
 */
export function quotedPrintable(bytes: Buffer): string {
  const out: string[] = []
  let line = ''
  const put = (piece: string) => {
    if (line.length + piece.length >= encodedLine) {
      out.push(`${line}=`)
      line = ''
    }
    line += piece
  }
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const next = bytes[at + 1]
    if (byte === 0x0d && next === 0x0a) {
      out.push(line)
      line = ''
      at++
      continue
    }
    const isBlank = byte === 0x20 || byte === 0x09
    const endsLine = next === undefined || next === 0x0d
    const opensLine =
      line === '' && (byte === 0x2e || (byte === 0x46 && bytes.toString('latin1', at, at + 5) === 'From '))
    const isPlain = (byte > 32 && byte < 127 && byte !== 0x3d) || (isBlank && !endsLine)
    put(
      isPlain && !opensLine
        ? String.fromCharCode(byte)
        : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
  }
  out.push(line)
  return out.join('\r\n')
}

/**
 * A message may be put into another one only unencoded (RFC 2046, section 5.2.1), so it must fit as it is.
 */
export function isSevenBit(content: Buffer): boolean {
  if (!isAscii(content) || content.includes(0)) return false
  return content
    .toString('latin1')
    .split('\r\n')
    .every(line => line.length <= maxLine && !/[\r\n]/.test(line))
}
