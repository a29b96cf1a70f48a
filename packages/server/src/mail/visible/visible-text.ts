import { addSheet, makeSheets, type Sheets } from './css-sheet.ts'
import { type Attributes, type Element, type Looks, looksFor, makeStyles } from './element-look.ts'
import { type Tag, tagOf } from './html-tags.ts'
import { tokenizeHtml } from './html-tokens.ts'
import { type Block, makeLineWriter } from './line-writer.ts'
import { makeNumberGuard } from './number-guard.ts'
import { isSeen, ROOT_SIGHT, type Sight, sightFor } from './sight.ts'

/**
 * Renders the visible part of an HTML mail as lines of text and links, for code extraction and for previews.
 * It leaves out hidden text and flags text that is struck out or quoted. It knows nothing of codes, and it is
 * not a sanitiser: its result is text, never markup.
 */

export type VisibleLink = {
  href: string
  /** The words shown, or the alternative text of its image. */
  text: string
  /** The block in which it begins, and the place there. */
  block: number
  start: number
  quoted: boolean
  hidden: boolean
}

export type Visible = { text: string; blocks: Block[]; links: VisibleLink[] }

/** The number of characters of markup that are read. */
const MAX_HTML = 2_000_000
/** The number of open elements remembered; deeper ones count as text of the last one. */
const MAX_DEPTH = 256
/** Hidden elements are remembered beyond that, so that nothing in them is shown. */
const MAX_HIDDEN_DEPTH = 2 * MAX_DEPTH
/** The number of elements begun anew after one end tag. */
const MAX_REOPENED = 8

type Level = Element & {
  tag: Tag
  sight: Sight
  size: number
  looks: Looks
  /** Its sight without the doubtful rules, if there are any. */
  sure: Sight | null
  struck: boolean
  strong: boolean
  quoted: boolean
  pre: boolean
  line: boolean
  raised: boolean
  reversed: boolean
  /** The innermost element around it that appears elsewhere than it is written. */
  moved: Level | null
  link: VisibleLink | null
}

const ROOT: Level = {
  name: '',
  attributes: new Map(),
  tag: tagOf(''),
  sight: ROOT_SIGHT,
  size: ROOT_SIGHT.size,
  looks: { look: {}, sure: null },
  sure: null,
  struck: false,
  strong: false,
  quoted: false,
  pre: false,
  line: false,
  raised: false,
  reversed: false,
  moved: null,
  link: null,
}

const isShown = (level: Level): boolean =>
  isSeen(level.sight) && (level.sure === null || isSeen(level.sure)) && !level.reversed

function isQuoteMark(name: string, attributes: ReadonlyMap<string, string>): boolean {
  if (name === 'blockquote') return attributes.get('type') === 'cite' || attributes.has('cite')
  if (!attributes.has('class') && !attributes.has('id')) return false
  const marks = `${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`
  return /\b(gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote|divRplyFwdMsg|isReplyContent)\b/.test(
    marks,
  )
}

/** True when it is closed, or is only for programs that cannot show the real content. */
function isClosed(name: string, attributes: Attributes): boolean {
  if (name === 'details') return !attributes.has('open')
  return name === 'object' && (attributes.has('data') || attributes.has('type'))
}

/** These do not begin a body. */
const IN_HEAD = new Set(['html', 'head', 'body', 'noscript', 'template'])

const PAGE = new Set(['html', 'body'])

/** A second tag of the page only adds attributes that the first does not have (HTML, section 13.2.6.4.7). */
function withoutKnown(attributes: Attributes, stack: readonly Level[], name: string): Attributes {
  const first = stack.find(level => level.name === name)
  if (first === undefined) return attributes
  return new Map([...attributes].filter(([attribute]) => !first.attributes.has(attribute)))
}

const NO_LEVELS: readonly Level[] = []
const isReopened = (level: Level) => level.tag.reopened && !isShown(level)

function levelFor(parent: Level, tag: Tag, attributes: Attributes, looks: Looks): Level {
  const { look, sure } = looks
  const { name } = tag
  const around = parent.sight
  const seen = sightFor(around, tag, look)
  const closed = attributes.has('hidden') || isClosed(name, attributes)
  const sight = closed ? { ...seen, gone: true } : seen
  const level: Level = {
    name,
    attributes,
    tag,
    sight,
    size: sight.size,
    looks,
    sure: sure === null && parent.sure === null ? null : sightFor(parent.sure ?? around, tag, sure ?? look),
    struck: parent.struck || look.struck === true || tag.striking,
    strong: parent.strong || look.strong === true || tag.strong,
    quoted: parent.quoted || isQuoteMark(name, attributes),
    pre: parent.pre || look.pre === true || name === 'pre',
    line: tag.line && look.inline !== true,
    raised: parent.raised || look.raised === true || tag.raised,
    reversed:
      parent.reversed || look.reversed === true || (name === 'bdo' && attributes.get('dir') !== 'ltr'),
    moved: parent.moved,
    link: parent.link,
  }
  if (look.moved === true || parent.looks.look.moving === true) level.moved = level
  return level
}

/** Renders the visible text of the markup; linear in its length and bounded by the named limits. */
export function visibleText(html: string): Visible {
  const markup = html.length > MAX_HTML ? html.slice(0, MAX_HTML) : html
  const sheets = makeSheets()
  const { visible, isLate } = render(markup, sheets, true)
  // A sheet after a text applies to that text too.
  return isLate ? render(markup, sheets, false).visible : visible
}

/**
 * Reads the sheets on its way, or takes them as already read. `isLate` tells that a sheet came after text
 * that it applies to.
 */
function render(html: string, sheets: Sheets, readsSheets: boolean): { visible: Visible; isLate: boolean } {
  const writer = makeLineWriter()
  const guard = makeNumberGuard()
  const styles = makeStyles(sheets)
  let isLate = false
  let hasBegun = false
  const links: VisibleLink[] = []
  const stack: Level[] = [ROOT]
  const open = new Map<string, number>()
  let top = ROOT

  let hasBody = false
  const push = (level: Level) => {
    stack.push(level)
    open.set(level.name, (open.get(level.name) ?? 0) + 1)
    top = level
  }
  /** Rules for the page apply whether or not its elements are written. */
  const beginBody = () => {
    if (hasBody || (open.get('head') ?? 0) > 0) return
    hasBody = true
    if (sheets.rules.size === 0) return
    for (const name of ['html', 'body']) {
      const element = { name, attributes: ROOT.attributes }
      if ((open.get(name) ?? 0) <= 0)
        push(levelFor(top, tagOf(name), ROOT.attributes, looksFor(styles, element, stack)))
    }
  }
  const pop = () => {
    const level = stack.pop() ?? ROOT
    open.set(level.name, (open.get(level.name) ?? 1) - 1)
    top = stack.at(-1) ?? ROOT
    if (level.name === 'tr') writer.endRow()
    if (level.line) {
      writer.breakLine()
      guard.breakLine()
    }
  }
  /** An element that hides and was never closed continues to hide after the end of the element around it. */
  const reopen = (ended: readonly Level[]) => {
    const wall = ended.findIndex(level => level.tag.wall)
    for (const { tag, attributes, looks } of ended
      .slice(1, wall < 0 ? undefined : Math.max(1, wall))
      .filter(isReopened)
      .slice(-MAX_REOPENED))
      push(levelFor(top, tag, attributes, looks))
  }
  /** Closes the nearest open element of the name, unless a table's wall is nearer. */
  const close = (wanted: Tag) => {
    if ((open.get(wanted.name) ?? 0) <= 0) return
    for (let i = stack.length - 1; i > 0; i--) {
      const tag = stack[i]?.tag ?? wanted
      if (tag.name === wanted.name) {
        const ended = i < stack.length - 1 ? stack.slice(i) : NO_LEVELS
        while (stack.length > i) pop()
        if (ended.length > 0) reopen(ended)
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

  tokenizeHtml(html, {
    onStyle(css, attributes) {
      if (!readsSheets) return
      isLate ||= hasBegun
      addSheet(sheets, css, attributes.get('media') ?? '')
    },
    onStart(written, attributes) {
      if (isLate || writer.isFull()) return
      const tag = tagOf(written)
      const { name } = tag
      if (tag.empty) {
        if (name === 'br' && isShown(top)) writer.breakLine()
        if (name === 'hr') writer.breakLine()
        if (name === 'img') image(attributes)
        return
      }
      if (name === 'body') close(tagOf('head'))
      hasBegun ||= name !== 'html' && name !== 'head'
      if (name === 'body') hasBody = true
      else if (!IN_HEAD.has(name)) beginBody()
      if (stack.length >= MAX_HIDDEN_DEPTH) return
      for (const closed of tag.closes) close(tagOf(closed))
      if (tag.line) close(tagOf('p'))
      const own = PAGE.has(name) ? withoutKnown(attributes, stack, name) : attributes
      const level = levelFor(top, tag, own, looksFor(styles, { name, attributes: own }, stack))
      if (stack.length >= MAX_DEPTH && isShown(level)) return
      if (level.line && !level.sight.gone) {
        writer.breakLine()
        guard.breakLine()
      }
      if (name === 'tr') writer.startRow()
      if ((name === 'td' || name === 'th') && !level.sight.gone) writer.startCell()
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
          hidden: level.sight.gone || level.sight.invisible || level.sure?.gone === true,
        }
        links.push(level.link)
      }
      push(level)
    },
    onEnd(name) {
      if (name === 'p' && (open.get('p') ?? 0) <= 0) writer.breakLine()
      // The following text is still part of the body (HTML, section 13.2.6.4.19).
      if (name === 'body' || name === 'html') {
        writer.breakLine()
        guard.breakLine()
        return
      }
      close(tagOf(name))
    },
    onText(words) {
      if (isLate) return
      if (words.trim() !== '') {
        hasBegun = true
        beginBody()
      }
      const link = top.link
      const text = guard.read(words, top, isShown(top))
      if (text === null) {
        if (link !== null && link.text === '' && words.trim() !== '') link.hidden = true
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
  return { visible: { text: blocks.map(block => block.text).join('\n'), blocks, links }, isLate }
}
