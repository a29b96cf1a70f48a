import { isLetter, unitAt } from '../unit-at.ts'
import { decodeEntities } from './html-entities.ts'

/**
 * Tokenises the HTML of mails and forgives errors: start tags, end tags and text, in one pass without a tree
 * and without recursion. On deep nesting, or on a tag with many attributes, a tree builder would cost more
 * than the rest of the work; visible text does not need one.
 */

export type HtmlHandler = {
  /** `attributes` holds only those that visible text needs. */
  onStart(name: string, attributes: ReadonlyMap<string, string>): void
  onEnd(name: string): void
  onText(text: string): void
  /** Takes the content of a style element. */
  onStyle(css: string, attributes: ReadonlyMap<string, string>): void
}

/** The number of tags, texts and comments that are read; a real mail has a thousand or two. */
const MAX_TOKENS = 16_000
/**
 * The number of characters read from one attribute value; longer ones are embedded images. Attributes that
 * may hide a text are read whole.
 */
const MAX_ATTRIBUTE_LENGTH = 8_192
/** The number of characters read from the name of a tag. */
const MAX_NAME = 40
/** The number of characters read from one stretch of text. */
const MAX_TEXT_LENGTH = 49_152
/** Elements whose content is not markup. */
const RAW = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes'])

const ATTRIBUTES = new Set(
  'alt background bgcolor cite class color data dir hidden href id media open style text type'.split(' '),
)
const WHOLE_ATTRIBUTES = new Set(['class', 'id', 'style'])
const LONGEST_ATTRIBUTE = 10
const NO_ATTRIBUTES = new Map<string, string>()

const SLASH = 47
const EQUALS = 61
const CLOSE = 62
const isSpace = (unit: number) => unit === 32 || (unit >= 9 && unit <= 13)

function endOf(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at < 0 ? html.length : at
}

function endOfTagName(html: string, from: number): number {
  const { length } = html
  let at = from
  for (; at < length; at++) {
    const unit = unitAt(html, at)
    if (unit === CLOSE || unit === SLASH || isSpace(unit)) break
  }
  return at
}

function endOfAttributeName(html: string, from: number): number {
  const { length } = html
  let at = from
  for (; at < length; at++) {
    const unit = unitAt(html, at)
    if (unit === EQUALS || unit === CLOSE || unit === SLASH || isSpace(unit)) break
  }
  return at
}

function endOfBareValue(html: string, from: number): number {
  const { length } = html
  let at = from
  for (; at < length; at++) {
    const unit = unitAt(html, at)
    if (unit === CLOSE || isSpace(unit)) break
  }
  return at
}

function skipSpace(html: string, from: number): number {
  const { length } = html
  let at = from
  while (at < length && isSpace(unitAt(html, at))) at++
  return at
}

/** Reads the attributes from the place to the end of the tag. */
function readAttributes(
  html: string,
  from: number,
): { attributes: ReadonlyMap<string, string>; end: number } {
  // Most tags have no relevant attribute, so the map is made for the first one.
  let attributes: Map<string, string> = NO_ATTRIBUTES
  const { length } = html
  let at = from
  while (at < length) {
    const unit = unitAt(html, at)
    if (unit === CLOSE) return { attributes, end: at + 1 }
    if (isSpace(unit) || unit === SLASH || unit === EQUALS) {
      at++
      continue
    }
    const nameEnd = endOfAttributeName(html, at)
    const name = nameEnd - at > LONGEST_ATTRIBUTE ? '' : html.slice(at, nameEnd).toLowerCase()
    at = skipSpace(html, nameEnd)
    let valueStart = at
    let valueEnd = at
    if (at < length && unitAt(html, at) === EQUALS) {
      at = skipSpace(html, at + 1)
      const quote = html[at]
      const quoted = quote === '"' || quote === "'"
      valueStart = quoted ? at + 1 : at
      valueEnd = quoted ? endOf(html, quote, valueStart) : endOfBareValue(html, at)
      at = quoted ? valueEnd + 1 : valueEnd
    }
    // HTML, section 13.2.5.33: the first of two attributes with one name counts.
    if (!ATTRIBUTES.has(name) || attributes.has(name)) continue
    if (attributes === NO_ATTRIBUTES) attributes = new Map()
    const most = WHOLE_ATTRIBUTES.has(name) ? valueEnd : valueStart + MAX_ATTRIBUTE_LENGTH
    attributes.set(name, decodeEntities(html.slice(valueStart, Math.min(valueEnd, most)), true))
  }
  return { attributes, end: length }
}

/** Returns the place of "</name" in any case. */
function endOfRaw(html: string, name: string, from: number): number {
  let at = html.indexOf('</', from)
  while (at >= 0) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at
    at = html.indexOf('</', at + 2)
  }
  return html.length
}

function skipMarkup(html: string, at: number): number {
  if (!html.startsWith('<!--', at)) return endOf(html, '>', at) + 1
  if (html.startsWith('<!-->', at)) return at + 5
  if (html.startsWith('<!--->', at)) return at + 6
  for (let end = html.indexOf('--', at + 4); end >= 0; end = html.indexOf('--', end + 1)) {
    if (html[end + 2] === '>') return end + 3
    // HTML, section 13.2.5.52: this ends a comment too.
    if (html.startsWith('!>', end + 2)) return end + 4
  }
  return html.length
}

/** Reads the markup once and reports what it finds. */
export function tokenizeHtml(html: string, handler: HtmlHandler): void {
  let at = 0
  for (let tokens = 0; at < html.length && tokens < MAX_TOKENS; tokens++) {
    const open = endOf(html, '<', at)
    if (open > at) handler.onText(decodeEntities(html.slice(at, Math.min(open, at + MAX_TEXT_LENGTH)), false))
    if (open >= html.length) return
    const closing = html[open + 1] === '/'
    const nameStart = open + (closing ? 2 : 1)
    if (nameStart >= html.length || !isLetter(unitAt(html, nameStart))) {
      const markup = closing || html[open + 1] === '!' || html[open + 1] === '?'
      if (!markup) handler.onText('<')
      at = markup ? skipMarkup(html, open) : open + 1
      continue
    }
    const nameEnd = endOfTagName(html, nameStart)
    const name = html.slice(nameStart, Math.min(nameEnd, nameStart + MAX_NAME)).toLowerCase()
    if (closing) {
      handler.onEnd(name)
      at = endOf(html, '>', nameEnd) + 1
      continue
    }
    const { attributes, end } = readAttributes(html, nameEnd)
    at = end
    if (!RAW.has(name)) {
      handler.onStart(name, attributes)
      continue
    }
    const rawEnd = endOfRaw(html, name, at)
    if (name === 'style') handler.onStyle(html.slice(at, rawEnd), attributes)
    at = endOf(html, '>', rawEnd) + 1
  }
}
