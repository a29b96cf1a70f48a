import { textToHtml } from '../html/text-to-html.ts'
import { decodeText } from '../text/charset.ts'
import { cleanBodyText } from '../text/clean-text.ts'
import { decodeChunks, transferEncoding } from '../text/transfer-encoding.ts'
import { unflow } from './flowed-text.ts'
import { fieldText } from './header-text.ts'
import type { MimeLimits } from './limits.ts'
import type { MailWarning } from './parsed-mail.ts'
import type { MailPart } from './part-tree.ts'

/**
 * Decides which parts are the mail's own text and joins them (RFC 2046 sections 5.1.3 and 5.1.4, RFC 2387).
 * Everything else is an attachment.
 */

/** One stretch of the mail, in the one or two forms that the sender wrote. */
type Segment = { text: string | null; html: string | null }

/** Text types that are data for programs: they are shown as attachments and never as the mail's text. */
const DATA_TYPES: ReadonlySet<string> = new Set([
  'text/calendar',
  'text/vcard',
  'text/x-vcard',
  'text/directory',
  'text/x-amp-html',
  'text/css',
  'text/csv',
  'text/javascript',
  'text/xml',
  'text/rtf',
  'text/rfc822-headers',
])

export function isBodyPart(raw: Buffer, parts: MailPart[], index: number): boolean {
  const part = parts[index]
  if (part === undefined || part.isContainer) return false
  const type = part.contentType.value
  if (!type.startsWith('text/') || DATA_TYPES.has(type)) return false
  const disposition = fieldText(raw, part, 'content-disposition')
  if (/^\s*attachment/i.test(disposition)) return false
  const container = parts[part.parent]
  if (container === undefined) return true
  if (container.contentType.value === 'multipart/related' && !isRelatedRoot(raw, parts, index)) return false
  // A text part with a name is a file, unless only a body can be in that place.
  const named = part.contentType.params.has('name') || /filename/i.test(disposition)
  return !named || container.contentType.value === 'multipart/alternative'
}

export function composeBody(
  raw: Buffer,
  parts: MailPart[],
  bodies: ReadonlySet<number>,
  limits: MimeLimits,
  warn: (warning: MailWarning) => void,
): Segment {
  const room = { text: limits.maxBodyBytes, html: limits.maxBodyBytes }
  const segments: Segment[][] = parts.map(() => [])
  // Parts are in document order, so the first ones use the budget first. Containers are then filled from the
  // inside out.
  for (const index of bodies) {
    const part = parts[index]
    if (part === undefined) continue
    const kind = part.contentType.value === 'text/html' ? 'html' : 'text'
    const content = readText(raw, part, room[kind], warn)
    room[kind] -= content.bytes
    segments[index] = [{ text: null, html: null, [kind]: content.text }]
  }
  for (let index = parts.length - 1; index > 0; index--) {
    const own = combine(parts[index], segments[index] ?? [])
    // A branch becomes one segment of its container, so that an alternative has as many segments as forms.
    segments[parts[index]?.parent ?? 0]?.unshift(...(own.length > 1 ? [join(own)] : own))
  }
  return join(combine(parts[0], segments[0] ?? []))
}

function combine(part: MailPart | undefined, segments: Segment[]): Segment[] {
  if (part?.contentType.value !== 'multipart/alternative' || segments.length === 0) return segments
  // The last form is the sender's best (RFC 2046, section 5.1.4). Plain text comes best from a purely plain
  // branch.
  const plain = segments.findLast(
    segment => segment.text !== null && segment.html === null && segment.text.trim() !== '',
  )
  const text = plain?.text ?? segments.findLast(segment => segment.text !== null)?.text ?? null
  const html = segments.findLast(segment => segment.html !== null)?.html ?? null
  return [{ text, html }]
}

/**
 * Joins the text of all segments, and the HTML of all if any has HTML; plain segments are then turned into
 * HTML.
 */
function join(all: Segment[]): Segment {
  const filled = all.filter(segment => segment.html !== null || segment.text?.trim() !== '')
  const segments = filled.length > 0 ? filled : all.slice(0, 1)
  if (segments.length <= 1) return segments[0] ?? { text: null, html: null }
  const texts = segments.flatMap(segment => (segment.text === null ? [] : [segment.text]))
  const text = texts.length === 0 ? null : texts.map(piece => piece.replace(/\n$/, '')).join('\n\n')
  if (segments.every(segment => segment.html === null)) return { text, html: null }
  const html = segments.map(segment => segment.html ?? textToHtml(segment.text ?? '')).join('\n')
  return { text, html }
}

function readText(
  raw: Buffer,
  part: MailPart,
  room: number,
  warn: (warning: MailWarning) => void,
): { text: string; bytes: number } {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const encoding = transferEncoding(fieldText(raw, part, 'content-transfer-encoding'))
  for (const chunk of decodeChunks(raw.subarray(part.start, part.end), encoding)) {
    if (bytes + chunk.length > room) {
      warn('body-truncated')
      chunks.push(chunk.subarray(0, room - bytes))
      bytes = room
      break
    }
    chunks.push(chunk)
    bytes += chunk.length
  }
  const content = chunks.length === 1 ? (chunks[0] ?? new Uint8Array()) : Buffer.concat(chunks)
  const params = part.contentType.params
  const decoded = decodeText(content, params.get('charset') ?? metaCharset(part, content))
  if (decoded.guessed) warn('charset-guessed')
  const text = cleanBodyText(decoded.text)
  const flowed = part.contentType.value === 'text/plain' && params.get('format')?.toLowerCase() === 'flowed'
  return { text: flowed ? unflow(text, params.get('delsp')?.toLowerCase() === 'yes') : text, bytes }
}

/** When the mail does not declare a charset for its HTML, the HTML itself may do so. */
function metaCharset(part: MailPart, content: Uint8Array): string | null {
  if (part.contentType.value !== 'text/html') return null
  const opening = Buffer.from(content.subarray(0, 2_048)).toString('latin1')
  return /<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(opening)?.[1] ?? null
}

const mayHoldWords = ({ isContainer, contentType: { value } }: MailPart): boolean =>
  isContainer || (value.startsWith('text/') && !DATA_TYPES.has(value))

/**
 * RFC 2387: the root is the part that `start` names, or the first part. If `start` names none, the root is
 * the first part with text.
 */
function isRelatedRoot(raw: Buffer, parts: MailPart[], index: number): boolean {
  const part = parts[index]
  const container = parts[part?.parent ?? -1]
  const start = container?.contentType.params.get('start')
  const siblings = parts.filter(candidate => candidate.parent === part?.parent)
  if (!start) return part === siblings[0]
  const named = siblings.find(sibling => fieldText(raw, sibling, 'content-id').includes(start))
  return part === (named ?? siblings.find(mayHoldWords))
}
