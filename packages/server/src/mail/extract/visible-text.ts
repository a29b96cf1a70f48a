import { alike, type Colour, type Look, parseColour, parseLook, parseSheet, type Rule } from './css-look.ts'
import { type Tag, tagOf } from './html-tags.ts'
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

type Level = {
  tag: Tag
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
  tag: tagOf(''),
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

const LINK_COLOUR: Colour = { r: 0, g: 0, b: 238 }

function isShown(level: Level): boolean {
  if (level.gone || level.invisible || level.size <= TOO_SMALL || level.colour === 'transparent') return false
  return level.background === 'unknown' || !alike(level.colour, level.background)
}

function isQuoteMark(name: string, attributes: ReadonlyMap<string, string>): boolean {
  if (name === 'blockquote') return attributes.get('type') === 'cite' || attributes.has('cite')
  if (!attributes.has('class') && !attributes.has('id')) return false
  const marks = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`
  return /\b(gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote|divRplyFwdMsg|isReplyContent)\b/.test(
    marks,
  )
}

/** What the sheets and the own attributes of an element say; styles of one mail repeat, so each is read once. */
type Styles = { rules: Map<string, Rule[]>; known: Map<string, Look> }

function styleLook(style: string, known: Map<string, Look>): Look {
  const read = known.get(style)
  if (read !== undefined) return read
  const look = parseLook(style)
  known.set(style, look)
  return look
}

/** Shared and never written to. */
const NO_LOOK: Look = {}
const UNKNOWN_GROUND: Look = { background: 'unknown' }
const GONE: Look = { gone: true }

/** The later look counts. Most elements have one look or none, which costs no copy. */
function over(look: Look, later: Look): Look {
  return look === NO_LOOK ? later : { ...look, ...later }
}

function ruledLook(look: Look, name: string, rules: readonly Rule[] | undefined): Look {
  let out = look
  for (const rule of rules ?? []) {
    if (rule.tag !== '' && rule.tag !== name) continue
    if (!rule.approximate) out = over(out, rule.look)
    else if (rule.look.background !== undefined) out = over(out, UNKNOWN_GROUND)
  }
  return out
}

function sheetLook(name: string, attributes: ReadonlyMap<string, string>, rules: Styles['rules']): Look {
  let look = ruledLook(NO_LOOK, name, rules.get(name))
  const classes = attributes.get('class')
  for (const part of classes?.split(/\s/, MAX_CLASSES) ?? [])
    look = ruledLook(look, name, rules.get(`.${part}`))
  const id = attributes.get('id')
  return id === undefined ? look : ruledLook(look, name, rules.get(`#${id}`))
}

function lookOf(name: string, attributes: ReadonlyMap<string, string>, { rules, known }: Styles): Look {
  let look = rules.size > 0 ? sheetLook(name, attributes, rules) : NO_LOOK
  if (attributes.size === 0) return look
  const bgcolor = attributes.get('bgcolor')
  const background = bgcolor === undefined ? null : parseColour(bgcolor)
  if (background !== null) look = over(look, { background })
  if (attributes.has('background')) look = over(look, UNKNOWN_GROUND)
  const colour = name === 'font' ? parseColour(attributes.get('color') ?? '') : null
  if (colour !== null) look = over(look, { colour })
  const style = attributes.get('style')
  if (style !== undefined) {
    const own = styleLook(style, known)
    // "mso-hide" on a button only hides it from Outlook, which gets one of its own in a comment.
    const shown = name === 'a' && own.gone && !/display\s?:\s?none/i.test(style) && /mso-hide/i.test(style)
    look = shown ? over(look, { ...own, gone: look.gone === true }) : over(look, own)
  }
  return attributes.has('hidden') ? over(look, GONE) : look
}

function levelFor(parent: Level, tag: Tag, attributes: ReadonlyMap<string, string>, look: Look): Level {
  const size = look.size ?? tag.size ?? parent.size
  const background =
    look.background === undefined || look.background === 'transparent' ? parent.background : look.background
  return {
    tag,
    gone: parent.gone || look.gone === true || tag.neverShown,
    invisible: look.invisible ?? parent.invisible,
    size: look.scale === undefined ? size : parent.size * look.scale,
    colour: look.colour ?? (tag.name === 'a' ? LINK_COLOUR : parent.colour),
    background,
    struck: parent.struck || look.struck === true || tag.striking,
    strong: parent.strong || look.strong === true || tag.strong,
    quoted: parent.quoted || isQuoteMark(tag.name, attributes),
    pre: parent.pre || look.pre === true || tag.name === 'pre',
    line: tag.line && look.inline !== true,
    link: parent.link,
  }
}

/** Renders the visible text of the markup; linear in its length and bounded by the named limits. */
export function visibleText(html: string): Visible {
  const writer = makeLineWriter()
  const styles: Styles = { rules: new Map(), known: new Map() }
  const links: VisibleLink[] = []
  const stack: Level[] = [ROOT]
  const open = new Map<string, number>()
  let top = ROOT

  const pop = () => {
    const level = stack.pop() ?? ROOT
    open.set(level.tag.name, (open.get(level.tag.name) ?? 1) - 1)
    top = stack.at(-1) ?? ROOT
    if (level.tag.name === 'tr') writer.endRow()
    if (level.line) writer.breakLine()
  }
  /** Closes the nearest open one of the name, unless a table's wall is nearer. */
  const close = (wanted: Tag) => {
    if ((open.get(wanted.name) ?? 0) <= 0) return
    for (let i = stack.length - 1; i > 0; i--) {
      const tag = stack[i]?.tag ?? wanted
      if (tag.name === wanted.name) {
        while (stack.length > i) pop()
        return
      }
      const wall = tag.name === 'table' || (tag.wall && !wanted.tablePart)
      if (wall && wanted.name !== 'table') return
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
        const list = styles.rules.get(key)
        if (list === undefined) styles.rules.set(key, [rule])
        else if (list.length < 20) list.push(rule)
      }
    },
    onStart(written, attributes) {
      if (writer.isFull()) return
      const tag = tagOf(written)
      const { name } = tag
      if (tag.empty) {
        if (name === 'br' && isShown(top)) writer.breakLine()
        if (name === 'hr') writer.breakLine()
        if (name === 'img') image(attributes)
        return
      }
      if (name === 'body') close(tagOf('head'))
      if (stack.length >= MAX_DEPTH) return
      for (const closed of tag.closes) close(tagOf(closed))
      if (tag.line) close(tagOf('p'))
      const level = levelFor(top, tag, attributes, lookOf(name, attributes, styles))
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
      close(tagOf(name))
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
        link.text = `${link.text}${text.slice(0, 400)}`.replace(/\s{2,}|[^\S ]/g, ' ')
        link.hidden = false
      }
    },
  })
  const blocks = writer.finish()
  return { text: blocks.map(block => block.text).join('\n'), blocks, links }
}
