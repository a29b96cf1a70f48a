import { ALLOWED_ELEMENTS, HANDLED_ATTRIBUTES, MAIL_BODY_CLASS, VOID_ELEMENTS } from './allowed-markup.ts'

/**
 * The first pass of the sanitiser: reads tags in linear time. It drops comments, unknown elements and
 * attributes, raw-text elements and foreign content, so that the tree builder only meets plain markup with
 * few attributes. If it misreads a mail, the mail looks worse but is never more dangerous: the tree pass
 * checks everything again.
 */

export type ReducedMarkup = {
  markup: string
  /** Contents of the `<style>` elements, in order. */
  styles: string[]
  tagCount: number
}

const MAX_ATTRIBUTES = 64
const BLANK = /[\t\n\f\r ]/
const NAME_START = /[A-Za-z]/
const TAG_NAME_END = '\t\n\f\r />'
const ATTRIBUTE_NAME_END = '\t\n\f\r />='
const UNQUOTED_END = '\t\n\f\r >'

/**
 * In HTML everything up to the end tag of these elements is text. It is discarded, shown as text, or read as
 * a style.
 */
const RAW_TEXT: ReadonlyMap<string, 'drop' | 'show' | 'style'> = new Map([
  ['script', 'drop'],
  ['style', 'style'],
  ['title', 'drop'],
  ['iframe', 'drop'],
  ['noembed', 'drop'],
  ['noframes', 'drop'],
  ['xmp', 'show'],
  ['textarea', 'show'],
])

/** Dropped with their content: other languages, inert documents, lists that need a form control. */
const DROPPED_TREES: ReadonlySet<string> = new Set(['svg', 'math', 'template', 'select', 'datalist'])

/** Browsers show the content of these if they are never closed. */
const FOREIGN_TREES: ReadonlySet<string> = new Set(['svg', 'math'])

type Dropping = { name: string; depth: number; start: number; tagsBefore: number }

type Tag = { name: string; attributes: Map<string, string>; selfClosing: boolean; next: number }

export function reduceMarkup(html: string, maxTags: number): ReducedMarkup | null {
  const out: string[] = []
  const styles: string[] = []
  let tagCount = 0
  let dropping: Dropping | null = null
  const neverClosed = new Set<string>()
  let hasBody = false
  let at = 0
  const text = (piece: string) => {
    if (dropping === null && piece !== '') out.push(piece)
  }
  for (;;) {
    if (at >= html.length) {
      if (dropping === null || !FOREIGN_TREES.has(dropping.name)) break
      // This happens once for each name, so the pass stays linear.
      neverClosed.add(dropping.name)
      at = dropping.start
      tagCount = dropping.tagsBefore
      dropping = null
      continue
    }
    const open = html.indexOf('<', at)
    if (open < 0) {
      text(html.slice(at))
      at = html.length
      continue
    }
    text(html.slice(at, open))
    const second = html.charAt(open + 1)
    if (second === '!' || second === '?') {
      at = commentEnd(html, open)
    } else if (second === '/' && NAME_START.test(html.charAt(open + 2))) {
      if (++tagCount > maxTags) return null
      const nameEnd = indexOfAny(TAG_NAME_END, html, open + 2)
      const name = html.slice(open + 2, nameEnd).toLowerCase()
      const close = html.indexOf('>', nameEnd)
      at = close < 0 ? html.length : close + 1
      if (dropping !== null) {
        if (name === dropping.name && --dropping.depth === 0) dropping = null
      } else if (ALLOWED_ELEMENTS.has(name)) out.push(`</${name}>`)
    } else if (NAME_START.test(second)) {
      if (++tagCount > maxTags) return null
      const tag = readTag(html, open + 1)
      at = tag?.next ?? html.length
      if (tag === null) continue
      if (dropping !== null) {
        if (tag.name === dropping.name && !tag.selfClosing) dropping.depth++
        continue
      }
      const raw = RAW_TEXT.get(tag.name)
      if (raw !== undefined) {
        const end = rawTextEnd(html, tag.name, at)
        const content = html.slice(at, end)
        if (raw === 'style') styles.push(content)
        else if (raw === 'show') text(content.replaceAll('<', '&lt;'))
        at = end
      } else if (tag.name === 'plaintext') {
        text(html.slice(at).replaceAll('<', '&lt;'))
        break
      } else if (DROPPED_TREES.has(tag.name)) {
        const isDropped = !tag.selfClosing && !neverClosed.has(tag.name)
        if (isDropped) dropping = { name: tag.name, depth: 1, start: at, tagsBefore: tagCount }
      } else if (tag.name === 'body') {
        if (!hasBody) out.push(bodyStart(tag))
        hasBody = true
      } else if (ALLOWED_ELEMENTS.has(tag.name)) out.push(startTag(tag.name, tag.attributes))
    } else {
      text('&lt;')
      at = open + 1
    }
  }
  return { markup: out.join(''), styles, tagCount }
}

/**
 * Returns the words of `html` without any markup, still with character references. It is shown when the
 * markup is too complex.
 */
export function markupToText(html: string): string {
  const out: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    out.push(html.slice(at, open < 0 ? html.length : open))
    if (open < 0) break
    const raw = /^<(script|style|title)[\s/>]/i.exec(html.slice(open, open + 10))?.[1]
    if (raw !== undefined) at = rawTextEnd(html, raw, open + raw.length + 1)
    else if (html.startsWith('<!', open)) at = commentEnd(html, open)
    else {
      const close = html.indexOf('>', open)
      at = close < 0 ? html.length : close + 1
      out.push(' ')
    }
  }
  return out
    .join('')
    .replace(/[\t\r ]+/g, ' ')
    .replace(/\n[\n ]+/g, '\n\n')
}

/** The colours of a page belong to its body alone, and no other element has such attributes. */
const PAGE_COLOURS = [
  ['bgcolor', 'background-color'],
  ['text', 'color'],
] as const

function bodyStart(tag: Tag): string {
  const { attributes } = tag
  attributes.set('class', `${MAIL_BODY_CLASS} ${attributes.get('class') ?? ''}`)
  const colours = PAGE_COLOURS.flatMap(([name, property]) => {
    const colour = /^#?([a-z0-9]{1,30})$/i.exec(attributes.get(name)?.trim() ?? '')?.[1]
    if (colour === undefined) return []
    return [`${property}:${/^(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour) ? '#' : ''}${colour}`]
  })
  const style = [...colours, attributes.get('style') ?? ''].filter(part => part !== '').join(';')
  if (style !== '') attributes.set('style', style)
  return startTag('div', attributes)
}

/** Values keep their character references; the tree builder decodes them. */
function startTag(name: string, attributes: ReadonlyMap<string, string>): string {
  let tag = `<${name}`
  for (const [attribute, value] of attributes) tag += ` ${attribute}="${value.replaceAll('"', '&quot;')}"`
  return `${tag}>`
}

function readTag(html: string, from: number): Tag | null {
  const nameEnd = indexOfAny(TAG_NAME_END, html, from)
  const tag: Tag = {
    name: html.slice(from, nameEnd).toLowerCase(),
    attributes: new Map(),
    selfClosing: false,
    next: 0,
  }
  let at = nameEnd
  while (at < html.length) {
    const char = html.charAt(at)
    if (char === '>') {
      tag.selfClosing = html.charAt(at - 1) === '/' && !VOID_ELEMENTS.has(tag.name)
      tag.next = at + 1
      return tag
    }
    if (char === '/' || BLANK.test(char)) {
      at++
      continue
    }
    const attribute = readAttribute(html, at)
    if (attribute === null) return null
    const { name, value } = attribute
    if (HANDLED_ATTRIBUTES.has(name) && tag.attributes.size < MAX_ATTRIBUTES && !tag.attributes.has(name)) {
      tag.attributes.set(name, value)
    }
    at = attribute.next
  }
  // A tag that is never closed is not a tag (WHATWG HTML, "eof-in-tag").
  return null
}

function readAttribute(html: string, from: number): { name: string; value: string; next: number } | null {
  // A leading "=" is part of the name.
  const nameEnd = indexOfAny(ATTRIBUTE_NAME_END, html, from + 1)
  const name = html.slice(from, nameEnd).toLowerCase()
  let at = nameEnd
  while (BLANK.test(html.charAt(at))) at++
  if (html.charAt(at) !== '=') return { name, value: '', next: nameEnd }
  at++
  while (BLANK.test(html.charAt(at))) at++
  const quote = html.charAt(at)
  if (quote === '"' || quote === "'") {
    const close = html.indexOf(quote, at + 1)
    return close < 0 ? null : { name, value: html.slice(at + 1, close), next: close + 1 }
  }
  const end = indexOfAny(UNQUOTED_END, html, at)
  return { name, value: html.slice(at, end), next: end }
}

function indexOfAny(stops: string, text: string, from: number): number {
  let at = from
  while (at < text.length && !stops.includes(text.charAt(at))) at++
  return at
}

function commentEnd(html: string, open: number): number {
  if (!html.startsWith('<!--', open)) return after(html, '>', open)
  if (html.startsWith('<!-->', open)) return open + 5
  return html.startsWith('<!--->', open) ? open + 6 : after(html, '-->', open + 4)
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at < 0 ? html.length : at + mark.length
}

function rawTextEnd(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}
