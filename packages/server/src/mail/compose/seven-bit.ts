/**
 * Makes a message that somebody else wrote fit for every server (RFC 6152, section 3; RFC 5321, section
 * 4.5.3.1.6). It puts parts with eight bits, NULs or lines of more than 998 octets into quoted-printable or
 * base64 and leaves everything else unchanged, octet for octet. It runs before signing, because a signature
 * covers the encoding. It leaves alone parts that others signed (multipart/signed, RFC 1847), and fields
 * outside ASCII: those need SMTPUTF8, not another encoding.
 */
import { withCrlf } from '../line-ends.ts'
import { type HeaderField, rawValue } from '../mime/header-block.ts'
import { defaultMimeLimits } from '../mime/limits.ts'
import { type MailPart, splitParts } from '../mime/part-tree.ts'
import { base64Lines, isSevenBit, quotedPrintable } from './body-part.ts'

type Edit = { readonly from: number; readonly to: number; readonly text: string }

const encodingOf = (raw: Buffer, part: MailPart): { field: HeaderField | undefined; name: string } => {
  const field = part.block.fields.find(({ key }) => key === 'content-transfer-encoding')
  return { field, name: field === undefined ? '7bit' : rawValue(raw, field).trim().toLowerCase() }
}

function isUntouchable(parts: readonly MailPart[], part: MailPart): boolean {
  for (let at: MailPart | undefined = part; at !== undefined; at = parts[at.parent]) {
    if (at.contentType.value === 'multipart/signed') return true
  }
  return false
}

/** Quoted-printable keeps mostly-ASCII text readable; other content does not need to be readable. */
function encode(part: MailPart, content: Buffer): { name: string; text: string } {
  let escaped = 0
  for (const byte of content) if (byte > 126 || byte === 0) escaped++
  const isReadable = part.contentType.value.startsWith('text/') && escaped * 6 <= content.length
  return isReadable
    ? { name: 'quoted-printable', text: quotedPrintable(content) }
    : { name: 'base64', text: base64Lines(content) }
}

/** Returns the place where the field's name begins and the place where its last line ends. */
function fieldRange(raw: Buffer, field: HeaderField): { from: number; to: number } {
  const before = raw.lastIndexOf('\n', field.start)
  return { from: before + 1, to: field.end }
}

function editsOf(raw: Buffer, parts: readonly MailPart[], part: MailPart): Edit[] {
  const { field, name } = encodingOf(raw, part)
  const isStructured = part.isContainer || /^(?:message|multipart)\//.test(part.contentType.value)
  if (isStructured || !/^(?:7bit|8bit|binary)$/.test(name) || isUntouchable(parts, part)) return []
  const content = raw.subarray(part.start, part.end)
  if (isSevenBit(content)) return []
  const encoded = encode(part, content)
  const header = `Content-Transfer-Encoding: ${encoded.name}`
  const body: Edit = { from: part.start, to: part.end, text: encoded.text }
  if (field !== undefined) return [{ ...fieldRange(raw, field), text: header }, body]
  // A part without such a field gets it as the last one, before the empty line.
  const blank = part.block.bodyStart - 2
  return [{ from: blank, to: blank, text: `${header}\r\n` }, body]
}

/** A container that declared "8bit" for its parts must not keep declaring it (RFC 2045, section 6.4). */
function containerEdits(raw: Buffer, parts: readonly MailPart[], part: MailPart): Edit[] {
  const { field, name } = encodingOf(raw, part)
  if (!part.isContainer || field === undefined || name === '7bit' || isUntouchable(parts, part)) return []
  return [{ ...fieldRange(raw, field), text: 'Content-Transfer-Encoding: 7bit' }]
}

export function toSevenBit(message: Buffer): Buffer {
  const raw = withCrlf(message)
  if (isSevenBit(raw)) return raw
  const parts = splitParts(raw, defaultMimeLimits, () => undefined)
  // A message with a broken header or a truncated tree of parts is left unchanged.
  if (parts.some(({ block }) => block.malformed || block.truncated)) return raw
  const edits = parts.flatMap(part => editsOf(raw, parts, part))
  if (edits.length > 0) edits.push(...parts.flatMap(part => containerEdits(raw, parts, part)))
  const pieces: Buffer[] = []
  let at = 0
  for (const edit of edits.sort((a, b) => a.from - b.from)) {
    pieces.push(raw.subarray(at, edit.from), Buffer.from(edit.text, 'latin1'))
    at = edit.to
  }
  return withCrlf(Buffer.concat([...pieces, raw.subarray(at)]))
}
