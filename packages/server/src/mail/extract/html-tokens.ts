import { decodeEntities } from './html-entities.ts'

/**
 * A forgiving tokenizer for the HTML of mails: start tags, end tags and text, in one pass without a tree and
 * without recursion. A tree builder would cost more than the rest of the work on deep nesting or on a tag with many
 * attributes; visible text needs neither.
 */

export type HtmlHandler = {
  onStart(name: string, attributes: ReadonlyMap<string, string>): void
  onEnd(name: string): void
  onText(text: string): void
  /** The inside of a style element. */
  onStyle(css: string): void
}

/** Tags, texts and comments looked at; a real mail has a thousand or two. */
const MAX_TOKENS = 8_000
/** Attributes read of one tag. */
const MAX_ATTRIBUTES = 40
/** Characters looked at of one attribute value; longer ones are embedded images. */
const MAX_ATTRIBUTE_LENGTH = 8_192
/** Characters looked at of one stretch of text. */
const MAX_TEXT_LENGTH = 49_152
/** Elements whose inside is not markup. */
const RAW = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes'])

const NAME = /[A-Za-z][^\s/>]{0,40}/y
const ATTRIBUTE = /([^\s/>=][^\s/>=]{0,60})\s{0,20}(=?)\s{0,20}/y
const SPACE = /[\s/]*/y

function endOf(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at < 0 ? html.length : at
}

/** The value that starts at the place, and where it ends. */
function readValue(html: string, at: number): { value: string; end: number } {
  const quote = html[at]
  if (quote === '"' || quote === "'") {
    const end = endOf(html, quote, at + 1)
    return { value: html.slice(at + 1, Math.min(end, at + 1 + MAX_ATTRIBUTE_LENGTH)), end: end + 1 }
  }
  let end = at
  while (end < html.length && !/[\s>]/.test(html[end] ?? '>')) end++
  return { value: html.slice(at, Math.min(end, at + MAX_ATTRIBUTE_LENGTH)), end }
}

function readAttributes(html: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  let at = from
  for (let seen = 0; at < html.length; seen++) {
    if (seen > MAX_ATTRIBUTES) return { attributes, end: endOf(html, '>', at) + 1 }
    SPACE.lastIndex = at
    SPACE.exec(html)
    at = SPACE.lastIndex
    ATTRIBUTE.lastIndex = at
    const match = ATTRIBUTE.exec(html)
    if (match === null) {
      if (html[at] === '>') return { attributes, end: at + 1 }
      at++
      continue
    }
    at = ATTRIBUTE.lastIndex
    const name = (match[1] ?? '').toLowerCase()
    let value = ''
    if (match[2] === '=') {
      const read = readValue(html, at)
      value = read.value
      at = read.end
    }
    // HTML, section 13.2.5.33: the first of two attributes with one name counts.
    if (!attributes.has(name)) attributes.set(name, decodeEntities(value, true))
  }
  return { attributes, end: html.length }
}

/** The place of "</name", whatever its case. */
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
  return endOf(html, '-->', at + 4) + 3
}

/** Runs over the markup once and reports what it meets. */
export function tokenizeHtml(html: string, handler: HtmlHandler): void {
  let at = 0
  for (let tokens = 0; at < html.length && tokens < MAX_TOKENS; tokens++) {
    const open = endOf(html, '<', at)
    if (open > at) handler.onText(decodeEntities(html.slice(at, Math.min(open, at + MAX_TEXT_LENGTH)), false))
    if (open >= html.length) return
    const closing = html[open + 1] === '/'
    NAME.lastIndex = open + (closing ? 2 : 1)
    const name = NAME.exec(html)?.[0].toLowerCase()
    if (name === undefined) {
      const markup = closing || html[open + 1] === '!' || html[open + 1] === '?'
      if (!markup) handler.onText('<')
      at = markup ? skipMarkup(html, open) : open + 1
      continue
    }
    if (closing) {
      handler.onEnd(name)
      at = endOf(html, '>', NAME.lastIndex) + 1
      continue
    }
    const { attributes, end } = readAttributes(html, NAME.lastIndex)
    at = end
    if (!RAW.has(name)) {
      handler.onStart(name, attributes)
      continue
    }
    const rawEnd = endOfRaw(html, name, at)
    if (name === 'style') handler.onStyle(html.slice(at, rawEnd))
    at = endOf(html, '>', rawEnd) + 1
  }
}
