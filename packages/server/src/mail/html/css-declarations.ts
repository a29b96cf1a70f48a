import { lowerCase, passBracket, type StylePlace } from '../css/css-lexemes.ts'
import type { CssToken } from '../css/css-tokens.ts'
import { backgroundUrl } from './safe-url.ts'

/**
 * Writes the declarations of mail styles anew from tokens, by an allow-list of properties and of the parts of
 * their values. The output has no backslash, no "<", no url() and no block, so that no parser can read it in
 * another way.
 */

export type Declarations = {
  css: string
  /** Background pictures that the styles asked for, on the web or in the mail; the output omits them. */
  pictures: string[]
}

/** Returns the variable that stands for a background picture, or null when there are too many. */
export type NameImage = (url: string) => string | null

const sides = ['top', 'right', 'bottom', 'left']

const PROPERTIES: ReadonlySet<string> = new Set([
  ...`align-content align-items align-self aspect-ratio background background-clip background-color background-image
  background-origin background-position background-repeat background-size border border-collapse border-color
  border-radius border-spacing border-style border-width box-shadow box-sizing caption-side clear color color-scheme
  column-count column-gap column-width direction display empty-cells flex flex-basis flex-direction flex-flow flex-grow
  flex-shrink flex-wrap float font font-family font-size font-style font-variant font-weight gap grid-auto-columns
  grid-auto-flow grid-auto-rows grid-column grid-gap grid-row grid-template-columns grid-template-rows height
  justify-content justify-items justify-self letter-spacing line-height list-style list-style-position list-style-type
  margin max-height max-width min-height min-width object-fit object-position opacity order overflow overflow-wrap
  overflow-x overflow-y padding place-content place-items place-self position row-gap table-layout text-align
  text-decoration text-decoration-color text-decoration-line text-decoration-style text-indent text-overflow text-shadow
  text-transform vertical-align visibility white-space width word-break word-spacing word-wrap`.split(/\s+/),
  ...sides.flatMap(side => [
    side,
    `margin-${side}`,
    `padding-${side}`,
    ...['', '-color', '-style', '-width'].map(part => `border-${side}${part}`),
  ]),
  ...['top-left', 'top-right', 'bottom-left', 'bottom-right'].map(corner => `border-${corner}-radius`),
])

const COLOUR_FUNCTIONS: ReadonlySet<string> = new Set(['rgb', 'rgba', 'hsl', 'hsla'])
const IMAGE_FUNCTIONS: ReadonlySet<string> = new Set(['linear-gradient', 'radial-gradient'])
const GRID_FUNCTIONS: ReadonlySet<string> = new Set(['repeat', 'minmax', 'fit-content'])
const MATHS_FUNCTIONS: ReadonlySet<string> = new Set(['calc', 'min', 'max', 'clamp'])
const MATHS_PROPERTIES = /^(?:(?:min-|max-)?(?:width|height)|padding|padding-\w+|font-size|line-height)$/
/** Boxes must stay within the flow of the text, so that nothing covers the page around the mail. */
const NEVER_NEGATIVE = /^(?:margin|text-indent|letter-spacing|word-spacing|object-position)/
/**
 * A shadow or an offset must not become a curtain over all that is around the mail, nor a grid or columns
 * endless work.
 */
const MOST: readonly (readonly [property: RegExp, unit: RegExp, most: number])[] = [
  [/^(?:box|text)-shadow$/, /^(?:px|)$/, 40],
  [/^(?:box|text)-shadow$/, /^(?:em|rem)$/, 3],
  [/^(?:top|right|bottom|left)$/, /^(?:px|)$/, 40],
  [/^(?:grid-|column-count|order)/, /^$/, 24],
]
/** Lengths in other units than these have no bound that holds for every page. */
const BOUNDED = /^(?:(?:box|text)-shadow|top|right|bottom|left)$/
const UNITS = /^(?:px|em|rem|ex|ch|pt|pc|in|cm|mm|q|vw|vh|vmin|vmax|deg|rad|turn|fr|%)?$/
const PLAIN_IDENT = /^-?[a-z_][a-z0-9_-]*$/
const FONT_PROPERTY = /^font(?:-family)?$/
const FONT_WORD = /^[\p{L}_-][\p{L}\p{N}_-]{0,80}$/u
const FONT_NAME = /^[\p{L}\p{N} ._-]{1,80}$/u
const MAX_VALUE_TOKENS = 200

/** In a sheet, `nameImage` gives the variable that takes the place of a background picture. */
export function filterDeclarations(
  tokens: readonly CssToken[],
  place: StylePlace,
  nameImage: NameImage = () => null,
): Declarations {
  const kept: string[] = []
  const pictures: string[] = []
  for (const declaration of splitDeclarations(tokens, place)) {
    const before = pictures.length
    const css = filterDeclaration(trimBlanks(declaration), pictures)
    if (css !== null) kept.push(css)
    const image = pictures[before]
    const name = image === undefined ? null : nameImage(image)
    if (name === null) continue
    const isImportant = css?.endsWith(' !important') ?? false
    kept.push(`background-image:var(${name})${isImportant ? ' !important' : ''}`)
  }
  return { css: kept.join(';'), pictures }
}

/** Keeps the list of brackets that are open after the token. */
export function passToken(open: string[], token: CssToken): void {
  if (token.type === 'function') passBracket(open, '(')
  else if (token.type === 'delim') passBracket(open, token.value)
}

/** Splits `tokens` at each top-level `separator`; separators within brackets do not count. */
export function splitOn(tokens: readonly CssToken[], separator: string): CssToken[][] {
  const parts: CssToken[][] = [[]]
  const open: string[] = []
  for (const token of tokens) {
    passToken(open, token)
    if (open.length === 0 && isDelim(token, separator)) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

/**
 * In a sheet a block is a rule of its own, and the next declaration begins after it (CSS Syntax, section
 * 5.4.4). In an attribute a block is part of a declaration and breaks it.
 */
export function splitDeclarations(tokens: readonly CssToken[], place: StylePlace): CssToken[][] {
  if (place === 'attribute') return splitOn(tokens, ';')
  const parts: CssToken[][] = [[]]
  const open: string[] = []
  for (const token of tokens) {
    const wasOpen = open.length > 0
    passToken(open, token)
    const isSeparator = open.length === 0 && isDelim(token, ';')
    const part = parts.at(-1) ?? []
    if (!isSeparator) part.push(token)
    const isRule = wasOpen && open.length === 0 && isDelim(token, '}') && !isCustom(part)
    if (isSeparator || isRule) parts.push([])
  }
  return parts
}

/** True for a custom property, whose value may be anything. */
function isCustom(part: readonly CssToken[]): boolean {
  const [name, ...rest] = part.filter(token => token.type !== 'blank').slice(0, 2)
  return name?.type === 'ident' && name.value.startsWith('--') && isDelim(rest[0], ':')
}

export function trimBlanks(tokens: readonly CssToken[]): CssToken[] {
  const first = tokens.findIndex(token => token.type !== 'blank')
  const last = tokens.findLastIndex(token => token.type !== 'blank')
  return first < 0 ? [] : tokens.slice(first, last + 1)
}

export function isDelim(token: CssToken | undefined, value: string): boolean {
  return token?.type === 'delim' && token.value === value
}

function filterDeclaration(tokens: CssToken[], pictures: string[]): string | null {
  const name = tokens[0]
  if (name?.type !== 'ident') return null
  const property = lowerCase(name.value)
  const rest = trimBlanks(tokens.slice(1))
  if (!PROPERTIES.has(property) || !isDelim(rest[0], ':') || rest.length > MAX_VALUE_TOKENS) return null
  let value = trimBlanks(rest.slice(1))
  const isImportant =
    isIdent(value.at(-1), 'important') && isDelim(trimBlanks(value.slice(0, -1)).at(-1), '!')
  if (isImportant) value = trimBlanks(trimBlanks(value.slice(0, -1)).slice(0, -1))
  if (property === 'background' || property === 'background-image') value = withoutUrls(value, pictures)
  const written = value.length === 0 ? null : writeValue(property, value)
  return written === null ? null : `${property}:${written}${isImportant ? ' !important' : ''}`
}

function withoutUrls(tokens: CssToken[], pictures: string[]): CssToken[] {
  for (const token of tokens) {
    const url = token.type === 'url' ? backgroundUrl(token.value) : null
    if (url !== null) pictures.push(url)
  }
  return trimBlanks(tokens.filter(token => token.type !== 'url'))
}

function writeValue(property: string, tokens: CssToken[]): string | null {
  const open: string[] = []
  let out = ''
  let before: CssToken | null = null
  for (const token of tokens) {
    const text = writeToken(property, token, open)
    if (text === null) return null
    // Words that only a comment separates must stay separate.
    if (before !== null && isWord(before) && before.type !== 'function' && isWord(token)) out += ' '
    if (!(text === ' ' && out.endsWith(' '))) out += text
    before = token
  }
  return open.length === 0 ? out : null
}

function isWord(token: CssToken): boolean {
  return token.type !== 'delim' && token.type !== 'blank'
}

/**
 * Returns the token's text, or null if it may not occur in a value of `property`. `open` holds the functions
 * around it.
 */
function writeToken(property: string, token: CssToken, open: string[]): string | null {
  switch (token.type) {
    case 'blank':
      return ' '
    case 'ident': {
      const ident = lowerCase(token.value)
      if (FONT_PROPERTY.test(property) && FONT_WORD.test(ident)) return ident
      return PLAIN_IDENT.test(ident) && isHarmlessWord(property, ident) ? ident : null
    }
    case 'number': {
      const unit = lowerCase(token.unit)
      if (!UNITS.test(unit) || (token.value.startsWith('-') && NEVER_NEGATIVE.test(property))) return null
      return isWithinBounds(property, token, open) ? token.value.toLowerCase() + unit : null
    }
    case 'hash':
      return /^[0-9a-f]{3,8}$/i.test(token.value) ? `#${token.value.toLowerCase()}` : null
    case 'string':
      return FONT_PROPERTY.test(property) && FONT_NAME.test(token.value) ? `"${token.value}"` : null
    case 'function':
      if (!isAllowedFunction(property, token.value) || open.length >= 4) return null
      open.push(token.value)
      return `${token.value}(`
    case 'delim':
      if (token.value === ')') return open.pop() === undefined ? null : ')'
      if (token.value === ',' || token.value === '/') return token.value
      return '+-*'.includes(token.value) && MATHS_FUNCTIONS.has(open.at(-1) ?? '') ? token.value : null
    default:
      return null
  }
}

/** The parts of a colour are not lengths. */
function isWithinBounds(
  property: string,
  { value, unit }: { value: string; unit: string },
  open: readonly string[],
): boolean {
  if (COLOUR_FUNCTIONS.has(open.at(-1) ?? '')) return true
  const bounds = MOST.filter(([limited]) => limited.test(property))
  if (bounds.length === 0) return true
  const size = Math.abs(Number(value))
  const bound = bounds.find(([, units]) => units.test(unit.toLowerCase()))
  return bound === undefined ? !BOUNDED.test(property) : size <= bound[2]
}

function isAllowedFunction(property: string, name: string): boolean {
  if (COLOUR_FUNCTIONS.has(name)) return true
  if (IMAGE_FUNCTIONS.has(name)) return property.startsWith('background')
  if (GRID_FUNCTIONS.has(name)) return property.startsWith('grid-')
  return MATHS_FUNCTIONS.has(name) && MATHS_PROPERTIES.test(property)
}

const HARMLESS_WORDS: ReadonlyMap<string, RegExp> = new Map([
  // `display: contents` and the like change what elements are, so only ordinary boxes are allowed.
  [
    'display',
    /^(?:none|block|flow-root|inline|inline-block|list-item|flex|inline-flex|grid|inline-grid|table|inline-table|table-[a-z-]+|initial|inherit)$/,
  ],
  // Other positions leave the place of the box, and a bounded offset keeps close to it.
  ['position', /^(?:static|relative|initial)$/],
])

const isHarmlessWord = (property: string, ident: string): boolean =>
  HARMLESS_WORDS.get(property)?.test(ident) ?? true

function isIdent(token: CssToken | undefined, value: string): boolean {
  return token?.type === 'ident' && lowerCase(token.value) === value
}
