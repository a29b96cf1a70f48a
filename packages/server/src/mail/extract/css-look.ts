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

export function parseColour(value: string): Colour | 'transparent' | null {
  const word = value.trim().toLowerCase()
  if (word === 'transparent') return 'transparent'
  const hex = /^#?([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})$/.exec(NAMED[word] ?? word)?.[1]
  if (hex !== undefined) {
    const wide = hex.length < 6 ? [...hex].map(digit => digit + digit).join('') : hex
    if (wide.length === 8 && wide.endsWith('00')) return 'transparent'
    const part = (i: number) => Number.parseInt(wide.slice(i, i + 2), 16)
    return { r: part(0), g: part(2), b: part(4) }
  }
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

/** Reads the declarations of one rule or one style attribute. */
export function parseLook(css: string): Look {
  const given = new Map<string, string>()
  for (const declaration of css.slice(0, 4096).split(';', MAX_DECLARATIONS)) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    const value = declaration.slice(colon + 1).replace('!important', '')
    given.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase())
  }
  const look: Look = {}
  const display = given.get('display')
  if (display?.startsWith('inline') || given.has('float')) look.inline = true
  const cut = /hidden|clip/.test(given.get('overflow') ?? '')
  const nothingHigh = isNothing(given.get('max-height')) || (cut && isNothing(given.get('height')))
  const nothingWide = isNothing(given.get('max-width')) || (cut && isNothing(given.get('width')))
  const away = ['text-indent', 'left', 'top', 'margin-left', 'right'].some(name => isFarAway(given.get(name)))
  const clipped = /rect\(\s*[01]?(px)?[\s,]|inset\((50|100)%/.test(
    `${given.get('clip') ?? ''}${given.get('clip-path') ?? ''}`,
  )
  const opacity = given.get('opacity')
  const faint = opacity !== undefined && Number.parseFloat(opacity) < 0.05
  const shrunk = /scale\(0{0,4}\.?0{0,4}[,)]/.test(given.get('transform') ?? '')
  if (display === 'none' || nothingHigh || nothingWide || away || clipped || faint || shrunk) look.gone = true
  if (given.get('mso-hide') === 'all') look.gone = true
  const visibility = given.get('visibility')
  if (visibility !== undefined) look.invisible = visibility === 'hidden' || visibility === 'collapse'
  const font = given.get('font')
  const fontSize = given.get('font-size') ?? /(?:^|\s)([0-9.]{1,6}(?:px|pt|em|rem|%))/.exec(font ?? '')?.[1]
  if (fontSize !== undefined) Object.assign(look, pixels(fontSize))
  const colour = parseColour(given.get('color') ?? '')
  if (colour !== null) look.colour = colour
  const background = backgroundOf(given.get('background') ?? '')
  const backgroundColour = backgroundOf(given.get('background-color') ?? '')
  const painted = given.has('background-image') && given.get('background-image') !== 'none'
  if (painted) look.background = 'unknown'
  else if (backgroundColour !== null) look.background = backgroundColour
  else if (background !== null) look.background = background
  if (
    /line-through/.test(`${given.get('text-decoration') ?? ''}${given.get('text-decoration-line') ?? ''}`)
  ) {
    look.struck = true
  }
  const weight = given.get('font-weight') ?? ''
  if (/^(bold|[6-9]00)/.test(weight) || given.has('letter-spacing')) look.strong = true
  if (/^(pre|break-spaces)/.test(given.get('white-space') ?? '')) look.pre = true
  return look
}

function ruleOf(selector: string, look: Look): Rule | null {
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
  let at = 0
  let depth = 0
  let from = 0
  while (at < text.length && rules.length < MAX_RULES) {
    if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2)
      at = end < 0 ? text.length : end + 2
      if (depth === 0) from = at
      continue
    }
    const sign = text[at]
    if (sign === ';' && depth === 0) from = at + 1
    if (sign === '}') {
      depth = Math.max(0, depth - 1)
      if (depth === 0) from = at + 1
    }
    if (sign === '{') {
      const selectors = text.slice(from, at).trim()
      if (depth === 0 && !selectors.startsWith('@')) {
        const end = text.indexOf('}', at)
        const look = parseLook(text.slice(at + 1, end < 0 ? text.length : end))
        for (const selector of selectors.split(',', 20)) {
          const rule = ruleOf(selector, look)
          if (rule !== null) rules.push(rule)
        }
        if (end < 0) break
        at = end + 1
        from = at
        continue
      }
      depth++
    }
    at++
  }
  return rules
}
