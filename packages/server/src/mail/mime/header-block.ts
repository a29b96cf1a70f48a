import type { MimeLimits } from './limits.ts'

/**
 * Splits one header block (RFC 5322, section 2.2) into fields by offset and decodes nothing. It always reads
 * to the end of the block, but keeps only as many fields and bytes as the limits allow.
 */

export type HeaderField = { name: string; key: string; start: number; end: number }

export type HeaderBlock = {
  fields: HeaderField[]
  bodyStart: number
  truncated: boolean
  malformed: boolean
}

/** Fields that may occur once (RFC 5322, section 3.6), and fields that decide how the mail is read. */
export const UNIQUE_FIELDS: ReadonlySet<string> = new Set([
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'content-type',
  'content-transfer-encoding',
  'mime-version',
])

/**
 * Fields without which a mail cannot be read. The first of each is kept however much stands before it, such as
 * thousands of recipients.
 */
const NEEDED: ReadonlySet<string> = new Set([
  ...UNIQUE_FIELDS,
  'content-disposition',
  'content-id',
  'auto-submitted',
  'precedence',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
])

const MAX_NAME_LENGTH = 256
const LF = 0x0a
const CR = 0x0d
const COLON = 0x3a
const DASH = 0x2d

/**
 * `endsHere` tells whether a line that begins with "--" is a delimiter of an enclosing multipart. The part
 * then has no body.
 */
export function readHeaderBlock(
  raw: Buffer,
  from: number,
  limits: MimeLimits,
  endsHere: (lineStart: number, lineEnd: number) => boolean,
): HeaderBlock {
  const block: HeaderBlock = { fields: [], bodyStart: raw.length, truncated: false, malformed: false }
  let at = skipMboxLine(raw, from)
  let current: HeaderField | null = null
  while (at < raw.length) {
    const newline = raw.indexOf(LF, at)
    const next = newline < 0 ? raw.length : newline + 1
    const end = lineEnd(raw, at, newline < 0 ? raw.length : newline)
    if (end === at) {
      block.bodyStart = next
      return block
    }
    const first = raw[at]
    if (first === DASH && raw[at + 1] === DASH && endsHere(at, end)) {
      block.bodyStart = at
      return block
    }
    if (first === 0x20 || first === 0x09) {
      if (current !== null) {
        if (end - current.start <= limits.maxHeaderValue) current.end = end
        else block.truncated = true
      }
    } else {
      const colon = fieldNameEnd(raw, at, end)
      if (colon === null && current !== null && isLostParameter(raw, current, at, end)) {
        current.end = end
        at = next
        continue
      }
      if (colon === null) {
        // A line that is not a header ends the block, as in Postfix: the sender forgot the empty line.
        block.malformed = true
        block.bodyStart = at
        return block
      }
      current = null
      const name = raw.toString('latin1', at, colon).trimEnd()
      const key = name.toLowerCase()
      const isFull = block.fields.length >= limits.maxHeaders || at - from > limits.maxHeaderBytes
      if (isFull && (!NEEDED.has(key) || block.fields.some(field => field.key === key)))
        block.truncated = true
      else {
        const start = colon + 1
        if (end - start > limits.maxHeaderValue) block.truncated = true
        current = { name, key, start, end: Math.min(end, start + limits.maxHeaderValue) }
        block.fields.push(current)
      }
    }
    at = next
  }
  return block
}

/** Returns the field body as written, one character per byte. */
export function rawValue(raw: Buffer, field: HeaderField): string {
  return raw.toString('latin1', field.start, field.end)
}

const isBlank = (octet: number): boolean => octet === 0x20 || (octet >= 0x09 && octet <= 0x0d)

/**
 * `trimEnd` is wrong here: a byte that it takes for a no-break space may be the last octet of a character,
 * such as U+60E0 in UTF-8.
 */
export function trimBlankEnd(octets: string): string {
  let to = octets.length
  while (to > 0 && isBlank(octets.charCodeAt(to - 1))) to--
  return octets.slice(0, to)
}

export function trimBlanks(octets: string): string {
  let from = 0
  while (from < octets.length && isBlank(octets.charCodeAt(from))) from++
  return trimBlankEnd(octets.slice(from))
}

/** RFC 5322, section 2.2.3: unfolding removes the line ends and keeps the white space after them. */
export function unfold(value: string): string {
  return trimBlanks(value.includes('\n') ? value.replace(/\r?\n/g, '') : value)
}

function lineEnd(raw: Buffer, start: number, newline: number): number {
  return newline > start && raw[newline - 1] === CR ? newline - 1 : newline
}

/**
 * Returns the index of the colon after a field name; blanks before the colon are allowed (RFC 5322, section
 * 4.5.8).
 */
function fieldNameEnd(raw: Buffer, start: number, end: number): number | null {
  const limit = Math.min(end, start + MAX_NAME_LENGTH)
  let blank = false
  for (let i = start; i < limit; i++) {
    const byte = raw[i] ?? 0
    if (byte === COLON) return i > start ? i : null
    if (byte === 0x20 || byte === 0x09) blank = true
    else if (byte < 0x21 || byte > 0x7e || blank) return null
  }
  return null
}

/** A parameter on a line of its own that has lost the blank before it, after a value that expects one. */
function isLostParameter(raw: Buffer, field: HeaderField, start: number, end: number): boolean {
  if (end - field.start > MAX_NAME_LENGTH * 8 || !/;\s*$/.test(rawValue(raw, field))) return false
  return /^[a-z-]{2,20}\*?\d{0,3}\*?=\S/i.test(raw.toString('latin1', start, Math.min(end, start + 64)))
}

/** Mail from mbox files and old pipes begins with "From sender date". */
function skipMboxLine(raw: Buffer, from: number): number {
  if (from !== 0) return from
  const opening = raw.toString('latin1', 0, 6)
  if (!opening.startsWith('From ') && opening !== '>From ') return from
  const newline = raw.indexOf(LF)
  return newline < 0 ? from : newline + 1
}
