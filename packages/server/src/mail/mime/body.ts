import { textToHtml } from '../html/text-to-html.ts'
import { base64End } from '../text/base64-end.ts'
import { decodeText } from '../text/charset.ts'
import { cleanBodyText } from '../text/clean-text.ts'
import { decodeChunks, transferEncoding } from '../text/transfer-encoding.ts'
import { plainOfEnriched } from './enriched-text.ts'
import { unflow } from './flowed-text.ts'
import { fieldText } from './header-text.ts'
import type { MimeLimits } from './limits.ts'
import type { OpenedPart } from './opened-parts.ts'
import type { MailWarning, ParsedMail } from './parsed-mail.ts'
import type { MailPart } from './part-tree.ts'
import { filesWithin } from './uuencoded.ts'

/** Reads the parts that are the mail's own text, and joins them. */

type Letter = Pick<ParsedMail, 'text' | 'html'>

/** One stretch of the mail, in the one or two forms that the sender wrote. */
type Segment = {
  text: string | null
  html: string | null
  /** It is a form for other programs: it counts only where there is no other. */
  lesser?: true
}

/** Forms of a letter that some programs offer beside plain text and HTML, which say the same as these. */
const ENRICHED: ReadonlySet<string> = new Set(['text/enriched', 'text/richtext'])
const LESSER_HTML: ReadonlySet<string> = new Set(['text/watch-html'])

export function composeBody(
  raw: Buffer,
  parts: MailPart[],
  bodies: ReadonlySet<number>,
  opened: ReadonlyMap<number, OpenedPart>,
  limits: MimeLimits,
  warn: (warning: MailWarning) => void,
): Letter {
  const room = { text: limits.maxBodyBytes, html: limits.maxBodyBytes }
  const segments: Segment[][] = parts.map(() => [])
  // Parts are in document order, so the first ones use the budget first. Containers are then filled from the
  // inside out.
  for (const index of bodies) {
    const part = parts[index]
    if (part === undefined) continue
    const type = part.contentType.value
    const kind = type === 'text/html' || LESSER_HTML.has(type) ? 'html' : 'text'
    const content = readText(raw, part, room[kind], warn)
    room[kind] -= content.bytes
    const best = type === 'text/html' || type === 'text/plain'
    segments[index] = [{ text: null, html: null, [kind]: content.text, ...(!best && { lesser: true }) }]
  }
  // A letter in a signature around it stands where that part stands.
  for (const [index, { wrapper, mail }] of opened)
    if (wrapper.kind === 'smime' && (mail.text ?? mail.html) !== null)
      segments[index] = [{ text: mail.text, html: mail.html }]
  for (let index = parts.length - 1; index > 0; index--) {
    const own = combine(parts[index], segments[index] ?? [])
    // A branch becomes one segment of its container, so that an alternative has as many segments as forms.
    segments[parts[index]?.parent ?? 0]?.unshift(...(own.length > 1 ? [join(own)] : own))
  }
  return withTwin(join(combine(parts[0], segments[0] ?? [])), opened)
}

/** A TNEF stream repeats the letter. What it says counts where the mail has no letter of that form. */
function withTwin({ text, html }: Letter, opened: ReadonlyMap<number, OpenedPart>): Letter {
  const twins = [...opened.values()].flatMap(({ wrapper, mail }) => (wrapper.kind === 'tnef' ? mail : []))
  return {
    text: text?.trim() ? text : (twins.find(twin => twin.text?.trim())?.text ?? text),
    html: html ?? twins.find(twin => twin.html !== null)?.html ?? null,
  }
}

function combine(part: MailPart | undefined, segments: Segment[]): Segment[] {
  if (segments.length <= 1 || !isChoice(part, segments)) return segments
  const full = segments.filter(segment => !segment.lesser)
  const forms = full.length > 0 ? full : segments.slice(-1)
  // The last form is the sender's best (RFC 2046, section 5.1.4). Plain text comes best from purely plain
  // branches; of several that differ, none is left out, since nothing tells which is the letter.
  const plain = forms.flatMap(({ text, html }) => (html === null && text?.trim() ? [text] : []))
  const text = joinTexts(unlike(plain)) ?? forms.findLast(form => form.text !== null)?.text ?? null
  const html = forms.findLast(form => form.html !== null)?.html ?? null
  return [{ text, html, ...(full.length === 0 && { lesser: true as const }) }]
}

function isChoice(part: MailPart | undefined, [first, second, third]: Segment[]): boolean {
  const type = part?.contentType.value
  if (type !== 'multipart/related') return type === 'multipart/alternative'
  // The two forms of a letter, side by side.
  return first?.html === null && second?.text === null && third === undefined
}

/** Leaves out texts that differ from an earlier one in nothing but blanks and line ends. */
function unlike(texts: readonly string[]): string[] {
  if (texts.length <= 1) return [...texts]
  return [...new Map(texts.map(text => [text.replace(/\s+/g, ''), text])).values()]
}

const joinTexts = (texts: readonly string[]): string | null =>
  texts.length <= 1 ? (texts[0] ?? null) : texts.map(piece => piece.replace(/\n$/, '')).join('\n\n')

/**
 * Joins the text of all segments, and the HTML of all if any has HTML; plain segments are then turned into
 * HTML.
 */
function join(all: Segment[]): Segment {
  const filled = all.filter(segment => segment.html !== null || segment.text?.trim() !== '')
  const segments = filled.length > 0 ? filled : all.slice(0, 1)
  if (segments.length <= 1) return segments[0] ?? { text: null, html: null }
  const texts = segments.flatMap(segment => (segment.text === null ? [] : [segment.text]))
  const text = joinTexts(texts)
  if (segments.every(segment => segment.html === null)) return { text, html: null }
  const html = segments.map(segment => segment.html ?? textToHtml(segment.text ?? '')).join('\n')
  return { text, html }
}

/** Yields the content that was written after base64 as it is, for it is part of the letter. */
function* lettersOf(raw: Buffer, part: MailPart): Generator<Uint8Array, void> {
  const encoding = transferEncoding(fieldText(raw, part, 'content-transfer-encoding'))
  const encoded = raw.subarray(part.start, part.end)
  if (encoding === 'identity') {
    let from = 0
    for (const file of filesWithin(raw, part)) {
      yield encoded.subarray(from, file.start - part.start)
      from = file.end - part.start
    }
    yield encoded.subarray(from)
    return
  }
  yield* decodeChunks(encoded, encoding)
  const end = encoding === 'base64' ? base64End(encoded) : encoded.length
  if (end < encoded.length) {
    yield LINE_END
    yield encoded.subarray(end)
  }
}

const LINE_END = Buffer.from('\n')

function readText(
  raw: Buffer,
  part: MailPart,
  room: number,
  warn: (warning: MailWarning) => void,
): { text: string; bytes: number } {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for (const chunk of lettersOf(raw, part)) {
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
  const type = part.contentType.value
  if (ENRICHED.has(type)) return { text: plainOfEnriched(text), bytes }
  const flowed = type === 'text/plain' && params.get('format')?.toLowerCase() === 'flowed'
  return { text: flowed ? unflow(text, params.get('delsp')?.toLowerCase() === 'yes') : text, bytes }
}

/** When the mail does not declare a charset for its HTML, the HTML itself may do so. */
function metaCharset(part: MailPart, content: Uint8Array): string | null {
  if (part.contentType.value !== 'text/html') return null
  const opening = Buffer.from(content.subarray(0, 2_048)).toString('latin1')
  return /<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i.exec(opening)?.[1] ?? null
}
