import { alike, type Colour, type Look, parseColour, parseLook, parseSheet, type Rule } from './css-look.ts'
import { tokenizeHtml } from './html-tokens.ts'
import { makeLineWriter } from './line-writer.ts'

/**
 * What a reader sees of an HTML mail, as lines of text and links, for code extraction and for previews. It is in
 * charge of leaving out what is hidden and of flagging what is struck out or quoted. It knows nothing of codes, and
 * it is no sanitiser: its answer is text, never markup.
 */

/** One line as laid out: a paragraph, a heading, or one row of a table with its cells parted by tabs. */
export type Block = {
  text: string
  /** The largest letters in it, in pixels. */
  size: number
  /** Bold, wide-set or in a heading. */
  strong: boolean
  quoted: boolean
  /** Places [from, to) in the text that are struck out. */
  struck: [number, number][]
}

export type VisibleLink = {
  href: string
  /** The words shown, or the text of its image. */
  text: string
  /** Which block it begins in, and where. */
  block: number
  start: number
  quoted: boolean
  hidden: boolean
}

export type Visible = { text: string; blocks: Block[]; links: VisibleLink[] }

/** Characters of markup looked at. */
const MAX_HTML = 2_000_000
/** Open elements remembered; deeper ones count as text of the last one. */
const MAX_DEPTH = 256
const MAX_CLASSES = 8
/** Letters of this many pixels or fewer are for machines. */
const TOO_SMALL = 2

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const LINE_ELEMENTS = new Set(
  'address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul'.split(
    ' ',
  ),
)
/** End tags inside one of these do not reach beyond it. */
const WALLS = new Set(['td', 'th', 'table', 'caption'])
const TABLE_PARTS = new Set(['td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'table', 'caption'])
const NEVER_SHOWN = new Set(
  'head template object video audio canvas map select datalist svg math noframes'.split(' '),
)
const STRIKING = new Set(['s', 'del', 'strike'])
const STRONG = new Set(['b', 'strong', 'h1', 'h2', 'h3', 'code', 'kbd', 'th'])
const HEADING_SIZES: Readonly<Record<string, number>> = { h1: 32, h2: 24, h3: 19 }
/** What starting one of these closes first (HTML, section 13.1.2.4, optional end tags). */
const CLOSES: Readonly<Record<string, readonly string[]>> = {
  a: ['a'],
  li: ['li'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['td', 'th', 'tr'],
  dt: ['dd', 'dt'],
  dd: ['dd', 'dt'],
}

type Level = {
  name: string
  gone: boolean
  invisible: boolean
  size: number
  colour: Colour | 'transparent'
  background: Colour | 'unknown'
  struck: boolean
  strong: boolean
  quoted: boolean
  pre: boolean
  line: boolean
  link: VisibleLink | null
}

const ROOT: Level = {
  name: '',
  gone: false,
  invisible: false,
  size: 16,
  colour: { r: 0, g: 0, b: 0 },
  background: { r: 255, g: 255, b: 255 },
  struck: false,
  strong: false,
  quoted: false,
  pre: false,
  line: false,
  link: null,
}

function isShown(level: Level): boolean {
  if (level.gone || level.invisible || level.size <= TOO_SMALL || level.colour === 'transparent') return false
  return level.background === 'unknown' || !alike(level.colour, level.background)
}

function isQuoteMark(name: string, attributes: ReadonlyMap<string, string>): boolean {
  if (name === 'blockquote') return attributes.get('type') === 'cite' || attributes.has('cite')
  const marks = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`
  return /\b(gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote|divRplyFwdMsg|isReplyContent)\b/.test(
    marks,
  )
}

function merge(look: Look, more: Look): void {
  Object.assign(look, more)
}

function lookOf(
  name: string,
  attributes: ReadonlyMap<string, string>,
  rules: ReadonlyMap<string, Rule[]>,
): Look {
  const look: Look = {}
  if (attributes.size === 0 && rules.size === 0) return look
  const classes = (attributes.get('class') ?? '').split(/\s/, MAX_CLASSES)
  const keys = [name, ...classes.map(part => `.${part}`), `#${attributes.get('id') ?? ''}`]
  for (const key of keys) {
    for (const rule of rules.get(key) ?? []) {
      if (rule.tag !== '' && rule.tag !== name) continue
      if (!rule.approximate) merge(look, rule.look)
      else if (rule.look.background !== undefined) look.background = 'unknown'
    }
  }
  const bgcolor = parseColour(attributes.get('bgcolor') ?? '')
  if (bgcolor !== null) look.background = bgcolor
  if (attributes.has('background')) look.background = 'unknown'
  const colour = name === 'font' ? parseColour(attributes.get('color') ?? '') : null
  if (colour !== null) look.colour = colour
  const style = attributes.get('style')
  if (style !== undefined) {
    const own = parseLook(style)
    // "mso-hide" on a button only hides it from Outlook, which gets one of its own in a comment.
    if (name === 'a' && own.gone && !/display\s?:\s?none/i.test(style) && /mso-hide/i.test(style))
      delete own.gone
    merge(look, own)
  }
  if (attributes.has('hidden')) look.gone = true
  return look
}

function levelFor(parent: Level, name: string, attributes: ReadonlyMap<string, string>, look: Look): Level {
  const size = look.size ?? HEADING_SIZES[name] ?? parent.size
  const background =
    look.background === undefined || look.background === 'transparent' ? parent.background : look.background
  return {
    name,
    gone: parent.gone || look.gone === true || NEVER_SHOWN.has(name),
    invisible: look.invisible ?? parent.invisible,
    size: look.scale === undefined ? size : parent.size * look.scale,
    colour: look.colour ?? (name === 'a' ? { r: 0, g: 0, b: 238 } : parent.colour),
    background,
    struck: parent.struck || look.struck === true || STRIKING.has(name),
    strong: parent.strong || look.strong === true || STRONG.has(name),
    quoted: parent.quoted || isQuoteMark(name, attributes),
    pre: parent.pre || look.pre === true || name === 'pre',
    line: LINE_ELEMENTS.has(name) && look.inline !== true,
    link: parent.link,
  }
}

/** Renders the visible text of the markup; linear in its length and bounded by the named limits. */
export function visibleText(html: string): Visible {
  const writer = makeLineWriter()
  const rules = new Map<string, Rule[]>()
  const links: VisibleLink[] = []
  const stack: Level[] = [ROOT]
  const open = new Map<string, number>()
  let top = ROOT

  const pop = () => {
    const level = stack.pop() ?? ROOT
    open.set(level.name, (open.get(level.name) ?? 1) - 1)
    top = stack.at(-1) ?? ROOT
    if (level.name === 'tr') writer.endRow()
    if (level.line) writer.breakLine()
  }
  /** Closes the nearest open one of the names, unless a table's wall is nearer. */
  const close = (names: readonly string[]) => {
    if (!names.some(name => (open.get(name) ?? 0) > 0)) return
    for (let i = stack.length - 1; i > 0; i--) {
      const name = stack[i]?.name ?? ''
      if (names.includes(name)) {
        while (stack.length > i) pop()
        return
      }
      const wall = name === 'table' || (WALLS.has(name) && !names.some(wanted => TABLE_PARTS.has(wanted)))
      if (wall && !names.includes('table')) return
    }
  }
  const image = (attributes: ReadonlyMap<string, string>) => {
    const link = top.link
    if (link !== null && link.text.length < 200) link.text += attributes.get('alt')?.slice(0, 200) ?? ''
  }

  tokenizeHtml(html.length > MAX_HTML ? html.slice(0, MAX_HTML) : html, {
    onStyle(css) {
      for (const rule of parseSheet(css)) {
        const key = rule.mark === '' ? rule.tag : rule.mark
        const list = rules.get(key)
        if (list === undefined) rules.set(key, [rule])
        else if (list.length < 20) list.push(rule)
      }
    },
    onStart(name, attributes) {
      if (writer.isFull()) return
      if (VOID.has(name)) {
        if (name === 'br' && isShown(top)) writer.breakLine()
        if (name === 'hr') writer.breakLine()
        if (name === 'img') image(attributes)
        return
      }
      if (name === 'body') close(['head'])
      if (stack.length >= MAX_DEPTH) return
      const closes = CLOSES[name]
      if (closes !== undefined) for (const closed of closes) close([closed])
      if (LINE_ELEMENTS.has(name) && (open.get('p') ?? 0) > 0) close(['p'])
      const level = levelFor(top, name, attributes, lookOf(name, attributes, rules))
      if (level.line && !level.gone) writer.breakLine()
      if (name === 'tr') writer.startRow()
      if ((name === 'td' || name === 'th') && !level.gone) writer.startCell()
      const href = attributes.get('href')
      if (name === 'a') level.link = null
      if (name === 'a' && href !== undefined && links.length < 400) {
        const { block, start } = writer.place()
        level.link = {
          href,
          text: '',
          block,
          start,
          quoted: level.quoted,
          hidden: level.gone || level.invisible,
        }
        links.push(level.link)
      }
      stack.push(level)
      open.set(name, (open.get(name) ?? 0) + 1)
      top = level
    },
    onEnd(name) {
      if (name === 'p' && (open.get('p') ?? 0) <= 0) writer.breakLine()
      close([name])
    },
    onText(text) {
      const link = top.link
      if (!isShown(top)) {
        if (link !== null && link.text === '' && text.trim() !== '') link.hidden = true
        return
      }
      if (writer.isFull()) return
      writer.write(text, top)
      if (link !== null && link.text.length < 400) {
        link.text = `${link.text}${text.slice(0, 400)}`.replace(/\s+/g, ' ')
        link.hidden = false
      }
    },
  })
  const blocks = writer.finish()
  return { text: blocks.map(block => block.text).join('\n'), blocks, links }
}
