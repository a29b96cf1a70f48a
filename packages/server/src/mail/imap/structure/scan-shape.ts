import { readHeaderBlock } from '../../mime/header-block.ts'
import { fieldSource, fieldText } from '../../mime/header-text.ts'
import { defaultMimeLimits, type MimeLimits } from '../../mime/limits.ts'
import { parseStructured, type StructuredValue } from '../../mime/parameters.ts'
import { type MailPart, splitParts } from '../../mime/part-tree.ts'
import { transferEncoding } from '../../text/transfer-encoding.ts'
import { type Envelope, envelopeOf } from './envelope.ts'
import type { MailShape, ShapePart } from './shape.ts'

/** Finds the shape of a mail in one pass over its octets. Any octets have one, and nothing is thrown. */

/** Ten thousand parts may have as many headers each as programs write, but not as many as fit into a mail. */
const limits: Readonly<MimeLimits> = { ...defaultMimeLimits, maxParts: 10_000, maxHeaders: 100 }
const LF = 0x0a
const KNOWN_ENCODINGS = /^(?:7bit|8bit|binary|base64|quoted-printable|x-uuencode|uuencode|x-uue)$/i
const isMessage = (type: string): boolean => type === 'message/rfc822' || type === 'message/global'

export function scanShape(raw: Buffer): MailShape {
  const parts = splitParts(raw, limits, () => undefined, { opensMessages: true })
  const children: number[][] = parts.map(() => [])
  for (const [index, part] of parts.entries()) children[part.parent]?.push(index)
  const lines = countLines(raw, parts)
  return {
    octets: raw.length,
    parts: parts.map((part, index) => ({
      ...shapeOf(raw, parts, part, children[index] ?? []),
      lines: lines[index] ?? 0,
    })),
  }
}

/** Reads the envelope from the headers of a mail alone. */
export function scanEnvelope(header: Buffer): Envelope {
  const block = readHeaderBlock(header, 0, limits, () => false)
  return envelopeOf(header, block, null)
}

/**
 * Returns where the headers of a mail end, from its first octets; null when more of them are needed. `isWhole` says that
 * these octets are the whole mail.
 */
export function headerEnd(opening: Buffer, isWhole: boolean): number | null {
  if (isWhole) return readHeaderBlock(opening, 0, limits, () => false).bodyStart
  // The last line may go on.
  const lines = opening.subarray(0, opening.lastIndexOf(LF) + 1)
  const { bodyStart } = readHeaderBlock(lines, 0, limits, () => false)
  return bodyStart < lines.length ||
    /(?:^|\n)\r?\n$/.test(lines.toString('latin1', Math.max(0, lines.length - 4)))
    ? bodyStart
    : null
}

function shapeOf(
  raw: Buffer,
  parts: readonly MailPart[],
  part: MailPart,
  children: number[],
): Omit<ShapePart, 'lines'> {
  const { block } = part
  const charset = part.contentType.params.get('charset') ?? null
  const text = (key: string): string | null => {
    const field = block.fields.find(candidate => candidate.key === key)
    return field === undefined ? null : fieldSource(raw, field, charset) || null
  }
  const declared = text('content-transfer-encoding')?.trim() ?? ''
  const encoding = /^[\w-]{1,60}/.exec(declared)?.[0] ?? '7BIT'
  const disposition = fieldText(raw, part, 'content-disposition')
  const container = parts[part.parent]
  const isMail = container === undefined || isMessage(container.contentType.value)
  const kind = kindOf(part, children)
  return {
    kind,
    children,
    head: part.head,
    start: part.start,
    end: part.wholeEnd,
    type: typeOf(part, kind),
    id: text('content-id'),
    description: text('content-description'),
    encoding: encoding.toUpperCase(),
    decoding: KNOWN_ENCODINGS.test(encoding) ? transferEncoding(encoding) : null,
    md5: text('content-md5'),
    disposition: readDisposition(disposition),
    language: (text('content-language') ?? '').split(/[\s,]+/, 100).filter(tag => /^[\w-]{1,60}$/.test(tag)),
    location: text('content-location'),
    envelope: isMail ? envelopeOf(raw, block, charset) : null,
  }
}

function kindOf(part: MailPart, children: readonly number[]): ShapePart['kind'] {
  if (!part.isContainer || children.length === 0) return 'leaf'
  return isMessage(part.contentType.value) ? 'message' : 'multipart'
}

/** A multipart without parts is shown as text, so that it is not lost; a mail that is nested too deeply is a file. */
function typeOf(part: MailPart, kind: ShapePart['kind']): StructuredValue {
  const type = part.contentType.value
  if (kind !== 'leaf' || !(type.startsWith('multipart/') || isMessage(type))) return part.contentType
  const value = isMessage(type) ? 'application/octet-stream' : 'text/plain'
  return { value, params: new Map() }
}

function readDisposition(text: string): StructuredValue | null {
  const parsed = parseStructured(text)
  return /^[\w.+-]{1,60}$/.test(parsed.value) ? parsed : null
}

/** Counts the line ends in each part, in one pass over the mail. */
function countLines(raw: Buffer, parts: readonly MailPart[]): number[] {
  const places = [...new Set(parts.flatMap(part => [part.start, part.wholeEnd]))].sort((a, b) => a - b)
  const before = new Map<number, number>()
  let count = 0
  let at = raw.indexOf(LF)
  for (const place of places) {
    while (at >= 0 && at < place) {
      count++
      at = raw.indexOf(LF, at + 1)
    }
    before.set(place, count)
  }
  return parts.map(part => (before.get(part.wholeEnd) ?? 0) - (before.get(part.start) ?? 0))
}
