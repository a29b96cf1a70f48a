import { type Visible, visibleText } from '../visible/visible-text.ts'
import { type Reading, readMail } from './code-context.ts'
import { type FoundCode, findCode } from './code-finder.ts'
import { type FoundLink, findLink } from './link-finder.ts'
import { type LinkPlace, placesOfHtml, placesOfText } from './link-places.ts'
import { isForwarded, type Line, linesOfBlocks, linesOfText, subjectLine } from './mail-lines.ts'
import type { Chance } from './weights/chance.ts'
import { LEARNED, type Learned } from './weights/learned.ts'

/**
 * Finds the verification code and the confirm link of one mail, with the words that gave them. It reads the
 * visible text (of the HTML when there is one, else the text part) and knows nothing of mailboxes, storage or
 * senders' reputation. A wrong answer is worse than none, so it leaves out anything doubtful.
 */

export type ExtractInput = {
  subject: string
  text: string | null
  html: string | null
  from: { name: string; address: string } | null
}

export type Evidence = {
  where: 'subject' | 'text' | 'html'
  /** At most 120 characters of the visible words around the find. */
  words: string
  keyword: string | null
}

export type Extraction = {
  code: string | null
  /** From 0 to 1. */
  codeConfidence: number
  codeEvidence: Evidence | null
  link: string | null
  linkConfidence: number
  linkEvidence: Evidence | null
  /** The words announce a code, none stands in them, and there is a picture that may show it. */
  codeInPicture: boolean
}

const MAX_WORDS = 120
const HALF_AT_THE_EDGE = /^[\udc00-\udfff]|[\ud800-\udbff]$/g
/**
 * HTML with fewer visible characters than this is an image with a frame, so the text part is read instead.
 */
const SPARSE_HTML = 60

/** Returns at most 120 characters around the place, whole words if possible. */
function clip(text: string, at: number, length: number): string {
  const flat = text.replace(/[\t\n]/g, ' ')
  if (flat.length <= MAX_WORDS) return flat.trim()
  const room = Math.max(0, MAX_WORDS - length)
  const from = Math.max(0, Math.min(at - Math.floor(room / 2), flat.length - MAX_WORDS))
  return flat
    .slice(from, from + MAX_WORDS)
    .replace(HALF_AT_THE_EDGE, '')
    .trim()
}

function codeEvidence(found: FoundCode): Evidence {
  const at = found.line.shown.indexOf(found.shown)
  const alone = clip(found.line.shown, at, found.shown.length)
  const label = found.label?.shown.trim() ?? ''
  const words = label !== '' && label.length + alone.length < MAX_WORDS ? `${label} ${alone}` : alone
  return { where: found.line.where, words, keyword: found.keyword }
}

function linkEvidence(found: FoundLink): Evidence {
  const words = [found.place.said().lead, found.place.text].filter(part => part !== '').join(' ')
  return { where: found.place.where, words: clip(words, words.length, 0), keyword: found.keyword }
}

/**
 * The text part counts when the HTML shows next to nothing. It also counts when it confirms a value that the
 * HTML shows without a reason.
 */
function fromText(text: Reading, visible: Visible | null, chanceOf: Chance): FoundCode | null {
  // The subject was already read together with the HTML.
  if (visible !== null && text.lines.length === 1) return null
  const found = findCode(text, chanceOf)
  if (found === null || visible === null || visible.text.length < SPARSE_HTML) return found
  return visible.text.includes(found.shown) || found.line.where === 'subject' ? found : null
}

/**
 * Returns addresses in the words of the HTML that are not links. A link can show one address and open
 * another, so its visible address does not count.
 */
function unlinked(visible: Visible, places: LinkPlace[]): LinkPlace[] {
  const shown = new Set(visible.links.map(link => link.text.trim()))
  return places.filter(place => !shown.has(place.href))
}

/** Returns the links of a mail: those that its HTML shows, and those of its text. */
export function linkPlaces(visible: Visible | null, htmlLines: Line[], textLines: Line[]): LinkPlace[] {
  const shown =
    visible === null
      ? []
      : [...placesOfHtml(visible, htmlLines), ...unlinked(visible, placesOfText(htmlLines))]
  return [...shown, ...placesOfText(textLines)]
}

/** A caller that has already rendered the HTML passes the result, because rendering is half of the work. */
export function extractCodeAndLink(
  input: ExtractInput,
  rendered: Visible | null = null,
  learned: Learned = LEARNED,
): Extraction {
  const forwarded = isForwarded(input.subject)
  const subject = subjectLine(input.subject)
  const visible =
    input.html === null || input.html.trim() === '' ? null : (rendered ?? visibleText(input.html))
  const htmlLines = visible === null ? [] : linesOfBlocks(visible.blocks, forwarded)
  const html = readMail([subject, ...htmlLines])
  const fromHtml = visible === null ? null : findCode(html, learned.code)
  const sparse = visible === null || visible.text.length < SPARSE_HTML
  const textLines = fromHtml === null || sparse ? linesOfText(input.text ?? '', forwarded) : []
  const text = readMail([subject, ...textLines])
  const code = fromHtml ?? fromText(text, visible, learned.code)

  const places = linkPlaces(visible, htmlLines, sparse ? textLines : [])
  const { opening } = sparse && textLines.length > 0 ? text : html
  const link = findLink(places, subject, opening, learned.link)
  return {
    code: code?.value ?? null,
    codeConfidence: code?.confidence ?? 0,
    codeEvidence: code === null ? null : codeEvidence(code),
    link: link?.href ?? null,
    linkConfidence: link?.confidence ?? 0,
    linkEvidence: link === null ? null : linkEvidence(link),
    codeInPicture: code === null && link === null && visible !== null && mayShowCode(input, visible, html),
  }
}

/** A letter that says more than this and names a code tells of one; it does not bring it. */
const MAX_AROUND_PICTURE = 600
/** Pictures of a few pixels count who opens a mail, or draw a line. */
const PICTURE = /<img\b(?![^>]{0,2000}?\b(?:width|height)\s?[=:]\s?["']?[0-9]{1,1}(?:px)?["';\s>])/i

function mayShowCode({ html }: ExtractInput, { text }: Visible, reading: Reading): boolean {
  if (text.length > MAX_AROUND_PICTURE || !PICTURE.test((html ?? '').slice(0, 200_000))) return false
  return reading.lines.some((_, line) => reading.labels(line).some(label => label.kind === 'code'))
}
