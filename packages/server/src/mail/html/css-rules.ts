import { lowerCase } from '../css/css-lexemes.ts'
import { type CssToken, tokeniseCss } from '../css/css-tokens.ts'
import { ALLOWED_ELEMENTS, MAIL_BODY_CLASS, MAIL_ROOT_CLASS, prefixedName } from './allowed-markup.ts'
import { filterDeclarations, isDelim, passToken, splitOn, trimBlanks } from './css-declarations.ts'
import { type MarkupShape, stepsFor } from './markup-shape.ts'

/**
 * Cleans the style sheets of a mail. It keeps ordinary rules and @media, and limits each selector to the
 * mail's root element. It drops @import, @font-face and every other at-rule, and also attribute selectors and
 * most pseudo-classes, because those can probe the page.
 */

const MAX_CSS_LENGTH = 200_000
const MAX_RULES = 5_000
/** A browser takes some hundred million steps a second. */
const MAX_STEPS = 30_000_000
const MAX_COMPOUNDS = 6
const MAX_MEDIA_DEPTH = 2
const PSEUDO_CLASSES: ReadonlySet<string> = new Set([
  'hover',
  'link',
  ...['first-child', 'last-child', 'only-child', 'first-of-type', 'last-of-type'],
])
const COUNTING: ReadonlySet<string> = new Set(['nth-child', 'nth-last-child', 'nth-of-type'])
const MEDIA_WORDS: ReadonlySet<string> = new Set(['all', 'screen', 'print', 'only', 'not', 'and'])
const MEDIA_FEATURES =
  /^(?:(?:min-|max-)(?:device-)?width|(?:min-|max-)(?:device-)?height|orientation|prefers-color-scheme|(?:-webkit-)?(?:min-|max-)(?:device-pixel-ratio|resolution))$/

export type FilteredStyles = {
  css: string
  /** Background pictures; the one at place 2 is the variable `--remote-2` in the rules. */
  pictures: string[]
}

type Budget = { shape: MarkupShape; rules: number; steps: number; pictures: string[] }

const MAX_IMAGES = 40

function nameImage(images: string[], url: string): string | null {
  const known = images.indexOf(url)
  if (known < 0 && images.length >= MAX_IMAGES) return null
  return `--remote-${known < 0 ? images.push(url) - 1 : known}`
}

/** Keeps as many rules, from the first on, as a browser can apply to markup of this shape at once. */
export function filterStyleSheet(source: string, shape: MarkupShape): FilteredStyles {
  const budget: Budget = { shape, rules: MAX_RULES, steps: MAX_STEPS, pictures: [] }
  const css = filterRules(tokeniseCss(source.slice(0, MAX_CSS_LENGTH)), budget, 0)
  return { css, pictures: budget.pictures }
}

/** Only @media recurses, and no deeper than its limit. */
function filterRules(tokens: readonly CssToken[], budget: Budget, depth: number): string {
  const out: string[] = []
  let at = 0
  while (at < tokens.length && budget.rules > 0 && budget.steps > 0) {
    if (tokens[at]?.type === 'blank' || (depth === 0 && tokens[at]?.type === 'mark')) {
      at++
      continue
    }
    const rule = readRule(tokens, at, tokens[at]?.type === 'at')
    at = rule.next
    if (rule.block === null) continue
    budget.rules--
    const prelude = trimBlanks(rule.prelude)
    const keyword = prelude[0]
    if (keyword?.type === 'at') {
      const query = lowerCase(keyword.value) === 'media' ? writeMediaQuery(prelude.slice(1)) : null
      const inner =
        query === null || depth >= MAX_MEDIA_DEPTH ? '' : filterRules(rule.block, budget, depth + 1)
      if (inner !== '') out.push(`@media ${query}{${inner}}`)
      continue
    }
    const selectors = splitOn(prelude, ',').flatMap(selector => writeSelector(trimBlanks(selector)) ?? [])
    budget.steps -= selectors.reduce((sum, selector) => sum + stepsFor(selector, budget.shape), 0)
    if (budget.steps < 0) break
    if (selectors.length === 0) continue
    const declarations = filterDeclarations(rule.block, 'sheet', url => nameImage(budget.pictures, url))
    if (declarations.css !== '') out.push(`${selectors.join(',')}{${declarations.css}}`)
  }
  return out.join('\n')
}

/**
 * Reads a prelude and its block; the end of the text closes everything that is open (CSS Syntax, section
 * 5.4.8).
 */
function readRule(
  tokens: readonly CssToken[],
  from: number,
  isAtRule: boolean,
): { prelude: CssToken[]; block: CssToken[] | null; next: number } {
  const open: string[] = []
  let start = -1
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at]
    if (token === undefined) break
    if (start < 0 && open.length === 0) {
      if (isAtRule && isDelim(token, ';')) return { prelude: [], block: null, next: at + 1 }
      if (isDelim(token, '{')) start = at + 1
    }
    passToken(open, token)
    if (start >= 0 && open.length === 0)
      return { prelude: tokens.slice(from, start - 1), block: tokens.slice(start, at), next: at + 1 }
  }
  const block = start < 0 ? null : tokens.slice(start)
  return { prelude: start < 0 ? [] : tokens.slice(from, start - 1), block, next: tokens.length }
}

function writeSelector(tokens: CssToken[]): string | null {
  let out = ''
  let compounds = 1
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    const next = tokens[at + 1]
    if (token?.type === 'blank' || isDelim(token, '>') || isDelim(token, '+') || isDelim(token, '~')) {
      const combinator = readCombinator(tokens, at)
      if (combinator === null || out === '') return null
      // The root class in front of the rule does not count.
      if (out !== `.${MAIL_ROOT_CLASS}` && ++compounds > MAX_COMPOUNDS) return null
      out += combinator.text
      at = combinator.last
    } else if (isDelim(token, '.') && next?.type === 'ident') {
      const name = out === '' && next.value === MAIL_ROOT_CLASS ? MAIL_ROOT_CLASS : prefixedName(next.value)
      if (name === null) return null
      out += `.${name}`
      at++
    } else if (token?.type === 'hash') {
      const name = prefixedName(token.value)
      if (name === null) return null
      out += `#${name}`
    } else if (isDelim(token, ':') && next?.type === 'ident' && PSEUDO_CLASSES.has(lowerCase(next.value))) {
      out += `:${lowerCase(next.value)}`
      at++
    } else if (isDelim(token, ':') && next?.type === 'function' && COUNTING.has(lowerCase(next.value))) {
      const close = tokens.findIndex((candidate, index) => index > at && isDelim(candidate, ')'))
      const count = writeCount(tokens.slice(at + 2, close))
      if (close < 0 || count === null) return null
      out += `:${lowerCase(next.value)}(${count})`
      at = close
    } else if (token?.type === 'ident' && isCompoundStart(out)) {
      const name = typeSelector(lowerCase(token.value))
      if (name === null) return null
      out += name
    } else if (isDelim(token, '*') && isCompoundStart(out)) out += '*'
    else return null
  }
  if (out === '' || /[ >+~]$/.test(out)) return null
  return confine(out)
}

/** Allows `3`, `3n`, `odd`, `even` and the spelling `2n+1` of `odd`. A sign would look like a combinator. */
function writeCount(tokens: readonly CssToken[]): string | null {
  const parts = tokens.filter(token => token.type !== 'blank').map(countText)
  const text = parts.join('')
  if (parts.length === 1 && /^(?:odd|even|\d{1,3}n?)$/.test(text)) return text
  return text === '2n+1' ? 'odd' : null
}

function countText(token: CssToken): string {
  if (token.type === 'number') return token.value + lowerCase(token.unit)
  if (token.type === 'ident') return lowerCase(token.value)
  return isDelim(token, '+') ? '+' : '?'
}

/** "html" and "body" mean the element that stands for the mail's body. */
function typeSelector(name: string): string | null {
  if (name === 'html' || name === 'body') return `.${MAIL_BODY_CLASS}`
  return ALLOWED_ELEMENTS.has(name) ? name : null
}

function confine(selector: string): string {
  const root = `.${MAIL_ROOT_CLASS}`
  if (selector.startsWith(`${root} `)) return selector
  // A mail that uses the root's name for anything else gets it as a name of its own.
  return selector.startsWith(root) ? `${root} .m-${selector.slice(1)}` : `${root} ${selector}`
}

function isCompoundStart(out: string): boolean {
  return out === '' || /[ >+~]$/.test(out)
}

function readCombinator(tokens: CssToken[], from: number): { text: string; last: number } | null {
  let sign = ' '
  let at = from
  for (; at < tokens.length; at++) {
    const token = tokens[at]
    if (token?.type === 'blank') continue
    if (!(isDelim(token, '>') || isDelim(token, '+') || isDelim(token, '~'))) break
    if (sign !== ' ') return null
    sign = token?.type === 'delim' ? token.value : ' '
  }
  return { text: sign, last: at - 1 }
}

/** Allows `screen and (max-width: 600px), …` and nothing else. */
function writeMediaQuery(tokens: CssToken[]): string | null {
  const queries: string[] = []
  for (const query of splitOn(trimBlanks(tokens), ',')) {
    const written = writeOneQuery(trimBlanks(query))
    if (written === null) return null
    queries.push(written)
  }
  return queries.join(',')
}

function writeOneQuery(tokens: CssToken[]): string | null {
  const words: string[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (token?.type === 'blank') continue
    if (token?.type === 'ident' && MEDIA_WORDS.has(lowerCase(token.value))) words.push(lowerCase(token.value))
    else if (isDelim(token, '(')) {
      const close = tokens.findIndex((candidate, index) => index > at && isDelim(candidate, ')'))
      const feature =
        close < 0 ? null : writeFeature(tokens.slice(at + 1, close).filter(inner => inner.type !== 'blank'))
      if (feature === null) return null
      words.push(feature)
      at = close
    } else return null
  }
  return words.length === 0 || words.length > 20 ? null : words.join(' ')
}

function writeFeature(tokens: CssToken[]): string | null {
  const [name, colon, value, ...more] = tokens
  if (name?.type !== 'ident' || !MEDIA_FEATURES.test(lowerCase(name.value)) || !isDelim(colon, ':'))
    return null
  if (more.length > 0) return null
  const feature = lowerCase(name.value)
  if (value?.type === 'ident' && /^(?:portrait|landscape|dark|light)$/i.test(value.value)) {
    return `(${feature}:${lowerCase(value.value)})`
  }
  if (value?.type !== 'number' || !/^(?:px|em|rem|dppx|dpi)?$/i.test(value.unit)) return null
  return `(${feature}:${value.value}${lowerCase(value.unit)})`
}
