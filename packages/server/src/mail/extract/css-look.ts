/**
 * As much of CSS as is needed to say whether a reader sees a text: what hides, sizes, colours and strikes out.
 * Style sheets are read for plain selectors only (a tag, a class, an id); rules within "@media" are left out because
 * they hold on some screens only.
 */

export type Colour = { r: number; g: number; b: number }

/** What one element's own style says; a missing member says nothing. */
export type Look = {
  gone?: boolean
  invisible?: boolean
  size?: number
  /** Size relative to the parent, for em and per cent. */
  scale?: number
  colour?: Colour | 'transparent'
  background?: Colour | 'transparent' | 'unknown'
  struck?: boolean
  strong?: boolean
  inline?: boolean
  pre?: boolean
}

export type Rule = { tag: string; mark: string; approximate: boolean; look: Look }

const MAX_CSS = 65_536
const MAX_RULES = 600
const MAX_DECLARATIONS = 60
/** Characters looked at of one rule or attribute. */
const MAX_STYLE = 4_096

const NAMED: Readonly<Record<string, string>> = {
  white: '#ffffff',
  black: '#000000',
  snow: '#fffafa',
  ivory: '#fffff0',
  whitesmoke: '#f5f5f5',
  ghostwhite: '#f8f8ff',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  lightgray: '#d3d3d3',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  navy: '#000080',
  yellow: '#ffff00',
  orange: '#ffa500',
}

const HEX = /^#?([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})$/

function hexColour(hex: string): Colour | 'transparent' {
  const short = hex.length < 6
  if (hex.length === 4 ? hex.endsWith('0') : hex.length === 8 && hex.endsWith('00')) return 'transparent'
  const value = Number.parseInt(hex.slice(0, short ? 3 : 6), 16)
  if (short) return { r: (value >> 8) * 17, g: ((value >> 4) & 15) * 17, b: (value & 15) * 17 }
  return { r: value >> 16, g: (value >> 8) & 255, b: value & 255 }
}

export function parseColour(value: string): Colour | 'transparent' | null {
  const word = value.trim().toLowerCase()
  if (word === '') return null
  if (word === 'transparent') return 'transparent'
  const hex = HEX.exec(word.startsWith('#') ? word : (NAMED[word] ?? word))?.[1]
  if (hex !== undefined) return hexColour(hex)
  const parts = /^rgba?\(([^)]{3,60})\)$/.exec(word)?.[1]?.split(/[\s,/]+/)
  if (parts === undefined || parts.length < 3) return null
  const [r = 0, g = 0, b = 0, alpha = 1] = parts.map(part => Number.parseFloat(part))
  if ([r, g, b, alpha].some(Number.isNaN)) return null
  return alpha < 0.05 ? 'transparent' : { r, g, b }
}

/** Colours so alike that no eye parts them. */
export function alike(a: Colour, b: Colour): boolean {
  return Math.abs(a.r - b.r) + Math.abs(a.g - b.g) + Math.abs(a.b - b.b) <= 24
}

function pixels(value: string): { size?: number; scale?: number } {
  const match = /^(-?[0-9]{0,6}\.?[0-9]{0,4})(px|pt|em|rem|%|)/.exec(value)
  const amount = Number.parseFloat(match?.[1] ?? '')
  if (Number.isNaN(amount)) return {}
  if (match?.[2] === 'em') return { scale: amount }
  if (match?.[2] === '%') return { scale: amount / 100 }
  if (match?.[2] === 'rem') return { size: amount * 16 }
  return { size: match?.[2] === 'pt' ? amount * 1.33 : amount }
}

function backgroundOf(value: string): Colour | 'transparent' | 'unknown' | null {
  if (value === '') return null
  if (/url\(|gradient\(/.test(value)) return 'unknown'
  const call = /rgba?\([^)]{3,60}\)/.exec(value)?.[0]
  for (const part of call === undefined ? value.split(' ', 12) : [call]) {
    const colour = parseColour(part)
    if (colour !== null) return colour
  }
  return null
}

const isNothing = (value: string | undefined) =>
  value !== undefined && /^0{1,8}(?:\.0{1,8})?(?:px|pt|em|%)?$/.test(value)
const isFarAway = (value: string | undefined) => value !== undefined && /^-[0-9]{3,6}(px|em|pt|%)/.test(value)

const PROPERTIES = new Set(
  'display float overflow max-height height max-width width text-indent left top margin-left right clip clip-path opacity transform mso-hide visibility font font-size color background background-color background-image text-decoration text-decoration-line font-weight letter-spacing white-space'.split(
    ' ',
  ),
)

type Given = ReadonlyMap<string, string>

/** The declarations that matter here; of two for one property the last counts. */
function declarationsOf(css: string): Given {
  const given = new Map<string, string>()
  const end = Math.min(css.length, MAX_STYLE)
  let at = 0
  for (let seen = 0; at < end && seen < MAX_DECLARATIONS; seen++) {
    const stop = css.indexOf(';', at)
    const next = stop < 0 || stop > end ? end : stop
    const colon = css.indexOf(':', at)
    if (colon < 0) break
    if (colon < next) {
      const name = css.slice(at, colon).trim().toLowerCase()
      if (PROPERTIES.has(name)) {
        const value = css.slice(colon + 1, next)
        given.set(name, (value.includes('!') ? value.replace('!important', '') : value).trim().toLowerCase())
      }
    }
    at = next + 1
  }
  return given
}

const says = (given: Given, name: string, pattern: RegExp): boolean => {
  const value = given.get(name)
  return value !== undefined && pattern.test(value)
}

const CLIPPED = /rect\(\s*[01]?(px)?[\s,]|inset\((50|100)%/
const OFFSETS = ['text-indent', 'left', 'top', 'margin-left', 'right']

function isGone(given: Given): boolean {
  if (given.get('display') === 'none' || given.get('mso-hide') === 'all') return true
  const cut = says(given, 'overflow', /hidden|clip/)
  if (isNothing(given.get('max-height')) || (cut && isNothing(given.get('height')))) return true
  if (isNothing(given.get('max-width')) || (cut && isNothing(given.get('width')))) return true
  if (OFFSETS.some(name => isFarAway(given.get(name)))) return true
  if (says(given, 'clip', CLIPPED) || says(given, 'clip-path', CLIPPED)) return true
  const opacity = given.get('opacity')
  if (opacity !== undefined && Number.parseFloat(opacity) < 0.05) return true
  return says(given, 'transform', /scale\(0{0,4}\.?0{0,4}[,)]/)
}

function paintedBy(given: Given): Colour | 'transparent' | 'unknown' | null {
  const image = given.get('background-image')
  if (image !== undefined && image !== 'none') return 'unknown'
  return backgroundOf(given.get('background-color') ?? '') ?? backgroundOf(given.get('background') ?? '')
}

/** Reads the declarations of one rule or one style attribute. */
export function parseLook(css: string): Look {
  const given = declarationsOf(css)
  const look: Look = {}
  if (given.size === 0) return look
  if (says(given, 'display', /^inline/) || given.has('float')) look.inline = true
  if (isGone(given)) look.gone = true
  const visibility = given.get('visibility')
  if (visibility !== undefined) look.invisible = visibility === 'hidden' || visibility === 'collapse'
  const font = given.get('font') ?? ''
  const fontSize = given.get('font-size') ?? /(?:^|\s)([0-9.]{1,6}(?:px|pt|em|rem|%))/.exec(font)?.[1]
  if (fontSize !== undefined) Object.assign(look, pixels(fontSize))
  const colour = parseColour(given.get('color') ?? '')
  if (colour !== null) look.colour = colour
  const background = paintedBy(given)
  if (background !== null) look.background = background
  if (says(given, 'text-decoration', /line-through/) || says(given, 'text-decoration-line', /line-through/)) {
    look.struck = true
  }
  if (says(given, 'font-weight', /^(bold|[6-9]00)/) || given.has('letter-spacing')) look.strong = true
  if (says(given, 'white-space', /^(pre|break-spaces)/)) look.pre = true
  return look
}

/** A tag, a class or an id, or one with the other: what most selectors of mails are. */
const PLAIN_SELECTOR = /^\s*([a-z][a-z0-9]{0,10})?([.#][\w-]{1,60})?\s*$/i

function ruleOf(selector: string, look: Look): Rule | null {
  const plain = PLAIN_SELECTOR.exec(selector)
  if (plain !== null) {
    const [, tag = '', mark = ''] = plain
    return tag === '' && mark === '' ? null : { tag: tag.toLowerCase(), mark, look, approximate: false }
  }
  const compounds = selector.trim().split(/[\s>+~]+/)
  const last = /^([a-z][a-z0-9]{0,10})?([.#][\w-]{1,60})?/i.exec(compounds.at(-1) ?? '')
  const tag = (last?.[1] ?? '').toLowerCase()
  const mark = last?.[2] ?? ''
  if (tag === '' && mark === '') return null
  return { tag, mark, look, approximate: compounds.length > 1 || last?.[0] !== compounds[0] }
}

/** The plain rules of a style sheet, in order. */
export function parseSheet(css: string): Rule[] {
  const rules: Rule[] = []
  const text = css.slice(0, MAX_CSS)
  const signs = /[;{}]|\/\*/g
  let depth = 0
  let from = 0
  for (let match = signs.exec(text); match !== null && rules.length < MAX_RULES; match = signs.exec(text)) {
    const sign = match[0]
    if (sign === '/*') {
      const end = text.indexOf('*/', match.index + 2)
      if (end < 0) break
      signs.lastIndex = end + 2
      if (depth === 0) from = end + 2
    } else if (sign === '}') {
      depth = Math.max(0, depth - 1)
      if (depth === 0) from = signs.lastIndex
    } else if (sign === ';') {
      if (depth === 0) from = signs.lastIndex
    } else {
      const selectors = text.slice(from, match.index).trim()
      if (depth > 0 || selectors.startsWith('@')) {
        depth++
        continue
      }
      const end = text.indexOf('}', match.index)
      const look = parseLook(text.slice(match.index + 1, end < 0 ? text.length : end))
      const silent = Object.keys(look).length === 0
      for (const selector of silent ? [] : selectors.split(',', 20)) {
        const rule = ruleOf(selector, look)
        if (rule !== null) rules.push(rule)
      }
      if (end < 0) break
      from = end + 1
      signs.lastIndex = from
    }
  }
  return rules
}
