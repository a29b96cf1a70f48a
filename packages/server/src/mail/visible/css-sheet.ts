import { lazily } from '../lazily.ts'
import { type Declarations, NO_DECLARATIONS, parseDeclarations } from './css-declarations.ts'
import { lookOfGiven } from './css-look.ts'
import { mediaHolds } from './css-media.ts'
import { isKnown, parseSelector, type Selector } from './css-selector.ts'
import { plainCss } from './css-text.ts'

/**
 * Holds the rules of all style sheets of one mail. Each rule is filed under one thing that an element must
 * have for the rule to apply.
 */

export type Rule = Selector & {
  /** The rule's number among all. */
  id: number
  order: number
  declarations: Declarations
  /** True when the rule alone would hide a text. */
  isHiding: () => boolean
}

export type Sheets = {
  rules: Map<string, Rule[]>
  size: number
  /** The number of characters read so far. */
  length: number
  /** There was more than the limits allow, so any text may be hidden. */
  isOver: boolean
}

/** The limit for all sheets of a mail together; the largest newsletters have a tenth of it. */
const MAX_LENGTH = 500_000
const MAX_RULES = 12_000
const MAX_NESTED = 16
/** Longer selectors do not occur in mails. */
const MAX_SELECTOR = 1_000

export function makeSheets(): Sheets {
  return { rules: new Map(), size: 0, length: 0, isOver: false }
}

/** `at` is the place where its declarations begin; `selectors` is null for a block that only holds rules. */
type Open = { selectors: string | null; skipped: boolean; approximate: boolean; body: string; order: number }

function isHiding({ normal, important }: Declarations): boolean {
  const look = lookOfGiven(important.size === 0 ? normal : new Map([...normal, ...important]))
  const { gone, invisible, opacity = 1, size = 16, scale = 1, colour } = look
  return (
    gone === true ||
    invisible === true ||
    opacity < 0.1 ||
    size <= 2 ||
    scale < 0.1 ||
    colour === 'transparent'
  )
}

function addRules(sheets: Sheets, open: Open): void {
  const declarations = parseDeclarations(open.body)
  if (declarations === NO_DECLARATIONS || open.selectors === null) return
  const selectors = selectorsOf(open.selectors)
  if (selectors.some(text => text.length > MAX_SELECTOR)) {
    sheets.isOver = true
    return
  }
  const parsed = selectors.map(parseSelector)
  // One invalid selector invalidates those beside it.
  const isValid = !parsed.includes('invalid') && (parsed.length === 1 || selectors.every(isKnown))
  const hides = lazily(() => isHiding(declarations))
  for (const selector of parsed) {
    if (selector === null || selector === 'invalid') continue
    if (sheets.size++ >= MAX_RULES) {
      sheets.isOver = true
      return
    }
    const key = selector.marks.at(-1) ?? (selector.tag || '*')
    const approximate = selector.approximate || open.approximate || !isValid
    const rule: Rule = {
      ...selector,
      approximate,
      id: sheets.size,
      order: open.order,
      declarations,
      isHiding: hides,
    }
    const list = sheets.rules.get(key)
    if (list === undefined) sheets.rules.set(key, [rule])
    else list.push(rule)
  }
}

/** Commas within brackets do not separate selectors. */
function selectorsOf(text: string): string[] {
  if (!text.includes('(')) return text.split(',')
  if (text.length > MAX_SELECTOR) return [text]
  return text.match(/(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []
}

const CUSTOM = /^\s*--[^:]*:/
/** HTML comment marks between rules mean nothing. */
const HTML_MARKS = /^(?:\s|<!--|-->)+/

const GROUPS = /^@(supports|layer|container|scope|starting-style|document|-moz-document)\b/i

function opened(prelude: string, around: Open | undefined, order: number): Open {
  if (around?.skipped === true) return around
  const approximate = around?.approximate === true
  if (!prelude.startsWith('@'))
    return {
      selectors: prelude,
      skipped: false,
      approximate: approximate || around?.selectors != null,
      body: '',
      order,
    }
  const media = /^@media\b(.*)$/is.exec(prelude)
  const holds = media === null ? (GROUPS.test(prelude) ? 'doubtful' : 'no') : mediaHolds(media[1] ?? '')
  return {
    // Within a rule, "@media" holds declarations of that rule.
    selectors: around?.selectors ?? null,
    skipped: holds === 'no',
    approximate: approximate || holds === 'doubtful' || around?.selectors != null,
    body: '',
    order,
  }
}

/** Adds the rules of a style element; `media` is the value of its attribute. */
export function addSheet(sheets: Sheets, css: string, media: string): void {
  const holds = mediaHolds(plainCss(media, 'attribute'))
  if (holds === 'no') return
  sheets.length += css.length
  if (sheets.length > MAX_LENGTH) {
    sheets.isOver = true
    return
  }
  const text = plainCss(css, 'sheet')
  const signs = /[;{}]/g
  const stack: Open[] = []
  const whole: Open = {
    selectors: null,
    skipped: false,
    approximate: holds === 'doubtful',
    body: '',
    order: 0,
  }
  let from = 0
  /** The number of open blocks within the value of a custom property, which may be anything. */
  let custom = 0
  const close = (to: number) => {
    const open = stack.pop()
    if (open === undefined) return
    if (open.skipped) return
    open.body += text.slice(from, to)
    addRules(sheets, open)
  }
  for (let match = signs.exec(text); match !== null && !sheets.isOver; match = signs.exec(text)) {
    const { index } = match
    const sign = match[0]
    const top = stack.at(-1)
    const startsCustom = sign === '{' && top?.selectors != null && CUSTOM.test(text.slice(from, index))
    if (custom > 0 || startsCustom) {
      custom += sign === '{' ? 1 : sign === '}' ? -1 : 0
      // The text up to the next sign is still part of its value.
      from = index
      continue
    }
    if (sign === '{') {
      const written = text.slice(from, index)
      const prelude = (top === undefined ? written.replace(HTML_MARKS, '') : written).trim()
      if (stack.length >= MAX_NESTED) sheets.isOver = true
      else stack.push(opened(prelude, top ?? whole, sheets.size))
    } else if (sign === '}') {
      // A surplus bracket is part of the next selector and invalidates it.
      if (top === undefined) continue
      close(index)
    } else if (top?.selectors != null) top.body += `${text.slice(from, index)};`
    else if (!text.slice(from, index).replace(HTML_MARKS, '').startsWith('@')) continue
    from = index + 1
  }
  // The end of the sheet closes everything that is open.
  while (stack.length > 0) {
    close(text.length)
    from = text.length
  }
}
